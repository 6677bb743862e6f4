package matchnight.settlement.ops;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Reads the metrics of all instances of bet-api, at once and within a limit. */
public final class BetApis implements AutoCloseable {

    static final Set<String> FAMILIES = Set.of(
            "bet_placement_seconds_bucket",
            "placement_busy_total",
            "hikaricp_connections_pending",
            "outbox_oldest_age_seconds");

    private final List<URI> instances;
    private final HttpClient http;
    private final Duration limit;

    BetApis(OpsSettings settings) {
        this.limit = settings.scrapeLimit();
        this.http = HttpClient.newBuilder().connectTimeout(limit).build();
        this.instances = settings.betApiUrls();
    }

    private HttpRequest scrape(URI base, Set<String> families) {
        String url = base.toString().replaceAll("/+$", "") + "/actuator/prometheus?includedNames="
                + String.join(",", Exposition.namesOf(families));
        return HttpRequest.newBuilder(URI.create(url)).timeout(limit).build();
    }

    /** What they show together; empty unless every instance answered, since a sum that lacks one is a dip that is none. */
    Optional<Exposition> read() {
        return read(FAMILIES);
    }

    /** The same of other families. */
    public Optional<Exposition> read(Set<String> families) {
        List<CompletableFuture<HttpResponse<String>>> replies = instances.stream()
                .map(base -> http.sendAsync(
                        scrape(base, families), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8)))
                .toList();
        List<Exposition> answers = new ArrayList<>();
        for (CompletableFuture<HttpResponse<String>> reply : replies) {
            reply.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                    .handle((answered, _) -> answered)
                    .thenAccept(answered -> {
                        if (answered != null && answered.statusCode() == 200) {
                            answers.add(Exposition.parse(answered.body(), families));
                        }
                    })
                    .join();
        }
        return answers.isEmpty() || answers.size() < instances.size()
                ? Optional.empty()
                : Optional.of(Exposition.sum(answers));
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
