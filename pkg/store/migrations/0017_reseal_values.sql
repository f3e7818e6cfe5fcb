-- What the installation's root key seals is sealed again with another one (recado secret rotate), value by value.
GRANT UPDATE (sealed_address) ON chat.contacts TO recado_console;
GRANT UPDATE (event) ON delivery.deliveries TO recado_console;

-- Since when all that lies at rest is sealed with a key: what was on its way then ends some days later. No tenant's data, and reached
-- through the functions only.
CREATE TABLE core.rotations (
  key_id     text        PRIMARY KEY, -- of the root key, in hex; it says nothing of the key
  rotated_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE core.rotations ENABLE ROW LEVEL SECURITY;
ALTER TABLE core.rotations FORCE ROW LEVEL SECURITY;
CREATE POLICY rotations_system ON core.rotations TO recado_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON core.rotations TO recado_system;

CREATE FUNCTION core.rotated_at(p_key text) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.rotated_at FROM core.rotations AS r WHERE r.key_id = p_key
$$;

-- note_rotation keeps the first time, or now where something was still of another key.
CREATE FUNCTION core.note_rotation(p_key text, p_again boolean) RETURNS timestamptz
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO core.rotations AS r (key_id) VALUES (p_key)
  ON CONFLICT (key_id) DO UPDATE SET rotated_at = CASE WHEN p_again THEN now() ELSE r.rotated_at END
  RETURNING rotated_at
$$;

SELECT core.define_system(f, 'recado_console')
  FROM unnest(ARRAY['core.rotated_at(text)', 'core.note_rotation(text, boolean)']::regprocedure[]) AS f;
