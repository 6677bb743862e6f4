package matchnight.bench.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import matchnight.bench.image.Dockerfile.Instruction;
import matchnight.bench.image.Dockerfile.Stage;
import matchnight.bench.image.Namespace.Finished;

/** Makes the stages that an image consists of, each in a directory, with the commands of the Dockerfile as they stand. */
final class ImageBuild {

    private static final String FROM_STAGE = "--from=";

    private final Path context;
    private final Path scratch;
    private final Dockerfile file;
    private final Map<String, Path> made = new HashMap<>();

    ImageBuild(Path context, Path scratch, Dockerfile file) {
        this.context = context;
        this.scratch = scratch;
        this.file = file;
    }

    /** The root directory of the image, without what comes from its base. */
    Path image() throws Exception {
        return make(file.image());
    }

    private Path make(String name) throws Exception {
        Path known = made.get(name);
        return known == null ? make(file.stage(name).orElseThrow()) : known;
    }

    private Path make(Stage stage) throws Exception {
        Path root = Files.createDirectories(scratch.resolve("stage-" + made.size()));
        made.put(stage.name(), root);
        if (file.stage(stage.base()).isPresent()) {
            copy(make(stage.base()) + "/.", root);
        }
        String directory = "/";
        for (Instruction instruction : stage.instructions()) {
            switch (instruction.name()) {
                case "WORKDIR" -> {
                    directory = instruction.rest();
                    Files.createDirectories(under(root, directory));
                }
                case "COPY" -> copyInto(root, directory, instruction.words());
                case "RUN" -> run(root, directory, instruction.rest());
                default -> {
                    // What the image says about itself is read when it runs.
                }
            }
        }
        return root;
    }

    private void copyInto(Path root, String directory, List<String> words) throws Exception {
        boolean ofAStage = words.getFirst().startsWith(FROM_STAGE);
        Path from = ofAStage ? make(words.getFirst().substring(FROM_STAGE.length())) : context;
        String source = ofAStage ? words.get(1) : "/" + words.getFirst();
        String target = words.getLast();
        Path destination = target.startsWith("/")
                ? under(root, target)
                : under(root, directory).resolve(target);
        if (target.endsWith("/")) {
            Files.createDirectories(destination);
        }
        copy(under(from, source) + (source.endsWith("/") ? "/." : ""), destination.normalize());
    }

    // Times stay, as an engine keeps them: the cache remembers those of its jars.
    private static void copy(String from, Path to) throws IOException, InterruptedException {
        succeed(List.of("cp", "-a", from, to.toString()));
    }

    private static void run(Path root, String directory, String command) throws IOException, InterruptedException {
        Namespace inside = Namespace.in(root);
        succeed(inside.command(directory, Namespace.ROOT_USER, false, Map.of(), List.of("/bin/sh", "-c", command)));
    }

    private static void succeed(List<String> command) throws IOException, InterruptedException {
        Finished finished = Namespace.run(command);
        if (finished.exitCode() != 0) {
            throw new IllegalStateException(command + " ended with " + finished.exitCode() + ":\n" + finished.output());
        }
    }

    private static Path under(Path root, String path) {
        return root.resolve(path.substring(1));
    }
}
