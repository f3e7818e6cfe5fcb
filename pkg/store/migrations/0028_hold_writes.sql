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
