package matchnight.bench.placement;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import matchnight.stack.TokenIssuer;

/** An account with what all its requests have in common, as bytes. */
final class Bettor {

    private static final byte[] LENGTH_HEADER = "\r\nContent-Length: ".getBytes(US_ASCII);
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(US_ASCII);

    private final byte[] headToKey;
    private final byte[] bodyToAccount;

    private Bettor(byte[] headToKey, byte[] bodyToAccount) {
        this.headToKey = headToKey;
        this.bodyToAccount = bodyToAccount;
    }

    static List<Bettor> withTokens(List<String> accountIds, URI betApi, TokenIssuer tokens) {
        return accountIds.parallelStream()
                .map(accountId -> withToken(accountId, betApi, tokens))
                .toList();
    }

    private static Bettor withToken(String accountId, URI betApi, TokenIssuer tokens) {
        String head = """
                POST /v1/bets HTTP/1.1
                Host: %s
                Content-Type: application/json
                Authorization: Bearer %s
                Idempotency-Key:\s""".formatted(betApi.getAuthority(), tokens.issue(accountId, "bets"));
        return new Bettor(
                head.replace("\n", "\r\n").getBytes(US_ASCII),
                "{\"accountId\":\"%s\"".formatted(accountId).getBytes(US_ASCII));
    }

    /** Puts the whole request. */
    void put(String key, Slip slip, ByteBuffer out) {
        out.put(headToKey);
        out.put(key.getBytes(US_ASCII));
        out.put(LENGTH_HEADER);
        out.put(Integer.toString(bodyToAccount.length + slip.length()).getBytes(US_ASCII));
        out.put(HEAD_END);
        out.put(bodyToAccount);
        slip.put(out);
    }
}
