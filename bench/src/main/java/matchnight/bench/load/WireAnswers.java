package matchnight.bench.load;

/** Takes the answers of a load. Called by the load's one thread: it must not wait. */
@FunctionalInterface
public interface WireAnswers {

    void take(WireAnswer answer);

    default WireAnswers and(WireAnswers other) {
        return answer -> {
            take(answer);
            other.take(answer);
        };
    }
}
