package matchnight.stack;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the broker's JVM loads: the jars of this JVM, but with a log writer of its own.
 *
 * <p>That writer travels as a resource, because two of them on the class path of a service's test would be one too many.
 */
final class KafkaClassPath {

    private static final String LOG_WRITER = "slf4j-simple.jar";

    private KafkaClassPath() {}

    static String under(Path programs) {
        Stream<String> jars = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.endsWith(".jar"))
                .filter(entry -> !isLogWriter(Path.of(entry).getFileName().toString()));
        return Stream.concat(Stream.of(logWriter(programs).toString()), jars)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isLogWriter(String jar) {
        return jar.startsWith("logback-") || jar.startsWith("slf4j-j") || jar.startsWith("slf4j-simple");
    }

    private static Path logWriter(Path programs) {
        Path target = programs.resolve(LOG_WRITER);
        if (Files.exists(target)) {
            return target;
        }
        try (InputStream jar = KafkaClassPath.class.getResourceAsStream("/kafka/" + LOG_WRITER)) {
            if (jar == null) {
                throw new StackFailure("kafka/" + LOG_WRITER + " is not on the class path");
            }
            Path partial = Files.createTempFile(programs, ".unpacking-", ".jar");
            Files.copy(jar, partial, StandardCopyOption.REPLACE_EXISTING);
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
