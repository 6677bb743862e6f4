package matchnight.bets.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;

class VerifiedTokensTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final List<String> verified = new ArrayList<>();
    private Instant now = NOW;

    private VerifiedTokens tokens() {
        var clock = new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
        return new VerifiedTokens(this::verify, clock);
    }

    private Jwt verify(String token) {
        verified.add(token);
        if (token.startsWith("bad")) {
            throw new BadJwtException("no");
        }
        return Jwt.withTokenValue(token)
                .header("alg", "RS256")
                .subject(token)
                .expiresAt(NOW.plusSeconds(60))
                .build();
    }

    @Test
    void verifiesATokenOnce() {
        VerifiedTokens tokens = tokens();
        assertThat(tokens.decode("a").getSubject()).isEqualTo("a");
        assertThat(tokens.decode("a").getSubject()).isEqualTo("a");
        assertThat(tokens.decode("b").getSubject()).isEqualTo("b");
        assertThat(verified).containsExactly("a", "b");
    }

    @Test
    void verifiesAgainWhatHasExpired() {
        VerifiedTokens tokens = tokens();
        tokens.decode("a");
        now = NOW.plusSeconds(60);
        tokens.decode("a");
        tokens.decode("a");
        assertThat(verified).containsExactly("a", "a", "a");
    }

    @Test
    void remembersNoRefusal() {
        VerifiedTokens tokens = tokens();
        assertThatThrownBy(() -> tokens.decode("bad")).isInstanceOf(BadJwtException.class);
        assertThatThrownBy(() -> tokens.decode("bad")).isInstanceOf(BadJwtException.class);
        assertThat(verified).hasSize(2);
    }

    @Test
    void keepsWhatIsUsedAndForgetsTheRest() {
        VerifiedTokens tokens = tokens();
        tokens.decode("unused");
        for (int i = 0; i < 3 * VerifiedTokens.MOST_TOKENS_A_GENERATION; i++) {
            tokens.decode("t" + i);
            tokens.decode("used");
        }
        assertThat(verified).containsOnlyOnce("used");
        verified.clear();
        tokens.decode("unused");
        assertThat(verified).containsExactly("unused");
    }
}
