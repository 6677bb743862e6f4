package matchnight.settlement.retention;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.Principal;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import matchnight.ledger.sql.Transaction;
import matchnight.settlement.admin.ActionBody;
import matchnight.settlement.audit.AuditLog;
import matchnight.settlement.maintenance.DayOutlook;
import matchnight.settlement.maintenance.Retention;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Retires days because a person wants it: those that are due, or one by name. A dry run says what is in the way. A run is
 * begun and answered at once; how far it is can be read.
 */
@RestController
class RetentionCalls {

    private static final Set<String> KNOWN = Set.of("day", "reason", "dryRun");
    private static final int DAY_CHARACTERS = 10;

    private final Retention retention;
    private final DataSource worker;

    RetentionCalls(Retention retention, @Qualifier("workerDataSource") DataSource worker) {
        this.retention = retention;
        this.worker = worker;
    }

    /**
     * What the call would do or has begun.
     *
     * @param days those that it is about, the oldest first; days with obstacles stay
     */
    record Answer(boolean dryRun, List<DayBody> days) {}

    /** A day of {@link Answer}. */
    record DayBody(String day, boolean begun, List<ObstacleBody> obstacles) {

        static DayBody of(DayOutlook outlook) {
            return new DayBody(
                    outlook.day().toString(),
                    outlook.begun(),
                    outlook.obstacles().stream()
                            .map(obstacle ->
                                    new ObstacleBody(obstacle.reason().name(), obstacle.found(), obstacle.example()))
                            .toList());
        }
    }

    /** What is in a day's way. */
    record ObstacleBody(String code, long found, String example) {}

    @GetMapping("/admin/retention")
    Answer due() throws SQLException {
        return answer(true, retention.due());
    }

    @PostMapping(path = "/admin/retention", consumes = "application/json")
    ResponseEntity<Answer> retire(HttpServletRequest request, Principal caller) throws IOException, SQLException {
        ActionBody body = ActionBody.read(request, KNOWN);
        String reason = body.reason();
        LocalDate day = body.parsed("day", DAY_CHARACTERS, RetentionCalls::day);
        boolean dryRun = body.flag("dryRun");
        body.requireValid();
        List<DayOutlook> outlooks = day == null ? retention.due() : List.of(outlook(day));
        if (!dryRun && day != null) {
            requireNothingInTheWay(outlooks.getFirst());
        }
        List<LocalDate> days = outlooks.stream()
                .filter(outlook -> outlook.begun() || outlook.obstacles().isEmpty())
                .map(DayOutlook::day)
                .toList();
        record(caller, reason, dryRun, day, days);
        if (!dryRun) {
            retention.begin(days, caller.getName());
        }
        return ResponseEntity.status(dryRun ? 200 : 202).body(answer(dryRun, outlooks));
    }

    private static LocalDate day(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException noDay) {
            throw new IllegalArgumentException("must be a day as in 2026-05-31", noDay);
        }
    }

    private DayOutlook outlook(LocalDate day) throws SQLException {
        LocalDate newest = retention.newestRetirable();
        if (day.isAfter(newest)) {
            throw new ProblemException(Problem.invalid("/day", "must be " + newest + " or earlier"));
        }
        if (!retention.stands(day)) {
            throw new ProblemException(Problem.of(ProblemCode.NOT_FOUND, "The database holds nothing of that day"));
        }
        return retention.outlook(day);
    }

    private static void requireNothingInTheWay(DayOutlook outlook) {
        if (!outlook.begun() && !outlook.obstacles().isEmpty()) {
            throw new ProblemException(Problem.of(
                    ProblemCode.CONFLICT,
                    "The day stays: "
                            + outlook.obstacles().stream().map(Object::toString).collect(Collectors.joining(", "))));
        }
    }

    // Before the retirement, which is many transactions: what was begun stands on the record, whatever becomes of it.
    private void record(Principal caller, String reason, boolean dryRun, @Nullable LocalDate day, List<LocalDate> days)
            throws SQLException {
        Map<String, ?> detail =
                Map.of("days", days.stream().map(LocalDate::toString).toList());
        Transaction.run(
                worker,
                connection -> AuditLog.record(
                        connection,
                        caller.getName(),
                        dryRun ? "RETENTION_PREVIEWED" : "RETENTION_BEGUN",
                        day == null ? "retention" : "day/" + day,
                        reason,
                        detail));
    }

    private static Answer answer(boolean dryRun, List<DayOutlook> outlooks) {
        return new Answer(dryRun, outlooks.stream().map(DayBody::of).toList());
    }
}
