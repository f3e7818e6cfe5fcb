-- What was decided about an approval is told to the customer once, by whoever of the executors finds it.

ALTER TABLE business.approvals
  ADD COLUMN told_at  timestamptz,
  ADD COLUMN attempts int NOT NULL DEFAULT 0,                        -- how often it was looked at once it was due
  ADD COLUMN next_at  timestamptz NOT NULL DEFAULT '-infinity';      -- not looked at before
CREATE INDEX approvals_untold ON business.approvals (tenant_id, expires_at) WHERE told_at IS NULL AND state IN ('pending', 'approved', 'refused');

-- approvals_due are those that were decided about and of which nobody was told, and those that nobody decided about in time: the tenants
-- by turns, none above p_share. Each is looked at again later and later where nothing comes of it, after an hour at most.
CREATE FUNCTION business.approvals_due(p_limit integer, p_share integer) RETURNS TABLE (tenant_id text, id uuid, attempts integer)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH ranked AS (
    SELECT a.tenant_id, a.id, a.next_at, row_number() OVER (PARTITION BY a.tenant_id ORDER BY a.next_at, a.expires_at) AS place
      FROM business.approvals a
     WHERE a.told_at IS NULL AND a.next_at <= clock_timestamp()
       AND (a.state IN ('approved', 'refused') OR a.state = 'pending' AND a.expires_at <= clock_timestamp())
  ), locked AS (
    SELECT a.tenant_id, a.id FROM ranked r JOIN business.approvals a ON a.tenant_id = r.tenant_id AND a.id = r.id
     WHERE r.place <= p_share AND a.told_at IS NULL AND a.next_at <= clock_timestamp()
     ORDER BY r.place, r.next_at LIMIT p_limit FOR UPDATE OF a SKIP LOCKED
  )
  UPDATE business.approvals a
     SET attempts = a.attempts + 1, next_at = clock_timestamp() + least(interval '5 seconds' * 2 ^ least(a.attempts, 12), interval '1 hour')
    FROM locked l WHERE a.tenant_id = l.tenant_id AND a.id = l.id
  RETURNING a.tenant_id, a.id, a.attempts
$$;
SELECT core.define_system('business.approvals_due(integer, integer)', 'recado_tool_executor');
