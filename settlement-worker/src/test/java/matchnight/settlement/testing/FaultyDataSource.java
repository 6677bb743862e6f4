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

    private final TestDatabase database;
    private final DataSource healthy;
    private final int harmAt;
    private final Harm harm;
    private int statements;
    private boolean done;

    private FaultyDataSource(TestDatabase database, DataSource healthy, int harmAt, Harm harm) {
        this.database = database;
        this.healthy = healthy;
        this.harmAt = harmAt;
        this.harm = harm;
    }

    /**
     * Does the harm at the statement number {@code harmAt}, COMMIT included.
     */
    public static FaultyDataSource of(TestDatabase database, DataSource healthy, int harmAt, Harm harm) {
        return new FaultyDataSource(database, healthy, harmAt, harm);
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

    private void afterStatement(Connection connection) throws SQLException {
        statements++;
        if (statements == harmAt) {
            done = true;
            switch (harm) {
                case SESSION_ENDS_AFTER -> endSession(connection);
                case ANSWER_IS_LOST -> {
                    endSession(connection);
                    throw new SQLException("The answer was lost", "08006");
                }
            }
        }
    }

    private void endSession(Connection connection) throws SQLException {
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
