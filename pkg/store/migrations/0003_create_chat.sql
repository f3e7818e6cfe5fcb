-- The conversation log and the turns that answer it: owned by agent-runner.

CREATE TABLE chat.contacts (
  tenant_id      text        NOT NULL,
  id             uuid        NOT NULL,
  channel        text        NOT NULL,
  account_id     text        NOT NULL,
  sealed_address bytea       NOT NULL,
  profile_name   text        NOT NULL DEFAULT '',
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE chat.conversations (
  tenant_id     text        NOT NULL,
  id            uuid        NOT NULL,
  channel       text        NOT NULL,
  account_id    text        NOT NULL,
  contact_id    uuid        NOT NULL,
  assistant_id  text        NOT NULL DEFAULT '',
  language      text        NOT NULL DEFAULT '',
  handoff_mode  text        NOT NULL DEFAULT 'ai' CHECK (handoff_mode IN ('ai', 'human')),
  epoch         bigint      NOT NULL DEFAULT 1,  -- who may speak
  fence         bigint      NOT NULL DEFAULT 0,  -- whose turn it is; only grows
  owner         text,                            -- the process at work on a turn
  version       bigint      NOT NULL DEFAULT 0,  -- grows with each message that asks for an answer
  due_at        timestamptz,
  burst_at      timestamptz,                     -- arrival of the first message that waits
  turn_id       uuid,
  turn_at       timestamptz,
  turn_attempts integer     NOT NULL DEFAULT 0,
  sequence      bigint      NOT NULL DEFAULT 0,  -- of the last reply
  greeted       boolean     NOT NULL DEFAULT false,
  dialogue      jsonb,                           -- the rule model's state
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500); -- what is due must stay quick to find

CREATE INDEX conversations_due ON chat.conversations (tenant_id, due_at) WHERE owner IS NULL AND due_at IS NOT NULL;
CREATE INDEX conversations_owned ON chat.conversations (owner, tenant_id) WHERE owner IS NOT NULL;

CREATE TABLE chat.messages (
  tenant_id       text        NOT NULL,
  conversation_id uuid        NOT NULL,
  message_id      text        NOT NULL,            -- the channel's own
  sequence        bigint      NOT NULL,            -- of the stream: orders the inbox
  kind            text        NOT NULL,
  event           bytea       NOT NULL,            -- MessageRouted
  traceparent     text        NOT NULL DEFAULT '',
  received_at     timestamptz NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  ended           text,                            -- replied, handoff, person, silent, failed, recorded; null while it waits
  ended_at        timestamptz,
  turn_id         uuid,
  PRIMARY KEY (tenant_id, conversation_id, message_id)
);

CREATE INDEX messages_waiting ON chat.messages (tenant_id, conversation_id, sequence) WHERE ended IS NULL;
CREATE INDEX messages_history ON chat.messages (tenant_id, conversation_id, created_at);

-- A turn that has ended, and the events that it must publish: an outbox until published_at.
CREATE TABLE chat.turns (
  tenant_id       text        NOT NULL,
  id              uuid        NOT NULL,
  conversation_id uuid        NOT NULL,
  fence           bigint      NOT NULL,
  attempts        integer     NOT NULL,
  outcome         text        NOT NULL,
  reason          text        NOT NULL DEFAULT '',
  specialist      text        NOT NULL DEFAULT '',
  model           text        NOT NULL DEFAULT '',
  model_calls     integer     NOT NULL DEFAULT 0,
  tool_calls      integer     NOT NULL DEFAULT 0,
  input_tokens    bigint      NOT NULL DEFAULT 0,
  output_tokens   bigint      NOT NULL DEFAULT 0,
  fell_back       boolean     NOT NULL DEFAULT false,
  message_ids     text[]      NOT NULL,
  started_at      timestamptz NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  stages          text[],
  events          bytea[],
  traceparent     text        NOT NULL DEFAULT '',
  published_at    timestamptz,
  PRIMARY KEY (tenant_id, id)
);

CREATE INDEX turns_unpublished ON chat.turns (tenant_id, conversation_id, created_at) WHERE published_at IS NULL;
CREATE INDEX turns_history ON chat.turns (tenant_id, conversation_id, created_at);

CREATE TABLE chat.replies (
  tenant_id       text        NOT NULL,
  id              uuid        NOT NULL,
  conversation_id uuid        NOT NULL,
  turn_id         uuid        NOT NULL,
  epoch           bigint      NOT NULL,
  sequence        bigint      NOT NULL,
  content         jsonb       NOT NULL,
  evidence        jsonb       NOT NULL DEFAULT '[]',
  message_ids     text[]      NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, conversation_id, sequence)
);

-- The journal: a paid model answer or a tool result, written before it is used.
CREATE TABLE chat.steps (
  tenant_id       text        NOT NULL,
  turn_id         uuid        NOT NULL,
  key             text        NOT NULL,
  conversation_id uuid        NOT NULL,
  kind            text        NOT NULL CHECK (kind IN ('model', 'tool')),
  name            text        NOT NULL,
  wrote           boolean     NOT NULL DEFAULT false,  -- a write tool succeeded
  through         bigint      NOT NULL,                -- sequence of the newest message that the turn had read
  answer          jsonb       NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, turn_id, key)
);

-- Processes that hold turns; no tenant's data, and reached through the functions only.
CREATE TABLE chat.owners (
  instance   text        PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

SELECT core.protect('chat.contacts');
SELECT core.protect('chat.conversations');
SELECT core.protect('chat.messages');
SELECT core.protect('chat.turns');
SELECT core.protect('chat.replies');
SELECT core.protect('chat.steps');
ALTER TABLE chat.owners ENABLE ROW LEVEL SECURITY;
ALTER TABLE chat.owners FORCE ROW LEVEL SECURITY;
CREATE POLICY owners_system ON chat.owners TO recado_system USING (true) WITH CHECK (true);

-- intake records one message, once. p_end is null for a message that wants an answer, else the reason why it has none.
-- wait_ms is the time until the conversation is due, null when this message starts nothing.
CREATE FUNCTION chat.intake(
  p_tenant text, p_conversation uuid, p_channel text, p_account text,
  p_contact uuid, p_address bytea, p_profile text, p_assistant text, p_language text,
  p_message text, p_sequence bigint, p_kind text, p_event bytea, p_traceparent text, p_received timestamptz,
  p_end text, p_takeover boolean, p_quiet interval, p_cap interval,
  OUT fresh boolean, OUT wait_ms bigint
) LANGUAGE plpgsql AS $$
DECLARE
  c   record;
  due timestamptz;
BEGIN
  fresh := false;
  SELECT handoff_mode, burst_at INTO c FROM chat.conversations
   WHERE tenant_id = p_tenant AND id = p_conversation FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, assistant_id, language)
    VALUES (p_tenant, p_conversation, p_channel, p_account, p_contact, p_assistant, p_language)
    ON CONFLICT DO NOTHING;
    INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address, profile_name)
    VALUES (p_tenant, p_contact, p_channel, p_account, p_address, p_profile)
    ON CONFLICT DO NOTHING;
    SELECT handoff_mode, burst_at INTO c FROM chat.conversations
     WHERE tenant_id = p_tenant AND id = p_conversation FOR NO KEY UPDATE;
  END IF;

  INSERT INTO chat.messages (tenant_id, conversation_id, message_id, sequence, kind, event, traceparent, received_at, ended, ended_at)
  SELECT p_tenant, p_conversation, p_message, p_sequence, p_kind, p_event, p_traceparent, p_received, e, CASE WHEN e IS NOT NULL THEN now() END
    FROM (SELECT coalesce(p_end, CASE WHEN c.handoff_mode = 'human' THEN 'person' END) AS e) AS ending
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  fresh := true;

  IF p_takeover THEN
    PERFORM chat.takeover(p_tenant, p_conversation);
  ELSIF p_end IS NULL AND c.handoff_mode = 'ai' THEN
    due := least(now() + p_quiet, coalesce(c.burst_at, now()) + p_cap);
    UPDATE chat.conversations
       SET version = version + 1, burst_at = coalesce(burst_at, now()), due_at = due, updated_at = now()
     WHERE tenant_id = p_tenant AND id = p_conversation;
    wait_ms := greatest(0, extract(epoch FROM due - now()) * 1000);
  END IF;
END $$;

-- takeover gives the conversation to a person: a running turn can write nothing more, tools included.
CREATE FUNCTION chat.takeover(p_tenant text, p_conversation uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE chat.conversations
     SET handoff_mode = 'human', epoch = epoch + 1, fence = fence + 1, owner = NULL, due_at = NULL, burst_at = NULL,
         turn_id = NULL, turn_at = NULL, turn_attempts = 0, dialogue = NULL, greeted = true, updated_at = now()
   WHERE tenant_id = p_tenant AND id = p_conversation AND handoff_mode = 'ai';
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE chat.messages SET ended = 'person', ended_at = now()
   WHERE tenant_id = p_tenant AND conversation_id = p_conversation AND ended IS NULL;
  RETURN true;
END $$;

-- hand_back lets the assistant answer again, from the next message on.
CREATE FUNCTION chat.hand_back(p_tenant text, p_conversation uuid) RETURNS bigint LANGUAGE sql AS $$
  UPDATE chat.conversations SET handoff_mode = 'ai', epoch = epoch + 1, fence = fence + 1, updated_at = now()
   WHERE tenant_id = p_tenant AND id = p_conversation AND handoff_mode = 'human'
  RETURNING epoch;
$$;

-- claim takes due conversations that nobody holds, the tenants by turns and none above p_share of this process's work,
-- and brings all that a turn needs to start.
CREATE FUNCTION chat.claim(p_instance text, p_limit integer, p_share integer)
RETURNS TABLE (
  tenant_id text, id uuid, channel text, account_id text, contact_id uuid, assistant_id text, handoff_mode text,
  epoch bigint, fence bigint, version bigint, turn_id uuid, turn_at timestamptz, turn_attempts integer,
  sequence bigint, greeted boolean, dialogue jsonb, burst_at timestamptz, unpublished boolean,
  message_ids text[], sequences bigint[], events bytea[], traceparents text[]
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp
-- the indexes are always right, planning again took longer than claiming, and only a plain index scan clears out dead entries
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH RECURSIVE waiting AS (
    (SELECT c.tenant_id FROM chat.conversations c WHERE c.owner IS NULL AND c.due_at IS NOT NULL ORDER BY c.tenant_id LIMIT 1)
    UNION ALL
    SELECT (SELECT c.tenant_id FROM chat.conversations c
             WHERE c.owner IS NULL AND c.due_at IS NOT NULL AND c.tenant_id > w.tenant_id ORDER BY c.tenant_id LIMIT 1)
      FROM waiting w WHERE w.tenant_id IS NOT NULL
  ), held AS (
    SELECT c.tenant_id, count(*) AS n FROM chat.conversations c WHERE c.owner = p_instance GROUP BY c.tenant_id
  ), ranked AS (
    SELECT w.tenant_id, d.id, d.due_at, coalesce(h.n, 0) + row_number() OVER (PARTITION BY w.tenant_id ORDER BY d.due_at) AS place
      FROM waiting w
      LEFT JOIN held h ON h.tenant_id = w.tenant_id
      CROSS JOIN LATERAL (SELECT c.id, c.due_at FROM chat.conversations c
                           WHERE c.tenant_id = w.tenant_id AND c.owner IS NULL AND c.due_at <= now()
                           ORDER BY c.due_at LIMIT (SELECT greatest(8, 2 * p_limit / greatest(1, count(*))) FROM waiting)) d
     WHERE w.tenant_id IS NOT NULL
  ), locked AS (
    SELECT c.tenant_id, c.id FROM ranked r JOIN chat.conversations c ON c.tenant_id = r.tenant_id AND c.id = r.id
     WHERE r.place <= p_share AND c.owner IS NULL AND c.due_at <= now()
     ORDER BY r.place, r.due_at LIMIT p_limit
     FOR NO KEY UPDATE OF c SKIP LOCKED
  ), taken AS (
    UPDATE chat.conversations c
       SET owner = p_instance, fence = c.fence + 1, due_at = NULL, turn_attempts = c.turn_attempts + 1,
           turn_id = coalesce(c.turn_id, gen_random_uuid()), turn_at = coalesce(c.turn_at, now())
      FROM locked l WHERE c.tenant_id = l.tenant_id AND c.id = l.id
    RETURNING c.*
  )
  SELECT t.tenant_id, t.id, t.channel, t.account_id, t.contact_id, t.assistant_id, t.handoff_mode,
         t.epoch, t.fence, t.version, t.turn_id, t.turn_at, t.turn_attempts,
         t.sequence, t.greeted, t.dialogue, t.burst_at,
         EXISTS (SELECT FROM chat.turns u WHERE u.tenant_id = t.tenant_id AND u.conversation_id = t.id AND u.published_at IS NULL),
         m.message_ids, m.sequences, m.events, m.traceparents
    FROM taken t
   CROSS JOIN LATERAL (SELECT array_agg(x.message_id ORDER BY x.sequence, x.created_at) AS message_ids,
                              array_agg(x.sequence ORDER BY x.sequence, x.created_at) AS sequences,
                              array_agg(x.event ORDER BY x.sequence, x.created_at) AS events,
                              array_agg(x.traceparent ORDER BY x.sequence, x.created_at) AS traceparents
                         FROM (SELECT y.* FROM chat.messages y
                                WHERE y.tenant_id = t.tenant_id AND y.conversation_id = t.id AND y.ended IS NULL
                                ORDER BY y.sequence, y.created_at LIMIT 50) x) m;
END $$;

-- reload gives a superseded turn the messages that it now has to answer; no row when the turn lost its fence.
CREATE FUNCTION chat.reload(p_tenant text, p_conversation uuid, p_instance text, p_fence bigint)
RETURNS TABLE (version bigint, message_ids text[], sequences bigint[], events bytea[], traceparents text[])
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH c AS (
    UPDATE chat.conversations SET due_at = NULL
     WHERE tenant_id = p_tenant AND id = p_conversation AND fence = p_fence AND owner = p_instance
    RETURNING version
  )
  SELECT c.version, m.message_ids, m.sequences, m.events, m.traceparents FROM c
   CROSS JOIN LATERAL (SELECT array_agg(x.message_id ORDER BY x.sequence, x.created_at) AS message_ids,
                              array_agg(x.sequence ORDER BY x.sequence, x.created_at) AS sequences,
                              array_agg(x.event ORDER BY x.sequence, x.created_at) AS events,
                              array_agg(x.traceparent ORDER BY x.sequence, x.created_at) AS traceparents
                         FROM (SELECT y.* FROM chat.messages y
                                WHERE y.tenant_id = p_tenant AND y.conversation_id = p_conversation AND y.ended IS NULL
                                ORDER BY y.sequence, y.created_at LIMIT 50) x) m;
END $$;

-- add_steps writes journal entries; false when the turn lost its fence.
CREATE FUNCTION chat.add_steps(p_tenant text, p_conversation uuid, p_instance text, p_fence bigint, p_turn uuid, p_steps jsonb)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM chat.conversations
    WHERE tenant_id = p_tenant AND id = p_conversation AND fence = p_fence AND owner = p_instance FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO chat.steps (tenant_id, turn_id, key, conversation_id, kind, name, wrote, through, answer)
  SELECT p_tenant, p_turn, s.key, p_conversation, s.kind, s.name, s.wrote, s.through, s.answer
    FROM jsonb_to_recordset(p_steps) AS s (key text, kind text, name text, wrote boolean, through bigint, answer jsonb)
  ON CONFLICT DO NOTHING;
  RETURN true;
END $$;

-- commit_turn ends a turn: committed, superseded (a message came that it has not read; p_version null commits all the same)
-- or fenced (somebody else has the conversation). wait_ms is the time until the messages that wait are due.
CREATE FUNCTION chat.commit_turn(
  p_tenant text, p_conversation uuid, p_instance text, p_fence bigint, p_version bigint,
  p_messages text[], p_ended text, p_language text, p_dialogue jsonb, p_handoff boolean,
  p_turn jsonb, p_replies jsonb, p_stages text[], p_events bytea[], p_traceparent text,
  OUT outcome text, OUT wait_ms bigint
) LANGUAGE plpgsql AS $$
DECLARE
  c     record;
  first timestamptz;
  due   timestamptz;
BEGIN
  SELECT * INTO c FROM chat.conversations WHERE tenant_id = p_tenant AND id = p_conversation FOR NO KEY UPDATE;
  IF NOT FOUND OR c.fence <> p_fence OR c.owner IS DISTINCT FROM p_instance THEN
    outcome := 'fenced';
    RETURN;
  END IF;
  IF p_version <> c.version THEN
    outcome := 'superseded';
    RETURN;
  END IF;

  UPDATE chat.messages SET ended = p_ended, ended_at = now(), turn_id = c.turn_id
   WHERE tenant_id = p_tenant AND conversation_id = p_conversation AND message_id = ANY (p_messages) AND ended IS NULL;
  IF p_handoff THEN
    UPDATE chat.messages SET ended = 'person', ended_at = now()
     WHERE tenant_id = p_tenant AND conversation_id = p_conversation AND ended IS NULL;
  ELSE
    SELECT min(created_at) INTO first FROM chat.messages
     WHERE tenant_id = p_tenant AND conversation_id = p_conversation AND ended IS NULL;
  END IF;

  IF p_turn IS NOT NULL THEN
    INSERT INTO chat.turns (tenant_id, id, conversation_id, fence, attempts, outcome, reason, specialist, model, model_calls,
                            tool_calls, input_tokens, output_tokens, fell_back, message_ids, started_at, stages, events, traceparent)
    SELECT p_tenant, c.turn_id, p_conversation, p_fence, c.turn_attempts, t.outcome, t.reason, t.specialist, t.model, t.model_calls,
           t.tool_calls, t.input_tokens, t.output_tokens, t.fell_back, p_messages, c.turn_at, p_stages, p_events, p_traceparent
      FROM jsonb_to_record(p_turn) AS t (outcome text, reason text, specialist text, model text, model_calls integer,
                                         tool_calls integer, input_tokens bigint, output_tokens bigint, fell_back boolean);
    INSERT INTO chat.replies (tenant_id, id, conversation_id, turn_id, epoch, sequence, content, evidence, message_ids)
    SELECT p_tenant, r.id, p_conversation, c.turn_id, r.epoch, r.sequence, r.content, r.evidence, p_messages
      FROM jsonb_to_recordset(p_replies) AS r (id uuid, epoch bigint, sequence bigint, content jsonb, evidence jsonb);
  END IF;

  due := CASE WHEN first IS NOT NULL THEN coalesce(c.due_at, now()) END;
  UPDATE chat.conversations
     SET owner = NULL, fence = fence + 1, due_at = due, burst_at = first, turn_id = NULL, turn_at = NULL, turn_attempts = 0,
         sequence = sequence + jsonb_array_length(p_replies),
         greeted = greeted OR jsonb_array_length(p_replies) > 0,
         dialogue = CASE WHEN p_dialogue IS NULL THEN dialogue WHEN p_dialogue = 'null' THEN NULL ELSE p_dialogue END,
         language = CASE WHEN p_language = '' THEN language ELSE p_language END,
         handoff_mode = CASE WHEN p_handoff THEN 'human' ELSE handoff_mode END,
         epoch = epoch + p_handoff::integer, updated_at = now()
   WHERE tenant_id = p_tenant AND id = p_conversation;
  outcome := 'committed';
  wait_ms := greatest(0, extract(epoch FROM due - now()) * 1000);
END $$;

-- release gives a turn back unfinished: it is due again after p_wait, with the same turn and journal.
CREATE FUNCTION chat.release(p_tenant text, p_conversation uuid, p_instance text, p_fence bigint, p_wait interval, p_counted boolean)
RETURNS void LANGUAGE sql AS $$
  UPDATE chat.conversations
     SET owner = NULL, due_at = now() + p_wait, turn_attempts = greatest(0, turn_attempts - (NOT p_counted)::integer)
   WHERE tenant_id = p_tenant AND id = p_conversation AND fence = p_fence AND owner = p_instance;
$$;

-- beat renews a process's lease on all its turns, and frees what dead processes held; it returns how many it freed.
CREATE FUNCTION chat.beat(p_instance text, p_lease interval) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
DECLARE
  freed bigint;
BEGIN
  INSERT INTO chat.owners (instance, expires_at) VALUES (p_instance, now() + p_lease)
  ON CONFLICT (instance) DO UPDATE SET expires_at = excluded.expires_at;
  WITH dead AS (
    SELECT c.tenant_id, c.id FROM chat.conversations c
     WHERE c.owner IS NOT NULL AND c.owner <> p_instance
       AND NOT EXISTS (SELECT FROM chat.owners o WHERE o.instance = c.owner AND o.expires_at > now())
     FOR NO KEY UPDATE OF c SKIP LOCKED
  )
  UPDATE chat.conversations c SET owner = NULL, due_at = now()
    FROM dead d WHERE c.tenant_id = d.tenant_id AND c.id = d.id;
  GET DIAGNOSTICS freed = ROW_COUNT;
  DELETE FROM chat.owners WHERE expires_at < now() - interval '1 hour';
  RETURN freed;
END $$;

-- leave frees all that an orderly stopping process still holds.
CREATE FUNCTION chat.leave(p_instance text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
  UPDATE chat.conversations SET owner = NULL, due_at = now(), turn_attempts = greatest(0, turn_attempts - 1) WHERE owner = p_instance;
  DELETE FROM chat.owners WHERE instance = p_instance;
$$;

-- disown frees what a process owns in the table but does not know of: claims whose answer never reached it.
CREATE FUNCTION chat.disown(p_instance text, p_turns uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
  UPDATE chat.conversations SET owner = NULL, due_at = now(), turn_attempts = greatest(0, turn_attempts - 1)
   WHERE owner = p_instance AND turn_id <> ALL (p_turns);
$$;

-- mark_published empties the outbox of turns whose events are on the bus.
CREATE FUNCTION chat.mark_published(p_tenants text[], p_turns uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
BEGIN
  -- a lost mark costs one more publish that the bus drops: not worth a synced commit
  SET LOCAL synchronous_commit = off;
  UPDATE chat.turns t SET published_at = now(), stages = NULL, events = NULL
    FROM unnest(p_tenants, p_turns) AS p (tenant_id, id)
   WHERE t.tenant_id = p.tenant_id AND t.id = p.id AND t.published_at IS NULL;
END $$;

-- unpublished lists turns that ended at least p_age ago and whose events may not be on the bus, oldest first.
CREATE FUNCTION chat.unpublished(p_age interval, p_limit integer)
RETURNS TABLE (tenant_id text, id uuid, stages text[], events bytea[], traceparent text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = chat, pg_temp AS $$
  SELECT t.tenant_id, t.id, t.stages, t.events, t.traceparent FROM chat.turns t
   WHERE t.published_at IS NULL AND t.created_at <= now() - p_age
   ORDER BY t.created_at LIMIT p_limit;
$$;

-- backlog counts, per tenant, the messages that wait and those that have waited longer than p_age.
CREATE FUNCTION chat.backlog(p_age interval) RETURNS TABLE (tenant_id text, waiting bigint, late bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = chat, pg_temp AS $$
  SELECT m.tenant_id, count(*), count(*) FILTER (WHERE m.received_at < now() - p_age)
    FROM chat.messages m WHERE m.ended IS NULL GROUP BY m.tenant_id;
$$;

-- hold_fence says whether a turn still has its conversation, and keeps it so until the caller's transaction ends.
CREATE FUNCTION chat.hold_fence(p_tenant text, p_conversation uuid, p_fence bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
BEGIN
  PERFORM FROM chat.conversations
    WHERE tenant_id = p_tenant AND id = p_conversation AND fence = p_fence AND owner IS NOT NULL FOR SHARE;
  RETURN FOUND;
END $$;

-- may_send says whether a reply's epoch is still the one that may speak, and keeps it so until the caller's transaction ends.
CREATE FUNCTION chat.may_send(p_tenant text, p_conversation uuid, p_epoch bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
BEGIN
  PERFORM FROM chat.conversations
    WHERE tenant_id = p_tenant AND id = p_conversation AND epoch = p_epoch FOR SHARE;
  RETURN FOUND;
END $$;

-- prune removes at most p_limit rows of each kind that ended before p_before; it returns how many went.
CREATE FUNCTION chat.prune(p_before timestamptz, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
DECLARE
  gone  bigint := 0;
  n     bigint;
BEGIN
  DELETE FROM chat.steps WHERE ctid = ANY (ARRAY(SELECT ctid FROM chat.steps WHERE created_at < p_before LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM chat.messages WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM chat.messages WHERE ended IS NOT NULL AND created_at < p_before LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM chat.replies WHERE ctid = ANY (ARRAY(SELECT ctid FROM chat.replies WHERE created_at < p_before LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM chat.turns WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM chat.turns WHERE published_at IS NOT NULL AND created_at < p_before LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  RETURN gone;
END $$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA chat FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON chat.owners TO recado_system;

SELECT core.define_system('chat.claim(text, integer, integer)', 'recado_agent_runner');
SELECT core.define_system('chat.beat(text, interval)', 'recado_agent_runner');
SELECT core.define_system('chat.leave(text)', 'recado_agent_runner');
SELECT core.define_system('chat.disown(text, uuid[])', 'recado_agent_runner');
SELECT core.define_system('chat.mark_published(text[], uuid[])', 'recado_agent_runner');
SELECT core.define_system('chat.unpublished(interval, integer)', 'recado_agent_runner');
SELECT core.define_system('chat.backlog(interval)', 'recado_agent_runner', 'recado_console');
SELECT core.define_system('chat.prune(timestamptz, integer)', 'recado_agent_runner');
SELECT core.define_system('chat.hold_fence(text, uuid, bigint)', 'recado_tool_executor');
SELECT core.define_system('chat.may_send(text, uuid, bigint)', 'recado_outbound_sender');

GRANT SELECT, INSERT, UPDATE ON chat.contacts, chat.conversations, chat.messages, chat.turns, chat.replies, chat.steps TO recado_agent_runner;
GRANT EXECUTE ON FUNCTION
  chat.intake(text, uuid, text, text, uuid, bytea, text, text, text, text, bigint, text, bytea, text, timestamptz, text, boolean, interval, interval),
  chat.reload(text, uuid, text, bigint), chat.add_steps(text, uuid, text, bigint, uuid, jsonb),
  chat.commit_turn(text, uuid, text, bigint, bigint, text[], text, text, jsonb, boolean, jsonb, jsonb, text[], bytea[], text),
  chat.release(text, uuid, text, bigint, interval, boolean)
TO recado_agent_runner;

GRANT SELECT ON chat.contacts, chat.conversations, chat.messages, chat.turns, chat.replies, chat.steps TO recado_console;
GRANT UPDATE ON chat.conversations, chat.messages TO recado_console;
GRANT EXECUTE ON FUNCTION chat.takeover(text, uuid), chat.hand_back(text, uuid) TO recado_agent_runner, recado_console;
