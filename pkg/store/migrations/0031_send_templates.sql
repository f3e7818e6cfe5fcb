-- Reminders of a changed zone, no-shows, and replies that wait for the channel's window.

ALTER TABLE core.tenants ADD COLUMN reminded_zone text NOT NULL DEFAULT ''; -- the zone that what is planned was planned in

-- mark_no_shows closes appointments that were over for as long as their tenant says and that nobody closed, p_limit at most. What is
-- older by two days stays as it is: a tenant that begins with it does not rewrite its past.
CREATE FUNCTION business.mark_no_shows(p_limit integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = business, pg_temp AS $$
DECLARE
  n bigint;
BEGIN
  UPDATE business.appointments a SET status = 'no_show', updated_at = now()
   WHERE a.ctid = ANY (ARRAY(
     SELECT x.ctid FROM core.tenants t CROSS JOIN LATERAL (
       SELECT v.ctid FROM business.appointments v
        WHERE v.tenant_id = t.tenant_id AND v.status = 'confirmed' AND v.starts_at < now()
          AND v.ends_at < now() - make_interval(mins => t.no_show_minutes)
          AND v.ends_at > now() - make_interval(mins => t.no_show_minutes) - interval '2 days'
        ORDER BY v.starts_at LIMIT p_limit FOR UPDATE SKIP LOCKED) AS x
      WHERE t.no_show_minutes IS NOT NULL LIMIT p_limit));
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;
SELECT core.define_system('business.mark_no_shows(integer)', 'recado_tool_executor');

-- release_windows sends replies that the channel refused because its window was over, once the person has written again; one that
-- waited for p_age, or after which something else of the conversation has gone out, will not be sent any more. The
-- tenants by turns; what waits on does not count.
CREATE FUNCTION delivery.release_windows(p_age interval, p_limit integer, OUT released bigint, OUT ended bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = delivery, pg_temp AS $$
BEGIN
  WITH judged AS (
    SELECT d.tenant_id, d.reply_id, d.due_at,
           d.created_at < now() - p_age OR EXISTS (
             SELECT FROM delivery.deliveries l WHERE l.tenant_id = d.tenant_id AND l.conversation_id = d.conversation_id
                AND l.sequence > d.sequence AND l.state IN ('sending', 'sent')) AS over,
           EXISTS (SELECT FROM chat.messages m WHERE m.tenant_id = d.tenant_id AND m.conversation_id = d.conversation_id
                      AND m.kind NOT IN ('echo', 'system') AND m.created_at > d.due_at) AS written
      FROM delivery.deliveries d WHERE d.state = 'parked' AND d.reason = 'window_closed'
  ), ranked AS (
    SELECT j.tenant_id, j.reply_id, j.over, row_number() OVER (PARTITION BY j.tenant_id ORDER BY j.due_at) AS place
      FROM judged j WHERE j.over OR j.written
  ), parked AS (
    SELECT r.tenant_id, r.reply_id, r.over FROM ranked r
      JOIN delivery.deliveries d ON d.tenant_id = r.tenant_id AND d.reply_id = r.reply_id
     WHERE d.state = 'parked' ORDER BY r.place LIMIT p_limit FOR UPDATE OF d SKIP LOCKED
  ), moved AS (
    UPDATE delivery.deliveries u
       SET state = CASE WHEN p.over THEN 'failed' ELSE 'pending' END, due_at = now(), attempts = CASE WHEN p.over THEN u.attempts ELSE 0 END
      FROM parked p WHERE u.tenant_id = p.tenant_id AND u.reply_id = p.reply_id
    RETURNING u.state
  )
  SELECT count(*) FILTER (WHERE state = 'pending'), count(*) FILTER (WHERE state = 'failed') INTO released, ended FROM moved;
END $$;
SELECT core.define_system('delivery.release_windows(interval, integer)', 'recado_outbound_sender');
