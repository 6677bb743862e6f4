package matchnight.settlement.ops;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last samples, oldest first; what is older than its length is forgotten. */
final class Timeline {

    private final int length;
    private final Deque<Sample> samples = new ArrayDeque<>();

    Timeline(int length) {
        this.length = length;
    }

    synchronized void add(Sample sample) {
        samples.addLast(sample);
        if (samples.size() > length) {
            samples.removeFirst();
        }
    }

    synchronized List<Sample> all() {
        return List.copyOf(samples);
    }
}
