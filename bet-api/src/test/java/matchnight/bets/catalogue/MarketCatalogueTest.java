package matchnight.bets.catalogue;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import matchnight.bets.Catalogue;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.stack.DatabaseRole;
import matchnight.stack.TestDatabase;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is changed reaches memory by refreshing alone, in whatever order the changes commit. */
class MarketCatalogueTest {

    private static final SelectionId HOME = new SelectionId("H");

    private static TestDatabase database;
    private static Catalogue rows;

    @BeforeAll
    static void createDatabase() {
        database = SharedServers.postgres().createMigratedDatabase();
        rows = new Catalogue(database);
    }

    @AfterAll
    static void dropDatabase() {
        database.close();
    }

    private static MarketCatalogue fresh() throws SQLException {
        MarketCatalogue catalogue = new MarketCatalogue(database.dataSource(DatabaseRole.READER));
        catalogue.refresh();
        return catalogue;
    }

    private static Connection changing(String market, String price) throws SQLException {
        Connection trader = database.connect(DatabaseRole.BET_API);
        trader.setAutoCommit(false);
        trader.createStatement().execute("UPDATE market SET version = version + 1 WHERE market_id = '" + market + "'");
        trader.createStatement()
                .execute("UPDATE selection SET price = '" + price + "' WHERE market_id = '" + market + "'");
        return trader;
    }

    private static String price(MarketCatalogue catalogue, String market) {
        MarketSnapshot snapshot = requireNonNull(catalogue.find(new MarketId(market)));
        return requireNonNull(snapshot.selections().get(HOME)).price().text();
    }

    @Test
    void theFirstLookTakesInWhatIsOpen() throws SQLException {
        String market = rows.market("GBP", 1_000);
        String closed = rows.market("GBP", 1_000);
        rows.execute("UPDATE market SET status = 'CLOSED' WHERE market_id = ?", closed);
        MarketCatalogue catalogue = fresh();
        assertThat(price(catalogue, market)).isEqualTo("2.50");
        assertThat(catalogue.find(new MarketId(closed))).isNull();
    }

    @Test
    void aChangeThatBeganBeforeALookAndCommittedAfterItIsSeenByTheNext() throws SQLException {
        String early = rows.market("GBP", 1_000);
        String late = rows.market("GBP", 1_000);
        MarketCatalogue catalogue = fresh();
        try (Connection slow = changing(early, "3.00");
                Connection quick = changing(late, "4.00")) {
            quick.commit();
            catalogue.refresh();
            assertThat(price(catalogue, late)).isEqualTo("4.00");
            assertThat(price(catalogue, early)).as("not committed yet").isEqualTo("2.50");
            catalogue.refresh();
            slow.commit();
        }
        catalogue.refresh();
        assertThat(price(catalogue, early)).isEqualTo("3.00");
    }

    @Test
    void aNewMarketComesInAndAnUnchangedOneIsNotReadAgain() throws SQLException {
        String before = rows.market("GBP", 1_000);
        MarketCatalogue catalogue = fresh();
        catalogue.refresh();
        MarketSnapshot known = catalogue.find(new MarketId(before));
        String after = rows.market("GBP", 1_000);
        catalogue.refresh();
        assertThat(price(catalogue, after)).isEqualTo("2.50");
        assertThat(catalogue.find(new MarketId(before))).isSameAs(known);
    }

    @Test
    void theStateInMemoryIsToldFromAnotherOfTheSameVersion() throws SQLException {
        String market = rows.market("GBP", 1_000);
        MarketSnapshot snapshot = requireNonNull(fresh().find(new MarketId(market)));
        assertThat(snapshot.is(snapshot.version(), snapshot.changedIn())).isTrue();
        assertThat(snapshot.is(snapshot.version(), snapshot.changedIn() + 1)).isFalse();
        assertThat(snapshot.is(snapshot.version() + 1, snapshot.changedIn())).isFalse();
    }
}
