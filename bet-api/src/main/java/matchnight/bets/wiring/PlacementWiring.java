package matchnight.bets.wiring;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import matchnight.bets.catalogue.CatalogueRefresh;
import matchnight.bets.catalogue.MarketCatalogue;
import matchnight.bets.commit.GroupCommit;
import matchnight.bets.placement.BetPlacement;
import matchnight.bets.placement.PlaceBet;
import matchnight.bets.placement.PlaceBetOutcome;
import matchnight.bets.placement.PlacementMetrics;
import matchnight.bets.wallet.MoveFunds;
import matchnight.bets.wallet.MoveFundsOutcome;
import matchnight.bets.wallet.Wallet;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PlacementSettings.class)
class PlacementWiring {

    @Bean
    PlacementMetrics placementMetrics(MeterRegistry meters) {
        return new PlacementMetrics(meters);
    }

    /** Read by a role that no suspend waits for, through a pool that no suspend needs. */
    @Bean
    MarketCatalogue marketCatalogue(@Qualifier("readerDataSource") DataSource dataSource, MeterRegistry meters) {
        var catalogue = new MarketCatalogue(dataSource);
        Gauge.builder("catalogue.staleness", catalogue, MarketCatalogue::stalenessSeconds)
                .baseUnit("seconds")
                .description("How old the newest look for changed markets is; placement compares versions all the same")
                .register(meters);
        return catalogue;
    }

    @Bean
    CatalogueRefresh catalogueRefresh(MarketCatalogue catalogue, PlacementSettings settings) {
        return new CatalogueRefresh(catalogue, settings.catalogueRefreshInterval());
    }

    @Bean
    BetPlacement betPlacement(
            @Qualifier("placementDataSource") DataSource dataSource,
            @Qualifier("waitingDataSource") DataSource waitingDataSource,
            PlacementSettings settings,
            MarketCatalogue catalogue,
            PlacementMetrics metrics) {
        return new BetPlacement(dataSource, waitingDataSource, settings.exposureBuckets(), catalogue, metrics);
    }

    @Bean
    GroupCommit<PlaceBet, PlaceBetOutcome> placements(
            BetPlacement placement, PlacementSettings settings, PlacementMetrics metrics) {
        var placements = new GroupCommit<>("placement", settings.groupCommit(), placement, metrics::batch);
        metrics.watchQueue(placements::waiting);
        return placements;
    }

    @Bean
    GroupCommit<MoveFunds, MoveFundsOutcome> transfers(
            @Qualifier("placementDataSource") DataSource dataSource,
            @Qualifier("waitingDataSource") DataSource waitingDataSource,
            PlacementSettings settings) {
        return new GroupCommit<>(
                "wallet", settings.walletGroupCommit(), new Wallet(dataSource, waitingDataSource), _ -> {});
    }
}
