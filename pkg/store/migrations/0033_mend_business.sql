-- What a business gives by hand has its source once for each contact: one campaign reaches many. A visit, an order, a redemption and an
-- account's end stay once at all.

ALTER TABLE business.loyalty_transactions DROP CONSTRAINT loyalty_transactions_tenant_id_source_type_source_id_transa_key;
CREATE UNIQUE INDEX loyalty_transactions_once ON business.loyalty_transactions (tenant_id, source_type, source_id, transaction_type)
  WHERE source_type NOT IN ('manual', 'referral', 'promotion');
CREATE UNIQUE INDEX loyalty_transactions_once_each ON business.loyalty_transactions (tenant_id, source_type, source_id, transaction_type, contact_id)
  WHERE source_type IN ('manual', 'referral', 'promotion');

-- move_tokens adds tokens to an account or takes them, once for each source and type; done is false where that was before. An account
-- that has too few refuses by its constraint.
CREATE OR REPLACE FUNCTION business.move_tokens(
  p_tenant text, p_contact uuid, p_program uuid, p_tokens bigint, p_type text, p_source text, p_id uuid, p_description text,
  OUT done boolean, OUT balance bigint
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO business.loyalty_accounts (tenant_id, contact_id, program_id) VALUES (p_tenant, p_contact, p_program) ON CONFLICT DO NOTHING;
  balance := business.expire_tokens(p_tenant, p_contact, p_program);
  INSERT INTO business.loyalty_transactions (tenant_id, id, contact_id, program_id, tokens, balance, transaction_type, source_type, source_id, description)
  VALUES (p_tenant, gen_random_uuid(), p_contact, p_program, p_tokens, balance + p_tokens, p_type, p_source, p_id, p_description)
  ON CONFLICT DO NOTHING;
  done := FOUND;
  IF done THEN
    balance := balance + p_tokens;
    UPDATE business.loyalty_accounts a SET balance = a.balance + p_tokens, updated_at = now(),
           expires_at = CASE WHEN p_tokens > 0 THEN now() + make_interval(days => p.expire_days) ELSE a.expires_at END
      FROM business.loyalty_programs p
     WHERE a.tenant_id = p_tenant AND a.contact_id = p_contact AND a.program_id = p_program AND p.tenant_id = a.tenant_id AND p.id = a.program_id;
  END IF;
END $$;

-- What the business says of an order is told to who made it: that it can be fetched, that it is on its way, that there is none any more.
-- What customers change by their tools they know. An order of days ago that is only put in order is no news.
CREATE FUNCTION business.plan_order_state() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = business, pg_temp AS $$
BEGIN
  INSERT INTO business.scheduled_messages (tenant_id, contact_id, conversation_id, kind, subject_id, version, facts, due_at, expires_at)
  SELECT NEW.tenant_id, NEW.contact_id, NEW.conversation_id, 'order_state', NEW.id, s.version, jsonb_build_object('status', s.status),
         now(), now() + s.useful
    FROM (VALUES ('ready', 'pickup', 1, interval '3 hours'), ('on_the_way', 'delivery', 1, interval '2 hours'),
                 ('cancelled', NEW.order_type, 2, greatest(interval '1 day', NEW.estimated_at - now()))) AS s (status, order_type, version, useful)
   WHERE s.status = NEW.status AND s.order_type = NEW.order_type AND NEW.estimated_at > now() - interval '1 day'
     AND NOT EXISTS (SELECT FROM chat.contacts c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.contact_id AND c.sealed_address = '')
  ON CONFLICT DO NOTHING; -- once for each state
  RETURN NULL;
END $$;
CREATE TRIGGER plan_state AFTER UPDATE OF status ON business.orders
  FOR EACH ROW WHEN (NEW.status <> OLD.status AND current_user <> 'recado_tool_executor') EXECUTE FUNCTION business.plan_order_state();
SELECT core.define_system('business.plan_order_state()', VARIADIC '{}'::name[]);

DROP FUNCTION business.claim_messages(integer, integer, interval); -- only a function's owner may replace it, a schema's may drop it

-- claim_messages takes due messages for p_hold, the tenants by turns and none above p_share of a claim; one that nothing comes of is
-- due again then, twice as long each time and at most an hour. What has come too late is dropped, and what is due in the quiet hours
-- because nobody was there before them waits for their end; how an order goes is told at any hour.
CREATE FUNCTION business.claim_messages(p_limit integer, p_share integer, p_hold interval)
RETURNS TABLE (tenant_id text, id uuid, version int, kind text, subject_id uuid, contact_id uuid, conversation_id uuid, channel text,
               account_id text, attempts int, due_at timestamptz, expires_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = business, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH RECURSIVE waiting AS (
    (SELECT w.tenant_id FROM business.scheduled_messages w WHERE w.state = 'waiting' ORDER BY w.tenant_id LIMIT 1)
    UNION ALL
    SELECT (SELECT w.tenant_id FROM business.scheduled_messages w
             WHERE w.state = 'waiting' AND w.tenant_id > t.tenant_id ORDER BY w.tenant_id LIMIT 1)
      FROM waiting t WHERE t.tenant_id IS NOT NULL
  ), ranked AS (
    SELECT d.*, row_number() OVER (PARTITION BY d.tenant_id ORDER BY d.next_at) AS place
      FROM waiting t CROSS JOIN LATERAL (
        SELECT m.tenant_id, m.id, m.next_at FROM business.scheduled_messages m
         WHERE m.tenant_id = t.tenant_id AND m.state = 'waiting' AND m.next_at <= now() ORDER BY m.next_at LIMIT p_share) AS d
  ), locked AS (
    SELECT m.tenant_id, m.id, m.kind FROM ranked r JOIN business.scheduled_messages m ON m.tenant_id = r.tenant_id AND m.id = r.id
     WHERE m.state = 'waiting' AND m.next_at <= now()
     ORDER BY r.place, r.next_at LIMIT p_limit FOR UPDATE OF m SKIP LOCKED
  ), judged AS (
    SELECT l.tenant_id, l.id, q.ends FROM locked l JOIN core.tenants t ON t.tenant_id = l.tenant_id
      LEFT JOIN LATERAL business.quiet_span(now(), t.zone, t.quiet_from, t.quiet_to) AS q ON l.kind <> 'order_state'
  ), taken AS (
    UPDATE business.scheduled_messages m
       SET state = CASE WHEN coalesce(j.ends, now()) >= m.expires_at THEN 'dropped' ELSE 'waiting' END,
           reason = CASE WHEN coalesce(j.ends, now()) < m.expires_at THEN '' WHEN j.ends IS NULL THEN 'too_late' ELSE 'quiet_hours' END,
           ended_at = CASE WHEN coalesce(j.ends, now()) >= m.expires_at THEN now() END,
           attempts = m.attempts + (j.ends IS NULL)::int,
           next_at = coalesce(j.ends, now() + least(p_hold * (2 ^ least(m.attempts, 8)), interval '1 hour'))
      FROM judged j WHERE m.tenant_id = j.tenant_id AND m.id = j.id
    RETURNING m.*, j.ends
  )
  SELECT k.tenant_id, k.id, k.version, k.kind, k.subject_id, k.contact_id, c.id, coalesce(c.channel, ''), coalesce(c.account_id, ''),
         k.attempts, k.due_at, k.expires_at
    FROM taken k
    LEFT JOIN LATERAL (SELECT v.id, v.channel, v.account_id FROM chat.conversations v
                        WHERE v.tenant_id = k.tenant_id AND v.contact_id = k.contact_id
                          AND (k.conversation_id IS NULL OR v.id = k.conversation_id) ORDER BY v.updated_at DESC LIMIT 1) AS c ON true
   WHERE k.state = 'waiting' AND k.ends IS NULL;
END $$;
SELECT core.define_system('business.claim_messages(integer, integer, interval)', 'recado_tool_executor');

DROP FUNCTION business.hold_message(text, uuid);

-- hold_message says what is true of a message that is being answered for, and keeps it so until the caller's transaction ends: whether
-- it still waits, why it must not be said (empty where it may), of which kind it is and for whom, and the facts that its words are made of.
CREATE FUNCTION business.hold_message(p_tenant text, p_id uuid, OUT state text, OUT refused text, OUT kind text, OUT contact uuid, OUT facts jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = business, pg_temp AS $$
DECLARE
  m business.scheduled_messages;
  a business.appointments;
  o business.orders;
  t core.tenants;
  silent boolean;
BEGIN
  PERFORM FROM business.appointments x JOIN business.scheduled_messages s ON s.tenant_id = x.tenant_id AND s.subject_id = x.id
    WHERE s.tenant_id = p_tenant AND s.id = p_id FOR SHARE OF x; -- before the message, as whoever changes an appointment locks them
  PERFORM FROM business.orders x JOIN business.scheduled_messages s ON s.tenant_id = x.tenant_id AND s.subject_id = x.id
    WHERE s.tenant_id = p_tenant AND s.id = p_id FOR SHARE OF x;
  SELECT * INTO m FROM business.scheduled_messages s WHERE s.tenant_id = p_tenant AND s.id = p_id FOR UPDATE;
  IF NOT FOUND OR m.state <> 'waiting' THEN
    state := coalesce(m.state, 'dropped');
    RETURN;
  END IF;
  state := m.state;
  kind := m.kind;
  contact := m.contact_id;
  SELECT * INTO t FROM core.tenants x WHERE x.tenant_id = p_tenant;
  facts := m.facts;
  silent := EXISTS (SELECT FROM business.contacts p WHERE p.tenant_id = p_tenant AND p.id = m.contact_id AND p.silenced_at IS NOT NULL);
  IF m.kind IN ('reminder_24h', 'reminder_2h') THEN
    SELECT * INTO a FROM business.appointments x WHERE x.tenant_id = p_tenant AND x.id = m.subject_id;
    IF a.status IS DISTINCT FROM 'confirmed' OR a.starts_at IS DISTINCT FROM m.subject_at OR a.contact_id <> m.contact_id THEN
      refused := 'changed';
    END IF;
    facts := facts || jsonb_build_object('appointment_id', a.id, 'service', a.service_name, 'staff', a.staff_name, 'branch', a.branch_name,
      'party', coalesce(a.party_size, 0), 'date', to_char(a.starts_at AT TIME ZONE t.zone, 'YYYY-MM-DD'),
      'time', to_char(a.starts_at AT TIME ZONE t.zone, 'HH24:MI'), 'confirmed', a.confirmed_at IS NOT NULL,
      'service_id', coalesce((SELECT s.slug FROM business.services s WHERE s.tenant_id = p_tenant AND s.id = a.service_id), ''));
  END IF;
  IF m.kind = 'approval_decided' THEN
    facts := facts || jsonb_build_object('reason', coalesce(
      (SELECT x.reason FROM business.approvals x WHERE x.tenant_id = p_tenant AND x.id = m.subject_id AND x.state = 'refused'), ''));
  END IF;
  IF m.kind = 'order_state' THEN
    SELECT * INTO o FROM business.orders x WHERE x.tenant_id = p_tenant AND x.id = m.subject_id;
    IF o.status IS DISTINCT FROM m.facts ->> 'status' OR o.contact_id <> m.contact_id THEN
      refused := 'changed';
    END IF;
    -- who ordered after asking for no messages wants to know all the same, and that nothing is coming everybody does
    silent := silent AND o.status <> 'cancelled' AND EXISTS (
      SELECT FROM business.contacts p WHERE p.tenant_id = p_tenant AND p.id = m.contact_id AND p.silenced_at >= o.created_at);
    facts := facts || jsonb_build_object('number', o.number, 'branch', CASE o.order_type WHEN 'pickup' THEN o.branch_name ELSE '' END,
      'reason', CASE o.status WHEN 'cancelled' THEN o.cancel_reason ELSE '' END);
  END IF;
  refused := CASE
    WHEN refused IS NOT NULL THEN refused
    WHEN m.expires_at <= now() THEN 'too_late'
    WHEN m.kind <> 'order_state' AND EXISTS (SELECT FROM business.quiet_span(now(), t.zone, t.quiet_from, t.quiet_to)) THEN 'quiet_hours'
    WHEN m.kind <> 'approval_decided' AND silent THEN 'not_wanted' -- a decision answers what the customer asked for
    ELSE '' END;
END $$;
SELECT core.define_system('business.hold_message(text, uuid)', 'recado_agent_runner');

-- What a completed appointment gave goes where it is taken back, and comes again where that was the mistake: in turn, each once.
ALTER TABLE business.loyalty_transactions
  ADD COLUMN nth smallint NOT NULL DEFAULT 1, -- of its source and type
  DROP CONSTRAINT loyalty_transactions_tokens_check,
  ADD CONSTRAINT loyalty_transactions_tokens_check CHECK (tokens <> 0 OR source_type = 'appointment'), -- what was spent cannot be taken
  DROP CONSTRAINT loyalty_transactions_transaction_type_check,
  ADD CONSTRAINT loyalty_transactions_transaction_type_check
    CHECK (transaction_type IN ('earned', 'bonus', 'redeemed', 'expired', 'taken_back'));
DROP INDEX business.loyalty_transactions_once;
CREATE UNIQUE INDEX loyalty_transactions_once ON business.loyalty_transactions (tenant_id, source_type, source_id, transaction_type, nth)
  WHERE source_type NOT IN ('manual', 'referral', 'promotion');

CREATE FUNCTION chat.is_erased(p_tenant text, p_contact uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM chat.contacts WHERE tenant_id = p_tenant AND id = p_contact AND sealed_address = '')
$$;
SELECT core.define_system('chat.is_erased(text, uuid)', 'recado_tool_executor');

-- settle_visit makes what a contact has of an appointment agree with the appointment's state, however often it is asked. A balance is
-- never below zero: of what was spent or has expired nothing is taken. Who was erased has no account any more.
CREATE FUNCTION business.settle_visit(p_tenant text, p_appointment uuid) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  a     record;
  e     business.loyalty_transactions; -- the first award
  p     record;
  had   bigint;
  n     bigint; -- how often it was given and taken, by turns
  net   bigint;
  since timestamptz;
  move  bigint;
BEGIN
  SELECT contact_id, service_name, status = 'completed' AS done INTO a
    FROM business.appointments WHERE tenant_id = p_tenant AND id = p_appointment FOR SHARE; -- nobody changes it until this is kept
  IF NOT FOUND OR chat.is_erased(p_tenant, a.contact_id) THEN
    RETURN;
  END IF;
  SELECT * INTO e FROM business.loyalty_transactions WHERE tenant_id = p_tenant AND source_type = 'appointment'
     AND source_id = p_appointment AND transaction_type = 'earned' AND nth = 1;
  IF NOT FOUND THEN
    SELECT id, per_appointment INTO p FROM business.loyalty_programs WHERE tenant_id = p_tenant ORDER BY slug LIMIT 1;
    IF a.done AND p.per_appointment > 0 THEN
      PERFORM business.move_tokens(p_tenant, a.contact_id, p.id, p.per_appointment, 'earned', 'appointment', p_appointment, a.service_name);
    END IF;
    RETURN;
  END IF;
  IF a.done THEN
    INSERT INTO business.loyalty_accounts (tenant_id, contact_id, program_id) VALUES (p_tenant, a.contact_id, e.program_id) ON CONFLICT DO NOTHING;
  END IF;
  had := business.expire_tokens(p_tenant, a.contact_id, e.program_id);
  SELECT count(*), sum(tokens), max(created_at) INTO n, net, since FROM business.loyalty_transactions
   WHERE tenant_id = p_tenant AND source_type = 'appointment' AND source_id = p_appointment AND transaction_type IN ('earned', 'taken_back');
  IF a.done = (n % 2 = 1) THEN
    RETURN;
  END IF;
  move := CASE
    WHEN a.done THEN e.tokens - net
    WHEN EXISTS (SELECT FROM business.loyalty_transactions x WHERE x.tenant_id = p_tenant AND x.contact_id = a.contact_id
                    AND x.program_id = e.program_id AND x.transaction_type = 'expired' AND x.created_at >= since) THEN 0
    ELSE -least(net, had) END;
  INSERT INTO business.loyalty_transactions
    (tenant_id, id, contact_id, program_id, tokens, balance, transaction_type, source_type, source_id, description, nth)
  VALUES (p_tenant, gen_random_uuid(), a.contact_id, e.program_id, move, had + move, CASE WHEN a.done THEN 'earned' ELSE 'taken_back' END,
          'appointment', p_appointment, a.service_name, n / 2 + 1);
  UPDATE business.loyalty_accounts c SET balance = c.balance + move, updated_at = now(),
         expires_at = CASE WHEN a.done THEN now() + make_interval(days => (
           SELECT expire_days FROM business.loyalty_programs x WHERE x.tenant_id = p_tenant AND x.id = e.program_id)) ELSE c.expires_at END
   WHERE c.tenant_id = p_tenant AND c.contact_id = a.contact_id AND c.program_id = e.program_id;
END $$;
REVOKE EXECUTE ON FUNCTION business.settle_visit(text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION business.settle_visit(text, uuid) TO recado_tool_executor;

-- what of a business went outside within a day is counted for each write of the kind
CREATE INDEX tool_ledger_outside ON business.tool_ledger (tenant_id, tool, created_at) WHERE tool IN ('send_email', 'http_get');

-- what booked an appointment, beside its turn
ALTER TABLE business.appointments
  ADD COLUMN assistant_id text NOT NULL DEFAULT '', -- of the assistant that the turn spoke as; empty: no turn booked it
  ADD COLUMN confidence   real CHECK (confidence BETWEEN 0 AND 1); -- of the router in what the turn's newest message wanted; null: not known
