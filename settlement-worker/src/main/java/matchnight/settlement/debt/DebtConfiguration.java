package matchnight.settlement.debt;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import javax.sql.DataSource;
import matchnight.settlement.schedule.RepeatedWork;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class DebtConfiguration {

    private static final Duration COUNT_INTERVAL = Duration.ofSeconds(5);

    @Bean
    DebtReading debtReading(@Qualifier("readerDataSource") DataSource reader) {
        return new DebtReading(reader);
    }

    @Bean
    RepeatedWork debtCount(DebtReading debts, MeterRegistry registry) {
        DebtGauges gauges = new DebtGauges(registry);
        return new RepeatedWork("debt-count", COUNT_INTERVAL, () -> gauges.show(debts.sums()), registry);
    }
}
