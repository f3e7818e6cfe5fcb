-- Handoff that ends: who waits for a person, since when and why; reminders and returns; danger that is answered in every mode.

ALTER TABLE chat.conversations
  DROP CONSTRAINT conversations_handoff_mode_check,
  ADD CONSTRAINT conversations_handoff_mode_check CHECK (handoff_mode IN ('ai', 'waiting', 'human')),
  ADD COLUMN handoff_at        timestamptz,                  -- when somebody was asked for or took it; null before this migration
  ADD COLUMN handoff_reason    text     NOT NULL DEFAULT '', -- a code, no words of anybody
  ADD COLUMN handoff_heard_at  timestamptz,                  -- the person's last word to the customer
  ADD COLUMN handoff_reminders smallint NOT NULL DEFAULT 0,  -- how often the business was reminded
  ADD COLUMN handoff_due       timestamptz,                  -- when the sweep looks at it next; null is now
  ADD COLUMN handoff_note      text     NOT NULL DEFAULT ''; -- what the assistant says first when it speaks again

CREATE INDEX conversations_handoff ON chat.conversations (tenant_id, handoff_due NULLS FIRST) WHERE handoff_mode <> 'ai';

-- danger is answered and settled heard in every mode, bare (a thank-you) wakes nobody
ALTER TABLE chat.messages ADD COLUMN nature text NOT NULL DEFAULT '' CHECK (nature IN ('', 'danger', 'settled', 'bare'));

DROP FUNCTION chat.intake(text, uuid, text, text, uuid, bytea, text, text, text, text, bigint, text, bytea, text, timestamptz, text, boolean, interval, interval);

-- intake records one message, once. p_end is null for a message that wants an answer, else the reason why it has none.
-- wait_ms is the time until the conversation is due, null when this message starts nothing; mode is who has it afterwards.
CREATE FUNCTION chat.intake(
  p_tenant text, p_conversation uuid, p_channel text, p_account text,
  p_contact uuid, p_address bytea, p_profile text, p_assistant text, p_language text,
  p_message text, p_sequence bigint, p_kind text, p_event bytea, p_traceparent text, p_received timestamptz,
  p_end text, p_takeover boolean, p_nature text, p_quiet interval, p_cap interval,
  OUT fresh boolean, OUT wait_ms bigint, OUT mode text, OUT reason text
) LANGUAGE plpgsql AS $$
DECLARE
  c    record;
  due  timestamptz;
  ends text := p_end;
BEGIN
  fresh := false;
  SELECT handoff_mode, handoff_reason, burst_at INTO c FROM chat.conversations
   WHERE tenant_id = p_tenant AND id = p_conversation FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, assistant_id, language)
    VALUES (p_tenant, p_conversation, p_channel, p_account, p_contact, p_assistant, p_language)
    ON CONFLICT DO NOTHING;
    INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address, profile_name)
    VALUES (p_tenant, p_contact, p_channel, p_account, p_address, p_profile)
    ON CONFLICT DO NOTHING;
    SELECT handoff_mode, handoff_reason, burst_at INTO c FROM chat.conversations
     WHERE tenant_id = p_tenant AND id = p_conversation FOR NO KEY UPDATE;
  END IF;
  mode := c.handoff_mode;
  reason := c.handoff_reason;
  IF ends IS NULL AND mode = 'human' AND p_nature NOT IN ('danger', 'settled') THEN
    ends := 'person';
  END IF;

  INSERT INTO chat.messages (tenant_id, conversation_id, message_id, sequence, kind, event, traceparent, received_at, nature, ended, ended_at)
  VALUES (p_tenant, p_conversation, p_message, p_sequence, p_kind, p_event, p_traceparent, p_received, p_nature, ends,
          CASE WHEN ends IS NOT NULL THEN now() END)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  fresh := true;

  IF p_takeover THEN
    IF chat.takeover(p_tenant, p_conversation) THEN
      reason := CASE WHEN mode = 'ai' THEN 'takeover' ELSE reason END;
      mode := 'human';
    END IF;
  ELSIF ends IS NULL THEN
    due := least(now() + p_quiet, coalesce(c.burst_at, now()) + p_cap);
    UPDATE chat.conversations
       SET version = version + 1, burst_at = coalesce(burst_at, now()), due_at = due, updated_at = now()
     WHERE tenant_id = p_tenant AND id = p_conversation;
    wait_ms := greatest(0, extract(epoch FROM due - now()) * 1000);
  END IF;
END $$;

DROP FUNCTION chat.takeover(text, uuid);

-- takeover gives the conversation to a person: a running turn can write nothing more, tools included. What waits is the person's
-- now, but a danger still gets its answer. p_spoke says that the customer has heard the person; it is false where somebody only
-- took the conversation. It returns whether the conversation was not the person's before.
CREATE FUNCTION chat.takeover(p_tenant text, p_conversation uuid, p_spoke boolean DEFAULT true) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  first timestamptz;
BEGIN
  UPDATE chat.conversations
     SET handoff_reason = CASE WHEN handoff_mode = 'ai' THEN 'takeover' ELSE handoff_reason END,
         handoff_mode = 'human', handoff_at = now(), handoff_heard_at = CASE WHEN p_spoke THEN now() END, handoff_due = now(),
         handoff_note = '', epoch = epoch + 1, fence = fence + 1, owner = NULL, due_at = NULL, burst_at = NULL,
         turn_id = NULL, turn_at = NULL, turn_attempts = 0, dialogue = NULL, greeted = true, updated_at = now()
   WHERE tenant_id = p_tenant AND id = p_conversation AND handoff_mode <> 'human';
  IF NOT FOUND THEN
    UPDATE chat.conversations SET handoff_heard_at = now(), handoff_due = now(), updated_at = now()
     WHERE tenant_id = p_tenant AND id = p_conversation AND handoff_mode = 'human' AND p_spoke;
    RETURN false;
  END IF;
  UPDATE chat.messages SET ended = 'person', ended_at = now()
   WHERE tenant_id = p_tenant AND conversation_id = p_conversation AND ended IS NULL AND nature <> 'danger';
  SELECT min(created_at) INTO first FROM chat.messages
   WHERE tenant_id = p_tenant AND conversation_id = p_conversation AND ended IS NULL;
  IF first IS NOT NULL THEN
    UPDATE chat.conversations SET due_at = now(), burst_at = first WHERE tenant_id = p_tenant AND id = p_conversation;
  END IF;
  RETURN true;
END $$;

DROP FUNCTION chat.hand_back(text, uuid);

-- hand_back lets the assistant answer again, also what the customer has said in the last day and no person has answered; a
-- thank-you needs no answer. It returns the new epoch, null where the assistant has the conversation already. A turn at work
-- loses its fence and is taken up again with its journal.
CREATE FUNCTION chat.hand_back(p_tenant text, p_conversation uuid, p_note text DEFAULT 'returned') RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  c     record;
  first timestamptz;
BEGIN
  SELECT * INTO c FROM chat.conversations
   WHERE tenant_id = p_tenant AND id = p_conversation AND handoff_mode <> 'ai' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF c.handoff_mode = 'human' THEN
    UPDATE chat.messages m SET ended = NULL, ended_at = NULL
     WHERE m.tenant_id = p_tenant AND m.conversation_id = p_conversation AND m.ended = 'person'
       AND m.kind <> 'echo' AND m.nature = '' AND m.received_at > now() - interval '24 hours'
       AND CASE WHEN c.handoff_heard_at IS NULL THEN m.ended_at >= coalesce(c.handoff_at, c.updated_at)
                ELSE m.ended_at > c.handoff_heard_at END;
  END IF;
  SELECT min(created_at) INTO first FROM chat.messages
   WHERE tenant_id = p_tenant AND conversation_id = p_conversation AND ended IS NULL;
  UPDATE chat.conversations
     SET handoff_mode = 'ai', handoff_at = NULL, handoff_reason = '', handoff_heard_at = NULL, handoff_reminders = 0, handoff_due = NULL,
         handoff_note = p_note, epoch = epoch + 1, fence = fence + 1, owner = NULL,
         due_at = CASE WHEN first IS NOT NULL THEN now() END, burst_at = first, updated_at = now()
   WHERE tenant_id = p_tenant AND id = p_conversation;
  RETURN c.epoch + 1;
END $$;

-- add_outbox keeps events that belong to no turn until the bus has them, once under its id.
CREATE FUNCTION chat.add_outbox(p_tenant text, p_conversation uuid, p_id uuid, p_outcome text, p_reason text, p_stages text[], p_events bytea[])
RETURNS void LANGUAGE sql AS $$
  INSERT INTO chat.turns (tenant_id, id, conversation_id, fence, attempts, outcome, reason, message_ids, started_at, stages, events)
  VALUES (p_tenant, p_id, p_conversation, 0, 0, p_outcome, p_reason, '{}', now(), p_stages, p_events)
  ON CONFLICT DO NOTHING;
$$;

-- say keeps a person's words in the history; the caller holds the conversation's row and has made their event.
CREATE FUNCTION chat.say(p_tenant text, p_conversation uuid, p_reply uuid, p_turn uuid, p_sequence bigint, p_content jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE chat.conversations SET sequence = p_sequence WHERE tenant_id = p_tenant AND id = p_conversation;
  INSERT INTO chat.replies (tenant_id, id, conversation_id, turn_id, epoch, sequence, content, message_ids)
  VALUES (p_tenant, p_reply, p_conversation, p_turn, 0, p_sequence, p_content, '{}');
END $$;

-- due_handoffs lists conversations that a person has or is asked for and that somebody must look at now, the tenants by turns.
CREATE FUNCTION chat.due_handoffs(p_limit integer) RETURNS TABLE (tenant_id text, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = chat, pg_temp AS $$
  SELECT d.tenant_id, d.id FROM (
    SELECT c.tenant_id, c.id, c.handoff_due, row_number() OVER (PARTITION BY c.tenant_id ORDER BY c.handoff_due NULLS FIRST) AS place
      FROM chat.conversations c WHERE c.handoff_mode <> 'ai' AND (c.handoff_due IS NULL OR c.handoff_due <= now())) d
   ORDER BY d.place, d.handoff_due NULLS FIRST LIMIT p_limit;
$$;

DROP FUNCTION chat.claim(text, integer, integer);

-- claim takes due conversations that nobody holds, the tenants by turns and none above p_share of this process's work,
-- and brings all that a turn needs to start.
CREATE FUNCTION chat.claim(p_instance text, p_limit integer, p_share integer)
RETURNS TABLE (
  tenant_id text, id uuid, channel text, account_id text, contact_id uuid, assistant_id text, handoff_mode text,
  handoff_at timestamptz, handoff_reason text, handoff_note text,
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
         t.handoff_at, t.handoff_reason, t.handoff_note,
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

DROP FUNCTION chat.commit_turn(text, uuid, text, bigint, bigint, text[], text, text, jsonb, boolean, jsonb, jsonb, text[], bytea[], text);

-- commit_turn ends a turn: committed, superseded (a message came that it has not read; p_version null commits all the same)
-- or fenced (somebody else has the conversation). wait_ms is the time until the messages that wait are due. p_mode is waiting where
-- the turn asks for a person, ai where it ends that, empty where it leaves things as they are; p_reason is why a person is asked for.
CREATE FUNCTION chat.commit_turn(
  p_tenant text, p_conversation uuid, p_instance text, p_fence bigint, p_version bigint,
  p_messages text[], p_ended text, p_language text, p_dialogue jsonb, p_mode text, p_reason text,
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
  SELECT min(created_at) INTO first FROM chat.messages
   WHERE tenant_id = p_tenant AND conversation_id = p_conversation AND ended IS NULL;

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
         handoff_note = CASE WHEN jsonb_array_length(p_replies) > 0 THEN '' ELSE handoff_note END,
         handoff_reason = CASE WHEN p_reason <> '' THEN p_reason ELSE handoff_reason END,
         updated_at = now()
   WHERE tenant_id = p_tenant AND id = p_conversation;
  IF p_mode = 'waiting' AND c.handoff_mode = 'ai' THEN
    UPDATE chat.conversations
       SET handoff_mode = 'waiting', handoff_at = now(), handoff_heard_at = NULL, handoff_reminders = 0, handoff_due = now(), epoch = epoch + 1
     WHERE tenant_id = p_tenant AND id = p_conversation;
  ELSIF p_mode = 'ai' AND c.handoff_mode <> 'ai' THEN
    UPDATE chat.conversations
       SET handoff_mode = 'ai', handoff_at = NULL, handoff_reason = '', handoff_heard_at = NULL, handoff_reminders = 0, handoff_due = NULL,
           epoch = epoch + 1
     WHERE tenant_id = p_tenant AND id = p_conversation;
  END IF;
  outcome := 'committed';
  wait_ms := greatest(0, extract(epoch FROM due - now()) * 1000);
END $$;

DROP FUNCTION chat.may_send(text, uuid, bigint); -- only a function's owner may replace it, a schema's may drop it

-- may_send says whether a reply's epoch is still the one that may speak, and keeps it so until the caller's transaction ends. Epoch 0
-- always may: a person's own words, and where help is in danger.
CREATE FUNCTION chat.may_send(p_tenant text, p_conversation uuid, p_epoch bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
BEGIN
  PERFORM FROM chat.conversations
    WHERE tenant_id = p_tenant AND id = p_conversation AND (epoch = p_epoch OR p_epoch = 0) FOR SHARE;
  RETURN FOUND;
END $$;

-- Notices: that a person is wanted, on its way to the business by one of the ways that its settings name. No words and no name of
-- anybody stand here. Owned by outbound-sender.
CREATE TABLE delivery.notices (
  tenant_id       text        NOT NULL,
  id              uuid        NOT NULL, -- made of conversation, epoch, kind and target: the same notice has the same one
  conversation_id uuid        NOT NULL,
  epoch           bigint      NOT NULL,
  kind            text        NOT NULL CHECK (kind IN ('requested', 'reminder', 'last_reminder', 'danger', 'trial')),
  reason          text        NOT NULL DEFAULT '',
  since           timestamptz NOT NULL,
  target          text        NOT NULL, -- webhook, email or whatsapp with a digest of where it goes
  state           text        NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'failed')),
  attempts        integer     NOT NULL DEFAULT 0,
  due_at          timestamptz NOT NULL DEFAULT now(),
  error           text        NOT NULL DEFAULT '', -- of the last attempt, without what was sent or where
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX notices_due ON delivery.notices (tenant_id, due_at) WHERE state = 'pending';
CREATE INDEX notices_age ON delivery.notices (created_at);
SELECT core.protect('delivery.notices');

-- accept_notice keeps a notice once. Beyond p_share open ones a tenant gets no more, dangers and trials apart.
CREATE FUNCTION delivery.accept_notice(
  p_tenant text, p_id uuid, p_conversation uuid, p_epoch bigint, p_kind text, p_reason text, p_since timestamptz, p_target text, p_share integer
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF p_kind NOT IN ('danger', 'trial') AND
     (SELECT count(*) FROM delivery.notices WHERE tenant_id = p_tenant AND state = 'pending') >= p_share THEN
    RETURN false;
  END IF;
  INSERT INTO delivery.notices (tenant_id, id, conversation_id, epoch, kind, reason, since, target)
  VALUES (p_tenant, p_id, p_conversation, p_epoch, p_kind, p_reason, p_since, p_target) ON CONFLICT DO NOTHING;
  RETURN true;
END $$;

-- claim_notices takes due notices, the tenants by turns and none above p_share of a claim; a claim that nothing comes of is due again
-- after p_hold. What nobody needs any more, because a person has come meanwhile, is stale. The name is the channel's profile name.
CREATE FUNCTION delivery.claim_notices(p_limit integer, p_share integer, p_hold interval)
RETURNS TABLE (tenant_id text, id uuid, conversation_id uuid, kind text, reason text, since timestamptz, target text, attempts integer,
               channel text, contact_name text, stale boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = delivery, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH ranked AS (
    SELECT n.tenant_id, n.id, n.due_at, row_number() OVER (PARTITION BY n.tenant_id ORDER BY n.due_at) AS place
      FROM delivery.notices n WHERE n.state = 'pending' AND n.due_at <= now()
  ), locked AS (
    SELECT n.tenant_id, n.id FROM ranked r JOIN delivery.notices n ON n.tenant_id = r.tenant_id AND n.id = r.id
     WHERE r.place <= p_share AND n.state = 'pending' AND n.due_at <= now()
     ORDER BY r.place, r.due_at LIMIT p_limit FOR UPDATE OF n SKIP LOCKED
  ), taken AS (
    UPDATE delivery.notices n SET attempts = n.attempts + 1, due_at = now() + p_hold
      FROM locked l WHERE n.tenant_id = l.tenant_id AND n.id = l.id
    RETURNING n.*
  )
  SELECT t.tenant_id, t.id, t.conversation_id, t.kind, t.reason, t.since, t.target, t.attempts,
         coalesce(c.channel, ''), coalesce(p.profile_name, ''),
         t.kind NOT IN ('danger', 'trial') AND c.epoch IS DISTINCT FROM t.epoch
    FROM taken t
    LEFT JOIN chat.conversations c ON c.tenant_id = t.tenant_id AND c.id = t.conversation_id
    LEFT JOIN chat.contacts p ON p.tenant_id = c.tenant_id AND p.id = c.contact_id;
END $$;

-- end_notice ends one attempt: sent, failed, or pending again after p_wait. A later attempt's notice stays as it is.
CREATE FUNCTION delivery.end_notice(p_tenant text, p_id uuid, p_attempts integer, p_state text, p_wait interval, p_error text) RETURNS void
LANGUAGE sql AS $$
  UPDATE delivery.notices SET state = p_state, due_at = now() + p_wait, error = p_error
   WHERE tenant_id = p_tenant AND id = p_id AND attempts = p_attempts AND state = 'pending';
$$;

-- prune_notices removes what ended before p_before.
CREATE FUNCTION delivery.prune_notices(p_before timestamptz, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = delivery, pg_temp AS $$
DECLARE
  gone bigint;
BEGIN
  DELETE FROM delivery.notices WHERE ctid = ANY (ARRAY(SELECT ctid FROM delivery.notices WHERE created_at < p_before LIMIT p_limit));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;

SELECT core.define_system('chat.claim(text, integer, integer)', 'recado_agent_runner');
SELECT core.define_system('chat.due_handoffs(integer)', 'recado_agent_runner');
SELECT core.define_system('chat.may_send(text, uuid, bigint)', 'recado_outbound_sender');
SELECT core.define_system('delivery.claim_notices(integer, integer, interval)', 'recado_outbound_sender');
SELECT core.define_system('delivery.prune_notices(timestamptz, integer)', 'recado_outbound_sender');

REVOKE EXECUTE ON FUNCTION
  chat.intake(text, uuid, text, text, uuid, bytea, text, text, text, text, bigint, text, bytea, text, timestamptz, text, boolean, text, interval, interval),
  chat.commit_turn(text, uuid, text, bigint, bigint, text[], text, text, jsonb, text, text, jsonb, jsonb, text[], bytea[], text),
  chat.takeover(text, uuid, boolean), chat.hand_back(text, uuid, text),
  chat.add_outbox(text, uuid, uuid, text, text, text[], bytea[]), chat.say(text, uuid, uuid, uuid, bigint, jsonb),
  delivery.accept_notice(text, uuid, uuid, bigint, text, text, timestamptz, text, integer),
  delivery.end_notice(text, uuid, integer, text, interval, text)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  chat.intake(text, uuid, text, text, uuid, bytea, text, text, text, text, bigint, text, bytea, text, timestamptz, text, boolean, text, interval, interval),
  chat.commit_turn(text, uuid, text, bigint, bigint, text[], text, text, jsonb, text, text, jsonb, jsonb, text[], bytea[], text)
TO recado_agent_runner;
GRANT EXECUTE ON FUNCTION
  chat.takeover(text, uuid, boolean), chat.hand_back(text, uuid, text),
  chat.add_outbox(text, uuid, uuid, text, text, text[], bytea[]), chat.say(text, uuid, uuid, uuid, bigint, jsonb)
TO recado_agent_runner, recado_console;
GRANT INSERT ON chat.turns, chat.replies TO recado_console;
GRANT INSERT, UPDATE ON chat.names TO recado_console;
GRANT SELECT, INSERT, UPDATE ON delivery.notices TO recado_outbound_sender;
GRANT EXECUTE ON FUNCTION
  delivery.accept_notice(text, uuid, uuid, bigint, text, text, timestamptz, text, integer),
  delivery.end_notice(text, uuid, integer, text, interval, text)
TO recado_outbound_sender;
GRANT SELECT ON delivery.notices TO recado_console;
