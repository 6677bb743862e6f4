package matchnight.stack;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import matchnight.stack.process.Directories;
import matchnight.stack.process.PrivateFile;

/**
 * Signs bearer tokens (RFC 7519, RS256) that the services of this machine trust, with a key that was made on this machine.
 *
 * <p>Stands in for the operator's identity provider.
 */
public final class TokenIssuer {

    /** The scopes of the contract. */
    public static final List<String> SCOPES = List.of("bets", "wallet", "trading", "results", "ops");

    public static final Duration LIFETIME = Duration.ofHours(12);
    private static final String ISSUER = "matchnight-local-stack";
    private static final int KEY_BITS = 2048;

    private final PrivateKey signingKey;
    private final Path publicKeyFile;

    private TokenIssuer(PrivateKey signingKey, Path publicKeyFile) {
        this.signingKey = signingKey;
        this.publicKeyFile = publicKeyFile;
    }

    /** The issuer whose key pair is in the directory; the pair is made where it is missing. */
    public static TokenIssuer in(Path directory) {
        Path privateFile = directory.resolve("token-private.pem");
        Path publicFile = directory.resolve("token-public.pem");
        if (!Files.exists(privateFile) || !Files.exists(publicFile)) {
            KeyPair pair = generate();
            PrivateFile.write(publicFile, pem("PUBLIC KEY", pair.getPublic().getEncoded()));
            PrivateFile.write(privateFile, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
        }
        return new TokenIssuer(read(privateFile), publicFile);
    }

    /** The issuer of this user's local stack. */
    public static TokenIssuer ofUser() {
        return in(StackHome.ofUser().create().secrets());
    }

    /** An issuer with a new key, for one run of tests. */
    public static TokenIssuer temporary() {
        Path directory = Directories.createScratch("matchnight-tokens-");
        TokenIssuer issuer = in(directory);
        directory.toFile().deleteOnExit();
        directory.resolve("token-private.pem").toFile().deleteOnExit();
        directory.resolve("token-public.pem").toFile().deleteOnExit();
        return issuer;
    }

    /** Where a service reads the key that it checks tokens with: a file in PEM. */
    public URI publicKeyLocation() {
        return publicKeyFile.toUri();
    }

    /** A token for the subject, an account's id or an operator's name, valid from now for twelve hours. */
    public String issue(String subject, String... scopes) {
        return issue(subject, Instant.now(), LIFETIME, scopes);
    }

    /** A token that is valid from the given time on, for the given time. */
    public String issue(String subject, Instant issuedAt, Duration lifetime, String... scopes) {
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .jwtID(UUID.randomUUID().toString())
                .subject(subject)
                .issuer(ISSUER)
                .issueTime(Date.from(issuedAt))
                .expirationTime(Date.from(issuedAt.plus(lifetime)))
                .claim("scope", String.join(" ", scopes))
                .build();
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), claims);
        try {
            token.sign(new RSASSASigner(signingKey));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token.serialize();
    }

    private static KeyPair generate() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(KEY_BITS);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String pem(String kind, byte[] encoded) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }

    private static PrivateKey read(Path file) {
        try {
            String body = Files.readString(file).replaceAll("-----[A-Z ]+-----", "");
            byte[] encoded = Base64.getMimeDecoder().decode(body);
            return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new StackFailure(file + " holds no RSA key", e);
        }
    }
}
