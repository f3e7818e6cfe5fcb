-- A slow way to one business must not hold the notices of the others, nor fill the process with its own.

-- claim_notices takes due notices as before, none of the tenants in p_busy: those that have as many on their way as they may. The one
-- without p_busy stays for processes of the version before.
CREATE FUNCTION delivery.claim_notices(p_limit integer, p_share integer, p_hold interval, p_busy text[])
RETURNS TABLE (tenant_id text, id uuid, conversation_id uuid, kind text, reason text, since timestamptz, target text, attempts integer,
               channel text, contact_name text, stale boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = delivery, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH ranked AS (
    SELECT n.tenant_id, n.id, n.due_at, row_number() OVER (PARTITION BY n.tenant_id ORDER BY n.kind = 'danger' DESC, n.due_at) AS place
      FROM delivery.notices n WHERE n.state = 'pending' AND n.due_at <= now() AND n.tenant_id <> ALL (p_busy)
  ), locked AS (
    SELECT n.tenant_id, n.id FROM ranked r JOIN delivery.notices n ON n.tenant_id = r.tenant_id AND n.id = r.id
     WHERE r.place <= p_share AND n.state = 'pending' AND n.due_at <= now()
     ORDER BY r.place, r.due_at LIMIT p_limit FOR UPDATE OF n SKIP LOCKED
  ), taken AS (
    UPDATE delivery.notices n SET attempts = n.attempts + 1, due_at = now() + p_hold
      FROM locked l WHERE n.tenant_id = l.tenant_id AND n.id = l.id
    RETURNING n.*
  )
  SELECT t.tenant_id, t.id, t.conversation_id, t.kind, t.reason, t.since, t.target, t.attempts,
         coalesce(c.channel, ''), coalesce(p.profile_name, ''),
         t.kind NOT IN ('danger', 'trial') AND c.epoch IS DISTINCT FROM t.epoch
    FROM taken t
    LEFT JOIN chat.conversations c ON c.tenant_id = t.tenant_id AND c.id = t.conversation_id
    LEFT JOIN chat.contacts p ON p.tenant_id = c.tenant_id AND p.id = c.contact_id;
END $$;

SELECT core.define_system('delivery.claim_notices(integer, integer, interval, text[])', 'recado_outbound_sender');
