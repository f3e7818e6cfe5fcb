-- What calls of models take and cost: one row for each attempt, answered or not. No words and no person: ids, codes and numbers.

CREATE TABLE chat.usage (
  tenant_id       text NOT NULL,
  id              uuid NOT NULL,
  conversation_id uuid,             -- null where the call was for no conversation
  turn_id         uuid,
  kind            text NOT NULL CHECK (kind IN ('chat', 'embedding', 'rerank')),
  provider        text NOT NULL CHECK (length(provider) <= 60),
  model           text NOT NULL CHECK (length(model) <= 120),
  tier            text NOT NULL CHECK (length(tier) <= 20),
  outcome         text NOT NULL CHECK (length(outcome) <= 40),      -- ok, or the kind of failure
  fallback        text NOT NULL CHECK (length(fallback) <= 40),     -- why the model before it did not answer
  input_tokens    bigint NOT NULL CHECK (input_tokens >= 0),
  cached_tokens   bigint NOT NULL CHECK (cached_tokens >= 0),       -- of the input
  output_tokens   bigint NOT NULL CHECK (output_tokens >= 0),
  estimated       boolean NOT NULL,                                 -- the provider did not say
  cost_micros     bigint CHECK (cost_micros >= 0),                  -- millionths of a dollar; null where no price is known
  duration_ms     bigint NOT NULL CHECK (duration_ms >= 0),
  trace_id        text NOT NULL DEFAULT '' CHECK (length(trace_id) <= 32),
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX usage_by_time ON chat.usage (tenant_id, created_at);
CREATE INDEX usage_age ON chat.usage USING brin (created_at);

SELECT core.protect('chat.usage');
GRANT SELECT, INSERT, UPDATE ON chat.usage TO recado_agent_runner;
GRANT SELECT ON chat.usage TO recado_console;

-- keep_usage writes calls; what stands there already stays as it is, so that it may be written again. A turn that lost its fence has
-- spent what it has spent: it is counted all the same.
CREATE FUNCTION chat.keep_usage(p_tenant text, p_conversation uuid, p_turn uuid, p_calls jsonb) RETURNS void
LANGUAGE sql SET search_path = chat, pg_temp AS $$
  INSERT INTO chat.usage (tenant_id, id, conversation_id, turn_id, kind, provider, model, tier, outcome, fallback, input_tokens,
                          cached_tokens, output_tokens, estimated, cost_micros, duration_ms, trace_id, created_at)
  SELECT p_tenant, c.id, p_conversation, p_turn, c.kind, left(c.provider, 60), left(c.model, 120), left(c.tier, 20), left(c.outcome, 40),
         left(c.fallback, 40), greatest(c.input_tokens, 0), greatest(c.cached_tokens, 0), greatest(c.output_tokens, 0), c.estimated,
         c.cost_micros, greatest(c.duration_ms, 0), left(c.trace_id, 32), c.at
    FROM jsonb_to_recordset(p_calls) AS c (id uuid, kind text, provider text, model text, tier text, outcome text, fallback text,
         input_tokens bigint, cached_tokens bigint, output_tokens bigint, estimated boolean, cost_micros bigint, duration_ms bigint,
         trace_id text, at timestamptz)
  ON CONFLICT DO NOTHING
$$;
REVOKE ALL ON FUNCTION chat.keep_usage(text, uuid, uuid, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION chat.keep_usage(text, uuid, uuid, jsonb) TO recado_agent_runner;

-- prune_usage removes calls before p_before, and in any case those of more than 400 days ago, p_limit at most.
CREATE FUNCTION chat.prune_usage(p_before timestamptz, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
DECLARE
  n bigint;
BEGIN
  DELETE FROM chat.usage WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM chat.usage WHERE created_at < greatest(p_before, now() - interval '400 days') LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;
SELECT core.define_system('chat.prune_usage(timestamptz, integer)', 'recado_agent_runner');
