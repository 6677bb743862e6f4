package matchnight.stack;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A stack that another process owns and stops: where it is reached and with which secrets, as its home says. */
public final class RunningStack {

    private final StackPorts ports;
    private final Passwords passwords;
    private final TokenIssuer tokens;

    private RunningStack(StackPorts ports, Passwords passwords, TokenIssuer tokens) {
        this.ports = ports;
        this.passwords = passwords;
        this.tokens = tokens;
    }

    /**
     * The stack that runs in the home.
     *
     * @throws StackFailure when none does, or not all of it has started
     */
    public static RunningStack in(StackHome home) {
        StackStatus status = StackStatus.of(home)
                .filter(StackStatus::ready)
                .orElseThrow(() -> new StackFailure("no stack is ready in " + home.root()));
        return new RunningStack(
                new StackPorts(status.portBase()), Passwords.in(home.passwords()), TokenIssuer.in(home.secrets()));
    }

    public URI betApi() {
        return URI.create("http://127.0.0.1:" + ports.betApi());
    }

    public URI settlementWorker() {
        return URI.create("http://127.0.0.1:" + ports.settlementWorker());
    }

    /** Kafka's bootstrap servers. */
    public String kafka() {
        return "127.0.0.1:" + ports.kafka();
    }

    public TokenIssuer tokens() {
        return tokens;
    }

    /** A new connection to the product's database. */
    public Connection connect(DatabaseRole role) throws SQLException {
        String url =
                "jdbc:postgresql://127.0.0.1:" + ports.postgres() + "/" + LocalStack.DATABASE + "?connectTimeout=5";
        return DriverManager.getConnection(url, role.roleName(), passwords.of(role));
    }
}
