package matchnight.bets.caller;

import java.util.Locale;
import java.util.Optional;

/** What a token allows. {@link #BETS} acts on the account of its own subject only, the others on any. */
public enum Scope {
    BETS,
    WALLET,
    TRADING,
    RESULTS,
    OPS;

    /** As the claim {@code scope} writes it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** As Spring Security names it. */
    public String authority() {
        return "SCOPE_" + text();
    }

    /** Empty for a scope of somebody else's: tokens may carry more than we know. */
    public static Optional<Scope> ofAuthority(String authority) {
        for (Scope scope : values()) {
            if (scope.authority().equals(authority)) {
                return Optional.of(scope);
            }
        }
        return Optional.empty();
    }
}
