package matchnight.bench.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Dockerfile, as far as ours go: no here-documents, no line continuations, no variables but in FROM.
 *
 * @param stages in their order
 */
record Dockerfile(List<Stage> stages) {

    /** One line: the instruction's name and the rest of it. */
    record Instruction(String name, String rest) {

        List<String> words() {
            return Arrays.asList(rest.split(" +", -1));
        }

        /** The words of the JSON form, which an engine hands over as they are. */
        List<String> exec() {
            String list = rest.substring(rest.indexOf('['));
            return Arrays.asList(JsonMapper.shared().readValue(list, String[].class));
        }
    }

    /**
     * What stands between one FROM and the next.
     *
     * @param name its own, or the empty string
     * @param base the image or the stage that it starts from
     */
    record Stage(String name, String base, List<Instruction> instructions) {

        Optional<Instruction> last(String instruction) {
            return instructions.stream()
                    .filter(each -> each.name().equals(instruction))
                    .reduce((_, later) -> later);
        }
    }

    /** Reads the file with other values for the arguments that it names. */
    static Dockerfile read(Path file, Map<String, String> arguments) {
        Map<String, String> values = new HashMap<>();
        List<Stage> stages = new ArrayList<>();
        for (Instruction instruction : instructions(file)) {
            switch (instruction.name()) {
                case "ARG" -> {
                    String[] pair = instruction.rest().split("=", 2);
                    values.put(pair[0], arguments.getOrDefault(pair[0], pair[1]));
                }
                case "FROM" -> stages.add(stage(instruction.words(), values));
                default -> stages.getLast().instructions().add(instruction);
            }
        }
        return new Dockerfile(stages);
    }

    private static List<Instruction> instructions(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(" ", 2))
                    .map(parts -> new Instruction(parts[0], parts[1]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stage stage(List<String> words, Map<String, String> values) {
        String base = words.getFirst();
        for (Map.Entry<String, String> value : values.entrySet()) {
            base = base.replace("${" + value.getKey() + "}", value.getValue());
        }
        return new Stage(words.size() == 3 ? words.get(2) : "", base, new ArrayList<>());
    }

    Optional<Stage> stage(String name) {
        return stages.stream().filter(stage -> stage.name().equals(name)).findFirst();
    }

    Stage image() {
        return stages.getLast();
    }
}
