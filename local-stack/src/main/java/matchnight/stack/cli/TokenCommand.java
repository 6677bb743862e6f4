package matchnight.stack.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import matchnight.stack.TokenIssuer;

/** {@code token}: prints a bearer token for the local stack. */
final class TokenCommand {

    private static final String OPERATOR = "local-operator";

    private TokenCommand() {}

    static int run(List<String> words) {
        Arguments arguments =
                Arguments.read(words, Set.of(), Set.of("account", "scope")).withoutOperands();
        boolean forAccount = arguments.value("account").isPresent();
        String subject = arguments.value("account").orElse(OPERATOR);
        String scope = arguments.value("scope").orElse(forAccount ? "bets" : String.join(" ", TokenIssuer.SCOPES));
        System.out.println(TokenIssuer.ofUser().issue(requireGiven(subject), scopes(scope)));
        return ExitCode.OK;
    }

    private static String requireGiven(String subject) {
        if (subject.isBlank()) {
            throw new UsageError("--account needs a value");
        }
        return subject;
    }

    private static String[] scopes(String scope) {
        List<String> scopes = Arrays.stream(scope.split("[ ,]+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
        for (String word : scopes) {
            if (!TokenIssuer.SCOPES.contains(word)) {
                throw new UsageError(
                        "unknown scope: " + word + " (there are " + String.join(", ", TokenIssuer.SCOPES) + ")");
            }
        }
        return scopes.toArray(String[]::new);
    }
}
