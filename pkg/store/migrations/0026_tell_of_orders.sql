-- The business is told of orders and of appointments that are cancelled, by the ways by which it hears that a person is wanted. What is
-- said stands in the order; a notice has its id and is filled in when it is sent.

ALTER TABLE delivery.notices
  ADD COLUMN subject_id uuid, -- the order or appointment that it is about; null: a conversation
  ALTER COLUMN conversation_id DROP NOT NULL,
  DROP CONSTRAINT notices_kind_check,
  ADD CONSTRAINT notices_kind_check CHECK (kind IN ('requested', 'reminder', 'last_reminder', 'danger', 'trial',
    'order_new', 'order_replaced', 'order_cancelled', 'appointment_cancelled')),
  ADD CHECK (num_nonnulls(conversation_id, subject_id) = 1);

-- accept_notice keeps a notice once. Beyond p_share open ones a tenant gets no more, dangers and trials apart; orders have a share of
-- their own.
CREATE OR REPLACE FUNCTION delivery.accept_notice(
  p_tenant text, p_id uuid, p_conversation uuid, p_epoch bigint, p_kind text, p_reason text, p_since timestamptz, p_target text, p_share integer
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF p_kind NOT IN ('danger', 'trial') AND
     (SELECT count(*) FROM delivery.notices WHERE tenant_id = p_tenant AND state = 'pending' AND subject_id IS NULL) >= p_share THEN
    RETURN false;
  END IF;
  INSERT INTO delivery.notices (tenant_id, id, conversation_id, epoch, kind, reason, since, target)
  VALUES (p_tenant, p_id, p_conversation, p_epoch, p_kind, p_reason, p_since, p_target) ON CONFLICT DO NOTHING;
  RETURN true;
END $$;

CREATE FUNCTION delivery.accept_change(
  p_tenant text, p_id uuid, p_subject uuid, p_kind text, p_since timestamptz, p_target text, p_share integer
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM delivery.notices WHERE tenant_id = p_tenant AND state = 'pending' AND subject_id IS NOT NULL) >= p_share THEN
    RETURN false;
  END IF;
  INSERT INTO delivery.notices (tenant_id, id, subject_id, epoch, kind, since, target)
  VALUES (p_tenant, p_id, p_subject, 0, p_kind, p_since, p_target) ON CONFLICT DO NOTHING;
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION delivery.accept_change(text, uuid, uuid, text, timestamptz, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivery.accept_change(text, uuid, uuid, text, timestamptz, text, integer) TO recado_outbound_sender;

-- what a notice of an order says: no address, no number, and the notes as the kitchen has them.
CREATE FUNCTION delivery.about_order(p_tenant text, p_order uuid, OUT contact_id uuid, OUT channel text, OUT about jsonb, OUT status text, OUT replaced boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT o.contact_id, o.channel, jsonb_build_object('number', o.number, 'order_type', o.order_type, 'branch', o.branch_name,
      'zone', o.zone_name, 'total', o.total, 'delivery_fee', o.delivery_fee, 'currency', o.currency,
      'due', to_char(o.estimated_at AT TIME ZONE t.zone, 'YYYY-MM-DD HH24:MI'),
      'replaces', coalesce((SELECT r.number FROM business.orders r WHERE r.tenant_id = o.tenant_id AND r.id = o.replaces), 0),
      'lines', (SELECT coalesce(jsonb_agg(jsonb_build_object('quantity', i.quantity, 'name', i.name, 'options', i.options, 'notes', i.notes,
        'allergens', i.allergens, 'line_total', i.line_total) ORDER BY i.position), '[]') FROM business.order_items i
        WHERE i.tenant_id = o.tenant_id AND i.order_id = o.id)),
    o.status, EXISTS (SELECT FROM business.orders n WHERE n.tenant_id = o.tenant_id AND n.contact_id = o.contact_id AND n.replaces = o.id)
  FROM business.orders o JOIN core.tenants t USING (tenant_id) WHERE o.tenant_id = p_tenant AND o.id = p_order
$$;

CREATE FUNCTION delivery.about_appointment(p_tenant text, p_appointment uuid, OUT contact_id uuid, OUT channel text, OUT about jsonb, OUT status text, OUT replaced boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.contact_id, a.channel, jsonb_build_object('service', a.service_name, 'staff', a.staff_name, 'branch', a.branch_name,
      'party', coalesce(a.party_size, 0), 'due', to_char(a.starts_at AT TIME ZONE t.zone, 'YYYY-MM-DD HH24:MI')), a.status,
    EXISTS (SELECT FROM business.appointments n WHERE n.tenant_id = a.tenant_id AND n.replaces = a.id)
  FROM business.appointments a JOIN core.tenants t USING (tenant_id) WHERE a.tenant_id = p_tenant AND a.id = p_appointment
$$;

-- Processes of the version before cannot word these: they claim nothing any more, and nothing is lost meanwhile.
DROP FUNCTION delivery.claim_notices(integer, integer, interval);
DROP FUNCTION delivery.claim_notices(integer, integer, interval, text[]);

-- take_notices takes due notices, the tenants by turns and none above p_share of a claim, none of the tenants in p_busy: those that have
-- as many on their way as they may. A claim that nothing comes of is due again after p_hold. What nobody needs any more is stale: a
-- person has come meanwhile, an order was cancelled before it was told, or
-- another took its place and is told instead; an appointment was moved. The name is the
-- channel's profile name.
CREATE FUNCTION delivery.take_notices(p_limit integer, p_share integer, p_hold interval, p_busy text[])
RETURNS TABLE (tenant_id text, id uuid, conversation_id uuid, subject_id uuid, kind text, reason text, since timestamptz, target text,
               attempts integer, channel text, contact_name text, stale boolean, about jsonb)
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
           ELSE c.epoch IS DISTINCT FROM t.epoch
         END, coalesce(o.about, a.about)
    FROM taken t
    LEFT JOIN LATERAL delivery.about_order(t.tenant_id, t.subject_id) o ON t.kind LIKE 'order\_%'
    LEFT JOIN LATERAL delivery.about_appointment(t.tenant_id, t.subject_id) a ON t.kind LIKE 'appointment\_%'
    LEFT JOIN chat.conversations c ON c.tenant_id = t.tenant_id AND c.id = t.conversation_id
    LEFT JOIN chat.contacts p ON p.tenant_id = t.tenant_id AND p.id = coalesce(c.contact_id, o.contact_id, a.contact_id);
END $$;

SELECT core.define_system('delivery.about_order(text, uuid)', VARIADIC '{}'::name[]);
SELECT core.define_system('delivery.about_appointment(text, uuid)', VARIADIC '{}'::name[]);
SELECT core.define_system('delivery.take_notices(integer, integer, interval, text[])', 'recado_outbound_sender');
