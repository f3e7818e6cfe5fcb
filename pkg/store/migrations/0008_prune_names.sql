-- prune_names forgets the tokens of conversations that have none of their texts left: nobody has written there since p_before.
CREATE FUNCTION chat.prune_names(p_before timestamptz, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
DECLARE
  gone bigint;
BEGIN
  DELETE FROM chat.names WHERE ctid = ANY (ARRAY(
    SELECT n.ctid FROM chat.names n JOIN chat.conversations c ON c.tenant_id = n.tenant_id AND c.id = n.conversation_id
     WHERE n.updated_at < p_before AND c.updated_at < p_before LIMIT p_limit));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;

SELECT core.define_system('chat.prune_names(timestamptz, integer)', 'recado_agent_runner');
