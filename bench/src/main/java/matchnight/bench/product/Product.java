package matchnight.bench.product;

import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import matchnight.stack.DatabaseRole;
import matchnight.stack.KafkaServer;
import matchnight.stack.LocalStack;
import matchnight.stack.RunningStack;
import matchnight.stack.ServiceProcess;
import matchnight.stack.TestDatabase;
import matchnight.stack.TokenIssuer;

/**
 * Where a running product is reached.
 *
 * @param kafka bootstrap servers
 * @param tokens signs what the services trust
 */
public record Product(URI betApi, URI settlementWorker, String kafka, Database database, TokenIssuer tokens) {

    /** Opens connections to the product's database. */
    @FunctionalInterface
    public interface Database {
        Connection connect(DatabaseRole role) throws SQLException;
    }

    public static Product of(LocalStack stack) {
        return new Product(
                stack.betApi().url(),
                stack.settlementWorker().url(),
                stack.kafka().bootstrapServers(),
                stack::connect,
                stack.tokens());
    }

    public static Product of(RunningStack stack) {
        return new Product(stack.betApi(), stack.settlementWorker(), stack.kafka(), stack::connect, stack.tokens());
    }

    /** A product that a test has put together. */
    public static Product of(
            ServiceProcess betApi,
            ServiceProcess settlementWorker,
            KafkaServer kafka,
            TestDatabase database,
            TokenIssuer tokens) {
        return new Product(betApi.url(), settlementWorker.url(), kafka.bootstrapServers(), database::connect, tokens);
    }
}
