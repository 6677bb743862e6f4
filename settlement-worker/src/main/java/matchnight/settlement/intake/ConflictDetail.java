package matchnight.settlement.intake;

import matchnight.settlement.result.ContentHash;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.MarketResult.Cancel;
import matchnight.settlement.result.MarketResult.Result;
import matchnight.settlement.result.MarketResult.Rollback;
import matchnight.settlement.result.MarketResult.RollbackCancel;
import matchnight.settlement.result.OutcomesJson;
import matchnight.settlement.result.Window;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a person needs to decide between two events of one version: the refused one, and where it stands. */
final class ConflictDetail {

    private ConflictDetail() {}

    static String of(MarketResult event, ContentHash hash, RecordPosition position) {
        ObjectNode detail = JsonNodeFactory.instance.objectNode();
        detail.put("marketId", event.marketId().value());
        detail.put("version", event.version());
        detail.put("eventId", event.header().eventId());
        detail.put("occurredAt", event.header().occurredAt().toString());
        detail.put("contentHash", hash.hex());
        detail.put("topic", position.topic());
        detail.put("partition", position.partition());
        detail.put("offset", position.offset());
        detail.put("type", event.type());
        switch (event) {
            case Result result -> {
                detail.put("certainty", result.certainty().name());
                detail.set("outcomes", JsonMapper.shared().readTree(OutcomesJson.write(result.outcomes())));
            }
            case Cancel cancel -> putWindow(detail, cancel.window());
            case RollbackCancel undone -> putWindow(detail, undone.window());
            case Rollback _ -> {}
        }
        return detail.toString();
    }

    private static void putWindow(ObjectNode detail, Window window) {
        detail.put("from", window.from() == null ? null : window.from().toString());
        detail.put("to", window.to() == null ? null : window.to().toString());
    }
}
