-- What a remote model has said of a business alone, kept for whoever asks the same: no contact is named here, and no question but as a hash.
-- An answer holds as long as what its tools read: each change of that gives the tenant another version.

CREATE TABLE core.evidence_versions (
  tenant_id text   NOT NULL PRIMARY KEY,
  version   bigint NOT NULL
);
SELECT core.protect('core.evidence_versions');
GRANT SELECT ON core.evidence_versions TO recado_agent_runner, recado_console;

-- change_evidence gives every tenant of the changed rows a version that it has never had, even where it was removed and made again.
CREATE FUNCTION core.change_evidence() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO core.evidence_versions AS v (tenant_id, version)
  SELECT t.tenant_id, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
    FROM core.tenants t WHERE NOT t.removing AND t.tenant_id IN (SELECT c.tenant_id FROM changed c) ORDER BY t.tenant_id
  ON CONFLICT (tenant_id) DO UPDATE SET version = greatest(v.version + 1, excluded.version);
  RETURN NULL;
END $$;

DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['core.tenants', 'core.assistants', 'core.documents', 'business.branches', 'business.branch_hours',
    'business.closures', 'business.kitchen_hours', 'business.delivery_zones', 'business.staff', 'business.staff_branches',
    'business.staff_hours', 'business.resources', 'business.services', 'business.service_staff', 'business.service_rooms',
    'business.menu_items', 'business.menu_options', 'business.policies', 'business.faqs', 'business.response_templates',
    'business.competitors', 'knowledge.documents', 'knowledge.chunks'] LOOP
    EXECUTE format('CREATE TRIGGER evidence_came AFTER INSERT ON %s REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION core.change_evidence()', t);
    EXECUTE format('CREATE TRIGGER evidence_changed AFTER UPDATE ON %s REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION core.change_evidence()', t);
    EXECUTE format('CREATE TRIGGER evidence_went AFTER DELETE ON %s REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION core.change_evidence()', t);
  END LOOP;
END $$;
SELECT core.define_system('core.change_evidence()', VARIADIC '{}'::name[]);
INSERT INTO core.evidence_versions (tenant_id, version)
SELECT tenant_id, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint FROM core.tenants WHERE NOT removing;

CREATE TABLE chat.answers (
  tenant_id     text        NOT NULL,
  assistant_id  text        NOT NULL,
  key           bytea       NOT NULL CHECK (octet_length(key) = 32), -- a hash of the question and of all that decides its answer
  version       bigint      NOT NULL,                                -- of the evidence
  reply         text        NOT NULL CHECK (length(reply) BETWEEN 1 AND 4000),
  evidence      jsonb       NOT NULL,
  model         text        NOT NULL CHECK (length(model) <= 120),
  tier          text        NOT NULL CHECK (length(tier) <= 20),
  input_tokens  bigint      NOT NULL CHECK (input_tokens >= 0),
  output_tokens bigint      NOT NULL CHECK (output_tokens >= 0),
  cost_micros   bigint      CHECK (cost_micros >= 0), -- of the turn that it comes from; null where no price is known
  created_at    timestamptz NOT NULL DEFAULT now(),
  used_at       timestamptz NOT NULL DEFAULT now(),
  expires_at    timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, assistant_id, key)
);
CREATE INDEX answers_by_use ON chat.answers (tenant_id, used_at);
CREATE INDEX answers_expired ON chat.answers (expires_at);
SELECT core.protect('chat.answers');
GRANT SELECT, INSERT, UPDATE, DELETE ON chat.answers TO recado_agent_runner;
GRANT SELECT ON chat.answers TO recado_console;

-- keep_answer keeps an answer for p_for where the evidence is still that of p_version, in place of those that were used longest ago.
CREATE FUNCTION chat.keep_answer(p_tenant text, p_assistant text, p_key bytea, p_version bigint, p_answer jsonb, p_for interval,
                                 p_most integer) RETURNS void
LANGUAGE plpgsql SET search_path = chat, pg_temp AS $$
BEGIN
  INSERT INTO chat.answers AS a (tenant_id, assistant_id, key, version, reply, evidence, model, tier, input_tokens, output_tokens, cost_micros,
                                 expires_at)
  SELECT p_tenant, p_assistant, p_key, v.version, n.reply, n.evidence, left(n.model, 120), left(n.tier, 20), n.input_tokens, n.output_tokens,
         n.cost_micros, now() + p_for
    FROM core.evidence_versions v, jsonb_to_record(p_answer) AS n (reply text, evidence jsonb, model text, tier text, input_tokens bigint,
         output_tokens bigint, cost_micros bigint)
   WHERE v.tenant_id = p_tenant AND v.version = p_version
  ON CONFLICT (tenant_id, assistant_id, key) DO UPDATE
     SET version = excluded.version, reply = excluded.reply, evidence = excluded.evidence, model = excluded.model, tier = excluded.tier,
         input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens, cost_micros = excluded.cost_micros,
         created_at = now(), used_at = now(), expires_at = excluded.expires_at;
  DELETE FROM chat.answers WHERE tenant_id = p_tenant AND ctid = ANY (ARRAY(
    SELECT o.ctid FROM chat.answers o WHERE o.tenant_id = p_tenant ORDER BY o.used_at DESC OFFSET p_most FOR UPDATE SKIP LOCKED));
END $$;
REVOKE ALL ON FUNCTION chat.keep_answer(text, text, bytea, bigint, jsonb, interval, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION chat.keep_answer(text, text, bytea, bigint, jsonb, interval, integer) TO recado_agent_runner;

-- prune_answers removes those that have expired, or were made before p_before, p_limit at most.
CREATE FUNCTION chat.prune_answers(p_before timestamptz, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  n bigint;
BEGIN
  DELETE FROM chat.answers WHERE ctid = ANY (ARRAY(
    SELECT a.ctid FROM chat.answers a WHERE a.expires_at < now() - interval '1 hour' OR a.created_at < p_before LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;
SELECT core.define_system('chat.prune_answers(timestamptz, integer)', 'recado_agent_runner');

-- A turn that was answered so is a row of chat.usage too: it cost nothing, and saved what its model took.
ALTER TABLE chat.usage DROP CONSTRAINT usage_kind_check,
  ADD CONSTRAINT usage_kind_check CHECK (kind IN ('chat', 'embedding', 'rerank', 'summary', 'cached')),
  ADD COLUMN saved_micros bigint NOT NULL DEFAULT 0 CHECK (saved_micros >= 0);

-- keep_usage writes calls, counts what they cost in the tenant's month and lets go of what was held for them. What stands there already
-- stays as it is and counts once, so that it may be written again. A turn that lost its fence has spent what it has spent.
CREATE OR REPLACE FUNCTION chat.keep_usage(p_tenant text, p_conversation uuid, p_turn uuid, p_calls jsonb, p_month date, p_limit bigint) RETURNS void
LANGUAGE plpgsql SET search_path = chat, pg_temp AS $$
DECLARE
  cost bigint;
BEGIN
  WITH kept AS (
    INSERT INTO chat.usage (tenant_id, id, conversation_id, turn_id, kind, provider, model, tier, outcome, fallback, input_tokens,
                            cached_tokens, output_tokens, estimated, cost_micros, duration_ms, trace_id, created_at, saved_micros)
    SELECT p_tenant, c.id, p_conversation, p_turn, c.kind, left(c.provider, 60), left(c.model, 120), left(c.tier, 20), left(c.outcome, 40),
           left(c.fallback, 40), greatest(c.input_tokens, 0), greatest(c.cached_tokens, 0), greatest(c.output_tokens, 0), c.estimated,
           c.cost_micros, greatest(c.duration_ms, 0), left(c.trace_id, 32), c.at,
           greatest(coalesce(c.saved_micros, 0), 0)
      FROM jsonb_to_recordset(p_calls) AS c (id uuid, kind text, provider text, model text, tier text, outcome text, fallback text,
           input_tokens bigint, cached_tokens bigint, output_tokens bigint, estimated boolean, cost_micros bigint, duration_ms bigint,
           trace_id text, at timestamptz, saved_micros bigint)
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
