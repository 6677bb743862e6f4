package matchnight.settlement.testing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import matchnight.stack.TestDatabase;

/** Passes everything on to a data source, and at one statement, counted over all its connections, does harm. */
public final class FaultyDataSource implements InvocationHandler {

    /** What happens at the statement. */
    public enum Harm {
        /** The statement succeeds; then the server ends the session, as it does when the client's machine dies. */
        SESSION_ENDS_AFTER,
        /** The statement succeeds, and the answer never arrives. */
        ANSWER_IS_LOST
    }

    /** Something that happens after a statement has succeeded and before its caller goes on. */
    @FunctionalInterface
    public interface Event {
        void happen(Connection connection) throws Exception;
    }

    private final DataSource healthy;
    private final int harmAt;
    private final Event event;
    private int statements;
    private boolean done;

    private FaultyDataSource(DataSource healthy, int harmAt, Event event) {
        this.healthy = healthy;
        this.harmAt = harmAt;
        this.event = event;
    }

    /** Does the harm at the statement number {@code harmAt}, COMMIT included. */
    public static FaultyDataSource of(TestDatabase database, DataSource healthy, int harmAt, Harm harm) {
        return of(healthy, harmAt, connection -> {
            endSession(database, connection);
            if (harm == Harm.ANSWER_IS_LOST) {
                throw new SQLException("The answer was lost", "08006");
            }
        });
    }

    /** Lets the event happen behind the statement number {@code at}, COMMIT included. */
    public static FaultyDataSource of(DataSource healthy, int at, Event event) {
        return new FaultyDataSource(healthy, at, event);
    }

    public DataSource dataSource() {
        return proxy(DataSource.class, this);
    }

    /** Whether the statement was reached. */
    public boolean isDone() {
        return done;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        Object result = call(healthy, method, arguments);
        return result instanceof Connection connection ? watched(connection) : result;
    }

    private Connection watched(Connection connection) {
        return proxy(Connection.class, (proxy, method, arguments) -> {
            Object result = call(connection, method, arguments);
            if (method.getName().equals("commit")) {
                afterStatement(connection);
            }
            return result instanceof PreparedStatement statement ? watched(connection, statement) : result;
        });
    }

    private PreparedStatement watched(Connection connection, PreparedStatement statement) {
        return proxy(PreparedStatement.class, (proxy, method, arguments) -> {
            if (method.getName().equals("getConnection")) {
                return connection;
            }
            Object result = call(statement, method, arguments);
            if (method.getName().startsWith("execute")) {
                afterStatement(connection);
            }
            return result;
        });
    }

    private void afterStatement(Connection connection) throws Exception {
        statements++;
        if (statements == harmAt) {
            done = true;
            event.happen(connection);
        }
    }

    private static void endSession(TestDatabase database, Connection connection) throws SQLException {
        int backend = connection.unwrap(org.postgresql.PGConnection.class).getBackendPID();
        try (Connection superuser = database.connectAsSuperuser();
                Statement statement = superuser.createStatement();
                ResultSet ended = statement.executeQuery("SELECT pg_terminate_backend(" + backend + ", 5000)")) {
            ended.next();
        }
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(FaultyDataSource.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
