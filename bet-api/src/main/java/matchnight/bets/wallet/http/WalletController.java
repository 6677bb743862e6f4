package matchnight.bets.wallet.http;

import java.sql.SQLException;
import matchnight.bets.commit.GroupCommit;
import matchnight.bets.key.KeyHeader;
import matchnight.bets.key.KeyWait;
import matchnight.bets.wallet.MoveFunds;
import matchnight.bets.wallet.MoveFundsOutcome;
import matchnight.bets.wallet.Transfer;
import matchnight.ledger.account.AccountId;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class WalletController {

    private final GroupCommit<MoveFunds, MoveFundsOutcome> transfers;

    WalletController(GroupCommit<MoveFunds, MoveFundsOutcome> transfers) {
        this.transfers = transfers;
    }

    @PostMapping("/v1/accounts/{accountId}/deposits")
    ResponseEntity<byte[]> deposit(
            @PathVariable AccountId accountId,
            @RequestHeader HttpHeaders headers,
            @RequestBody MoveFundsRequest request)
            throws SQLException {
        return move(Transfer.DEPOSIT, accountId, headers, request);
    }

    @PostMapping("/v1/accounts/{accountId}/withdrawals")
    ResponseEntity<byte[]> withdraw(
            @PathVariable AccountId accountId,
            @RequestHeader HttpHeaders headers,
            @RequestBody MoveFundsRequest request)
            throws SQLException {
        return move(Transfer.WITHDRAWAL, accountId, headers, request);
    }

    private ResponseEntity<byte[]> move(
            Transfer transfer, AccountId accountId, HttpHeaders headers, MoveFundsRequest request) throws SQLException {
        var command = new MoveFunds(transfer, KeyHeader.read(headers), accountId, request.toMoney());
        MoveFundsOutcome outcome =
                KeyWait.untilFree(() -> transfers.submit(command), MoveFundsOutcome.KeyInUse.class::isInstance);
        return WalletReply.of(outcome);
    }
}
