package matchnight.bets.caller;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

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

    /** Ours among the scopes that a token's claim lists, separated by spaces. */
    public static Set<Scope> ofText(String scopes) {
        Set<Scope> ours = EnumSet.noneOf(Scope.class);
        for (Scope scope : values()) {
            if (scope.isNamedIn(scopes)) {
                ours.add(scope);
            }
        }
        return ours;
    }

    private boolean isNamedIn(String scopes) {
        String text = text();
        for (int at = scopes.indexOf(text); at >= 0; at = scopes.indexOf(text, at + 1)) {
            int end = at + text.length();
            boolean begins = at == 0 || scopes.charAt(at - 1) == ' ';
            if (begins && (end == scopes.length() || scopes.charAt(end) == ' ')) {
                return true;
            }
        }
        return false;
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
