package matchnight.settlement.wiring;

import java.sql.SQLException;
import java.util.Optional;
import matchnight.ledger.schema.SchemaMismatchException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.context.ConfigurableApplicationContext;

/** Says in one line why the service does not start, where the reason is one that a deployment can mend. */
public final class StartFailure implements SpringBootExceptionReporter {

    private static final Logger LOG = LoggerFactory.getLogger(StartFailure.class);
    private static final int MAX_DEPTH = 20;

    /** Spring Boot makes the reporters, with the context that failed. */
    public StartFailure(@Nullable ConfigurableApplicationContext context) {}

    @Override
    public boolean reportException(Throwable failure) {
        Optional<String> reason = reason(failure);
        reason.ifPresent(text -> LOG.error("settlement-worker does not start: {}", text));
        return reason.isPresent();
    }

    private static Optional<String> reason(Throwable failure) {
        int depth = 0;
        for (Throwable at = failure; at != null && depth < MAX_DEPTH; at = at.getCause(), depth++) {
            if (at instanceof SchemaMismatchException mismatch) {
                return Optional.ofNullable(mismatch.getMessage());
            }
            if (at instanceof SQLException unreachable) {
                return Optional.of("the database does not answer (" + rootMessage(unreachable) + ")");
            }
        }
        return Optional.empty();
    }

    private static @Nullable String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        for (int depth = 0; depth < MAX_DEPTH && root.getCause() != null; depth++) {
            root = root.getCause();
        }
        return root.getMessage();
    }
}
