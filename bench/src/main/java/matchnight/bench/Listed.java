package matchnight.bench;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * A benchmark or an experiment that can be asked for by name.
 *
 * @param summary one line for the list
 * @param run takes the words after the name and returns the exit code
 */
record Listed(String name, String summary, ToIntFunction<List<String>> run) {}
