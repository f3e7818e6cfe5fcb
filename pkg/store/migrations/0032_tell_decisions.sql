-- What was decided about an approval is told to the customer once, by whoever of the executors finds it.

ALTER TABLE business.approvals ADD COLUMN told_at timestamptz;
CREATE INDEX approvals_untold ON business.approvals (expires_at) WHERE told_at IS NULL;

DROP FUNCTION business.approvals_due(integer); -- only a function's owner may replace it, a schema's may drop it

-- approvals_due are those that were decided about and of which nobody was told, and those that nobody decided about in time.
CREATE FUNCTION business.approvals_due(p_limit integer) RETURNS TABLE (tenant_id text, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.tenant_id, a.id FROM business.approvals a
   WHERE a.told_at IS NULL AND (a.state IN ('approved', 'refused') OR a.state = 'pending' AND a.expires_at <= clock_timestamp())
   ORDER BY a.expires_at LIMIT p_limit
$$;
SELECT core.define_system('business.approvals_due(integer)', 'recado_tool_executor');
