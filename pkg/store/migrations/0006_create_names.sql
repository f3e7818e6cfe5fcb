-- The tokens of a conversation: which sealed value [TEL_1] stands for in it. No clear value, and no key to open one.

CREATE TABLE chat.names (
  tenant_id       text        NOT NULL,
  conversation_id uuid        NOT NULL,
  names           jsonb       NOT NULL,            -- vault.Names
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, conversation_id)
);

SELECT core.protect('chat.names');

-- keep_names writes a conversation's tokens under the fence; a turn that lost it writes nothing.
CREATE FUNCTION chat.keep_names(p_tenant text, p_conversation uuid, p_instance text, p_fence bigint, p_names jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM chat.conversations
    WHERE tenant_id = p_tenant AND id = p_conversation AND fence = p_fence AND owner = p_instance FOR NO KEY UPDATE;
  IF FOUND THEN
    INSERT INTO chat.names (tenant_id, conversation_id, names) VALUES (p_tenant, p_conversation, p_names)
    ON CONFLICT (tenant_id, conversation_id) DO UPDATE SET names = excluded.names, updated_at = now();
  END IF;
END $$;

REVOKE EXECUTE ON FUNCTION chat.keep_names(text, uuid, text, bigint, jsonb) FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE ON chat.names TO recado_agent_runner;
GRANT EXECUTE ON FUNCTION chat.keep_names(text, uuid, text, bigint, jsonb) TO recado_agent_runner;
GRANT SELECT ON chat.names TO recado_console;
