-- What the installation's root key seals is sealed again with another one (recado secret rotate), value by value.
GRANT UPDATE (sealed_address) ON chat.contacts TO recado_console;
GRANT UPDATE (event) ON delivery.deliveries TO recado_console;

-- Since when all that lies at rest is sealed with a key: what was on its way then ends some days later. No tenant's data.
CREATE TABLE core.rotations (
  key_id     text        PRIMARY KEY, -- of the root key, in hex; it says nothing of the key
  rotated_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE core.rotations ENABLE ROW LEVEL SECURITY;
ALTER TABLE core.rotations FORCE ROW LEVEL SECURITY;
CREATE POLICY rotations_console ON core.rotations TO recado_console USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON core.rotations TO recado_console;
