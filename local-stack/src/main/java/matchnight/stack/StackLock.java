package matchnight.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** The right to run the one stack of a home. The operating system takes it back when its holder ends in any way. */
final class StackLock implements AutoCloseable {

    private final FileChannel channel;

    private StackLock(FileChannel channel) {
        this.channel = channel;
    }

    /** The lock, or nothing when another process or another stack of this one holds it. */
    static Optional<StackLock> tryAcquire(Path file) {
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel)) {
                return Optional.of(new StackLock(channel));
            }
            channel.close();
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // The lock lasts until the channel is closed; the object that stands for it is not needed.
    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    boolean isHeld() {
        return channel.isOpen();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
