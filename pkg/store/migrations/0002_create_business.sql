-- What a tenant is (schema core) and what it sells, books and answers (schema business).
-- The catalogue is written only by recado_console, from a tenant's file or the console; recado_tool_executor reads it and
-- writes what its tools do. Money is in minor units of the row's currency, weekdays are ISO (1 = Monday), texts are in the
-- business's own language. A slug is the id in the tenant's file, the one that settings, slots and tool parameters use; a uuid
-- is derived from tenant, kind and slug, so a row keeps it for ever.

CREATE TABLE core.tenants (
  tenant_id            text PRIMARY KEY CHECK (tenant_id ~ '^[a-z0-9-]{1,40}$'),
  version              bigint NOT NULL DEFAULT 1,  -- grows with each change, in row and settings
  content_hash         bytea NOT NULL,             -- of all that a file says: the same hash again changes nothing
  settings             jsonb NOT NULL CHECK (octet_length(settings::text) <= 65536), -- the value of the tenants bucket
  name                 text NOT NULL,
  legal_name           text NOT NULL DEFAULT '',
  description          text NOT NULL DEFAULT '',
  vertical             text NOT NULL CHECK (vertical IN ('dental', 'restaurant', 'medical', 'general')),
  country              text NOT NULL,              -- ISO 3166-1 alpha-2
  zone                 text NOT NULL,              -- IANA
  currency             text NOT NULL,              -- ISO 4217
  language             text NOT NULL CHECK (language IN ('es', 'en', 'pt')),
  website              text NOT NULL DEFAULT '',
  email                text NOT NULL DEFAULT '',
  phone                text NOT NULL DEFAULT '',
  -- openings start every step, not before now + notice, not after now + horizon
  booking_step_minutes    int NOT NULL DEFAULT 30 CHECK (booking_step_minutes BETWEEN 5 AND 240),
  booking_notice_minutes  int NOT NULL DEFAULT 60 CHECK (booking_notice_minutes BETWEEN 0 AND 10080),
  booking_horizon_days    int NOT NULL DEFAULT 60 CHECK (booking_horizon_days BETWEEN 1 AND 366),
  booking_default_minutes int NOT NULL DEFAULT 60 CHECK (booking_default_minutes BETWEEN 5 AND 1440), -- where no service gives a duration
  created_at           timestamptz NOT NULL DEFAULT now(),
  updated_at           timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE core.assistants (
  tenant_id           text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id                  uuid NOT NULL,
  slug                text NOT NULL,
  name                text NOT NULL,
  channel             text NOT NULL DEFAULT '*', -- '*' answers every channel that has no assistant of its own
  style               text NOT NULL CHECK (style IN ('professional', 'warm_professional', 'casual', 'very_formal')),
  type                text NOT NULL CHECK (type IN ('full', 'appointments_only', 'personal_brand', 'information_only', 'sales', 'support')),
  tier                text NOT NULL CHECK (tier IN ('rules', 'fast', 'balanced', 'premium')),
  model               text NOT NULL DEFAULT '',  -- empty: the tier's
  temperature         real CHECK (temperature BETWEEN 0 AND 2),
  max_tokens          int CHECK (max_tokens BETWEEN 1 AND 32768),
  system_instructions text NOT NULL DEFAULT '',
  corpora             uuid[] NOT NULL DEFAULT '{}',
  active              boolean NOT NULL DEFAULT true,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, slug),
  -- a unique index on active rows, but deferred: two assistants may swap within a transaction
  CONSTRAINT assistants_one_active EXCLUDE USING btree (tenant_id WITH =, channel WITH =) WHERE (active) DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE core.instructions (
  tenant_id   text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id          uuid NOT NULL,
  slug        text NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('custom', 'critical')),
  text        text NOT NULL,
  position    int NOT NULL,
  prompt_slot smallint CHECK (prompt_slot BETWEEN 1 AND 5), -- five slots: no more than five stand in a prompt
  include_in_prompt boolean NOT NULL GENERATED ALWAYS AS (prompt_slot IS NOT NULL) STORED,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, prompt_slot) DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE core.accounts (
  tenant_id    text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  channel      text NOT NULL,
  account_id   text NOT NULL,
  api_url      text NOT NULL DEFAULT '',
  gateway      boolean NOT NULL DEFAULT false, -- no adapter of ours serves the channel
  secrets      jsonb NOT NULL DEFAULT '{}',    -- name -> base64 of the sealed value
  quiet_window interval,
  origins      text[] NOT NULL DEFAULT '{}',   -- pages that may use a web chat; none: every page
  PRIMARY KEY (tenant_id, channel, account_id)
);
-- an index sees every tenant, whatever the policy of the one who writes: an account belongs to one tenant
CREATE UNIQUE INDEX accounts_one_tenant ON core.accounts (channel, account_id);

-- Documents that the tenant's file submits, and whether the last version has been told to the indexer.
CREATE TABLE core.documents (
  tenant_id  text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id         uuid NOT NULL,  -- document_id of DocumentSubmitted
  slug       text NOT NULL,  -- article/<path>, faq/<slug>, policy/<type>
  corpus_id  uuid NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('article', 'faq', 'policy', 'instruction', 'template', 'competitor')),
  title      text NOT NULL,
  sha256     text NOT NULL,
  announced  text NOT NULL DEFAULT '', -- sha256 last published; another one is published again
  removed    boolean NOT NULL DEFAULT false, -- the row goes when DocumentRemoved is published
  version    bigint NOT NULL DEFAULT 1, -- of the tenant when the document changed
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE business.branches (
  tenant_id       text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id              uuid NOT NULL,
  slug            text NOT NULL,
  name            text NOT NULL,
  aliases         text[] NOT NULL DEFAULT '{}',
  address         text NOT NULL DEFAULT '',
  city            text NOT NULL DEFAULT '',
  phone           text NOT NULL DEFAULT '',
  whatsapp        text NOT NULL DEFAULT '',
  google_maps_url text NOT NULL DEFAULT '',
  directions      text NOT NULL DEFAULT '', -- entrance, parking, transport
  position        int NOT NULL,             -- the first is the main one
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, slug)
);

CREATE TABLE business.branch_hours (
  tenant_id text NOT NULL,
  branch_id uuid NOT NULL,
  weekday   smallint NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  opens     time NOT NULL,
  closes    time NOT NULL CHECK (closes > opens), -- 24:00 is the end of the day
  PRIMARY KEY (tenant_id, branch_id, weekday, opens), -- several spans a day
  FOREIGN KEY (tenant_id, branch_id) REFERENCES business.branches ON DELETE CASCADE
);

-- Days on which a branch (null: every branch) is closed, or open only from opens to closes.
CREATE TABLE business.closures (
  tenant_id text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id        uuid NOT NULL,
  branch_id uuid,
  first_day date NOT NULL,
  last_day  date NOT NULL CHECK (last_day >= first_day),
  reason    text NOT NULL DEFAULT '',
  opens     time,
  closes    time,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, branch_id) REFERENCES business.branches ON DELETE CASCADE,
  CHECK ((opens IS NULL) = (closes IS NULL) AND closes > opens)
);

CREATE TABLE business.staff (
  tenant_id text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id        uuid NOT NULL,
  slug      text NOT NULL,
  name      text NOT NULL,
  aliases   text[] NOT NULL DEFAULT '{}',
  role      text NOT NULL,
  specialty text NOT NULL DEFAULT '',
  bio       text NOT NULL DEFAULT '',
  position  int NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, slug)
);

CREATE TABLE business.staff_branches (
  tenant_id text NOT NULL,
  staff_id  uuid NOT NULL,
  branch_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, staff_id, branch_id),
  FOREIGN KEY (tenant_id, staff_id) REFERENCES business.staff ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, branch_id) REFERENCES business.branches ON DELETE CASCADE
);

-- When a person attends at a branch; appointments lie within these and the branch's own hours.
CREATE TABLE business.staff_hours (
  tenant_id text NOT NULL,
  staff_id  uuid NOT NULL,
  branch_id uuid NOT NULL,
  weekday   smallint NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  opens     time NOT NULL,
  closes    time NOT NULL CHECK (closes > opens),
  PRIMARY KEY (tenant_id, staff_id, branch_id, weekday, opens),
  FOREIGN KEY (tenant_id, staff_id, branch_id) REFERENCES business.staff_branches ON DELETE CASCADE
);

-- What an appointment occupies: a person (same id as the staff row, which then takes appointments) or a table.
CREATE TABLE business.resources (
  tenant_id text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id        uuid NOT NULL,
  slug      text NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('staff', 'table')),
  name      text NOT NULL,
  staff_id  uuid, -- of a person
  branch_id uuid, -- of a table; a person's branches are in staff_hours
  seats     int NOT NULL DEFAULT 1 CHECK (seats BETWEEN 1 AND 500),
  position  int NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, kind, slug),
  FOREIGN KEY (tenant_id, staff_id) REFERENCES business.staff ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, branch_id) REFERENCES business.branches ON DELETE CASCADE,
  CHECK ((kind = 'staff') = (staff_id IS NOT NULL)),
  CHECK ((kind = 'table') = (branch_id IS NOT NULL))
);

CREATE TABLE business.services (
  tenant_id        text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id               uuid NOT NULL,
  slug             text NOT NULL,
  name             text NOT NULL,
  aliases          text[] NOT NULL DEFAULT '{}',
  category         text NOT NULL DEFAULT '',
  description      text NOT NULL DEFAULT '',
  price_min        bigint CHECK (price_min >= 0),         -- null: no price is given before a consultation
  price_max        bigint CHECK (price_max >= price_min), -- equal to price_min for a fixed price
  currency         text NOT NULL,
  price_note       text NOT NULL DEFAULT '',
  duration_minutes int NOT NULL CHECK (duration_minutes BETWEEN 5 AND 1440),
  requires_consultation boolean NOT NULL DEFAULT false,
  bookable         boolean NOT NULL DEFAULT true,
  promotion_active boolean NOT NULL DEFAULT false,
  promotion_text   text NOT NULL DEFAULT '',
  promotion_until  date, -- last day, in the tenant's zone; a later day has no promotion
  position         int NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, slug),
  CHECK ((price_min IS NULL) = (price_max IS NULL))
);

-- Who does a service.
CREATE TABLE business.service_staff (
  tenant_id  text NOT NULL,
  service_id uuid NOT NULL,
  staff_id   uuid NOT NULL,
  PRIMARY KEY (tenant_id, service_id, staff_id),
  FOREIGN KEY (tenant_id, service_id) REFERENCES business.services ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, staff_id) REFERENCES business.staff ON DELETE CASCADE
);

CREATE TABLE business.menu_items (
  tenant_id   text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id          uuid NOT NULL,
  slug        text NOT NULL,
  name        text NOT NULL,
  aliases     text[] NOT NULL DEFAULT '{}',
  category    text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  price       bigint NOT NULL CHECK (price >= 0),
  currency    text NOT NULL,
  available   boolean NOT NULL DEFAULT true,
  allergens   text[] NOT NULL DEFAULT '{}',
  position    int NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, slug)
);

CREATE TABLE business.policies (
  tenant_id     text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id            uuid NOT NULL,
  policy_type   text NOT NULL CHECK (policy_type IN ('cancellation', 'rescheduling', 'payment', 'warranty', 'refunds', 'privacy', 'general')),
  title         text NOT NULL,
  policy        text NOT NULL,
  short_version text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, policy_type)
);

CREATE TABLE business.faqs (
  tenant_id text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id        uuid NOT NULL,
  slug      text NOT NULL,
  question  text NOT NULL,
  aliases   text[] NOT NULL DEFAULT '{}', -- other wordings
  answer    text NOT NULL,
  category  text NOT NULL DEFAULT '',
  position  int NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, slug)
);

CREATE TABLE business.response_templates (
  tenant_id    text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id           uuid NOT NULL,
  trigger_type text NOT NULL CHECK (trigger_type IN ('greeting', 'farewell', 'confirmation', 'appointment_reminder', 'promotion')),
  language     text NOT NULL CHECK (language IN ('es', 'en', 'pt')),
  text         text NOT NULL, -- {name} stands for a variable
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, trigger_type, language)
);

CREATE TABLE business.competitors (
  tenant_id text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id        uuid NOT NULL,
  slug      text NOT NULL,
  name      text NOT NULL,
  aliases   text[] NOT NULL DEFAULT '{}',
  strategy  text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, slug)
);

-- What tools learn of a person (update_lead_info); id is Meta.contact.contact_id.
CREATE TABLE business.contacts (
  tenant_id  text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id         uuid NOT NULL,
  name       text NOT NULL DEFAULT '',
  email      text NOT NULL DEFAULT '',
  phone      text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE business.appointments (
  tenant_id       text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id              uuid NOT NULL,
  contact_id      uuid NOT NULL,
  conversation_id uuid,
  turn_id         uuid,          -- that booked it
  service_id      uuid,
  staff_id        uuid,
  branch_id       uuid,
  resource_id     uuid NOT NULL, -- business.resources when it was booked; the appointment outlives it
  -- as they were called when it was booked
  service_name    text NOT NULL DEFAULT '',
  staff_name      text NOT NULL DEFAULT '',
  branch_name     text NOT NULL DEFAULT '',
  party_size      int CHECK (party_size BETWEEN 1 AND 500),
  starts_at       timestamptz NOT NULL,
  ends_at         timestamptz NOT NULL CHECK (ends_at > starts_at),
  status          text NOT NULL DEFAULT 'confirmed' CHECK (status IN ('confirmed', 'cancelled', 'completed', 'no_show')),
  notes           text NOT NULL DEFAULT '',
  cancel_reason   text NOT NULL DEFAULT '',
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, service_id) REFERENCES business.services ON DELETE SET NULL (service_id),
  FOREIGN KEY (tenant_id, staff_id) REFERENCES business.staff ON DELETE SET NULL (staff_id),
  FOREIGN KEY (tenant_id, branch_id) REFERENCES business.branches ON DELETE SET NULL (branch_id),
  -- no double booking, whoever writes: a second one is SQLSTATE 23P01
  CONSTRAINT appointments_no_overlap EXCLUDE USING gist
    (tenant_id WITH =, resource_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (status = 'confirmed')
);
CREATE INDEX appointments_by_contact ON business.appointments (tenant_id, contact_id, starts_at);
CREATE INDEX appointments_by_start ON business.appointments (tenant_id, starts_at) WHERE status = 'confirmed';

-- The first result of a write tool, given again to whoever repeats its key.
CREATE TABLE business.tool_ledger (
  tenant_id       text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  idempotency_key text NOT NULL,
  tool            text NOT NULL,
  turn_id         uuid,
  conversation_id uuid,
  request_hash    bytea NOT NULL, -- of tool and canonical arguments: a key with another hash is refused
  result          jsonb,
  error           jsonb,
  evidence        jsonb NOT NULL DEFAULT '[]',
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, idempotency_key),
  CHECK (num_nonnulls(result, error) = 1)
);

-- Calls for a person, recorded by escalate_to_human.
CREATE TABLE business.handoffs (
  tenant_id       text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id              uuid NOT NULL,
  contact_id      uuid,
  conversation_id uuid NOT NULL,
  turn_id         uuid,
  reason          text NOT NULL,
  summary         text NOT NULL DEFAULT '',
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX handoffs_by_conversation ON business.handoffs (tenant_id, conversation_id, created_at);

DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['core.tenants', 'core.assistants', 'core.instructions', 'core.accounts', 'core.documents',
      'business.branches', 'business.branch_hours', 'business.closures', 'business.staff', 'business.staff_branches',
      'business.staff_hours', 'business.resources', 'business.services', 'business.service_staff', 'business.menu_items',
      'business.policies', 'business.faqs', 'business.response_templates', 'business.competitors'] LOOP
    PERFORM core.protect(t::regclass);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO recado_console', t);
    IF t LIKE 'business.%' THEN
      EXECUTE format('GRANT SELECT ON %s TO recado_tool_executor', t);
    END IF;
  END LOOP;
  FOREACH t IN ARRAY ARRAY['business.contacts', 'business.appointments', 'business.tool_ledger', 'business.handoffs'] LOOP
    PERFORM core.protect(t::regclass);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %s TO recado_tool_executor', t);
    EXECUTE format('GRANT SELECT ON %s TO recado_console', t);
  END LOOP;
END $$;

GRANT SELECT ON core.tenants TO recado_tool_executor, recado_agent_runner, recado_embedding_indexer, recado_outbound_sender;
GRANT SELECT ON core.assistants, core.instructions TO recado_agent_runner;

-- Every tenant's settings, for the sweep that repairs the key-value bucket.
CREATE FUNCTION core.all_settings() RETURNS TABLE (tenant_id text, version bigint, settings jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT t.tenant_id, t.version, t.settings FROM core.tenants AS t ORDER BY t.tenant_id
$$;
SELECT core.define_system('core.all_settings()', 'recado_console');
