package matchnight.bets.json;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.exc.MismatchedInputException;

/** A JSON value that is not what the contract says. Its message is for the client and does not repeat the value. */
public final class InvalidValueException extends MismatchedInputException {

    private final String detail;

    InvalidValueException(JsonParser parser, Class<?> wanted, String detail) {
        super(parser, detail, wanted);
        this.detail = detail;
    }

    /** A sentence for people. */
    public String detail() {
        return detail;
    }
}
