package matchnight.bets.market.http;

import java.util.Map;
import matchnight.bets.caller.Caller;
import matchnight.bets.market.ChangePrices;
import matchnight.bets.market.Market;
import matchnight.bets.market.MarketStatus;
import matchnight.bets.market.PutMarket;
import matchnight.bets.market.ReadMarkets;
import matchnight.bets.market.SetMarketStatus;
import matchnight.bets.page.Page;
import matchnight.bets.page.PageRequest;
import matchnight.bets.problem.PointerError;
import matchnight.bets.problem.Problem;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.ProblemException;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Markets over HTTP. A market's version is its entity tag. */
@RestController
@RequestMapping(path = "/v1/markets", produces = MediaType.APPLICATION_JSON_VALUE)
final class MarketController {

    private final PutMarket putMarket;
    private final ChangePrices changePrices;
    private final SetMarketStatus setMarketStatus;
    private final ReadMarkets readMarkets;

    MarketController(
            PutMarket putMarket, ChangePrices changePrices, SetMarketStatus setMarketStatus, ReadMarkets readMarkets) {
        this.putMarket = putMarket;
        this.changePrices = changePrices;
        this.setMarketStatus = setMarketStatus;
        this.readMarkets = readMarkets;
    }

    @PutMapping(path = "/{marketId}", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<MarketReply> put(
            @PathVariable MarketId marketId,
            @RequestBody MarketBody body,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            Caller caller) {
        return switch (putMarket.put(marketId, body.toTerms(), IfMatch.version(ifMatch), caller.subject())) {
            case PutMarket.Outcome.Created(Market market) -> reply(HttpStatus.CREATED, market);
            case PutMarket.Outcome.Replaced(Market market) -> reply(HttpStatus.OK, market);
            case PutMarket.Outcome.StaleVersion(Long current) ->
                throw new ProblemException(
                        ProblemCode.PRECONDITION_FAILED,
                        current == null ? "There is no such market" : "The current version is " + current);
            case PutMarket.Outcome.Refused(String pointer, String why) -> throw refused(pointer, why);
            case PutMarket.Outcome.HasResult() -> throw hasResult();
        };
    }

    record PricesBody(long version, Map<SelectionId, Price> prices) {}

    @PatchMapping(path = "/{marketId}/prices", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<MarketReply> changePrices(@PathVariable MarketId marketId, @RequestBody PricesBody body) {
        if (body.version() < 1) {
            throw ProblemException.invalid("/version", "must be at least 1");
        }
        if (body.prices().isEmpty()) {
            throw ProblemException.invalid("/prices", "must name at least one selection");
        }
        return switch (changePrices.change(marketId, body.version(), body.prices())) {
            case ChangePrices.Outcome.Stands(Market market) -> reply(HttpStatus.OK, market);
            case ChangePrices.Outcome.UnknownMarket() -> throw unknown(marketId);
            case ChangePrices.Outcome.UnknownSelections(var selectionIds) ->
                throw new ProblemException(Problem.invalid(selectionIds.stream()
                        .sorted()
                        .limit(20)
                        .map(id -> new PointerError(
                                "/prices/" + id.value().replace("~", "~0"), "is no selection of this market"))
                        .toList()));
        };
    }

    @PostMapping("/{marketId}/open")
    ResponseEntity<MarketReply> open(@PathVariable MarketId marketId, Caller caller) {
        return reply(marketId, setMarketStatus.open(marketId, caller.subject()));
    }

    @PostMapping("/{marketId}/suspend")
    ResponseEntity<MarketReply> suspend(@PathVariable MarketId marketId, Caller caller) {
        return reply(marketId, setMarketStatus.suspend(marketId, caller.subject()));
    }

    @PostMapping("/{marketId}/close")
    ResponseEntity<MarketReply> close(@PathVariable MarketId marketId, Caller caller) {
        return reply(marketId, setMarketStatus.close(marketId, caller.subject()));
    }

    @GetMapping("/{marketId}")
    ResponseEntity<MarketReply> market(@PathVariable MarketId marketId) {
        return reply(HttpStatus.OK, readMarkets.market(marketId).orElseThrow(() -> unknown(marketId)));
    }

    @GetMapping
    Page<MarketReply> markets(
            @RequestParam(required = false) @Nullable MarketStatus status,
            @RequestParam(required = false) @Nullable EventId eventId,
            @RequestParam(required = false) @Nullable Integer limit,
            @RequestParam(required = false) @Nullable String cursor) {
        return readMarkets
                .page(status, eventId, PageRequest.of(limit, cursor, ReadMarkets.LIST))
                .map(MarketReply::of);
    }

    private static ResponseEntity<MarketReply> reply(MarketId marketId, SetMarketStatus.Outcome outcome) {
        return switch (outcome) {
            case SetMarketStatus.Outcome.Stands(Market market) -> reply(HttpStatus.OK, market);
            case SetMarketStatus.Outcome.UnknownMarket() -> throw unknown(marketId);
            case SetMarketStatus.Outcome.HasResult() -> throw hasResult();
        };
    }

    private static ResponseEntity<MarketReply> reply(HttpStatus status, Market market) {
        return ResponseEntity.status(status)
                .eTag("\"" + market.version() + "\"")
                .body(MarketReply.of(market));
    }

    private static ProblemException unknown(MarketId marketId) {
        return new ProblemException(ProblemCode.NOT_FOUND, "There is no market " + marketId);
    }

    private static ProblemException hasResult() {
        return new ProblemException(
                ProblemCode.MARKET_HAS_RESULT,
                "It can be opened once the result, or the cancel of bets to come, is rolled back");
    }

    private static ProblemException refused(String pointer, String why) {
        return new ProblemException(ProblemCode.MARKET_CHANGE_REFUSED, pointer + " " + why);
    }
}
