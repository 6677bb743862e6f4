package matchnight.bets.rate.http;

import matchnight.bets.caller.Caller;
import matchnight.bets.json.Json;
import matchnight.bets.page.Page;
import matchnight.bets.page.PageRequest;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.ProblemException;
import matchnight.bets.rate.CurrencyPair;
import matchnight.bets.rate.CurrencyRate;
import matchnight.bets.rate.PutRate;
import matchnight.bets.rate.ReadRates;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.ExchangeRate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Rates over HTTP. */
@RestController
@RequestMapping(path = "/v1/rates", produces = MediaType.APPLICATION_JSON_VALUE)
final class RateController {

    private final PutRate putRate;
    private final ReadRates readRates;

    RateController(PutRate putRate, ReadRates readRates) {
        this.putRate = putRate;
        this.readRates = readRates;
    }

    record RateBody(ExchangeRate rate) {}

    record RateReply(String from, String to, String rate, long version, String updatedAt) {

        static RateReply of(CurrencyRate rate) {
            return new RateReply(
                    rate.pair().from().code(),
                    rate.pair().to().code(),
                    rate.rate().text(),
                    rate.version(),
                    Json.time(rate.updatedAt()));
        }
    }

    @PutMapping(path = "/{from}/{to}", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<RateReply> put(
            @PathVariable CurrencyCode from, @PathVariable CurrencyCode to, @RequestBody RateBody body, Caller caller) {
        CurrencyPair pair = new CurrencyPair(from, to);
        if (pair.isOneCurrency()) {
            throw ProblemException.invalid("{to}", "must be another currency than {from}");
        }
        PutRate.Outcome outcome = putRate.put(pair, body.rate(), caller.subject());
        return ResponseEntity.status(outcome.created() ? HttpStatus.CREATED : HttpStatus.OK)
                .body(RateReply.of(outcome.rate()));
    }

    @GetMapping("/{from}/{to}")
    RateReply rate(@PathVariable CurrencyCode from, @PathVariable CurrencyCode to) {
        return readRates
                .rate(new CurrencyPair(from, to))
                .map(RateReply::of)
                .orElseThrow(() ->
                        new ProblemException(ProblemCode.NOT_FOUND, "There is no rate from " + from + " to " + to));
    }

    @GetMapping
    Page<RateReply> rates(
            @RequestParam(required = false) @Nullable Integer limit,
            @RequestParam(required = false) @Nullable String cursor) {
        return readRates.page(PageRequest.of(limit, cursor, ReadRates.LIST)).map(RateReply::of);
    }
}
