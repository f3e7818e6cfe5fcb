-- What models are told of a conversation and of a contact beyond the last messages (docs/memory.md): a summary of a conversation's older
-- messages, and what a contact let the business remember. Both are made by a model after a turn was committed; the words in them are
-- masked as those of messages are.

-- A summary and what waits for it. waiting counts the messages since it was made; due_at is when it is to be made anew, pushed on while
-- somebody makes it. The fence begins at a time, so that none of a row that was erased comes again.
CREATE TABLE chat.summaries (
  tenant_id       text        NOT NULL,
  conversation_id uuid        NOT NULL,
  contact_id      uuid        NOT NULL,
  text            text        NOT NULL DEFAULT '' CHECK (octet_length(text) <= 4000),
  through         timestamptz,                     -- of the newest message in it
  waiting         integer     NOT NULL DEFAULT 0 CHECK (waiting >= 0),
  fence           bigint      NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
  attempts        integer     NOT NULL DEFAULT 0,
  due_at          timestamptz,
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, conversation_id)
);
CREATE INDEX summaries_by_contact ON chat.summaries (tenant_id, contact_id);
CREATE INDEX summaries_due ON chat.summaries (due_at) WHERE due_at IS NOT NULL;

-- What is remembered of a contact: short, of a closed list of kinds, until it expires.
CREATE TABLE chat.facts (
  tenant_id       text        NOT NULL,
  id              uuid        NOT NULL,
  contact_id      uuid        NOT NULL,
  conversation_id uuid        NOT NULL, -- in which it was said
  kind            text        NOT NULL CHECK (kind IN ('preference', 'family', 'pet', 'usual_order', 'accessibility')),
  text            text        NOT NULL CHECK (length(text) BETWEEN 3 AND 160),
  created_at      timestamptz NOT NULL DEFAULT now(),
  confirmed_at    timestamptz NOT NULL DEFAULT now(), -- said last
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX facts_once ON chat.facts (tenant_id, contact_id, kind, md5(lower(text)));
CREATE INDEX facts_expired ON chat.facts (expires_at);

SELECT core.protect('chat.summaries');
SELECT core.protect('chat.facts');
GRANT SELECT, INSERT, UPDATE ON chat.summaries TO recado_agent_runner;
GRANT SELECT, INSERT, UPDATE, DELETE ON chat.facts TO recado_agent_runner;
GRANT SELECT, UPDATE ON chat.summaries, chat.facts TO recado_console;

-- What a contact said of being remembered; null where it said nothing.
ALTER TABLE chat.contacts ADD COLUMN consents boolean, ADD COLUMN consents_at timestamptz;

ALTER TABLE chat.usage DROP CONSTRAINT usage_kind_check,
  ADD CONSTRAINT usage_kind_check CHECK (kind IN ('chat', 'embedding', 'rerank', 'summary'));

-- holds_turn locks the conversation and returns its contact where commit_turn, which comes after it in the transaction, will commit.
CREATE FUNCTION chat.holds_turn(p_tenant text, p_conversation uuid, p_instance text, p_fence bigint, p_version bigint) RETURNS uuid
LANGUAGE sql SET search_path = chat, pg_temp AS $$
  SELECT c.contact_id FROM chat.conversations c
   WHERE c.tenant_id = p_tenant AND c.id = p_conversation AND c.fence = p_fence AND c.owner = p_instance
     AND (p_version IS NULL OR c.version = p_version) FOR NO KEY UPDATE
$$;

-- note_messages counts what a turn's commit adds to its conversation; from p_every on the summary is due.
CREATE FUNCTION chat.note_messages(
  p_tenant text, p_conversation uuid, p_instance text, p_fence bigint, p_version bigint, p_messages integer, p_every integer
) RETURNS void LANGUAGE sql SET search_path = chat, pg_temp AS $$
  INSERT INTO chat.summaries AS s (tenant_id, conversation_id, contact_id, waiting, due_at)
  SELECT p_tenant, p_conversation, h.contact, p_messages, CASE WHEN p_messages >= p_every THEN now() END
    FROM chat.holds_turn(p_tenant, p_conversation, p_instance, p_fence, p_version) AS h (contact) WHERE h.contact IS NOT NULL
  ON CONFLICT (tenant_id, conversation_id) DO UPDATE
    SET waiting = s.waiting + p_messages, updated_at = now(),
        due_at = CASE WHEN s.waiting + p_messages >= p_every THEN coalesce(s.due_at, now()) END
$$;

-- set_remembering keeps what a contact says of being remembered; a no deletes what is remembered and what was summarised.
CREATE FUNCTION chat.set_remembering(p_tenant text, p_contact uuid, p_yes boolean) RETURNS void
LANGUAGE plpgsql SET search_path = chat, pg_temp AS $$
BEGIN
  UPDATE chat.contacts SET consents = p_yes, consents_at = now() WHERE tenant_id = p_tenant AND id = p_contact;
  IF NOT p_yes THEN
    UPDATE chat.summaries SET text = '', through = clock_timestamp(), waiting = 0, due_at = NULL, fence = fence + 1
     WHERE tenant_id = p_tenant AND contact_id = p_contact;
    DELETE FROM chat.facts WHERE tenant_id = p_tenant AND contact_id = p_contact;
  END IF;
END $$;

-- hear_remembering is that of a turn.
CREATE FUNCTION chat.hear_remembering(
  p_tenant text, p_conversation uuid, p_instance text, p_fence bigint, p_version bigint, p_yes boolean
) RETURNS void LANGUAGE plpgsql SET search_path = chat, pg_temp AS $$
DECLARE
  contact uuid := chat.holds_turn(p_tenant, p_conversation, p_instance, p_fence, p_version);
BEGIN
  IF contact IS NOT NULL THEN
    PERFORM chat.set_remembering(p_tenant, contact, p_yes);
  END IF;
END $$;

-- keep_summary writes a summary and what was learned with it, in the order contact, summary, facts in which all lock; false where
-- somebody else makes it by now, or the contact wants nothing kept. Facts are kept of contacts that were not erased and that said
-- nothing against it, or, where p_ask, said yes. Of a contact p_max stay, those said last.
CREATE FUNCTION chat.keep_summary(
  p_tenant text, p_conversation uuid, p_fence bigint, p_text text, p_through timestamptz, p_waited integer, p_every integer,
  p_facts jsonb, p_ask boolean, p_expires timestamptz, p_max integer
) RETURNS boolean LANGUAGE plpgsql SET search_path = chat, pg_temp AS $$
DECLARE
  p record;
BEGIN
  SELECT k.id, k.sealed_address <> '' AND coalesce(k.consents, NOT p_ask) AS remembers INTO p
    FROM chat.summaries s JOIN chat.contacts k ON k.tenant_id = s.tenant_id AND k.id = s.contact_id
   WHERE s.tenant_id = p_tenant AND s.conversation_id = p_conversation FOR NO KEY UPDATE OF k;
  UPDATE chat.summaries s
     SET text = p_text, through = coalesce(p_through, s.through), waiting = greatest(0, s.waiting - p_waited), attempts = 0,
         due_at = CASE WHEN s.waiting - p_waited >= p_every THEN now() END, fence = s.fence + 1, updated_at = now()
   WHERE s.tenant_id = p_tenant AND s.conversation_id = p_conversation AND s.fence = p_fence;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF NOT coalesce(p.remembers, false) THEN
    RETURN true;
  END IF;
  INSERT INTO chat.facts (tenant_id, id, contact_id, conversation_id, kind, text, expires_at)
  SELECT DISTINCT ON (f.kind, lower(f.text)) p_tenant, gen_random_uuid(), p.id, p_conversation, f.kind, f.text, p_expires
    FROM jsonb_to_recordset(p_facts) AS f (kind text, text text)
  ON CONFLICT (tenant_id, contact_id, kind, md5(lower(text))) DO UPDATE SET confirmed_at = now(), expires_at = excluded.expires_at;
  DELETE FROM chat.facts f WHERE f.tenant_id = p_tenant AND f.contact_id = p.id AND f.id NOT IN (
    SELECT x.id FROM chat.facts x WHERE x.tenant_id = p_tenant AND x.contact_id = p.id ORDER BY x.confirmed_at DESC, x.id DESC LIMIT p_max);
  RETURN true;
END $$;

-- put_off_summary gives up for p_wait, and after p_attempts for good, until more was said.
CREATE FUNCTION chat.put_off_summary(p_tenant text, p_conversation uuid, p_fence bigint, p_wait interval, p_attempts integer) RETURNS void
LANGUAGE sql SET search_path = chat, pg_temp AS $$
  UPDATE chat.summaries SET due_at = CASE WHEN attempts < p_attempts THEN now() + p_wait END,
         waiting = CASE WHEN attempts < p_attempts THEN waiting ELSE 0 END,
         attempts = CASE WHEN attempts < p_attempts THEN attempts ELSE 0 END, fence = fence + 1
   WHERE tenant_id = p_tenant AND conversation_id = p_conversation AND fence = p_fence
$$;

REVOKE ALL ON FUNCTION chat.holds_turn(text, uuid, text, bigint, bigint),
  chat.note_messages(text, uuid, text, bigint, bigint, integer, integer),
  chat.set_remembering(text, uuid, boolean), chat.hear_remembering(text, uuid, text, bigint, bigint, boolean),
  chat.keep_summary(text, uuid, bigint, text, timestamptz, integer, integer, jsonb, boolean, timestamptz, integer),
  chat.put_off_summary(text, uuid, bigint, interval, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION chat.holds_turn(text, uuid, text, bigint, bigint),
  chat.note_messages(text, uuid, text, bigint, bigint, integer, integer),
  chat.set_remembering(text, uuid, boolean), chat.hear_remembering(text, uuid, text, bigint, bigint, boolean),
  chat.keep_summary(text, uuid, bigint, text, timestamptz, integer, integer, jsonb, boolean, timestamptz, integer),
  chat.put_off_summary(text, uuid, bigint, interval, integer) TO recado_agent_runner;

-- claim_summaries takes due ones for p_hold, the tenants by turns: whoever dies leaves its own to the next, and its fence is over.
CREATE FUNCTION chat.claim_summaries(p_limit integer, p_hold interval)
RETURNS TABLE (tenant_id text, conversation_id uuid, contact_id uuid, fence bigint, text text, through timestamptz, waiting integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH ranked AS (
    SELECT d.tenant_id, d.conversation_id, row_number() OVER (PARTITION BY d.tenant_id ORDER BY d.due_at) AS place
      FROM (SELECT s.tenant_id, s.conversation_id, s.due_at FROM chat.summaries s WHERE s.due_at <= now() ORDER BY s.due_at LIMIT 1000) AS d
  ), locked AS (
    SELECT s.tenant_id, s.conversation_id FROM ranked r
      JOIN chat.summaries s ON s.tenant_id = r.tenant_id AND s.conversation_id = r.conversation_id
     WHERE s.due_at <= now() ORDER BY r.place LIMIT p_limit FOR UPDATE OF s SKIP LOCKED
  )
  UPDATE chat.summaries s SET fence = s.fence + 1, attempts = s.attempts + 1, due_at = now() + p_hold
    FROM locked l WHERE s.tenant_id = l.tenant_id AND s.conversation_id = l.conversation_id
  RETURNING s.tenant_id, s.conversation_id, s.contact_id, s.fence, s.text, s.through, s.waiting;
END $$;
SELECT core.define_system('chat.claim_summaries(integer, interval)', 'recado_agent_runner');

-- prune_memory removes facts that expired, and summaries of before p_before.
CREATE FUNCTION chat.prune_memory(p_before timestamptz, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
DECLARE
  gone bigint := 0;
  n    bigint;
BEGIN
  DELETE FROM chat.facts WHERE ctid = ANY (ARRAY(SELECT ctid FROM chat.facts WHERE expires_at < now() - interval '1 hour' LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM chat.summaries WHERE ctid = ANY (ARRAY(SELECT ctid FROM chat.summaries WHERE updated_at < p_before LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  RETURN gone;
END $$;
SELECT core.define_system('chat.prune_memory(timestamptz, integer)', 'recado_agent_runner');

DROP FUNCTION core.erase_contact(text, uuid); -- only a function's owner may replace it, a schema's may drop it

-- erase_contact counts what it blanked or removed; known is false where nothing was ever kept of that contact. Doing it again finds
-- nothing more. A turn that is at work loses its fence and writes nothing: its tool calls need no ledger any more.
CREATE FUNCTION core.erase_contact(p_tenant text, p_contact uuid, OUT known boolean, OUT erased jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  ids uuid[];
  n   jsonb := '{}';
  c   bigint;
BEGIN
  SELECT coalesce(array_agg(id), '{}') INTO ids FROM (
    SELECT id FROM chat.conversations WHERE tenant_id = p_tenant AND contact_id = p_contact ORDER BY id FOR UPDATE) AS locked;
  known := ids <> '{}' OR EXISTS (SELECT FROM chat.contacts WHERE tenant_id = p_tenant AND id = p_contact)
    OR EXISTS (SELECT FROM business.contacts WHERE tenant_id = p_tenant AND id = p_contact)
    OR EXISTS (SELECT FROM business.orders WHERE tenant_id = p_tenant AND contact_id = p_contact)
    OR EXISTS (SELECT FROM business.waiting_list WHERE tenant_id = p_tenant AND contact_id = p_contact)
    OR EXISTS (SELECT FROM business.approvals WHERE tenant_id = p_tenant AND contact_id = p_contact)
    OR EXISTS (SELECT FROM business.loyalty_accounts WHERE tenant_id = p_tenant AND contact_id = p_contact)
    OR EXISTS (SELECT FROM business.appointments WHERE tenant_id = p_tenant AND contact_id = p_contact);

  DELETE FROM business.slot_holds WHERE tenant_id = p_tenant AND contact_id = p_contact;
  DELETE FROM business.waiting_list WHERE tenant_id = p_tenant AND contact_id = p_contact;
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('waiting_list', c);
  DELETE FROM business.approvals WHERE tenant_id = p_tenant AND contact_id = p_contact;
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('approvals', c);
  DELETE FROM business.contacts WHERE tenant_id = p_tenant AND id = p_contact; -- with callbacks and questions
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('contact_data', c);
  UPDATE business.appointments SET notes = '', cancel_reason = ''
   WHERE tenant_id = p_tenant AND contact_id = p_contact AND (notes <> '' OR cancel_reason <> '');
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('appointment_notes', c);
  UPDATE business.order_items i SET notes = '' FROM business.orders o
   WHERE o.tenant_id = p_tenant AND o.contact_id = p_contact AND i.tenant_id = p_tenant AND i.order_id = o.id AND i.notes <> '';
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('order_notes', c);
  UPDATE business.orders SET address = '', cancel_reason = ''
   WHERE tenant_id = p_tenant AND contact_id = p_contact AND (address <> '' OR cancel_reason <> '');
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('order_addresses', c);
  DELETE FROM business.scheduled_messages WHERE tenant_id = p_tenant AND contact_id = p_contact;
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('scheduled_messages', c);
  DELETE FROM business.loyalty_redemptions WHERE tenant_id = p_tenant AND contact_id = p_contact;
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('loyalty_codes', c);
  UPDATE business.loyalty_transactions SET description = '' WHERE tenant_id = p_tenant AND contact_id = p_contact AND description <> '';
  DELETE FROM business.loyalty_accounts WHERE tenant_id = p_tenant AND contact_id = p_contact;
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('loyalty_accounts', c);
  UPDATE business.handoffs SET summary = ''
   WHERE tenant_id = p_tenant AND (contact_id = p_contact OR conversation_id = ANY (ids)) AND summary <> '';
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('handoff_summaries', c);
  DELETE FROM business.tool_ledger WHERE tenant_id = p_tenant AND conversation_id = ANY (ids);
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('tool_results', c);

  UPDATE chat.conversations
     SET fence = fence + 1, owner = NULL, due_at = NULL, burst_at = NULL, turn_id = NULL, turn_at = NULL, turn_attempts = 0,
         dialogue = NULL, handoff_note = '', updated_at = now()
   WHERE tenant_id = p_tenant AND id = ANY (ids)
     AND (dialogue IS NOT NULL OR due_at IS NOT NULL OR owner IS NOT NULL OR turn_id IS NOT NULL OR handoff_note <> '');
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('dialogues', c);
  UPDATE chat.contacts SET profile_name = '', sealed_address = '', updated_at = now()
   WHERE tenant_id = p_tenant AND id = p_contact AND (profile_name <> '' OR sealed_address <> '');
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('profiles', c);
  UPDATE chat.messages SET event = '', ended = coalesce(ended, 'silent'), ended_at = coalesce(ended_at, now())
   WHERE tenant_id = p_tenant AND conversation_id = ANY (ids) AND event <> '';
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('messages', c);
  UPDATE chat.replies SET content = '{"text": "", "choices": null}', evidence = '[]'
   WHERE tenant_id = p_tenant AND conversation_id = ANY (ids) AND (content <> '{"text": "", "choices": null}' OR evidence <> '[]');
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('replies', c);
  UPDATE chat.turns SET published_at = coalesce(published_at, now()), stages = NULL, events = NULL
   WHERE tenant_id = p_tenant AND conversation_id = ANY (ids) AND (published_at IS NULL OR events IS NOT NULL);
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('outboxes', c);
  DELETE FROM chat.steps WHERE tenant_id = p_tenant AND conversation_id = ANY (ids);
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('steps', c);
  DELETE FROM chat.names WHERE tenant_id = p_tenant AND conversation_id = ANY (ids);
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('token_maps', c);
  DELETE FROM chat.summaries WHERE tenant_id = p_tenant AND (contact_id = p_contact OR conversation_id = ANY (ids));
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('summaries', c);
  DELETE FROM chat.facts WHERE tenant_id = p_tenant AND contact_id = p_contact;
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('remembered', c);

  -- what is being sent now settles first; the next erasing finds it
  DELETE FROM delivery.parts p USING delivery.deliveries d
   WHERE d.tenant_id = p_tenant AND d.conversation_id = ANY (ids) AND d.state <> 'sending' AND p.tenant_id = p_tenant AND p.reply_id = d.reply_id;
  DELETE FROM delivery.deliveries WHERE tenant_id = p_tenant AND conversation_id = ANY (ids) AND state <> 'sending';
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('deliveries', c);
  erased := n;
END $$;

SELECT core.define_system('core.erase_contact(text, uuid)', 'recado_console');
