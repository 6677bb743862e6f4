package matchnight.bets.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import matchnight.bets.placement.BetPlacement;
import matchnight.bets.placement.PlacementMetrics;
import matchnight.bets.wallet.Wallet;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class PlacementWiring {

    @Bean
    PlacementMetrics placementMetrics(MeterRegistry meters) {
        return new PlacementMetrics(meters);
    }

    @Bean
    BetPlacement betPlacement(
            @Qualifier("placementDataSource") DataSource dataSource,
            @Value("${matchnight.placement.exposure-buckets}") int exposureBuckets,
            PlacementMetrics metrics) {
        return new BetPlacement(dataSource, exposureBuckets, metrics);
    }

    @Bean
    Wallet wallet(@Qualifier("placementDataSource") DataSource dataSource) {
        return new Wallet(dataSource);
    }
}
