-- A page of a market's bets is the same look-up whatever the market's size: by index, in order, so many and no more. With
-- the size of the market known the planner plans it anew at every call, which takes longer than the page itself, and for a
-- large market it may prefer to read and sort all of it.
--
-- Takes effect for sessions that begin from now on. Locks no table.
ALTER ROLE settlement_worker SET plan_cache_mode = force_generic_plan;
