package matchnight.bench.placement;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import matchnight.bench.load.WireRequests;

/** Bets of random bettors on random slips, each under a key of its own. */
final class Bets implements WireRequests {

    private final BetNumbers numbers;
    private final List<Bettor> bettors;
    private final List<Slip> slips;
    private final RandomGenerator random;

    Bets(BetNumbers numbers, List<Bettor> bettors, List<Slip> slips) {
        this.numbers = numbers;
        this.bettors = bettors;
        this.slips = slips;
        this.random =
                RandomGeneratorFactory.<RandomGenerator>of("L64X128MixRandom").create(bettors.size());
    }

    @Override
    public long put(ByteBuffer out) {
        long number = numbers.next();
        Bettor bettor = bettors.get(random.nextInt(bettors.size()));
        bettor.put(BetNumbers.key(number), slips.get(random.nextInt(slips.size())), out);
        return number;
    }
}
