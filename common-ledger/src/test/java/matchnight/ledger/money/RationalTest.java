package matchnight.ledger.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class RationalTest {

    @Test
    void equalValuesAreEqualRecords() {
        assertThat(Rational.of(6, 4)).isEqualTo(Rational.of(3, 2)).isEqualTo(Rational.of(-3, -2));
        assertThat(Rational.of(3, -2)).isEqualTo(Rational.of(-3, 2));
        assertThat(Rational.of(0, 7)).isEqualTo(Rational.ZERO);
    }

    @Test
    void calculatesExactly() {
        Rational third = Rational.of(1, 3);
        assertThat(third.plus(third).plus(third)).isEqualTo(Rational.UNIT);
        assertThat(third.minus(Rational.of(1, 2))).isEqualTo(Rational.of(-1, 6));
        assertThat(third.times(Rational.of(3, 5))).isEqualTo(Rational.of(1, 5));
        assertThat(third.dividedBy(Rational.of(2, 3))).isEqualTo(Rational.of(1, 2));
        assertThat(third).isLessThan(Rational.of(1, 2)).hasToString("1/3");
    }

    @Test
    void hasNoQuotientByZero() {
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> Rational.UNIT.dividedBy(Rational.ZERO));
    }

    @Test
    void floorsAndCeilingsAreExact() {
        assertThat(Rational.of(7, 2).floor()).isEqualTo(3);
        assertThat(Rational.of(7, 2).ceiling()).isEqualTo(4);
        assertThat(Rational.of(-7, 2).floor()).isEqualTo(-4);
        assertThat(Rational.of(-7, 2).ceiling()).isEqualTo(-3);
        assertThat(Rational.of(3).floor()).isEqualTo(3);
        assertThat(Rational.of(3).ceiling()).isEqualTo(3);
    }
}
