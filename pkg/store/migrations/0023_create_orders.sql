-- Orders: what a customer orders from the menu, with options and notes, to fetch or to have brought. Money is in minor units of the
-- row's currency. The catalogue beside them (options, zones, kitchen hours, settings) is written from the tenant's file.

ALTER TABLE core.tenants
  ADD COLUMN order_pickup              boolean NOT NULL DEFAULT false, -- whether customers may order, and how
  ADD COLUMN order_delivery            boolean NOT NULL DEFAULT false,
  ADD COLUMN order_minimum             bigint NOT NULL DEFAULT 0 CHECK (order_minimum >= 0), -- of any order; a zone may ask for more
  ADD COLUMN order_preparation_minutes int NOT NULL DEFAULT 30 CHECK (order_preparation_minutes BETWEEN 0 AND 1440),
  ADD COLUMN order_horizon_days        int NOT NULL DEFAULT 1 CHECK (order_horizon_days BETWEEN 0 AND 60), -- 0: for today only
  -- the customer may change and cancel an order until it is in this state
  ADD COLUMN order_cancel_until        text NOT NULL DEFAULT 'preparing'
    CHECK (order_cancel_until IN ('preparing', 'ready', 'on_the_way', 'delivered')),
  ADD COLUMN order_max_open            int NOT NULL DEFAULT 3 CHECK (order_max_open BETWEEN 1 AND 100), -- of one contact
  ADD COLUMN order_max_day_total       bigint CHECK (order_max_day_total > 0), -- of one contact within 24 hours; null: no such bound
  -- orders of all visitors of the web chat within an hour
  ADD COLUMN order_web_chat_per_hour   int NOT NULL DEFAULT 10 CHECK (order_web_chat_per_hour BETWEEN 0 AND 1000);

ALTER TABLE business.menu_items
  ADD COLUMN available_from time,
  ADD COLUMN available_to   time,
  ADD COLUMN delivery       boolean NOT NULL DEFAULT true, -- false: it does not travel
  ADD CHECK ((available_from IS NULL) = (available_to IS NULL)),
  ADD CHECK (available_to > available_from);

-- What a dish can be had with. Of those of one group (a size, a degree of spice) one is chosen; others add up.
CREATE TABLE business.menu_options (
  tenant_id text NOT NULL,
  id        uuid NOT NULL,
  dish_id   uuid NOT NULL,
  slug      text NOT NULL,
  name      text NOT NULL,
  aliases   text[] NOT NULL DEFAULT '{}',
  choice    text NOT NULL DEFAULT '', -- its group
  price     bigint NOT NULL CHECK (price >= 0), -- added to the dish's
  allergens text[] NOT NULL DEFAULT '{}',
  available boolean NOT NULL DEFAULT true,
  position  int NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, dish_id, slug),
  FOREIGN KEY (tenant_id, dish_id) REFERENCES business.menu_items ON DELETE CASCADE
);

-- When a branch's kitchen takes orders; a branch without rows takes them while it is open.
CREATE TABLE business.kitchen_hours (
  tenant_id text NOT NULL,
  branch_id uuid NOT NULL,
  weekday   smallint NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  opens     time NOT NULL,
  closes    time NOT NULL CHECK (closes > opens), -- 24:00 is the end of the day
  PRIMARY KEY (tenant_id, branch_id, weekday, opens),
  FOREIGN KEY (tenant_id, branch_id) REFERENCES business.branches ON DELETE CASCADE
);

-- Where orders are brought, and for what.
CREATE TABLE business.delivery_zones (
  tenant_id text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id        uuid NOT NULL,
  slug      text NOT NULL,
  name      text NOT NULL,
  aliases   text[] NOT NULL DEFAULT '{}',
  fee       bigint NOT NULL CHECK (fee >= 0),
  minimum   bigint NOT NULL DEFAULT 0 CHECK (minimum >= 0), -- of the dishes, without the fee
  free_from bigint CHECK (free_from > 0),                   -- from then on there is no fee
  minutes   int CHECK (minutes BETWEEN 1 AND 1440),         -- from order to door; null: as long as the kitchen takes
  position  int NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, slug)
);

CREATE TABLE business.orders (
  tenant_id       text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id              uuid NOT NULL,
  number          int NOT NULL,  -- what the customer is told
  contact_id      uuid NOT NULL,
  conversation_id uuid,
  turn_id         uuid,          -- that made it
  channel         text NOT NULL DEFAULT '',
  order_type      text NOT NULL CHECK (order_type IN ('pickup', 'delivery')),
  status          text NOT NULL DEFAULT 'received'
    CHECK (status IN ('received', 'preparing', 'ready', 'on_the_way', 'delivered', 'cancelled')),
  branch_id       uuid,
  branch_name     text NOT NULL DEFAULT '', -- branch and zone as they were called then
  zone_id         uuid,
  zone_name       text NOT NULL DEFAULT '',
  address         text NOT NULL DEFAULT '' CHECK (char_length(address) <= 300),
  scheduled_at    timestamptz,              -- as the customer wished; null: as soon as may be
  estimated_at    timestamptz NOT NULL,     -- as the customer was told
  currency        text NOT NULL,
  subtotal        bigint NOT NULL CHECK (subtotal >= 0),
  delivery_fee    bigint NOT NULL CHECK (delivery_fee >= 0),
  total           bigint NOT NULL CHECK (total = subtotal + delivery_fee),
  replaces        uuid,                     -- the order that it took the place of
  cancel_reason   text NOT NULL DEFAULT '' CHECK (char_length(cancel_reason) <= 500),
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, number),
  FOREIGN KEY (tenant_id, branch_id) REFERENCES business.branches ON DELETE SET NULL (branch_id),
  FOREIGN KEY (tenant_id, zone_id) REFERENCES business.delivery_zones ON DELETE SET NULL (zone_id),
  CHECK (order_type = 'delivery' OR address = '' AND delivery_fee = 0)
);
CREATE INDEX orders_by_contact ON business.orders (tenant_id, contact_id, created_at);
CREATE INDEX orders_open ON business.orders (tenant_id, estimated_at) WHERE status NOT IN ('delivered', 'cancelled');
CREATE INDEX orders_by_visitors ON business.orders (tenant_id, created_at) WHERE channel = 'webchat';
CREATE INDEX orders_age ON business.orders USING brin (created_at);

-- The lines of an order as they were when it was made: later changes of the menu change none.
CREATE TABLE business.order_items (
  tenant_id  text NOT NULL,
  order_id   uuid NOT NULL,
  position   int NOT NULL CHECK (position BETWEEN 0 AND 29),
  dish_id    uuid,
  name       text NOT NULL,
  quantity   int NOT NULL CHECK (quantity BETWEEN 1 AND 50),
  options    text[] NOT NULL DEFAULT '{}',
  allergens  text[] NOT NULL DEFAULT '{}',
  notes      text NOT NULL DEFAULT '' CHECK (char_length(notes) <= 200),
  unit_price bigint NOT NULL CHECK (unit_price >= 0), -- with options
  line_total bigint NOT NULL CHECK (line_total = unit_price * quantity),
  PRIMARY KEY (tenant_id, order_id, position),
  FOREIGN KEY (tenant_id, order_id) REFERENCES business.orders ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, dish_id) REFERENCES business.menu_items ON DELETE SET NULL (dish_id)
);

DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['business.menu_options', 'business.kitchen_hours', 'business.delivery_zones'] LOOP
    PERFORM core.protect(t::regclass);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO recado_console', t);
    EXECUTE format('GRANT SELECT ON %s TO recado_tool_executor', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['business.orders', 'business.order_items'] LOOP
    PERFORM core.protect(t::regclass);
    EXECUTE format('GRANT SELECT, INSERT ON %s TO recado_tool_executor', t);
    EXECUTE format('GRANT SELECT ON %s TO recado_console', t);
  END LOOP;
END $$;
GRANT UPDATE (status, cancel_reason, updated_at) ON business.orders TO recado_tool_executor, recado_console;

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
    OR EXISTS (SELECT FROM business.appointments WHERE tenant_id = p_tenant AND contact_id = p_contact);

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
