-- How near a contact is to booking or buying (docs/memory.md), with who says so and since when, and the words by which an assistant
-- judges it. Without such words nothing is kept.

ALTER TABLE core.assistants ADD COLUMN temperature_criteria text NOT NULL DEFAULT '' CHECK (length(temperature_criteria) <= 600);

ALTER TABLE chat.contacts
  ADD COLUMN temperature    text CHECK (temperature IN ('HOT', 'WARM', 'COLD')),
  ADD COLUMN temperature_by text CHECK (temperature_by IN ('model', 'rules', 'program')),
  ADD COLUMN temperature_at timestamptz, -- of the last change
  ADD CONSTRAINT contacts_temperature CHECK (num_nulls(temperature, temperature_by, temperature_at) IN (0, 3));

-- set_temperature keeps a temperature of a contact that was not erased; one that stays the same keeps its time and who said it.
CREATE FUNCTION chat.set_temperature(p_tenant text, p_contact uuid, p_temperature text, p_by text) RETURNS void
LANGUAGE sql SET search_path = chat, pg_temp AS $$
  UPDATE chat.contacts SET temperature = p_temperature, temperature_by = p_by, temperature_at = now()
   WHERE tenant_id = p_tenant AND id = p_contact AND sealed_address <> '' AND temperature IS DISTINCT FROM p_temperature
$$;

-- keep_temperature is that of a turn, under its fence and only where commit_turn, which comes after it in the transaction, will commit.
CREATE FUNCTION chat.keep_temperature(
  p_tenant text, p_conversation uuid, p_instance text, p_fence bigint, p_version bigint, p_temperature text, p_by text
) RETURNS void LANGUAGE plpgsql SET search_path = chat, pg_temp AS $$
DECLARE
  contact uuid;
BEGIN
  SELECT c.contact_id INTO contact FROM chat.conversations c
   WHERE c.tenant_id = p_tenant AND c.id = p_conversation AND c.fence = p_fence AND c.owner = p_instance
     AND (p_version IS NULL OR c.version = p_version) FOR NO KEY UPDATE;
  IF FOUND THEN
    PERFORM chat.set_temperature(p_tenant, contact, p_temperature, p_by);
  END IF;
END $$;
REVOKE ALL ON FUNCTION chat.set_temperature(text, uuid, text, text),
  chat.keep_temperature(text, uuid, text, bigint, bigint, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION chat.set_temperature(text, uuid, text, text),
  chat.keep_temperature(text, uuid, text, bigint, bigint, text, text) TO recado_agent_runner;

-- Erasing a contact blanks its address; what was thought of it goes with that.
CREATE FUNCTION chat.forget_temperature() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.temperature := NULL;
  NEW.temperature_by := NULL;
  NEW.temperature_at := NULL;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION chat.forget_temperature() FROM PUBLIC;
CREATE TRIGGER forget_temperature BEFORE UPDATE ON chat.contacts
  FOR EACH ROW WHEN (NEW.sealed_address = '' AND NEW.temperature IS NOT NULL) EXECUTE FUNCTION chat.forget_temperature();
