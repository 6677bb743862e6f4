package matchnight.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jwt.SignedJWT;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenIssuerTest {

    @Test
    void aTokenIsSignedWithThePublishedKeyAndSaysWhoMayDoWhat(@TempDir Path directory) throws Exception {
        TokenIssuer issuer = TokenIssuer.in(directory);
        SignedJWT token = SignedJWT.parse(issuer.issue("account-1", "bets", "wallet"));
        assertThat(token.verify(new RSASSAVerifier(publicKey(issuer)))).isTrue();
        assertThat(token.getHeader().getAlgorithm().getName()).isEqualTo("RS256");
        assertThat(token.getJWTClaimsSet().getSubject()).isEqualTo("account-1");
        assertThat(token.getJWTClaimsSet().getStringClaim("scope")).isEqualTo("bets wallet");
        Duration lifetime = Duration.between(
                token.getJWTClaimsSet().getIssueTime().toInstant(),
                token.getJWTClaimsSet().getExpirationTime().toInstant());
        assertThat(lifetime).isEqualTo(TokenIssuer.LIFETIME);
    }

    @Test
    void theKeyIsKeptAndReadableByItsOwnerAlone(@TempDir Path directory) throws Exception {
        TokenIssuer first = TokenIssuer.in(directory);
        SignedJWT token = SignedJWT.parse(TokenIssuer.in(directory).issue("account-1", "bets"));
        assertThat(token.verify(new RSASSAVerifier(publicKey(first)))).isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("token-private.pem"))))
                .isEqualTo("rw-------");
    }

    private static RSAPublicKey publicKey(TokenIssuer issuer) throws Exception {
        String pem = Files.readString(Path.of(issuer.publicKeyLocation())).replaceAll("-----[A-Z ]+-----", "");
        X509EncodedKeySpec key = new X509EncodedKeySpec(Base64.getMimeDecoder().decode(pem));
        return (RSAPublicKey) KeyFactory.getInstance("RSA").generatePublic(key);
    }
}
