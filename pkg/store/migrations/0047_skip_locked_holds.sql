-- Pruning budgets waits for no call that is on its way: its locks and theirs could be taken in different orders.
DROP FUNCTION chat.prune_budgets(timestamptz, integer); -- only a function's owner may replace it, a schema's may drop it

-- prune_budgets removes months before p_before, and in any case those of more than 400 days ago, and holds of calls that died.
CREATE FUNCTION chat.prune_budgets(p_before timestamptz, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
DECLARE
  gone bigint := 0;
  n    bigint;
BEGIN
  DELETE FROM chat.budgets WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM chat.budgets WHERE month + 31 < greatest(p_before, now() - interval '400 days') LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM chat.budget_holds WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM chat.budget_holds WHERE expires_at < now() - interval '1 hour' LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  RETURN gone;
END $$;
SELECT core.define_system('chat.prune_budgets(timestamptz, integer)', 'recado_agent_runner');
