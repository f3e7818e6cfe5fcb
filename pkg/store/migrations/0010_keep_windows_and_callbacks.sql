-- How late a customer may change an appointment and how many they may have, what to know before a service, whom a dish suits, and
-- the calls that customers asked for.

ALTER TABLE core.tenants
  -- no change by chat later than this before an appointment; a service may say otherwise, and so may a large party's cancellation
  ADD COLUMN booking_cancel_notice_minutes int NOT NULL DEFAULT 0 CHECK (booking_cancel_notice_minutes BETWEEN 0 AND 43200),
  ADD COLUMN booking_move_notice_minutes   int NOT NULL DEFAULT 0 CHECK (booking_move_notice_minutes BETWEEN 0 AND 43200),
  ADD COLUMN booking_large_party           int CHECK (booking_large_party BETWEEN 2 AND 500),
  ADD COLUMN booking_large_party_cancel_notice_minutes int CHECK (booking_large_party_cancel_notice_minutes BETWEEN 0 AND 43200),
  -- appointments of one contact that are ahead
  ADD COLUMN booking_max_ahead             int NOT NULL DEFAULT 10 CHECK (booking_max_ahead BETWEEN 1 AND 100),
  ADD CHECK ((booking_large_party IS NULL) = (booking_large_party_cancel_notice_minutes IS NULL));

ALTER TABLE business.services
  ADD COLUMN preparation           text NOT NULL DEFAULT '', -- what the customer should do before
  ADD COLUMN cancel_notice_minutes int CHECK (cancel_notice_minutes BETWEEN 0 AND 43200), -- null: the tenant's
  ADD COLUMN move_notice_minutes   int CHECK (move_notice_minutes BETWEEN 0 AND 43200);

ALTER TABLE business.menu_items
  ADD COLUMN diets text[] NOT NULL DEFAULT '{}'; -- vegan, vegetarian, gluten_free, …

-- Calls that contacts asked for (request_callback). The number stands in business.contacts, and erasing the contact removes the row
-- with it. The tool keeps the newest of each contact and each tenant, for 90 days.
CREATE TABLE business.callbacks (
  tenant_id       text NOT NULL,
  id              uuid NOT NULL,
  contact_id      uuid NOT NULL,
  conversation_id uuid NOT NULL,
  turn_id         uuid,
  wished_time     text NOT NULL DEFAULT '' CHECK (char_length(wished_time) <= 200), -- in the customer's words
  created_at      timestamptz NOT NULL DEFAULT now(),
  done_at         timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, contact_id) REFERENCES business.contacts ON DELETE CASCADE
);
CREATE INDEX callbacks_by_contact ON business.callbacks (tenant_id, contact_id, created_at);
CREATE INDEX callbacks_by_time ON business.callbacks (tenant_id, created_at);

SELECT core.protect('business.callbacks');
GRANT SELECT, INSERT, DELETE ON business.callbacks TO recado_tool_executor;
GRANT SELECT, UPDATE ON business.callbacks TO recado_console;
