-- The quiet window counts from when the door took a message, not from when its row was written, and the first message of a burst is
-- told apart: it starts the typing indicator.
DROP FUNCTION chat.intake(text, uuid, text, text, uuid, bytea, text, text, text, text, bigint, text, bytea, text, timestamptz, text, boolean, text,
                          interval, interval);

-- intake records one message, once. p_end is null for a message that wants an answer, else the reason why it has none.
-- wait_ms is the time until the conversation is due, null when this message starts nothing; mode is who has it afterwards; opens is
-- true where nothing waited before it.
CREATE FUNCTION chat.intake(
  p_tenant text, p_conversation uuid, p_channel text, p_account text,
  p_contact uuid, p_address bytea, p_profile text, p_assistant text, p_language text,
  p_message text, p_sequence bigint, p_kind text, p_event bytea, p_traceparent text, p_received timestamptz,
  p_end text, p_takeover boolean, p_nature text, p_quiet interval, p_cap interval,
  OUT fresh boolean, OUT wait_ms bigint, OUT mode text, OUT reason text, OUT opens boolean
) LANGUAGE plpgsql AS $$
DECLARE
  c    record;
  came timestamptz := least(p_received, now()); -- a clock that is ahead makes nobody wait
  due  timestamptz;
  ends text := p_end;
BEGIN
  fresh := false;
  opens := false;
  SELECT handoff_mode, handoff_reason, burst_at INTO c FROM chat.conversations
   WHERE tenant_id = p_tenant AND id = p_conversation FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, assistant_id, language)
    VALUES (p_tenant, p_conversation, p_channel, p_account, p_contact, p_assistant, p_language)
    ON CONFLICT DO NOTHING;
    INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address, profile_name)
    VALUES (p_tenant, p_contact, p_channel, p_account, p_address, p_profile)
    ON CONFLICT DO NOTHING;
    SELECT handoff_mode, handoff_reason, burst_at INTO c FROM chat.conversations
     WHERE tenant_id = p_tenant AND id = p_conversation FOR NO KEY UPDATE;
  END IF;
  mode := c.handoff_mode;
  reason := c.handoff_reason;
  IF ends IS NULL AND mode = 'human' AND p_nature NOT IN ('danger', 'settled') THEN
    ends := 'person';
  END IF;

  INSERT INTO chat.messages (tenant_id, conversation_id, message_id, sequence, kind, event, traceparent, received_at, nature, ended, ended_at)
  VALUES (p_tenant, p_conversation, p_message, p_sequence, p_kind, p_event, p_traceparent, p_received, p_nature, ends,
          CASE WHEN ends IS NOT NULL THEN now() END)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  fresh := true;

  IF p_takeover THEN
    IF chat.takeover(p_tenant, p_conversation) THEN
      reason := CASE WHEN mode = 'ai' THEN 'takeover' ELSE reason END;
      mode := 'human';
    END IF;
  ELSIF ends IS NULL THEN
    opens := c.burst_at IS NULL;
    due := least(came + p_quiet, coalesce(c.burst_at, came) + p_cap);
    UPDATE chat.conversations
       SET version = version + 1, burst_at = coalesce(burst_at, came), due_at = due, updated_at = now()
     WHERE tenant_id = p_tenant AND id = p_conversation;
    wait_ms := greatest(0, extract(epoch FROM due - now()) * 1000);
  END IF;
END $$;
