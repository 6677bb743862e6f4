package matchnight.bets.json;

import java.time.Instant;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.ExchangeRate;
import matchnight.ledger.money.Price;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/**
 * The one mapper of the web edge. By default Jackson turns 10.99 into 10 for an integer, "10" into a number, drops
 * unknown members and lets the last duplicate win; here each of these is refused.
 */
public final class StrictJson {

    public static final int MOST_BODY_BYTES = 64 * 1024;

    private static final int MOST_NESTING = 20;
    private static final int MOST_STRING_CHARACTERS = 4096;
    private static final int MOST_NAME_CHARACTERS = 128;
    private static final int MOST_NUMBER_CHARACTERS = 64;
    private static final int MOST_TOKENS = 10_000;

    private StrictJson() {}

    public static JsonMapper mapper() {
        return JsonMapper.builder(factory())
                .annotationIntrospector(new RequiredUnlessNullable())
                .addModule(strictScalars())
                .enable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                // Answers keep the order in which their records declare the members.
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .withCoercionConfigDefaults(coercion -> {
                    coercion.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
                    coercion.setCoercion(CoercionInputShape.EmptyArray, CoercionAction.Fail);
                })
                .withCoercionConfig(
                        LogicalType.Enum,
                        coercion -> coercion.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail))
                .build();
    }

    private static JsonFactory factory() {
        return JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxDocumentLength(MOST_BODY_BYTES)
                        .maxNestingDepth(MOST_NESTING)
                        .maxStringLength(MOST_STRING_CHARACTERS)
                        .maxNameLength(MOST_NAME_CHARACTERS)
                        .maxNumberLength(MOST_NUMBER_CHARACTERS)
                        .maxTokenCount(MOST_TOKENS)
                        .build())
                .build();
    }

    private static SimpleModule strictScalars() {
        var selectionIds = ValidatedText.string(SelectionId.class, SelectionId::new);
        return new SimpleModule("strict scalars")
                .addDeserializer(String.class, new StrictStrings())
                .addDeserializer(Instant.class, new StrictInstants())
                .addDeserializer(AccountId.class, ValidatedText.string(AccountId.class, AccountId::new))
                .addDeserializer(EventId.class, ValidatedText.string(EventId.class, EventId::new))
                .addDeserializer(MarketId.class, ValidatedText.string(MarketId.class, MarketId::new))
                .addDeserializer(SelectionId.class, selectionIds)
                .addKeyDeserializer(SelectionId.class, selectionIds.asName())
                .addDeserializer(CurrencyCode.class, ValidatedText.string(CurrencyCode.class, CurrencyCode::of))
                .addDeserializer(Price.class, ValidatedText.stringOrNumber(Price.class, Price::of))
                .addDeserializer(
                        ExchangeRate.class, ValidatedText.stringOrNumber(ExchangeRate.class, ExchangeRate::of));
    }
}
