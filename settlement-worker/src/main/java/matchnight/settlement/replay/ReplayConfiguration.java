package matchnight.settlement.replay;

import javax.sql.DataSource;
import matchnight.settlement.apply.SettlementSettings;
import matchnight.settlement.apply.WorkSignal;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReplaySettings.class)
class ReplayConfiguration {

    @Bean
    MarketReplay marketReplay(
            @Qualifier("workerDataSource") DataSource worker,
            @Qualifier("readerDataSource") DataSource reader,
            SettlementSettings settings,
            WorkSignal signal) {
        return new MarketReplay(worker, reader, settings.rounding(), signal::work);
    }

    @Bean
    ResultsReplay resultsReplay(
            @Qualifier("workerDataSource") DataSource worker,
            @Qualifier("readerDataSource") DataSource reader,
            ResultRereading rereading,
            SettlementSettings settings,
            WorkSignal signal) {
        return new ResultsReplay(worker, reader, settings.rounding(), rereading, signal::work);
    }
}
