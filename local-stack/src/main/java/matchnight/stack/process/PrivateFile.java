package matchnight.stack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes files that only their owner can read, whole or not at all. */
public final class PrivateFile {

    private PrivateFile() {}

    public static void write(Path file, String content) {
        Path directory = file.toAbsolutePath().getParent();
        try {
            Path partial = Files.createTempFile(
                    directory,
                    "." + file.getFileName(),
                    null,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(partial, content);
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
