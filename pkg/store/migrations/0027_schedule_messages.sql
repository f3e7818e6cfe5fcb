-- Scheduled messages: what the business will say by itself at a time to come, planned in the transaction that makes the promise. No
-- words and no name of anybody stand here: what is said is worded when it is due.

ALTER TABLE core.tenants
  ADD COLUMN remind_day_before   boolean NOT NULL DEFAULT true, -- appointments, at their local time the day before
  ADD COLUMN remind_hours_before boolean NOT NULL DEFAULT true, -- and two hours before
  ADD COLUMN quiet_from          time    NOT NULL DEFAULT '21:00', -- nobody is written to between; the same twice: at any hour
  ADD COLUMN quiet_to            time    NOT NULL DEFAULT '08:00',
  -- an appointment that nobody completed is a no-show so long after its end; null: only the business says so
  ADD COLUMN no_show_minutes     int CHECK (no_show_minutes BETWEEN 15 AND 10080);

ALTER TABLE business.appointments
  ADD COLUMN confirmed_at timestamptz; -- when the customer answered a reminder with yes

ALTER TABLE business.contacts
  ADD COLUMN silenced_at timestamptz; -- since when the customer wants no messages that answer nothing

CREATE TABLE business.scheduled_messages (
  tenant_id       text        NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  contact_id      uuid        NOT NULL,
  conversation_id uuid,                           -- null: the contact's newest
  kind            text        NOT NULL
    CHECK (kind IN ('reminder_24h', 'reminder_2h', 'waiting_offer', 'approval_decided', 'order_state')),
  subject_id      uuid        NOT NULL,           -- the appointment, offer, approval or order
  version         int         NOT NULL DEFAULT 1, -- of the promise: a subject that is promised anew has the next
  subject_at      timestamptz,                    -- when the appointment began as it was planned: another time is another promise
  facts           jsonb       NOT NULL DEFAULT '{}', -- what the words need and no table of the subject has; no personal data
  due_at          timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,           -- said later it would be no use
  state           text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dropped')),
  reason          text        NOT NULL DEFAULT '' CHECK (char_length(reason) <= 40), -- a code: why it was dropped
  attempts        int         NOT NULL DEFAULT 0, -- how often it was handed to the bus
  next_at         timestamptz NOT NULL,           -- when it is handed on next
  created_at      timestamptz NOT NULL DEFAULT now(),
  ended_at        timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, kind, subject_id, version),
  CHECK (expires_at > due_at)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
CREATE INDEX scheduled_due ON business.scheduled_messages (tenant_id, next_at) WHERE state = 'waiting';
CREATE INDEX scheduled_by_contact ON business.scheduled_messages (tenant_id, contact_id);
CREATE INDEX scheduled_by_subject ON business.scheduled_messages (tenant_id, subject_id);
CREATE INDEX scheduled_age ON business.scheduled_messages USING brin (created_at);

SELECT core.protect('business.scheduled_messages');
GRANT SELECT, INSERT ON business.scheduled_messages TO recado_tool_executor;
GRANT SELECT ON business.scheduled_messages TO recado_console;
-- the next_at that nobody gives is the time at which it is due
CREATE FUNCTION business.first_handing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.next_at := coalesce(NEW.next_at, NEW.due_at);
  RETURN NEW;
END $$;
CREATE TRIGGER first_handing BEFORE INSERT ON business.scheduled_messages FOR EACH ROW EXECUTE FUNCTION business.first_handing();

-- quiet_span gives the quiet hours that a time falls into; no row where it falls into none.
CREATE FUNCTION business.quiet_span(p_at timestamptz, p_zone text, p_from time, p_to time, OUT begins timestamptz, OUT ends timestamptz)
RETURNS SETOF record LANGUAGE sql STABLE AS $$
  SELECT b, e FROM (
    SELECT (d + p_from) AT TIME ZONE p_zone AS b,
           (CASE WHEN p_to > p_from THEN d + p_to ELSE d + 1 + p_to END) AT TIME ZONE p_zone AS e
      FROM (SELECT (p_at AT TIME ZONE p_zone)::date - n AS d FROM generate_series(0, 1) AS n) AS days
  ) AS spans WHERE p_from <> p_to AND p_at >= b AND p_at < e LIMIT 1
$$;

-- remind_of plans the reminders of an appointment anew, and drops those of the time that it had. The day before is the same minute on
-- the wall, whatever the clock did that night; two hours before is two real hours, which somebody needs to get there. One that falls
-- into the quiet hours comes a quarter of an hour before they begin, or half way to it where the hours between them are fewer. Who has
-- agreed on it within the hour need not be reminded. What waits already stays as it is where it would come at the same time, or so
-- soon that none would be planned; nothing is planned for who was erased.
CREATE FUNCTION business.remind_of(a business.appointments) RETURNS void
LANGUAGE plpgsql SET search_path = business, pg_temp AS $$
DECLARE
  t     core.tenants;
  ahead boolean := a.status = 'confirmed' AND a.starts_at > now() AND NOT EXISTS (
    SELECT FROM chat.contacts c WHERE c.tenant_id = a.tenant_id AND c.id = a.contact_id AND c.sealed_address = '');
BEGIN
  SELECT * INTO t FROM core.tenants WHERE tenant_id = a.tenant_id;
  WITH wished AS MATERIALIZED (
    SELECT w.kind, w.until, coalesce((
             SELECT q.begins - least(interval '15 minutes', greatest(interval '24 hours' - (q.ends - q.begins), interval '0') / 2)
               FROM business.quiet_span(w.due, t.zone, t.quiet_from, t.quiet_to) AS q), w.due) AS due
      FROM (VALUES
        ('reminder_24h', t.remind_day_before, a.starts_at - interval '2 hours',
         ((a.starts_at AT TIME ZONE t.zone) - interval '1 day') AT TIME ZONE t.zone),
        ('reminder_2h', t.remind_hours_before, a.starts_at, a.starts_at - interval '2 hours')
      ) AS w (kind, wanted, until, due) WHERE w.wanted AND ahead
  ), stays AS MATERIALIZED (
    SELECT s.kind FROM wished p JOIN business.scheduled_messages s ON s.tenant_id = a.tenant_id AND s.subject_id = a.id AND s.kind = p.kind
     WHERE s.state = 'waiting' AND s.subject_at = a.starts_at AND (s.due_at = p.due OR p.due <= now() + interval '1 hour')
  ), dropped AS (
    UPDATE business.scheduled_messages SET state = 'dropped', ended_at = now(),
           reason = CASE WHEN a.status = 'confirmed' THEN 'moved' ELSE a.status END
     WHERE tenant_id = a.tenant_id AND subject_id = a.id AND kind IN ('reminder_24h', 'reminder_2h') AND state = 'waiting'
       AND kind NOT IN (SELECT kind FROM stays)
  )
  INSERT INTO business.scheduled_messages
    (tenant_id, contact_id, conversation_id, kind, subject_id, version, subject_at, due_at, expires_at)
  SELECT a.tenant_id, a.contact_id, a.conversation_id, p.kind, a.id,
         1 + coalesce((SELECT max(o.version) FROM business.scheduled_messages o
                        WHERE o.tenant_id = a.tenant_id AND o.kind = p.kind AND o.subject_id = a.id), 0),
         a.starts_at, p.due, p.until
    FROM wished p
   WHERE p.due > now() + interval '1 hour' AND p.kind NOT IN (SELECT kind FROM stays)
     AND NOT EXISTS (SELECT FROM business.scheduled_messages s WHERE s.tenant_id = a.tenant_id AND s.kind = p.kind
                      AND s.subject_id = a.id AND s.subject_at = a.starts_at AND s.state = 'sent');
END $$;

CREATE FUNCTION business.plan_reminders() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = business, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.status <> OLD.status OR NEW.starts_at <> OLD.starts_at THEN
    PERFORM business.remind_of(NEW);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER plan_reminders AFTER INSERT OR UPDATE OF status, starts_at ON business.appointments
  FOR EACH ROW EXECUTE FUNCTION business.plan_reminders();
SELECT core.define_system('business.plan_reminders()', 'recado_tool_executor', 'recado_console');

-- replan_reminders plans what a tenant's appointments ahead are reminded of after its settings have changed; null: every tenant's.
CREATE FUNCTION business.replan_reminders(p_tenant text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = business, pg_temp AS $$
BEGIN
  PERFORM business.remind_of(a) FROM business.appointments a
    WHERE (p_tenant IS NULL OR a.tenant_id = p_tenant) AND a.status = 'confirmed' AND a.starts_at > now();
END $$;
SELECT core.define_system('business.replan_reminders(text)', 'recado_console');

-- drop_reminders forgets what was promised about an appointment that is gone.
CREATE FUNCTION business.drop_reminders() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = business, pg_temp AS $$
BEGIN
  DELETE FROM business.scheduled_messages WHERE tenant_id = OLD.tenant_id AND subject_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER drop_reminders AFTER DELETE ON business.appointments FOR EACH ROW EXECUTE FUNCTION business.drop_reminders();
SELECT core.define_system('business.drop_reminders()', 'recado_tool_executor', 'recado_console');

-- claim_messages takes due messages for p_hold, the tenants by turns and none above p_share of a claim; one that nothing comes of is
-- due again then, twice as long each time and at most an hour. What has come too late is dropped, and what is due in the quiet hours
-- because nobody was there before them waits for their end.
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
    SELECT m.tenant_id, m.id FROM ranked r JOIN business.scheduled_messages m ON m.tenant_id = r.tenant_id AND m.id = r.id
     WHERE m.state = 'waiting' AND m.next_at <= now()
     ORDER BY r.place, r.next_at LIMIT p_limit FOR UPDATE OF m SKIP LOCKED
  ), judged AS (
    SELECT l.tenant_id, l.id, q.ends FROM locked l JOIN core.tenants t ON t.tenant_id = l.tenant_id
      LEFT JOIN LATERAL business.quiet_span(now(), t.zone, t.quiet_from, t.quiet_to) AS q ON true
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

-- hold_message says what is true of a message that is being answered for, and keeps it so until the caller's transaction ends: whether
-- it still waits, why it must not be said (empty where it may), of which kind it is and for whom, and the facts that its words are made of.
CREATE FUNCTION business.hold_message(p_tenant text, p_id uuid, OUT state text, OUT refused text, OUT kind text, OUT contact uuid, OUT facts jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = business, pg_temp AS $$
DECLARE
  m business.scheduled_messages;
  a business.appointments;
  t core.tenants;
BEGIN
  PERFORM FROM business.appointments x JOIN business.scheduled_messages s ON s.tenant_id = x.tenant_id AND s.subject_id = x.id
    WHERE s.tenant_id = p_tenant AND s.id = p_id FOR SHARE OF x; -- before the message, as whoever changes an appointment locks them
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
  refused := CASE
    WHEN refused IS NOT NULL THEN refused
    WHEN m.expires_at <= now() THEN 'too_late'
    WHEN EXISTS (SELECT FROM business.quiet_span(now(), t.zone, t.quiet_from, t.quiet_to)) THEN 'quiet_hours'
    WHEN m.kind <> 'approval_decided' -- which answers what the customer asked for
     AND EXISTS (SELECT FROM business.contacts p WHERE p.tenant_id = p_tenant AND p.id = m.contact_id AND p.silenced_at IS NOT NULL) THEN 'not_wanted'
    ELSE '' END;
END $$;
SELECT core.define_system('business.hold_message(text, uuid)', 'recado_agent_runner');

-- end_message ends a message that waits: it was said, or why not. Where it has only to wait it is handed on again then.
CREATE FUNCTION business.end_message(p_tenant text, p_id uuid, p_state text, p_reason text, p_wait interval) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = business, pg_temp AS $$
  UPDATE business.scheduled_messages
     SET state = p_state, reason = p_reason, ended_at = CASE WHEN p_state <> 'waiting' THEN now() END,
         next_at = CASE WHEN p_state = 'waiting' THEN now() + p_wait ELSE next_at END
   WHERE tenant_id = p_tenant AND id = p_id AND state = 'waiting'
$$;
SELECT core.define_system('business.end_message(text, uuid, text, text, interval)', 'recado_agent_runner', 'recado_tool_executor');

-- speak keeps a turn that no message began: its reply, its events and the dialogue that it leaves. The caller holds the conversation's
-- row and has seen that nobody else is at work on it.
CREATE FUNCTION chat.speak(p_tenant text, p_conversation uuid, p_turn uuid, p_reason text, p_reply uuid, p_content jsonb, p_dialogue jsonb,
  p_stages text[], p_events bytea[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  c record;
BEGIN
  UPDATE chat.conversations SET sequence = sequence + 1, fence = fence + 1, greeted = true, dialogue = p_dialogue, updated_at = now()
   WHERE tenant_id = p_tenant AND id = p_conversation RETURNING sequence, fence, epoch INTO STRICT c;
  INSERT INTO chat.turns (tenant_id, id, conversation_id, fence, attempts, outcome, reason, model, message_ids, started_at, stages, events)
  VALUES (p_tenant, p_turn, p_conversation, c.fence, 1, 'replied', p_reason, 'rules', '{}', now(), p_stages, p_events);
  INSERT INTO chat.replies (tenant_id, id, conversation_id, turn_id, epoch, sequence, content, message_ids)
  VALUES (p_tenant, p_reply, p_conversation, p_turn, c.epoch, c.sequence, p_content, '{}');
END $$;
REVOKE EXECUTE ON FUNCTION chat.speak(text, uuid, uuid, text, uuid, jsonb, jsonb, text[], bytea[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION chat.speak(text, uuid, uuid, text, uuid, jsonb, jsonb, text[], bytea[]) TO recado_agent_runner;

GRANT UPDATE (silenced_at) ON business.contacts TO recado_tool_executor;
GRANT UPDATE (confirmed_at) ON business.appointments TO recado_tool_executor;

-- prune_messages removes what ended before p_before, or would have been of use only before it.
CREATE FUNCTION business.prune_messages(p_before timestamptz, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = business, pg_temp AS $$
DECLARE
  gone bigint;
BEGIN
  DELETE FROM business.scheduled_messages WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM business.scheduled_messages WHERE created_at < p_before AND expires_at < p_before LIMIT p_limit));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
SELECT core.define_system('business.prune_messages(timestamptz, integer)', 'recado_tool_executor');

-- What was booked before there were reminders is promised them too.
SET LOCAL ROLE recado_system;
SELECT business.replan_reminders(NULL);
RESET ROLE;
