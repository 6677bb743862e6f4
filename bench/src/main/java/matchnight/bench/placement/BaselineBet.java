package matchnight.bench.placement;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** One bet as a baseline places it, drawn from the population that bets over HTTP too. */
record BaselineBet(String accountId, String key, String marketId, String selectionId, int bucket) {

    private static final int HASH_BYTES = 32;

    static final long STAKE_PENCE = Slip.STAKE_PENCE;

    private static final List<String> ACCOUNTS = Population.bettors();
    private static final List<String> MARKETS = Population.usualMarkets();
    private static final AtomicLong NUMBERS = new AtomicLong();

    static BaselineBet draw() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new BaselineBet(
                ACCOUNTS.get(random.nextInt(ACCOUNTS.size())),
                BetNumbers.key(NUMBERS.getAndIncrement()),
                MARKETS.get(random.nextInt(MARKETS.size())),
                Population.SELECTIONS.get(random.nextInt(Population.SELECTIONS.size())),
                random.nextInt(Population.USUAL_BUCKETS));
    }

    /** The same where every selection has one exposure row. */
    static BaselineBet drawOnOneRow() {
        BaselineBet bet = draw();
        return new BaselineBet(bet.accountId(), bet.key(), bet.marketId(), bet.selectionId(), 0);
    }

    /** As many bytes as the product's hash of a request; the key's, repeated. */
    byte[] requestHash() {
        return Arrays.copyOf(key.repeat(3).getBytes(US_ASCII), HASH_BYTES);
    }
}
