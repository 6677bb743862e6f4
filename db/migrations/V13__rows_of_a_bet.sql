-- Legs and settlements name their bet without a foreign key (docs/decisions/0012). Roll-out: drops two constraints under ACCESS
-- EXCLUSIVE on bet, bet_leg and bet_settlement; waits for what runs, takes milliseconds, and may be repeated after a lock_timeout.
-- Services of before go on as they are.

ALTER TABLE bet_leg DROP CONSTRAINT bet_leg_bet_id_fkey;
ALTER TABLE bet_settlement DROP CONSTRAINT bet_settlement_bet_id_fkey;

-- The owner had this right for the checking of those keys alone, and the triggers took back what else it would have allowed.
REVOKE UPDATE (bet_id) ON bet, bet_leg, bet_settlement FROM maintenance;
DROP TRIGGER bet_is_never_rewritten_by_its_owner ON bet;
DROP TRIGGER bet_leg_is_never_rewritten_by_its_owner ON bet_leg;
DROP TRIGGER bet_settlement_is_never_rewritten_by_its_owner ON bet_settlement;
DROP FUNCTION refuse_rewriting();

-- Detaching a day of bets proves nothing any more, so the planner may do as it likes.
ALTER ROLE maintenance RESET enable_hashjoin;
ALTER ROLE maintenance RESET enable_sort;

COMMENT ON COLUMN bet_leg.bet_id IS 'Its bet, written by the same statement.';
COMMENT ON COLUMN bet_settlement.bet_id IS
    'Its bet, which was read before this row is written; nobody may delete a bet, and settlements of a day are out of reach before its bets are.';
