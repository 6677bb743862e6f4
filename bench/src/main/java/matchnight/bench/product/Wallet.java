package matchnight.bench.product;

import matchnight.bench.load.HttpClient;
import matchnight.bench.load.HttpRequest;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the wallet does: opens accounts, takes deposits, tells balances. */
public final class Wallet {

    private final Caller caller;

    public Wallet(HttpClient betApi, Product product) {
        this.caller = new Caller(betApi, product.tokens().issue("cashier", "wallet", "ops"));
    }

    public void openAccount(String accountId, CurrencyCode currency) {
        String body = JsonMapper.shared()
                .createObjectNode()
                .put("accountId", accountId)
                .put("currency", currency.code())
                .toString();
        caller.expectSuccess(HttpRequest.json("POST", "/v1/accounts", body));
    }

    /**
     * Pays in.
     *
     * @param key the deposit's idempotency key: the same one again deposits nothing more
     */
    public void deposit(String accountId, Money amount, String key) {
        String body = JsonMapper.shared()
                .createObjectNode()
                .put("amount", amount.toDecimalString())
                .put("currency", amount.currency().code())
                .toString();
        caller.expectSuccess(HttpRequest.json("POST", "/v1/accounts/" + accountId + "/deposits", body)
                .with("Idempotency-Key", key));
    }

    public Money available(String accountId) {
        JsonNode balance = caller.expectSuccess(HttpRequest.get("/v1/accounts/" + accountId + "/balance"))
                .json();
        CurrencyCode currency = CurrencyCode.of(balance.path("currency").asString());
        String available = balance.path("available").asString();
        return available.startsWith("-") ? Money.zero(currency) : Money.parse(available, currency);
    }
}
