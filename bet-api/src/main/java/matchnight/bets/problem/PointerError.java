package matchnight.bets.problem;

/**
 * One fault of an input and where it is.
 *
 * @param pointer a JSON Pointer into the body ({@code /legs/0/price}, empty for the whole), or {@code ?name} for a
 *     query parameter, {@code {name}} for a part of the path, and the plain name for a header
 * @param detail completes a sentence that begins with the place, for people; never repeats what was sent
 */
public record PointerError(String pointer, String detail) {}
