-- A write of a program has no turn: it names a contact, whose newest conversation it belongs to and holds while it runs. Erasing,
-- retention and rekeying find what it leaves by that conversation, as they find what a turn leaves.

-- find_contact returns a contact's newest conversation, no row where it has none.
CREATE FUNCTION chat.find_contact(p_tenant text, p_contact uuid)
RETURNS TABLE (conversation uuid, channel text, assistant text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = chat, pg_temp AS $$
  SELECT c.id, c.channel, c.assistant_id, c.language FROM chat.conversations c
   WHERE c.tenant_id = p_tenant AND c.contact_id = p_contact ORDER BY c.updated_at DESC, c.id LIMIT 1
$$;

-- hold_contact says whether a conversation is still there and that contact's, and keeps it so until the caller's transaction ends.
CREATE FUNCTION chat.hold_contact(p_tenant text, p_contact uuid, p_conversation uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
BEGIN
  PERFORM FROM chat.conversations WHERE tenant_id = p_tenant AND id = p_conversation AND contact_id = p_contact FOR SHARE;
  RETURN FOUND;
END $$;

SELECT core.define_system('chat.find_contact(text, uuid)', 'recado_tool_executor');
SELECT core.define_system('chat.hold_contact(text, uuid, uuid)', 'recado_tool_executor');
