package matchnight.stack.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import matchnight.ledger.proof.ProveBet;
import matchnight.ledger.proof.ProvenBet;
import matchnight.ledger.proof.RecordedBet;
import matchnight.stack.StackFailure;
import matchnight.stack.StackHome;
import matchnight.stack.StackStatus;
import matchnight.stack.StackStatus.ServiceStatus;
import matchnight.stack.TokenIssuer;

/**
 * {@code prove}: computes a bet again from the proofs that stand with its settlements and says whether every figure is
 * equal. The bet is asked for, or brought along as {@code GET /v1/bets/{betId}} answered it.
 */
final class ProveCommand {

    private static final String USUAL_URL = "http://localhost:8080";

    /** A token with the scope ops, for a bet-api that does not trust this machine's keys. */
    private static final String TOKEN_VARIABLE = "MATCHNIGHT_TOKEN";

    private ProveCommand() {}

    static int run(List<String> words) {
        Arguments arguments = Arguments.read(words, Set.of(), Set.of("url", "file", "json"));
        ProvenBet proven = ProveBet.prove(read(arguments));
        System.out.print(proven.toText());
        arguments.value("json").ifPresent(file -> write(Path.of(file), proven.toJson()));
        return proven.isEqual() ? ExitCode.OK : ExitCode.FAILED;
    }

    private static RecordedBet read(Arguments arguments) {
        Optional<String> file = arguments.value("file");
        if (file.isPresent()) {
            if (!arguments.operands().isEmpty() || arguments.value("url").isPresent()) {
                throw new UsageError("a bet is brought along with --file or named, not both");
            }
            return read(file.get(), readFile(Path.of(file.get())));
        }
        if (arguments.operands().size() != 1) {
            throw new UsageError("prove needs the id of one bet, or --file");
        }
        String betId = arguments.operands().getFirst();
        return read("bet " + betId, FetchedBet.read(url(arguments), betId, token()));
    }

    private static RecordedBet read(String name, String json) {
        try {
            return RecordedBet.read(json);
        } catch (IllegalArgumentException unreadable) {
            throw new StackFailure(name + " " + unreadable.getMessage());
        }
    }

    private static String token() {
        String given = System.getenv(TOKEN_VARIABLE);
        return given == null || given.isBlank() ? TokenIssuer.ofUser().issue("local-operator", "ops") : given.strip();
    }

    private static URI url(Arguments arguments) {
        String url = arguments.value("url").orElseGet(ProveCommand::urlOfRunningStack);
        try {
            URI read = URI.create(url.endsWith("/") ? url : url + "/");
            if (read.getHost() != null && Set.of("http", "https").contains(read.getScheme())) {
                return read;
            }
        } catch (IllegalArgumentException _) {
            // Said below.
        }
        throw new UsageError("--url needs the address of a bet-api such as " + USUAL_URL + ", not " + url);
    }

    private static String urlOfRunningStack() {
        return StackStatus.of(StackHome.ofUser())
                .flatMap(status -> status.services().stream()
                        .filter(service -> service.name().equals("bet-api"))
                        .findFirst())
                .map(ServiceStatus::url)
                .orElse(USUAL_URL);
    }

    private static String readFile(Path file) {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException unreadable) {
            throw new StackFailure(file + " is no text in UTF-8");
        } catch (IOException unreadable) {
            throw new StackFailure(file + " cannot be read", unreadable);
        }
    }

    private static void write(Path file, String json) {
        try {
            Files.writeString(file, json + "\n");
        } catch (IOException unwritable) {
            throw new StackFailure(file + " cannot be written", unwritable);
        }
    }
}
