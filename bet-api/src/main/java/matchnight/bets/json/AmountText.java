package matchnight.bets.json;

import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * An amount of money as a client wrote it, in major units: {@code 10}, {@code 10.0} or {@code "10.00"}. JSON numbers
 * are kept as their text and never pass through a float. Whether the text is an amount is known with its currency.
 */
@JsonDeserialize(using = AmountText.Reader.class)
public record AmountText(String text) {

    /**
     * Reads the amount.
     *
     * @throws IllegalArgumentException if the text is no amount of that currency; the message completes "the amount …"
     */
    public Money in(CurrencyCode currency) {
        return Money.parse(text, currency);
    }

    static final class Reader extends ValueDeserializer<AmountText> {

        @Override
        public AmountText deserialize(JsonParser parser, DeserializationContext context) {
            return new AmountText(ScalarText.stringOrNumber(
                    parser, AmountText.class, "must be an amount in major units such as \"10.00\""));
        }
    }
}
