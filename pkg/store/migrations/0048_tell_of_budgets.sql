-- The business is told that its month for models is almost spent, by the ways by which it hears that a person is wanted. What is said
-- stands in chat.budgets; a notice has its month and is filled in when it is sent.

ALTER TABLE delivery.notices
  ADD COLUMN month date, -- the budget's that it is about; null: a conversation, an order or an appointment
  DROP CONSTRAINT notices_kind_check,
  ADD CONSTRAINT notices_kind_check CHECK (kind IN ('requested', 'reminder', 'last_reminder', 'danger', 'trial',
    'order_new', 'order_replaced', 'order_cancelled', 'appointment_cancelled', 'budget_warning', 'budget_critical')),
  DROP CONSTRAINT notices_check,
  ADD CONSTRAINT notices_check CHECK (num_nonnulls(conversation_id, subject_id, month) = 1);

-- accept_notice keeps a notice once. Beyond p_share open ones a tenant gets no more, dangers and trials apart; orders and budgets have
-- shares of their own.
CREATE OR REPLACE FUNCTION delivery.accept_notice(
  p_tenant text, p_id uuid, p_conversation uuid, p_epoch bigint, p_kind text, p_reason text, p_since timestamptz, p_target text, p_share integer
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF p_kind NOT IN ('danger', 'trial') AND
     (SELECT count(*) FROM delivery.notices WHERE tenant_id = p_tenant AND state = 'pending' AND conversation_id IS NOT NULL) >= p_share THEN
    RETURN false;
  END IF;
  INSERT INTO delivery.notices (tenant_id, id, conversation_id, epoch, kind, reason, since, target)
  VALUES (p_tenant, p_id, p_conversation, p_epoch, p_kind, p_reason, p_since, p_target) ON CONFLICT DO NOTHING;
  RETURN true;
END $$;

CREATE FUNCTION delivery.accept_budget(
  p_tenant text, p_id uuid, p_month date, p_kind text, p_since timestamptz, p_target text, p_share integer
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM delivery.notices WHERE tenant_id = p_tenant AND state = 'pending' AND month IS NOT NULL) >= p_share THEN
    RETURN false;
  END IF;
  INSERT INTO delivery.notices (tenant_id, id, month, epoch, kind, since, target)
  VALUES (p_tenant, p_id, p_month, 0, p_kind, p_since, p_target) ON CONFLICT DO NOTHING;
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION delivery.accept_budget(text, uuid, date, text, timestamptz, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivery.accept_budget(text, uuid, date, text, timestamptz, text, integer) TO recado_outbound_sender;

-- Processes of the version before cannot word these: they claim nothing any more, and nothing is lost meanwhile.
DROP FUNCTION delivery.take_notices(integer, integer, interval, text[]);

-- due_notices takes due notices, the tenants by turns and none above p_share of a claim, none of the tenants in p_busy: those that have
-- as many on their way as they may. A claim that nothing comes of is due again after p_hold. What nobody needs any more is stale: a
-- person has come meanwhile, an order was cancelled before it was told, or another took its place and is told instead; an appointment
-- was moved; the month is over, its limit was raised, or more of it is spent, which is told instead. The name is the channel's profile
-- name.
CREATE FUNCTION delivery.due_notices(p_limit integer, p_share integer, p_hold interval, p_busy text[])
RETURNS TABLE (tenant_id text, id uuid, conversation_id uuid, subject_id uuid, kind text, reason text, since timestamptz, target text,
               attempts integer, channel text, contact_name text, stale boolean, about jsonb, budget jsonb)
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
  SELECT t.tenant_id, t.id, t.conversation_id, t.subject_id, t.kind, t.reason, t.since, t.target, t.attempts,
         coalesce(c.channel, o.channel, a.channel, ''), coalesce(p.profile_name, ''),
         CASE t.kind
           WHEN 'danger' THEN false WHEN 'trial' THEN false
           WHEN 'order_new' THEN o.status IS NULL OR o.status = 'cancelled'
           WHEN 'order_replaced' THEN o.status IS NULL OR o.status = 'cancelled'
           WHEN 'order_cancelled' THEN o.status IS NULL OR o.replaced
           WHEN 'appointment_cancelled' THEN a.status IS DISTINCT FROM 'cancelled' OR a.replaced
           WHEN 'budget_warning' THEN b.reached IS DISTINCT FROM 80 OR b.over
           WHEN 'budget_critical' THEN b.reached IS DISTINCT FROM 95 OR b.over
           ELSE c.epoch IS DISTINCT FROM t.epoch
         END, coalesce(o.about, a.about), b.budget
    FROM taken t
    LEFT JOIN LATERAL delivery.about_order(t.tenant_id, t.subject_id) o ON t.kind LIKE 'order\_%'
    LEFT JOIN LATERAL delivery.about_appointment(t.tenant_id, t.subject_id) a ON t.kind LIKE 'appointment\_%'
    LEFT JOIN LATERAL delivery.about_budget(t.tenant_id, t.month) b ON t.kind LIKE 'budget\_%'
    LEFT JOIN chat.conversations c ON c.tenant_id = t.tenant_id AND c.id = t.conversation_id
    LEFT JOIN chat.contacts p ON p.tenant_id = t.tenant_id AND p.id = coalesce(c.contact_id, o.contact_id, a.contact_id);
END $$;

-- what a notice of a budget says, and whether the month is over where the business is.
CREATE FUNCTION delivery.about_budget(p_tenant text, p_month date, OUT budget jsonb, OUT reached smallint, OUT over boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('month', to_char(b.month, 'YYYY-MM'), 'percent', b.reached, 'limit_micros', coalesce(b.limit_micros, 0),
      'spent_micros', b.spent_micros), b.reached, (now() AT TIME ZONE t.zone)::date >= b.month + interval '1 month'
  FROM chat.budgets b JOIN core.tenants t USING (tenant_id) WHERE b.tenant_id = p_tenant AND b.month = p_month
$$;

SELECT core.define_system('delivery.about_budget(text, date)', VARIADIC '{}'::name[]);
SELECT core.define_system('delivery.due_notices(integer, integer, interval, text[])', 'recado_outbound_sender');
