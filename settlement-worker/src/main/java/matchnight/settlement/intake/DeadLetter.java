package matchnight.settlement.intake;

import matchnight.settlement.result.Reading;

/**
 * Why a record can never be applied as it is.
 *
 * @param detail one printable line
 */
record DeadLetter(Code code, String detail) {

    private static final int MAX_DETAIL = 500;

    DeadLetter {
        String printable = detail.replaceAll("[^\\x20-\\x7E]", "?");
        detail = printable.length() <= MAX_DETAIL ? printable : printable.substring(0, MAX_DETAIL);
    }

    /** The reasons, as the table and the headers name them. */
    enum Code {
        NO_VALUE,
        EMPTY_VALUE,
        TOO_LARGE,
        NOT_UTF_8,
        NOT_JSON,
        UNKNOWN_TYPE,
        WRONG_SHAPE,
        KEY_IS_NOT_THE_MARKET,
        UNKNOWN_MARKET,
        UNKNOWN_SELECTION,
        REFUSED_BY_DATABASE,
        UNEXPECTED_FAILURE
    }

    static DeadLetter of(Reading.Invalid invalid) {
        return new DeadLetter(Code.valueOf(invalid.reason().name()), invalid.summary(MAX_DETAIL));
    }
}
