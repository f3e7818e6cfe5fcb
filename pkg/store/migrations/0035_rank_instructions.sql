-- What a tenant says to its assistants: instructions with a title, a type, a priority and the branches they hold for, the voice of
-- its brand, and all of the business for a prompt in which it stands. At most five instructions (prompt_slot) of 300 tokens together
-- are in a prompt: what a file or the console counts with the models' tokenizer is checked here once more.
ALTER TABLE core.instructions RENAME COLUMN kind TO type;
ALTER TABLE core.instructions DROP CONSTRAINT instructions_kind_check;
ALTER TABLE core.instructions
  ALTER COLUMN type TYPE text USING CASE type WHEN 'critical' THEN 'rule' ELSE 'behavior' END,
  ALTER COLUMN type SET DEFAULT 'rule',
  ADD CONSTRAINT instructions_type_check CHECK (type IN ('behavior', 'rule', 'restriction', 'tone')),
  ADD COLUMN title    text NOT NULL DEFAULT '',
  ADD COLUMN priority smallint NOT NULL DEFAULT 5 CHECK (priority BETWEEN 1 AND 10),
  ADD COLUMN active   boolean NOT NULL DEFAULT true,
  ADD COLUMN branches text[] NOT NULL DEFAULT '{}', -- slugs; none is all
  ADD COLUMN tokens   int NOT NULL DEFAULT 0 CHECK (tokens >= 0),
  ADD CONSTRAINT instructions_slot_active CHECK (active OR prompt_slot IS NULL);

ALTER TABLE core.tenants
  ADD COLUMN brand_voice   text NOT NULL DEFAULT '',
  ADD COLUMN full_context  boolean NOT NULL DEFAULT false,
  ADD COLUMN business_text text NOT NULL DEFAULT '' CHECK (octet_length(business_text) <= 65536); -- as its file told it last

-- No token is worth more than eight bytes of prose: who counts fewer is not believed.
CREATE FUNCTION core.bound_instructions() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  total int;
BEGIN
  SELECT sum(greatest(tokens, octet_length(text) / 8)) INTO total
    FROM core.instructions WHERE tenant_id = NEW.tenant_id AND prompt_slot IS NOT NULL;
  IF total > 300 THEN
    RAISE EXCEPTION 'instructions in the prompt of tenant % have % tokens, at most 300', NEW.tenant_id, total USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION core.bound_instructions() FROM PUBLIC;
-- at the end of the transaction: an apply writes its rows one after the other
CREATE CONSTRAINT TRIGGER bound_instructions AFTER INSERT OR UPDATE OF text, tokens, prompt_slot ON core.instructions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.prompt_slot IS NOT NULL) EXECUTE FUNCTION core.bound_instructions();
