-- Writes that wait: for the customer's yes (holds), for a time to free (the waiting list), for a person of the business (approvals).
-- What an appointment or a hold occupies stands in one table with one constraint, so that neither can overlap the other: a person and a
-- room, each with what the service wants before and after.

ALTER TABLE core.tenants
  ADD COLUMN booking_hold_minutes int NOT NULL DEFAULT 5 CHECK (booking_hold_minutes BETWEEN 0 AND 60), -- 0: nothing is held
  ADD COLUMN booking_max_holds    int NOT NULL DEFAULT 2 CHECK (booking_max_holds BETWEEN 1 AND 20),    -- of one contact
  ADD COLUMN write_limits         jsonb NOT NULL DEFAULT '{}', -- tool -> how often a contact may write with it within 24 hours
  ADD COLUMN approvals            jsonb NOT NULL DEFAULT '{}', -- tool -> {above?}: a person of the business decides
  ADD COLUMN approval_hours       int NOT NULL DEFAULT 20 CHECK (approval_hours BETWEEN 1 AND 720);

ALTER TABLE business.services
  ADD COLUMN buffer_before_minutes int NOT NULL DEFAULT 0 CHECK (buffer_before_minutes BETWEEN 0 AND 240),
  ADD COLUMN buffer_after_minutes  int NOT NULL DEFAULT 0 CHECK (buffer_after_minutes BETWEEN 0 AND 240);

ALTER TABLE business.resources
  DROP CONSTRAINT resources_kind_check,
  DROP CONSTRAINT resources_check1,
  ADD CONSTRAINT resources_kind_check CHECK (kind IN ('staff', 'table', 'room')),
  ADD CONSTRAINT resources_branch_check CHECK ((kind = 'staff') = (branch_id IS NULL));

-- The rooms of which a service needs one, beside the person who does it.
CREATE TABLE business.service_rooms (
  tenant_id   text NOT NULL,
  service_id  uuid NOT NULL,
  resource_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, service_id, resource_id),
  FOREIGN KEY (tenant_id, service_id) REFERENCES business.services ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, resource_id) REFERENCES business.resources ON DELETE CASCADE
);

ALTER TABLE business.appointments
  ADD COLUMN room_id               uuid, -- business.resources when it was booked
  ADD COLUMN buffer_before_minutes int NOT NULL DEFAULT 0,
  ADD COLUMN buffer_after_minutes  int NOT NULL DEFAULT 0;

-- A time that is kept for one contact until it answers or the time is over; afterwards it is as if it had never been.
CREATE TABLE business.slot_holds (
  tenant_id             text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id                    uuid NOT NULL,
  contact_id            uuid NOT NULL,
  conversation_id       uuid,
  channel               text NOT NULL DEFAULT '',
  waiting_id            uuid, -- of the place on the waiting list that it was offered to
  resource_id           uuid NOT NULL,
  room_id               uuid,
  starts_at             timestamptz NOT NULL,
  ends_at               timestamptz NOT NULL CHECK (ends_at > starts_at),
  buffer_before_minutes int NOT NULL DEFAULT 0,
  buffer_after_minutes  int NOT NULL DEFAULT 0,
  expires_at            timestamptz NOT NULL,
  created_at            timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX slot_holds_by_contact ON business.slot_holds (tenant_id, contact_id);
CREATE INDEX slot_holds_expired ON business.slot_holds (expires_at);

-- What is taken: a person, a table or a room for a span, by an appointment that stands or by a hold.
CREATE TABLE business.occupied (
  tenant_id      text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id             uuid NOT NULL DEFAULT gen_random_uuid(),
  resource_id    uuid NOT NULL,
  span           tstzrange NOT NULL,
  appointment_id uuid,
  hold_id        uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES business.appointments ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, hold_id) REFERENCES business.slot_holds ON DELETE CASCADE,
  CHECK (num_nonnulls(appointment_id, hold_id) = 1)
);
CREATE INDEX occupied_by_appointment ON business.occupied (tenant_id, appointment_id) WHERE appointment_id IS NOT NULL;
CREATE INDEX occupied_by_hold ON business.occupied (tenant_id, hold_id) WHERE hold_id IS NOT NULL;

-- occupy writes what a new or changed appointment or hold takes. A hold that is over and lies in its way goes first, whoever writes; for
-- what the business books by itself, which has no conversation, every hold does.
CREATE FUNCTION business.occupy() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  held  boolean := TG_TABLE_NAME = 'slot_holds';
  taken tstzrange := tstzrange(NEW.starts_at - make_interval(mins => NEW.buffer_before_minutes),
                               NEW.ends_at + make_interval(mins => NEW.buffer_after_minutes));
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM business.occupied WHERE tenant_id = NEW.tenant_id AND CASE WHEN held THEN hold_id ELSE appointment_id END = NEW.id;
  END IF;
  IF NOT held AND to_jsonb(NEW) ->> 'status' <> 'confirmed' THEN
    RETURN NULL;
  END IF;
  DELETE FROM business.slot_holds h USING business.occupied o
   WHERE o.tenant_id = NEW.tenant_id AND o.resource_id IN (NEW.resource_id, NEW.room_id) AND o.span && taken
     AND h.tenant_id = o.tenant_id AND h.id = o.hold_id
     AND (h.expires_at <= clock_timestamp() OR NOT held AND NEW.conversation_id IS NULL);
  INSERT INTO business.occupied (tenant_id, resource_id, span, appointment_id, hold_id)
  SELECT NEW.tenant_id, r, taken, CASE WHEN NOT held THEN NEW.id END, CASE WHEN held THEN NEW.id END
    FROM unnest(ARRAY[NEW.resource_id, NEW.room_id]) AS r WHERE r IS NOT NULL;
  RETURN NULL;
END $$;

INSERT INTO business.occupied (tenant_id, resource_id, span, appointment_id)
SELECT tenant_id, resource_id, tstzrange(starts_at, ends_at), id FROM business.appointments WHERE status = 'confirmed';

ALTER TABLE business.appointments DROP CONSTRAINT appointments_no_overlap;
-- no double booking, whoever writes: a second one is SQLSTATE 23P01
ALTER TABLE business.occupied ADD CONSTRAINT appointments_no_overlap EXCLUDE USING gist
  (tenant_id WITH =, resource_id WITH =, span WITH &&);

CREATE TRIGGER occupy AFTER INSERT OR UPDATE OF status, starts_at, ends_at, resource_id, room_id, buffer_before_minutes,
  buffer_after_minutes ON business.appointments FOR EACH ROW EXECUTE FUNCTION business.occupy();
CREATE TRIGGER occupy AFTER INSERT OR UPDATE ON business.slot_holds FOR EACH ROW EXECUTE FUNCTION business.occupy();

SELECT core.define_system('business.occupy()', 'recado_tool_executor');

-- Who wants a time that was not to be had, in order of asking.
CREATE TABLE business.waiting_list (
  tenant_id       text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id              uuid NOT NULL,
  contact_id      uuid NOT NULL,
  conversation_id uuid NOT NULL,
  service_id      uuid,
  branch_id       uuid,
  party_size      int CHECK (party_size BETWEEN 1 AND 500),
  first_day       date NOT NULL,
  last_day        date NOT NULL CHECK (last_day >= first_day),
  part_of_day     text NOT NULL DEFAULT '' CHECK (part_of_day IN ('', 'morning', 'afternoon', 'evening')),
  state           text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'offered', 'booked', 'left', 'ended')),
  version         int NOT NULL DEFAULT 0,               -- how many offers were made
  offered         timestamptz[] NOT NULL DEFAULT '{}',  -- the times that were offered: none is offered twice
  offered_until   timestamptz,                          -- of the last offer
  unheard         int NOT NULL DEFAULT 0,               -- how many offers could not be told
  rests_until     timestamptz NOT NULL DEFAULT '-infinity', -- who could not be told is offered nothing until then
  looked_at       timestamptz NOT NULL DEFAULT '-infinity', -- of the tenant's list; the newest counts
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, service_id) REFERENCES business.services ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, branch_id) REFERENCES business.branches ON DELETE CASCADE
);
CREATE INDEX waiting_list_by_contact ON business.waiting_list (tenant_id, contact_id);
CREATE INDEX waiting_list_open ON business.waiting_list (tenant_id, created_at, id) WHERE state IN ('waiting', 'offered');

-- waiting_tenants are those with somebody waiting whom nobody has looked after for p_every, the longest first.
CREATE FUNCTION business.waiting_tenants(p_every interval, p_limit integer) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT w.tenant_id FROM business.waiting_list w
   WHERE w.state IN ('waiting', 'offered')
   GROUP BY w.tenant_id HAVING max(w.looked_at) <= clock_timestamp() - p_every ORDER BY max(w.looked_at) LIMIT p_limit
$$;
SELECT core.define_system('business.waiting_tenants(interval, integer)', 'recado_tool_executor');

-- take_offer_back is for an offer of which nobody was told: its time is free at once, and it counts for nothing. Who cannot be written
-- to is offered nothing for an hour.
CREATE FUNCTION business.take_offer_back() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM business.slot_holds WHERE tenant_id = NEW.tenant_id AND waiting_id = NEW.subject_id;
  UPDATE business.waiting_list
     SET state = 'waiting', offered_until = NULL, offered = offered[1:cardinality(offered) - 1], unheard = unheard + 1,
         rests_until = now() + interval '1 hour', updated_at = now()
   WHERE tenant_id = NEW.tenant_id AND id = NEW.subject_id AND version = NEW.version AND state IN ('waiting', 'offered', 'ended');
  RETURN NULL;
END $$;
CREATE TRIGGER take_offer_back AFTER UPDATE OF state ON business.scheduled_messages FOR EACH ROW
  WHEN (NEW.kind = 'waiting_offer' AND OLD.state = 'waiting' AND NEW.state = 'dropped') EXECUTE FUNCTION business.take_offer_back();
SELECT core.define_system('business.take_offer_back()', VARIADIC '{}'::name[]);

-- Writes that a person of the business decides about, as they were asked for: personal data stands as tokens, its values sealed.
CREATE TABLE business.approvals (
  tenant_id       text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id              uuid NOT NULL,
  contact_id      uuid NOT NULL,
  conversation_id uuid NOT NULL,
  turn_id         uuid,
  channel         text NOT NULL DEFAULT '',
  assistant_id    text NOT NULL DEFAULT '',
  language        text NOT NULL DEFAULT '',
  tool            text NOT NULL,
  arguments       jsonb NOT NULL,
  sealed          jsonb NOT NULL DEFAULT '[]', -- the values of the tokens in arguments
  arguments_hash  bytea NOT NULL,
  preview         jsonb NOT NULL DEFAULT '{}', -- what it would have answered when it was asked for
  state           text NOT NULL DEFAULT 'pending' CHECK (state IN (
                    'pending', 'approved', 'refused', 'expired', 'done', 'failed', 'withdrawn')), -- the last: by the customer
  reason          text NOT NULL DEFAULT '' CHECK (char_length(reason) <= 300), -- of a refusal, for the customer
  outcome         jsonb,                       -- of the run: its result, or {error: {code, message}}
  created_at      timestamptz NOT NULL DEFAULT now(),
  expires_at      timestamptz NOT NULL,
  decided_at      timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX approvals_by_contact ON business.approvals (tenant_id, contact_id);

-- what a contact wrote within a day is counted by tool
ALTER TABLE business.tool_ledger ADD COLUMN contact_id uuid;
CREATE INDEX tool_ledger_by_contact ON business.tool_ledger (tenant_id, contact_id, tool, created_at);

DO $$
DECLARE
  t text;
BEGIN
  PERFORM core.protect('business.service_rooms');
  GRANT SELECT, INSERT, UPDATE, DELETE ON business.service_rooms TO recado_console;
  GRANT SELECT ON business.service_rooms TO recado_tool_executor;
  FOREACH t IN ARRAY ARRAY['business.slot_holds', 'business.waiting_list', 'business.approvals'] LOOP
    PERFORM core.protect(t::regclass);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO recado_tool_executor', t);
    EXECUTE format('GRANT SELECT ON %s TO recado_console', t);
  END LOOP;
  PERFORM core.protect('business.occupied');
  GRANT SELECT ON business.occupied TO recado_tool_executor, recado_console;
END $$;
GRANT UPDATE (state, reason, decided_at) ON business.approvals TO recado_console;

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
    OR EXISTS (SELECT FROM business.appointments WHERE tenant_id = p_tenant AND contact_id = p_contact);

  DELETE FROM business.slot_holds WHERE tenant_id = p_tenant AND contact_id = p_contact;
  DELETE FROM business.scheduled_messages WHERE tenant_id = p_tenant AND contact_id = p_contact;
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('scheduled_messages', c);
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
  DELETE FROM business.contacts WHERE ctid = ANY (ARRAY(
    SELECT p.ctid FROM business.contacts p
     WHERE p.updated_at < p_before
       AND NOT EXISTS (SELECT FROM business.appointments x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
       AND NOT EXISTS (SELECT FROM business.orders x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
       AND NOT EXISTS (SELECT FROM business.callbacks x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
       AND NOT EXISTS (SELECT FROM business.questions x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
       AND NOT EXISTS (SELECT FROM chat.conversations x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
     LIMIT p_limit FOR UPDATE OF p SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  RETURN gone;
END $$;

SELECT core.define_system('business.prune(timestamptz, timestamptz, integer)', 'recado_tool_executor');
