-- Corpora: documents that belong together. One of the business serves every assistant that names it in core.assistants.corpora; a personal one
-- belongs to a contact and serves the assistants that allow personal corpora, in that contact's own conversations.

CREATE TABLE knowledge.corpora (
  tenant_id      text NOT NULL REFERENCES core.tenants ON DELETE CASCADE,
  id             uuid NOT NULL,
  slug           text NOT NULL CHECK (length(slug) BETWEEN 1 AND 64),
  contact_id     uuid,                          -- whose it is; null: the business's
  active         boolean NOT NULL DEFAULT true, -- what is not is kept, and found by nobody
  target_tokens  int NOT NULL DEFAULT 250 CHECK (target_tokens BETWEEN 50 AND 1000),
  max_tokens     int NOT NULL DEFAULT 400 CHECK (max_tokens BETWEEN target_tokens AND 1000),
  overlap_tokens int NOT NULL DEFAULT 37 CHECK (overlap_tokens BETWEEN 0 AND 200 AND overlap_tokens < target_tokens),
  version        bigint NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX corpora_by_contact ON knowledge.corpora (tenant_id, contact_id, slug) NULLS NOT DISTINCT;
SELECT core.protect('knowledge.corpora');
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge.corpora TO recado_embedding_indexer, recado_console;
GRANT SELECT ON knowledge.corpora TO recado_tool_executor;

-- what stands already: tenant apply gives each its name
INSERT INTO knowledge.corpora (tenant_id, id, slug)
SELECT tenant_id, id, id::text FROM (
  SELECT tenant_id, unnest(corpora) AS id FROM core.assistants
  UNION SELECT tenant_id, corpus_id FROM core.documents
  UNION SELECT tenant_id, corpus_id FROM knowledge.documents WHERE state <> 'removed') AS known;

ALTER TABLE core.assistants ADD allows_personal_corpus boolean NOT NULL DEFAULT false;

CREATE FUNCTION core.assistant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('recado.assistant', true), '')::uuid $$;
COMMENT ON FUNCTION core.assistant() IS 'the assistant that this transaction searches for, null without one';

-- readable are the corpora that this transaction's assistant reads for its contact: none without an assistant.
CREATE FUNCTION knowledge.readable() RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(c.id), '{}') FROM knowledge.corpora c JOIN core.assistants a ON a.tenant_id = c.tenant_id
   WHERE c.tenant_id = core.tenant() AND a.id = core.assistant() AND c.active
     AND CASE WHEN c.contact_id IS NULL THEN c.id = ANY (a.corpora)
              ELSE a.allows_personal_corpus AND c.contact_id::text = core.usr() END
$$;
SELECT core.define_system('knowledge.readable()', 'recado_tool_executor', 'recado_console');

-- Who searches sees what its assistant reads and nothing else, whatever the statement says. Who indexes sees the tenant's.
CREATE POLICY readable ON knowledge.chunks AS RESTRICTIVE FOR SELECT TO recado_tool_executor, recado_console
  USING (corpus_id = ANY ((SELECT knowledge.readable())::uuid[]));
CREATE POLICY readable ON knowledge.documents AS RESTRICTIVE FOR SELECT TO recado_tool_executor
  USING (corpus_id = ANY ((SELECT knowledge.readable())::uuid[]));
CREATE POLICY readable ON knowledge.corpora AS RESTRICTIVE FOR SELECT TO recado_tool_executor
  USING (id = ANY ((SELECT knowledge.readable())::uuid[]));

-- corpora_changed is core.change_evidence for this table: that function's owner alone may hang it on another.
CREATE FUNCTION knowledge.corpora_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO core.evidence_versions AS v (tenant_id, version)
  SELECT t.tenant_id, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
    FROM core.tenants t WHERE NOT t.removing AND t.tenant_id IN (SELECT c.tenant_id FROM changed c) ORDER BY t.tenant_id
  ON CONFLICT (tenant_id) DO UPDATE SET version = greatest(v.version + 1, excluded.version);
  RETURN NULL;
END $$;
CREATE TRIGGER evidence_came AFTER INSERT ON knowledge.corpora REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION knowledge.corpora_changed();
CREATE TRIGGER evidence_changed AFTER UPDATE ON knowledge.corpora REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION knowledge.corpora_changed();
CREATE TRIGGER evidence_went AFTER DELETE ON knowledge.corpora REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION knowledge.corpora_changed();
SELECT core.define_system('knowledge.corpora_changed()', VARIADIC '{}'::name[]);

-- What is known of a document: where it comes from, who added it, and the original, from which it can be cut again.
ALTER TABLE knowledge.documents
  DROP CONSTRAINT documents_state_check,
  ADD CONSTRAINT documents_state_check CHECK (state IN ('pending', 'processing', 'indexed', 'failed', 'removed')),
  ADD mime       text NOT NULL DEFAULT '',
  ADD bytes      bigint NOT NULL DEFAULT 0,
  ADD object_key text NOT NULL DEFAULT '', -- of the original in the object store; empty: none was kept
  ADD source     text NOT NULL DEFAULT 'manual' CHECK (length(source) BETWEEN 1 AND 40),
  ADD source_url text NOT NULL DEFAULT '' CHECK (length(source_url) <= 2000),
  ADD category   text NOT NULL DEFAULT '' CHECK (length(category) <= 100),
  ADD tags       text[] NOT NULL DEFAULT '{}',
  ADD metadata   jsonb NOT NULL DEFAULT '{}',
  ADD added_by   text NOT NULL DEFAULT '' CHECK (length(added_by) <= 200), -- the key or program, never a person's name
  ADD attempts   int NOT NULL DEFAULT 0,   -- since it was indexed last
  ADD parent_id  uuid;                     -- the table that it is a row of
CREATE INDEX documents_by_corpus ON knowledge.documents (tenant_id, corpus_id);
CREATE INDEX documents_by_parent ON knowledge.documents (tenant_id, parent_id) WHERE parent_id IS NOT NULL;

ALTER TABLE knowledge.chunks
  ADD page       int NOT NULL DEFAULT 0,   -- from 1; 0 where there are none
  ADD start_rune int NOT NULL DEFAULT 0,   -- in the document's text
  ADD end_rune   int NOT NULL DEFAULT 0;

-- A corpus takes its documents with it; a contact that is erased takes its corpora.
CREATE FUNCTION knowledge.remove_corpus(p_tenant text, p_corpus uuid) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  n integer;
BEGIN
  DELETE FROM knowledge.chunks WHERE tenant_id = p_tenant AND corpus_id = p_corpus;
  DELETE FROM knowledge.documents WHERE tenant_id = p_tenant AND corpus_id = p_corpus;
  GET DIAGNOSTICS n = ROW_COUNT;
  DELETE FROM knowledge.corpora WHERE tenant_id = p_tenant AND id = p_corpus;
  RETURN n;
END $$;
REVOKE ALL ON FUNCTION knowledge.remove_corpus(text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION knowledge.remove_corpus(text, uuid) TO recado_embedding_indexer, recado_system;

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
    OR EXISTS (SELECT FROM business.loyalty_accounts WHERE tenant_id = p_tenant AND contact_id = p_contact)
    OR EXISTS (SELECT FROM knowledge.corpora WHERE tenant_id = p_tenant AND contact_id = p_contact)
    OR EXISTS (SELECT FROM business.appointments WHERE tenant_id = p_tenant AND contact_id = p_contact);

  DELETE FROM business.slot_holds WHERE tenant_id = p_tenant AND contact_id = p_contact;
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
  DELETE FROM business.loyalty_redemptions WHERE tenant_id = p_tenant AND contact_id = p_contact;
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('loyalty_codes', c);
  UPDATE business.loyalty_transactions SET description = '' WHERE tenant_id = p_tenant AND contact_id = p_contact AND description <> '';
  DELETE FROM business.loyalty_accounts WHERE tenant_id = p_tenant AND contact_id = p_contact;
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('loyalty_accounts', c);
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
  DELETE FROM chat.summaries WHERE tenant_id = p_tenant AND (contact_id = p_contact OR conversation_id = ANY (ids));
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('summaries', c);
  DELETE FROM chat.facts WHERE tenant_id = p_tenant AND contact_id = p_contact;
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('remembered', c);

  SELECT coalesce(sum(knowledge.remove_corpus(p_tenant, id)), 0) INTO c FROM knowledge.corpora WHERE tenant_id = p_tenant AND contact_id = p_contact;
  n := n || jsonb_build_object('documents', c);

  -- what is being sent now settles first; the next erasing finds it
  DELETE FROM delivery.parts p USING delivery.deliveries d
   WHERE d.tenant_id = p_tenant AND d.conversation_id = ANY (ids) AND d.state <> 'sending' AND p.tenant_id = p_tenant AND p.reply_id = d.reply_id;
  DELETE FROM delivery.deliveries WHERE tenant_id = p_tenant AND conversation_id = ANY (ids) AND state <> 'sending';
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('deliveries', c);
  erased := n;
END $$;

SELECT core.define_system('core.erase_contact(text, uuid)', 'recado_console');
