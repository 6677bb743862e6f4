package matchnight.settlement.intake;

import java.util.stream.Collectors;
import matchnight.ledger.market.SelectionId;
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

    static DeadLetter of(IntakeOutcome.UnknownMarket unknown) {
        return new DeadLetter(Code.UNKNOWN_MARKET, "there is no market " + unknown.marketId());
    }

    static DeadLetter of(IntakeOutcome.UnknownSelections unknown) {
        String selections =
                unknown.selections().stream().map(SelectionId::value).collect(Collectors.joining(", "));
        return new DeadLetter(
                Code.UNKNOWN_SELECTION, "market " + unknown.marketId() + " has no selection " + selections);
    }

    static DeadLetter of(Reading.Invalid invalid) {
        return new DeadLetter(Code.valueOf(invalid.reason().name()), invalid.summary(MAX_DETAIL));
    }
}
