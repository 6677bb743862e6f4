package matchnight.bets.caller;

import org.jspecify.annotations.Nullable;

/** Who a bearer token speaks for. */
@FunctionalInterface
public interface Tokens {

    /** The caller; null where the token is none, has expired or is not ours to trust. */
    @Nullable
    Caller callerOf(String bearerToken);
}
