package matchnight.settlement.wiring;

import java.time.Clock;
import javax.sql.DataSource;
import matchnight.settlement.progress.ProgressReading;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ProgressWiring {

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    ProgressReading progressReading(@Qualifier("readerDataSource") DataSource reader) {
        return new ProgressReading(reader);
    }
}
