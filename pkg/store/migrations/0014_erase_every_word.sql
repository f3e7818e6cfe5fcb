-- Erasing a contact reaches every column that may hold a person's words; pkg/store/testdata/columns.txt lists all columns, and a test
-- walks them.

CREATE INDEX tool_ledger_by_conversation ON business.tool_ledger (tenant_id, conversation_id);

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
    OR EXISTS (SELECT FROM business.contacts WHERE tenant_id = p_tenant AND id = p_contact);

  DELETE FROM business.contacts WHERE tenant_id = p_tenant AND id = p_contact; -- with callbacks and questions
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('contact_data', c);
  UPDATE business.appointments SET notes = '', cancel_reason = ''
   WHERE tenant_id = p_tenant AND contact_id = p_contact AND (notes <> '' OR cancel_reason <> '');
  GET DIAGNOSTICS c = ROW_COUNT; n := n || jsonb_build_object('appointment_notes', c);
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
