-- Records that only one business keeps of its customers (tools.records of its file): a guarantee, a bicycle in repair. What a record may
-- say stands in the tenant's settings. They go with the contact: erasing, pruning and removing a tenant reach them through it.

CREATE TABLE business.records (
  tenant_id       text NOT NULL,
  id              uuid NOT NULL,
  collection      text NOT NULL CHECK (collection ~ '^[a-z][a-z0-9_]{0,29}$'),
  contact_id      uuid NOT NULL,
  conversation_id uuid,
  turn_id         uuid,              -- that made it
  content         jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object' AND length(content::text) <= 32768),
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, contact_id) REFERENCES business.contacts ON DELETE CASCADE DEFERRABLE INITIALLY IMMEDIATE -- ids change when a tenant is re-keyed
);
CREATE INDEX records_by_contact ON business.records (tenant_id, contact_id, collection, created_at);

SELECT core.protect('business.records');
GRANT SELECT, INSERT, UPDATE ON business.records TO recado_tool_executor;
GRANT SELECT ON business.records TO recado_console;
