package matchnight.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The migrations of a directory against its {@code landed.sha256}, the list of those that databases may have applied, in the
 * form of {@code sha256sum}. A landed file stays as it is; a new one has a higher number than every landed one.
 */
final class LandedMigrations {

    private static final Pattern NAME = Pattern.compile("V([1-9][0-9]{0,5})__[a-z0-9_]+\\.sql");
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) {2}(V[^ ]+\\.sql)");

    private LandedMigrations() {}

    /** What is wrong, a sentence a file; empty when all is well. */
    static List<String> faults(Path directory) throws IOException {
        Map<String, String> landed = landed(directory.resolve("landed.sha256"));
        Map<String, String> present = present(directory);
        int newest = landed.keySet().stream()
                .mapToInt(LandedMigrations::version)
                .max()
                .orElse(0);
        List<String> faults = new ArrayList<>();
        landed.forEach((name, sha256) -> {
            if (!present.containsKey(name)) {
                faults.add(name + " has landed and is missing");
            } else if (!sha256.equals(present.get(name))) {
                faults.add(name + " has landed and was changed: write a new migration instead");
            }
        });
        Map<Integer, String> byVersion = new TreeMap<>();
        for (String name : present.keySet()) {
            String twin = byVersion.putIfAbsent(version(name), name);
            if (twin != null) {
                faults.add(name + " has the number of " + twin);
            } else if (!landed.containsKey(name) && version(name) <= newest) {
                faults.add(name + " is not above V" + newest + ", which has landed: databases at V" + newest
                        + " would refuse it");
            }
        }
        return faults;
    }

    private static Map<String, String> landed(Path list) throws IOException {
        Map<String, String> landed = new TreeMap<>();
        for (String line : Files.readAllLines(list)) {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new IOException("No line of sha256sum: " + line);
            }
            landed.put(parts.group(2), parts.group(1));
        }
        return landed;
    }

    private static Map<String, String> present(Path directory) throws IOException {
        Map<String, String> present = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".sql")).toList()) {
                present.put(file.getFileName().toString(), sha256(file));
            }
        }
        return present;
    }

    static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    private static int version(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            throw new IllegalArgumentException("No name of a migration: " + name);
        }
        return Integer.parseInt(parts.group(1));
    }
}
