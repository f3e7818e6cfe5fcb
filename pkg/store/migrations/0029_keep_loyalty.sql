-- Loyalty: what customers earn by visits and orders, and what they get for it. A programme and its rewards are written from the tenant's
-- file; tokens are whole numbers that are nobody's money.

CREATE TABLE business.loyalty_programs (
  tenant_id       text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id              uuid NOT NULL,
  slug            text NOT NULL,
  name            text NOT NULL,
  unit            text NOT NULL DEFAULT '', -- what customers call the tokens; empty: points
  per_appointment int NOT NULL DEFAULT 0 CHECK (per_appointment BETWEEN 0 AND 100000),
  per_order       int NOT NULL DEFAULT 0 CHECK (per_order BETWEEN 0 AND 100000),
  per_amount      bigint CHECK (per_amount > 0), -- one token for each so much of an order's total
  expire_days     int CHECK (expire_days BETWEEN 1 AND 3650), -- all end so long after the last were earned; null: never
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, slug)
);

CREATE TABLE business.loyalty_rewards (
  tenant_id   text NOT NULL,
  id          uuid NOT NULL,
  program_id  uuid NOT NULL,
  slug        text NOT NULL,
  name        text NOT NULL,
  aliases     text[] NOT NULL DEFAULT '{}',
  description text NOT NULL DEFAULT '',
  tokens      int NOT NULL CHECK (tokens BETWEEN 1 AND 1000000),
  available   boolean NOT NULL DEFAULT true,
  code_days   int NOT NULL DEFAULT 30 CHECK (code_days BETWEEN 1 AND 366), -- how long its code is good
  position    int NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, slug),
  FOREIGN KEY (tenant_id, program_id) REFERENCES business.loyalty_programs ON DELETE CASCADE
);

-- What a contact has. A programme that is taken out of the file and comes back has its accounts again.
CREATE TABLE business.loyalty_accounts (
  tenant_id  text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  contact_id uuid NOT NULL,
  program_id uuid NOT NULL,
  balance    bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
  expires_at timestamptz, -- of all that is there
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, contact_id, program_id)
);
CREATE INDEX loyalty_accounts_end ON business.loyalty_accounts (expires_at) WHERE balance > 0;

-- Why a balance is what it is. One appointment, one order, one source awards once, however often it is told.
CREATE TABLE business.loyalty_transactions (
  tenant_id        text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id               uuid NOT NULL,
  contact_id       uuid NOT NULL,
  program_id       uuid NOT NULL,
  tokens           bigint NOT NULL CHECK (tokens <> 0),
  balance          bigint NOT NULL CHECK (balance >= 0), -- afterwards
  transaction_type text NOT NULL CHECK (transaction_type IN ('earned', 'bonus', 'redeemed', 'expired')),
  source_type      text NOT NULL CHECK (source_type IN ('appointment', 'order', 'redemption', 'account', 'manual', 'referral', 'promotion')),
  source_id        uuid NOT NULL,
  description      text NOT NULL DEFAULT '' CHECK (char_length(description) <= 200),
  created_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, source_type, source_id, transaction_type)
);
CREATE INDEX loyalty_transactions_by_contact ON business.loyalty_transactions (tenant_id, contact_id, created_at);
CREATE INDEX loyalty_transactions_age ON business.loyalty_transactions USING brin (created_at);

-- Rewards that customers took: the code is what they show.
CREATE TABLE business.loyalty_redemptions (
  tenant_id   text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id          uuid NOT NULL,
  contact_id  uuid NOT NULL,
  program_id  uuid NOT NULL,
  reward_slug text NOT NULL, -- reward as it was then
  reward_name text NOT NULL,
  tokens      int NOT NULL CHECK (tokens > 0),
  code        text NOT NULL CHECK (char_length(code) BETWEEN 8 AND 40),
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, code)
);
CREATE INDEX loyalty_redemptions_by_contact ON business.loyalty_redemptions (tenant_id, contact_id, created_at);
CREATE INDEX loyalty_redemptions_age ON business.loyalty_redemptions USING brin (created_at);

DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['business.loyalty_programs', 'business.loyalty_rewards'] LOOP
    PERFORM core.protect(t::regclass);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO recado_console', t);
    EXECUTE format('GRANT SELECT ON %s TO recado_tool_executor', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['business.loyalty_accounts', 'business.loyalty_transactions', 'business.loyalty_redemptions'] LOOP
    PERFORM core.protect(t::regclass);
    EXECUTE format('GRANT SELECT, INSERT ON %s TO recado_tool_executor', t);
    EXECUTE format('GRANT SELECT ON %s TO recado_console', t);
  END LOOP;
END $$;
GRANT UPDATE (balance, expires_at, updated_at) ON business.loyalty_accounts TO recado_tool_executor;
GRANT UPDATE (used_at) ON business.loyalty_redemptions TO recado_console;

-- expire_tokens ends what an account has had for too long. The row is locked from here on.
CREATE FUNCTION business.expire_tokens(p_tenant text, p_contact uuid, p_program uuid) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  had  bigint;
  ends timestamptz;
BEGIN
  SELECT balance, expires_at INTO had, ends FROM business.loyalty_accounts
   WHERE tenant_id = p_tenant AND contact_id = p_contact AND program_id = p_program FOR UPDATE;
  IF had > 0 AND ends <= now() THEN
    INSERT INTO business.loyalty_transactions (tenant_id, id, contact_id, program_id, tokens, balance, transaction_type, source_type, source_id)
    VALUES (p_tenant, gen_random_uuid(), p_contact, p_program, -had, 0, 'expired', 'account', gen_random_uuid());
    UPDATE business.loyalty_accounts SET balance = 0, expires_at = NULL
     WHERE tenant_id = p_tenant AND contact_id = p_contact AND program_id = p_program;
    had := 0;
  END IF;
  RETURN coalesce(had, 0);
END $$;

-- move_tokens adds tokens to an account or takes them, once for each source and type; done is false where that was before. An account
-- that has too few refuses by its constraint.
CREATE FUNCTION business.move_tokens(
  p_tenant text, p_contact uuid, p_program uuid, p_tokens bigint, p_type text, p_source text, p_id uuid, p_description text,
  OUT done boolean, OUT balance bigint
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO business.loyalty_accounts (tenant_id, contact_id, program_id) VALUES (p_tenant, p_contact, p_program) ON CONFLICT DO NOTHING;
  balance := business.expire_tokens(p_tenant, p_contact, p_program);
  INSERT INTO business.loyalty_transactions (tenant_id, id, contact_id, program_id, tokens, balance, transaction_type, source_type, source_id, description)
  VALUES (p_tenant, gen_random_uuid(), p_contact, p_program, p_tokens, balance + p_tokens, p_type, p_source, p_id, p_description)
  ON CONFLICT (tenant_id, source_type, source_id, transaction_type) DO NOTHING;
  done := FOUND;
  IF done THEN
    balance := balance + p_tokens;
    UPDATE business.loyalty_accounts a SET balance = a.balance + p_tokens, updated_at = now(),
           expires_at = CASE WHEN p_tokens > 0 THEN now() + make_interval(days => p.expire_days) ELSE a.expires_at END
      FROM business.loyalty_programs p
     WHERE a.tenant_id = p_tenant AND a.contact_id = p_contact AND a.program_id = p_program AND p.tenant_id = a.tenant_id AND p.id = a.program_id;
  END IF;
END $$;

-- expire_accounts ends what accounts of all tenants have had for too long.
CREATE FUNCTION business.expire_accounts(p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  a record;
  n bigint := 0;
BEGIN
  FOR a IN SELECT tenant_id, contact_id, program_id FROM business.loyalty_accounts
    WHERE balance > 0 AND expires_at <= now() LIMIT p_limit FOR UPDATE SKIP LOCKED LOOP
    PERFORM business.expire_tokens(a.tenant_id, a.contact_id, a.program_id);
    n := n + 1;
  END LOOP;
  RETURN n;
END $$;

REVOKE EXECUTE ON FUNCTION business.expire_tokens(text, uuid, uuid),
  business.move_tokens(text, uuid, uuid, bigint, text, text, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION business.expire_tokens(text, uuid, uuid) TO recado_tool_executor, recado_system;
GRANT EXECUTE ON FUNCTION business.move_tokens(text, uuid, uuid, bigint, text, text, uuid, text) TO recado_tool_executor;
SELECT core.define_system('business.expire_accounts(integer)', 'recado_tool_executor');

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

  -- what is being sent now settles first; the next erasing finds it
  DELETE FROM delivery.parts p USING delivery.deliveries d
   WHERE d.tenant_id = p_tenant AND d.conversation_id = ANY (ids) AND d.state <> 'sending' AND p.tenant_id = p_tenant AND p.reply_id = d.reply_id;
  DELETE FROM delivery.deliveries WHERE tenant_id = p_tenant AND conversation_id = ANY (ids) AND state <> 'sending';
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('deliveries', c);
  erased := n;
END $$;

SELECT core.define_system('core.erase_contact(text, uuid)', 'recado_console');

DROP FUNCTION business.prune(timestamptz, timestamptz, integer);

-- prune removes what tools kept of conversations before p_before, appointments and orders that were over before p_visits, and contacts
-- of whom nothing else is left. Of an appointment or order that was over before p_before the customer's words go.
CREATE FUNCTION business.prune(p_before timestamptz, p_visits timestamptz, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = business, pg_temp AS $$
DECLARE
  gone bigint := 0;
  n    bigint;
BEGIN
  DELETE FROM business.tool_ledger WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM business.tool_ledger WHERE created_at < p_before LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.slot_holds WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM business.slot_holds WHERE expires_at < now() - interval '1 hour' LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.waiting_list WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM business.waiting_list
     WHERE last_day < current_date - 7 OR state IN ('booked', 'left', 'ended') AND updated_at < greatest(p_before, now() - interval '90 days')
     LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.approvals WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM business.approvals WHERE created_at < greatest(p_before, now() - interval '90 days')
     LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.handoffs WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM business.handoffs WHERE created_at < p_before LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.callbacks WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM business.callbacks WHERE created_at < greatest(p_before, now() - interval '90 days') LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.questions WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM business.questions WHERE created_at < greatest(p_before, now() - interval '180 days') LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.appointments WHERE ctid = ANY (ARRAY(
    SELECT a.ctid FROM business.appointments a
     WHERE a.ends_at < p_visits AND a.created_at < p_visits LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  UPDATE business.appointments SET notes = '', cancel_reason = '' WHERE ctid = ANY (ARRAY(
    SELECT a.ctid FROM business.appointments a
     WHERE a.ends_at < p_before AND (a.notes <> '' OR a.cancel_reason <> '') LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.orders WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM business.orders o
     WHERE o.estimated_at < p_visits AND o.created_at < p_visits LIMIT p_limit FOR UPDATE SKIP LOCKED)); -- with their lines
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  UPDATE business.orders SET address = '', cancel_reason = '' WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM business.orders o
     WHERE o.estimated_at < p_before AND (o.address <> '' OR o.cancel_reason <> '') LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  UPDATE business.order_items SET notes = '' WHERE ctid = ANY (ARRAY(
    SELECT i.ctid FROM business.order_items i JOIN business.orders o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
     WHERE o.estimated_at < p_before AND i.notes <> '' LIMIT p_limit FOR UPDATE OF i SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.loyalty_redemptions WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM business.loyalty_redemptions WHERE created_at < p_visits LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.loyalty_transactions WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM business.loyalty_transactions WHERE created_at < p_visits LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.loyalty_accounts WHERE ctid = ANY (ARRAY(
    SELECT a.ctid FROM business.loyalty_accounts a WHERE a.updated_at < p_visits LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.contacts WHERE ctid = ANY (ARRAY(
    SELECT p.ctid FROM business.contacts p
     WHERE p.updated_at < p_before
       AND NOT EXISTS (SELECT FROM business.appointments x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
       AND NOT EXISTS (SELECT FROM business.orders x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
       AND NOT EXISTS (SELECT FROM business.loyalty_accounts x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
       AND NOT EXISTS (SELECT FROM business.callbacks x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
       AND NOT EXISTS (SELECT FROM business.questions x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
       AND NOT EXISTS (SELECT FROM chat.conversations x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
     LIMIT p_limit FOR UPDATE OF p SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  RETURN gone;
END $$;

SELECT core.define_system('business.prune(timestamptz, timestamptz, integer)', 'recado_tool_executor');
