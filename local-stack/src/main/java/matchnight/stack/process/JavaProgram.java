package matchnight.stack.process;

import java.nio.file.Path;

/** The Java that runs this JVM, for children of the same version. */
public final class JavaProgram {

    private JavaProgram() {}

    public static Path path() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }
}
