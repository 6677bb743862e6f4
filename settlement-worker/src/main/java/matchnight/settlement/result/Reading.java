package matchnight.settlement.result;

import java.util.List;

/** What came of reading a message: a valid event, or why it is none. */
public sealed interface Reading {

    record Valid(MarketResult result) implements Reading {}

    /**
     * A message that is no result event.
     *
     * @param faults one or more, at most {@value Faults#MAX_FAULTS}
     */
    record Invalid(Reason reason, List<Fault> faults) implements Reading {

        static Invalid whole(Reason reason, String detail) {
            return new Invalid(reason, List.of(new Fault("", detail)));
        }

        /** One line for a log, a table or a header, at most {@code maxLength} characters, without control characters. */
        public String summary(int maxLength) {
            StringBuilder line = new StringBuilder();
            for (Fault fault : faults) {
                line.append(line.isEmpty() ? "" : "; ")
                        .append(fault.pointer().isEmpty() ? "message" : fault.pointer())
                        .append(' ')
                        .append(fault.detail());
            }
            String printable = line.toString().replaceAll("[^\\x20-\\x7E]", "?");
            return printable.length() <= maxLength ? printable : printable.substring(0, maxLength);
        }
    }

    /** Why a message is no result event. */
    enum Reason {
        /** No value at all: a tombstone. */
        NO_VALUE,
        EMPTY_VALUE,
        TOO_LARGE,
        NOT_UTF_8,
        NOT_JSON,
        UNKNOWN_TYPE,
        WRONG_SHAPE
    }
}
