package matchnight.stack;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import matchnight.stack.process.PrivateFile;

/** The passwords of the superuser and of every role: 144 random bits each, made at the first start. */
public final class Passwords {

    private static final int BYTES = 18;
    private static final String SUPERUSER = "postgres";

    private final Map<String, String> byRole;

    private Passwords(Map<String, String> byRole) {
        this.byRole = byRole;
    }

    public static Passwords generate() {
        return completed(new TreeMap<>());
    }

    /** The passwords in a file, which is written, readable by its owner only, where it is missing or lacks a role. */
    static Passwords in(Path file) {
        Map<String, String> known = new TreeMap<>();
        if (Files.exists(file)) {
            read(file).forEach((role, password) -> known.put((String) role, (String) password));
        }
        Passwords passwords = completed(known);
        PrivateFile.write(file, passwords.asText());
        return passwords;
    }

    public String of(DatabaseRole role) {
        return ofName(role.roleName());
    }

    public String ofSuperuser() {
        return ofName(SUPERUSER);
    }

    private String ofName(String name) {
        String password = byRole.get(name);
        if (password == null) {
            throw new IllegalArgumentException("no password for " + name);
        }
        return password;
    }

    private static Passwords completed(Map<String, String> known) {
        SecureRandom random = new SecureRandom();
        known.computeIfAbsent(SUPERUSER, _ -> password(random));
        for (DatabaseRole role : DatabaseRole.values()) {
            known.computeIfAbsent(role.roleName(), _ -> password(random));
        }
        return new Passwords(known);
    }

    private static String password(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static Properties read(Path file) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }

    private String asText() {
        StringBuilder text = new StringBuilder();
        byRole.forEach((role, password) ->
                text.append(role).append('=').append(password).append('\n'));
        return text.toString();
    }
}
