package matchnight.stack;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import matchnight.stack.process.JavaProgram;

/** A stack in a JVM of its own, with stand-ins for the services, to be killed or to be run as somebody else. */
public final class ChildStack {

    private ChildStack() {}

    /** Arguments: home, port base, jar of the stand-ins. Says "ready" and waits. */
    public static void main(String[] arguments) throws InterruptedException {
        StackOptions options = StackOptions.standard()
                .withHome(new StackHome(Path.of(arguments[0])))
                .withPorts(new StackPorts(Integer.parseInt(arguments[1])));
        for (ServiceKind kind : EnumSet.allOf(ServiceKind.class)) {
            options = options.withJar(kind, Path.of(arguments[2]));
        }
        LocalStack stack = LocalStack.prepare(options);
        Runtime.getRuntime().addShutdownHook(new Thread(stack::close));
        stack.start();
        System.out.println("ready");
        Thread.sleep(Long.MAX_VALUE);
    }

    static Process start(List<String> prefix, String classPath, Map<String, String> environment, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(JavaProgram.path().toString(), "-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp", classPath));
        command.add(ChildStack.class.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder.start();
    }

    static String classPath() {
        return System.getProperty("java.class.path", "") + File.pathSeparator;
    }
}
