package matchnight.bench.product;

import matchnight.bench.load.HttpAnswer;
import matchnight.bench.load.HttpRequest;
import org.jspecify.annotations.Nullable;

/** The product answered what the contract does not foresee here, or not at all. */
public final class ProductException extends RuntimeException {

    ProductException(HttpRequest request, @Nullable HttpAnswer answer) {
        super(request.method() + " " + request.target() + " was answered by "
                + (answer == null ? "nothing" : answer.status() + " " + answer.body()));
    }

    public ProductException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
