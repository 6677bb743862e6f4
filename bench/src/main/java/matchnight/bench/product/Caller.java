package matchnight.bench.product;

import java.util.Objects;
import matchnight.bench.load.HttpAnswer;
import matchnight.bench.load.HttpClient;
import matchnight.bench.load.HttpRequest;
import matchnight.bench.load.RetryPolicy;
import matchnight.bench.load.Submission;
import matchnight.bench.load.Submit;

/** Makes calls under one token and expects them to succeed. */
final class Caller {

    private final Submit submit;
    private final String authorization;

    Caller(HttpClient client, String token) {
        this.submit = new Submit(client, RetryPolicy.ofAClient());
        this.authorization = "Bearer " + token;
    }

    /**
     * Calls, with retries for what got no final answer.
     *
     * @throws ProductException unless the answer is a success
     */
    HttpAnswer expectSuccess(HttpRequest request) {
        HttpRequest authorized = request.with("Authorization", authorization);
        Submission submission = submit.submit(authorized);
        HttpAnswer answer = submission.answer();
        if (answer == null || !answer.isSuccess()) {
            throw new ProductException(request, answer);
        }
        return Objects.requireNonNull(answer);
    }
}
