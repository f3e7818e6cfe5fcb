-- Retention of every table that holds something of a conversation or a contact. Each function removes at most p_limit rows of a kind,
-- those that nobody is at work on, and returns how many went; its caller repeats it until none does.

-- what is old lies together: a look at a table's few old pages instead of all of it
CREATE INDEX steps_age ON chat.steps USING brin (created_at);
CREATE INDEX messages_age ON chat.messages USING brin (created_at);
CREATE INDEX replies_age ON chat.replies USING brin (created_at);
CREATE INDEX turns_age ON chat.turns USING brin (created_at);
CREATE INDEX deliveries_age ON delivery.deliveries USING brin (created_at);
CREATE INDEX parts_age ON delivery.parts USING brin (created_at);
CREATE INDEX tool_ledger_age ON business.tool_ledger USING brin (created_at);
CREATE INDEX handoffs_age ON business.handoffs USING brin (created_at);
CREATE INDEX conversations_by_contact ON chat.conversations (tenant_id, contact_id);

-- prune_conversations removes conversations without a row of their own in which nobody has written since p_before and which no person
-- has, their tokens, and contacts without a conversation. Who writes again begins anew.
CREATE FUNCTION chat.prune_conversations(p_before timestamptz, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
DECLARE
  gone bigint := 0;
  n    bigint;
BEGIN
  DELETE FROM chat.conversations WHERE ctid = ANY (ARRAY(
    SELECT c.ctid FROM chat.conversations c
     WHERE c.updated_at < p_before AND c.owner IS NULL AND c.due_at IS NULL AND c.handoff_mode = 'ai'
       AND NOT EXISTS (SELECT FROM chat.messages x WHERE x.tenant_id = c.tenant_id AND x.conversation_id = c.id)
       AND NOT EXISTS (SELECT FROM chat.turns x WHERE x.tenant_id = c.tenant_id AND x.conversation_id = c.id)
       AND NOT EXISTS (SELECT FROM chat.replies x WHERE x.tenant_id = c.tenant_id AND x.conversation_id = c.id)
       AND NOT EXISTS (SELECT FROM delivery.deliveries x
                        WHERE x.tenant_id = c.tenant_id AND x.conversation_id = c.id AND x.state IN ('pending', 'sending'))
     LIMIT p_limit FOR UPDATE OF c SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM chat.names WHERE ctid = ANY (ARRAY(
    SELECT x.ctid FROM chat.names x
     WHERE x.updated_at < p_before AND NOT EXISTS (
       SELECT FROM chat.conversations c WHERE c.tenant_id = x.tenant_id AND c.id = x.conversation_id)
     LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM chat.contacts WHERE ctid = ANY (ARRAY(
    SELECT p.ctid FROM chat.contacts p
     WHERE p.updated_at < p_before AND NOT EXISTS (
       SELECT FROM chat.conversations c WHERE c.tenant_id = p.tenant_id AND c.contact_id = p.id)
     LIMIT p_limit FOR UPDATE OF p SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  RETURN gone;
END $$;

-- prune removes replies that reached their end, or were parked, before p_before, the channel's ids of them, and what waits for them.
CREATE FUNCTION delivery.prune(p_before timestamptz, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = delivery, pg_temp AS $$
DECLARE
  gone bigint := 0;
  n    bigint;
BEGIN
  DELETE FROM delivery.deliveries WHERE ctid = ANY (ARRAY(
    SELECT d.ctid FROM delivery.deliveries d
     WHERE d.created_at < p_before AND d.state IN ('sent', 'failed', 'parked') LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM delivery.parts WHERE ctid = ANY (ARRAY(
    SELECT p.ctid FROM delivery.parts p
     WHERE p.created_at < p_before AND NOT EXISTS (
       SELECT FROM delivery.deliveries d WHERE d.tenant_id = p.tenant_id AND d.reply_id = p.reply_id)
     LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM delivery.early_receipts WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM delivery.early_receipts WHERE created_at < p_before LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM delivery.pauses WHERE ctid = ANY (ARRAY(SELECT ctid FROM delivery.pauses WHERE paused_until < p_before LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  RETURN gone;
END $$;

-- prune removes what tools kept of conversations before p_before, appointments that were over before p_visits, and contacts of whom
-- nothing else is left. Of an appointment that was over before p_before the customer's words go.
CREATE FUNCTION business.prune(p_before timestamptz, p_visits timestamptz, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = business, pg_temp AS $$
DECLARE
  gone bigint := 0;
  n    bigint;
BEGIN
  DELETE FROM business.tool_ledger WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM business.tool_ledger WHERE created_at < p_before LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.handoffs WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM business.handoffs WHERE created_at < p_before LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.callbacks WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM business.callbacks WHERE created_at < greatest(p_before, now() - interval '90 days') LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.questions WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM business.questions WHERE created_at < greatest(p_before, now() - interval '180 days') LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.appointments WHERE ctid = ANY (ARRAY(
    SELECT a.ctid FROM business.appointments a
     WHERE a.ends_at < p_visits AND a.created_at < p_visits LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  UPDATE business.appointments SET notes = '', cancel_reason = '' WHERE ctid = ANY (ARRAY(
    SELECT a.ctid FROM business.appointments a
     WHERE a.ends_at < p_before AND (a.notes <> '' OR a.cancel_reason <> '') LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  DELETE FROM business.contacts WHERE ctid = ANY (ARRAY(
    SELECT p.ctid FROM business.contacts p
     WHERE p.updated_at < p_before
       AND NOT EXISTS (SELECT FROM business.appointments x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
       AND NOT EXISTS (SELECT FROM business.callbacks x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
       AND NOT EXISTS (SELECT FROM business.questions x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
       AND NOT EXISTS (SELECT FROM chat.conversations x WHERE x.tenant_id = p.tenant_id AND x.contact_id = p.id)
     LIMIT p_limit FOR UPDATE OF p SKIP LOCKED));
  GET DIAGNOSTICS n = ROW_COUNT; gone := gone + n;
  RETURN gone;
END $$;

SELECT core.define_system('chat.prune_conversations(timestamptz, integer)', 'recado_agent_runner');
SELECT core.define_system('delivery.prune(timestamptz, integer)', 'recado_outbound_sender');
SELECT core.define_system('business.prune(timestamptz, timestamptz, integer)', 'recado_tool_executor');
