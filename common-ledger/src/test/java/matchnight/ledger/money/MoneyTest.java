package matchnight.ledger.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyTest {

    @ParameterizedTest
    @CsvSource({
        "10.00, GBP, 1000, 10.00",
        "10, GBP, 1000, 10.00",
        "10.0, GBP, 1000, 10.00",
        "0.01, GBP, 1, 0.01",
        "0, GBP, 0, 0.00",
        "10, JPY, 10, 10",
        "10.000, KWD, 10000, 10.000",
        "0.001, KWD, 1, 0.001",
        "9999999999999.99, GBP, 999999999999999, 9999999999999.99",
    })
    void readsPlainDecimalsExactly(String text, String currency, long minorUnits, String written) {
        Money money = Money.parse(text, CurrencyCode.of(currency));
        assertThat(money.minorUnits()).isEqualTo(minorUnits);
        assertThat(money.toDecimalString()).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-600",
                "-0.01",
                "+10",
                "1e1",
                "1E1",
                "NaN",
                "",
                " 10 ",
                "10 ",
                "0x10",
                ".5",
                "5.",
                "00",
                "01.00",
                "10.001",
                "5.4750000000000005",
                "99999999999999999999",
                "١٠",
                "１０",
                "10,00",
                "Infinity",
                "1_000"
            })
    void refusesWhatIsNoPlainDecimalOfPounds(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Money.parse(text, CurrencyCode.of("GBP")));
    }

    @ParameterizedTest
    @CsvSource({"10.0, JPY", "10.0001, KWD"})
    void refusesMoreDigitsThanTheCurrencyHas(String text, String currency) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Money.parse(text, CurrencyCode.of(currency)))
                .withMessageContaining("decimal digits in " + currency);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gbp", "XXX", "ZZZ", "", "GBPX", "G B"})
    void refusesCurrenciesThatNobodyPaysIn(String code) {
        assertThatIllegalArgumentException().isThrownBy(() -> CurrencyCode.of(code));
    }

    @Test
    void theLargestAmountIsTheLargestThatCanBeRead() {
        for (String code : List.of("JPY", "GBP", "KWD", "CLF")) {
            Money largest = Money.largest(CurrencyCode.of(code));
            assertThat(Money.parse(largest.toDecimalString(), largest.currency()))
                    .isEqualTo(largest);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Money.parse(
                            new Money(largest.minorUnits() + 1, largest.currency()).toDecimalString(),
                            largest.currency()));
        }
    }
}
