package matchnight.stack;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.UUID;
import matchnight.stack.process.Directories;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** PostgreSQL's programs, unpacked from the class path once a machine. */
record PostgresPrograms(Path directory) {

    static final String VERSION = "18.6.0";

    /** The programs under the directory, unpacked where they are missing. Several processes may do this at once. */
    static PostgresPrograms unpackedUnder(Path programs) {
        Path target = programs.resolve("postgresql-" + VERSION);
        if (!Files.isDirectory(target)) {
            unpack(programs, target);
        }
        return new PostgresPrograms(target);
    }

    Path program(String name) {
        return directory.resolve("bin").resolve(name);
    }

    // The finished directory appears in one rename, so nobody ever sees half of it.
    private static void unpack(Path programs, Path target) {
        Path partial = Directories.createPrivate(programs.resolve(".unpacking-" + UUID.randomUUID()));
        try (InputStream archive = open(archiveName());
                TarArchiveInputStream entries =
                        new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(archive)))) {
            unpackEntries(entries, partial);
            moveIntoPlace(partial, target);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack PostgreSQL into " + target, e);
        } finally {
            Directories.delete(partial);
        }
    }

    private static void moveIntoPlace(Path partial, Path target) throws IOException {
        try {
            Files.setPosixFilePermissions(partial, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(partial, target, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            throw e;
        } catch (FileSystemException e) {
            if (!Files.isDirectory(target)) {
                throw e;
            }
        }
    }

    private static void unpackEntries(TarArchiveInputStream entries, Path into) throws IOException {
        for (TarArchiveEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
            Path path = into.resolve(entry.getName()).normalize();
            if (!path.startsWith(into)) {
                throw new IOException("entry outside the archive: " + entry.getName());
            }
            unpackEntry(entries, entry, path);
        }
    }

    private static void unpackEntry(TarArchiveInputStream entries, TarArchiveEntry entry, Path path)
            throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(entries, path);
        boolean executable = (entry.getMode() & 0100) != 0;
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }

    private static InputStream open(String name) {
        InputStream archive = PostgresPrograms.class.getResourceAsStream("/" + name);
        if (archive == null) {
            throw new StackFailure("no embedded PostgreSQL for this system: " + name + " is not on the class path");
        }
        return archive;
    }

    private static String archiveName() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
        String architecture = System.getProperty("os.arch");
        boolean arm = architecture.equals("aarch64") || architecture.equals("arm64");
        return "postgres-" + system + "-" + (arm ? "arm_64" : "x86_64") + ".txz";
    }
}
