package matchnight.stack;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Stands in for a service where only its process matters: it is ready as soon as it listens. */
public final class FakeProgram {

    private FakeProgram() {}

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(System.getenv("SERVER_PORT"));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/actuator/health/readiness", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    /** Writes this class as a jar that can be run. */
    static Path jar(Path directory) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, FakeProgram.class.getName());
        Path jar = directory.resolve("fake.jar");
        String entry = FakeProgram.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file, manifest);
                var code = FakeProgram.class.getResourceAsStream("/" + entry)) {
            entries.putNextEntry(new JarEntry(entry));
            if (code != null) {
                code.transferTo(entries);
            }
            entries.closeEntry();
        }
        return jar;
    }
}
