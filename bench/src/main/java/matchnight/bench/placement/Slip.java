package matchnight.bench.placement;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Collectors;

/** What is bet on, as the bytes of a request's body from behind the account's id to its end. */
public final class Slip {

    public static final int STAKE_PENCE = 1_00;

    private final byte[] bytes;

    private Slip(byte[] bytes) {
        this.bytes = bytes;
    }

    static Slip single(String marketId, String selectionId) {
        return of("SINGLE", List.of(marketId), selectionId);
    }

    /** One leg a market, each on the same selection of it. */
    static Slip accumulator(List<String> marketIds, String selectionId) {
        return of("ACCUMULATOR", marketIds, selectionId);
    }

    /** A single on every selection of the markets. */
    static List<Slip> singles(List<String> marketIds) {
        return marketIds.stream()
                .flatMap(marketId -> Population.SELECTIONS.stream().map(selectionId -> single(marketId, selectionId)))
                .toList();
    }

    private static Slip of(String type, List<String> marketIds, String selectionId) {
        String legs = marketIds.stream()
                .map(marketId -> "{\"marketId\":\"%s\",\"selectionId\":\"%s\",\"price\":\"%s\"}"
                        .formatted(marketId, selectionId, Population.PRICE))
                .collect(Collectors.joining(","));
        return new Slip(",\"type\":\"%s\",\"stake\":\"1.00\",\"currency\":\"GBP\",\"legs\":[%s]}"
                .formatted(type, legs)
                .getBytes(US_ASCII));
    }

    int length() {
        return bytes.length;
    }

    void put(ByteBuffer out) {
        out.put(bytes);
    }
}
