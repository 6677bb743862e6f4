package matchnight.bench.night;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import matchnight.bench.product.ProductException;

/** Does many small things side by side, a bounded number at a time. */
final class SideBySide {

    private SideBySide() {}

    /**
     * Does all of them and returns what they returned, in their order.
     *
     * @throws ProductException if one of them failed; the others may have been done or not
     */
    static <T> List<T> run(int atATime, List<Callable<T>> tasks) {
        try (ExecutorService workers =
                Executors.newFixedThreadPool(atATime, Thread.ofVirtual().factory())) {
            return workers.invokeAll(tasks).stream().map(SideBySide::resultOf).toList();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ProductException("Interrupted", interrupted);
        }
    }

    private static <T> T resultOf(Future<T> task) {
        try {
            return task.get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof ProductException problem
                    ? problem
                    : new ProductException("A task failed", failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ProductException("Interrupted", interrupted);
        }
    }
}
