package matchnight.bets.market.http;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import matchnight.bets.bet.EachWayTerms;
import matchnight.bets.json.AmountText;
import matchnight.bets.market.MarketStatus;
import matchnight.bets.market.MarketTerms;
import matchnight.bets.market.OpenOrSuspended;
import matchnight.bets.market.PaysOn;
import matchnight.bets.market.Selection;
import matchnight.bets.problem.InputErrors;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rational;
import org.jspecify.annotations.Nullable;

/** A market as a trader puts it. */
record MarketBody(
        EventId eventId,
        String event,
        String name,
        Instant startsAt,
        Instant settleBy,
        String owner,
        MarketStatus status,
        CurrencyCode limitCurrency,
        AmountText liabilityLimit,
        AmountText minStake,
        AmountText maxStake,
        @Nullable AmountText maxReturns,
        @Nullable BestOddsBody bestOddsGuaranteed,
        @Nullable PaysOn paysOn,
        List<SelectionBody> selections) {

    static final int MOST_SELECTIONS = 500;
    static final int MOST_NAME_CHARACTERS = 200;

    private static final int MOST_PLACES = 50;
    private static final String FRACTION = "[1-9][0-9]{0,3}/[1-9][0-9]{0,3}";

    record BestOddsBody(@Nullable AmountText topUpMax) {}

    record SelectionBody(
            SelectionId selectionId,
            String name,
            Price price,
            @Nullable OpenOrSuspended status,
            @Nullable EachWayBody eachWay) {}

    record EachWayBody(String fraction, int places) {}

    /** The terms, or an INVALID_REQUEST that names everything that is wrong. */
    MarketTerms toTerms() {
        var errors = new InputErrors();
        checkNames(errors);
        Money limit = amount(errors, "/liabilityLimit", liabilityLimit);
        Money lowest = amount(errors, "/minStake", minStake);
        Money highest = amount(errors, "/maxStake", maxStake);
        Money returnsCap = nullableAmount(errors, "/maxReturns", maxReturns);
        Money topUpCap = bestOddsGuaranteed == null
                ? null
                : nullableAmount(errors, "/bestOddsGuaranteed/topUpMax", bestOddsGuaranteed.topUpMax());
        errors.require(lowest == null || lowest.isPositive(), "/minStake", "must be above 0");
        errors.require(
                lowest == null || highest == null || lowest.compareTo(highest) <= 0,
                "/maxStake",
                "must not be below minStake");
        errors.require(returnsCap == null || returnsCap.isPositive(), "/maxReturns", "must be above 0");
        errors.require(!settleBy.isBefore(startsAt), "/settleBy", "must not be before startsAt");
        List<Selection> all = selections(errors);
        errors.throwIfAny();
        return new MarketTerms(
                eventId,
                event,
                name,
                startsAt,
                settleBy,
                owner,
                status,
                limitCurrency,
                requireNonNull(limit),
                requireNonNull(lowest),
                requireNonNull(highest),
                returnsCap,
                bestOddsGuaranteed == null ? null : new MarketTerms.BestOdds(topUpCap),
                paysOn == null ? PaysOn.CONFIRMED : paysOn,
                all);
    }

    private void checkNames(InputErrors errors) {
        checkName(errors, "/event", event);
        checkName(errors, "/name", name);
        checkName(errors, "/owner", owner);
    }

    private static void checkName(InputErrors errors, String pointer, String text) {
        errors.require(
                !text.isBlank() && text.length() <= MOST_NAME_CHARACTERS,
                pointer,
                "must be 1 to " + MOST_NAME_CHARACTERS + " characters");
    }

    private @Nullable Money amount(InputErrors errors, String pointer, AmountText text) {
        return errors.read(pointer, () -> text.in(limitCurrency));
    }

    private @Nullable Money nullableAmount(InputErrors errors, String pointer, @Nullable AmountText text) {
        return text == null ? null : amount(errors, pointer, text);
    }

    private List<Selection> selections(InputErrors errors) {
        errors.require(
                !selections.isEmpty() && selections.size() <= MOST_SELECTIONS,
                "/selections",
                "must be 1 to " + MOST_SELECTIONS);
        Set<SelectionId> seen = new HashSet<>();
        List<Selection> all = new ArrayList<>();
        for (int i = 0; i < selections.size(); i++) {
            SelectionBody body = selections.get(i);
            String pointer = "/selections/" + i;
            errors.require(seen.add(body.selectionId()), pointer + "/selectionId", "must differ from the others");
            checkName(errors, pointer + "/name", body.name());
            all.add(selection(errors, pointer, body));
        }
        return all;
    }

    private static Selection selection(InputErrors errors, String pointer, SelectionBody body) {
        EachWayBody eachWay = body.eachWay();
        if (eachWay != null) {
            checkEachWay(errors, pointer + "/eachWay", eachWay);
        }
        return new Selection(
                body.selectionId(),
                body.name(),
                body.price(),
                body.status() == null ? OpenOrSuspended.OPEN : body.status(),
                eachWay == null ? null : new EachWayTerms(eachWay.fraction(), eachWay.places()));
    }

    private static void checkEachWay(InputErrors errors, String pointer, EachWayBody eachWay) {
        errors.require(
                eachWay.fraction().matches(FRACTION)
                        && Rational.parse(eachWay.fraction()).compareTo(Rational.UNIT) <= 0,
                pointer + "/fraction",
                "must be a fraction of the winnings such as \"1/5\", at most 1");
        errors.require(
                eachWay.places() >= 1 && eachWay.places() <= MOST_PLACES,
                pointer + "/places",
                "must be 1 to " + MOST_PLACES);
    }
}
