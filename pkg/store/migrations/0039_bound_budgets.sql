-- What a tenant may spend on models in a month of its own zone. A call holds what it may cost before it is made; keeping its usage settles
-- it, in the same statement. What is spent and held together never passes the limit, whoever asks at the same time.

CREATE TABLE chat.budgets (
  tenant_id    text        NOT NULL,
  month        date        NOT NULL, -- its first day
  limit_micros bigint,               -- as the last call knew it, in millionths of a dollar; null where there is none
  spent_micros bigint      NOT NULL DEFAULT 0 CHECK (spent_micros >= 0),
  reached      smallint    NOT NULL DEFAULT 0 CHECK (reached IN (0, 80, 95)), -- percent of the limit
  told         smallint    NOT NULL DEFAULT 0,                                -- of which the business was told
  updated_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, month)
);
CREATE INDEX budgets_untold ON chat.budgets (tenant_id) WHERE reached > told;

-- What calls on their way may cost. A call that died leaves its hold until it expires.
CREATE TABLE chat.budget_holds (
  tenant_id  text        NOT NULL,
  id         uuid        NOT NULL, -- of the call
  month      date        NOT NULL,
  micros     bigint      NOT NULL CHECK (micros >= 0),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

SELECT core.protect('chat.budgets');
SELECT core.protect('chat.budget_holds');
GRANT SELECT, INSERT, UPDATE ON chat.budgets TO recado_agent_runner;
GRANT SELECT, INSERT, UPDATE, DELETE ON chat.budget_holds TO recado_agent_runner;
GRANT SELECT ON chat.budgets, chat.budget_holds TO recado_console;

-- hold_budget reports whether a call that may cost p_micros still fits, and holds it for p_for if it does.
CREATE FUNCTION chat.hold_budget(p_tenant text, p_month date, p_limit bigint, p_id uuid, p_micros bigint, p_for interval) RETURNS boolean
LANGUAGE plpgsql SET search_path = chat, pg_temp AS $$
DECLARE
  spent bigint;
  held  bigint;
BEGIN
  INSERT INTO chat.budgets (tenant_id, month, limit_micros) VALUES (p_tenant, p_month, p_limit) ON CONFLICT DO NOTHING;
  SELECT b.spent_micros INTO spent FROM chat.budgets b WHERE b.tenant_id = p_tenant AND b.month = p_month FOR UPDATE;
  DELETE FROM chat.budget_holds h WHERE h.tenant_id = p_tenant AND h.expires_at <= clock_timestamp();
  SELECT coalesce(sum(h.micros), 0) INTO held FROM chat.budget_holds h WHERE h.tenant_id = p_tenant AND h.month = p_month AND h.id <> p_id;
  IF spent + held + p_micros > p_limit THEN
    RETURN false;
  END IF;
  INSERT INTO chat.budget_holds (tenant_id, id, month, micros, expires_at)
  VALUES (p_tenant, p_id, p_month, p_micros, clock_timestamp() + p_for)
  ON CONFLICT (tenant_id, id) DO UPDATE SET micros = excluded.micros, expires_at = excluded.expires_at;
  RETURN true;
END $$;

DROP FUNCTION chat.keep_usage(text, uuid, uuid, jsonb);

-- keep_usage writes calls, counts what they cost in the tenant's month and lets go of what was held for them. What stands there already
-- stays as it is and counts once, so that it may be written again. A turn that lost its fence has spent what it has spent.
CREATE FUNCTION chat.keep_usage(p_tenant text, p_conversation uuid, p_turn uuid, p_calls jsonb, p_month date, p_limit bigint) RETURNS void
LANGUAGE plpgsql SET search_path = chat, pg_temp AS $$
DECLARE
  cost bigint;
BEGIN
  WITH kept AS (
    INSERT INTO chat.usage (tenant_id, id, conversation_id, turn_id, kind, provider, model, tier, outcome, fallback, input_tokens,
                            cached_tokens, output_tokens, estimated, cost_micros, duration_ms, trace_id, created_at)
    SELECT p_tenant, c.id, p_conversation, p_turn, c.kind, left(c.provider, 60), left(c.model, 120), left(c.tier, 20), left(c.outcome, 40),
           left(c.fallback, 40), greatest(c.input_tokens, 0), greatest(c.cached_tokens, 0), greatest(c.output_tokens, 0), c.estimated,
           c.cost_micros, greatest(c.duration_ms, 0), left(c.trace_id, 32), c.at
      FROM jsonb_to_recordset(p_calls) AS c (id uuid, kind text, provider text, model text, tier text, outcome text, fallback text,
           input_tokens bigint, cached_tokens bigint, output_tokens bigint, estimated boolean, cost_micros bigint, duration_ms bigint,
           trace_id text, at timestamptz)
    ON CONFLICT DO NOTHING
    RETURNING cost_micros
  )
  SELECT coalesce(sum(cost_micros), 0) INTO cost FROM kept;
  IF cost > 0 THEN
    INSERT INTO chat.budgets AS b (tenant_id, month, spent_micros) VALUES (p_tenant, p_month, cost)
    ON CONFLICT (tenant_id, month) DO UPDATE SET spent_micros = b.spent_micros + excluded.spent_micros, updated_at = now();
  END IF;
  IF p_limit IS NULL THEN
    RETURN;
  END IF;
  -- a limit that was raised takes back what was reached, and may be told of anew
  UPDATE chat.budgets b SET limit_micros = p_limit, reached = n.level, told = least(b.told, n.level)
    FROM (SELECT CASE WHEN x.spent_micros * 100 >= p_limit * 95 THEN 95 WHEN x.spent_micros * 100 >= p_limit * 80 THEN 80 ELSE 0 END AS level
            FROM chat.budgets x WHERE x.tenant_id = p_tenant AND x.month = p_month FOR UPDATE) AS n
   WHERE b.tenant_id = p_tenant AND b.month = p_month AND (b.limit_micros IS DISTINCT FROM p_limit OR b.reached <> n.level);
  DELETE FROM chat.budget_holds h USING jsonb_to_recordset(p_calls) AS c (id uuid) WHERE h.tenant_id = p_tenant AND h.id = c.id;
END $$;
REVOKE ALL ON FUNCTION chat.keep_usage(text, uuid, uuid, jsonb, date, bigint), chat.hold_budget(text, date, bigint, uuid, bigint, interval)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION chat.keep_usage(text, uuid, uuid, jsonb, date, bigint),
  chat.hold_budget(text, date, bigint, uuid, bigint, interval) TO recado_agent_runner;

-- untold_budgets are the months of which a share was reached and nobody was told.
CREATE FUNCTION chat.untold_budgets(p_limit integer)
RETURNS TABLE (tenant_id text, month date, reached smallint, limit_micros bigint, spent_micros bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT b.tenant_id, b.month, b.reached, b.limit_micros, b.spent_micros FROM chat.budgets b WHERE b.reached > b.told
   ORDER BY b.updated_at LIMIT p_limit
$$;
SELECT core.define_system('chat.untold_budgets(integer)', 'recado_agent_runner');

-- prune_budgets removes months before p_before, and in any case those of more than 400 days ago, and holds of calls that died.
CREATE FUNCTION chat.prune_budgets(p_before timestamptz, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
DECLARE
  gone bigint := 0;
  n    bigint;
BEGIN
  DELETE FROM chat.budgets WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM chat.budgets WHERE month + 31 < greatest(p_before, now() - interval '400 days') LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM chat.budget_holds WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM chat.budget_holds WHERE expires_at < now() - interval '1 hour' LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  RETURN gone;
END $$;
SELECT core.define_system('chat.prune_budgets(timestamptz, integer)', 'recado_agent_runner');
