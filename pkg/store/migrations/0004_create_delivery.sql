-- Deliveries: each reply on its way to a channel, and what the channel says became of it. Owned by outbound-sender.

CREATE TABLE delivery.deliveries (
  tenant_id       text        NOT NULL,
  reply_id        uuid        NOT NULL,
  conversation_id uuid        NOT NULL,
  channel         text        NOT NULL,
  account_id      text        NOT NULL,
  epoch           bigint      NOT NULL,
  sequence        bigint      NOT NULL,               -- order within the conversation
  event           bytea       NOT NULL,               -- ReplyDrafted
  traceparent     text        NOT NULL DEFAULT '',
  state           text        NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sending', 'sent', 'failed', 'parked')),
  owner           text,                               -- the process that is sending
  sending_at      timestamptz,
  due_at          timestamptz NOT NULL DEFAULT now(),
  attempts        integer     NOT NULL DEFAULT 0,
  parts           integer     NOT NULL,               -- requests that the reply takes
  part            integer     NOT NULL DEFAULT 0,     -- requests that the channel took
  uncertain       boolean     NOT NULL DEFAULT false, -- a crash or a cut answer made a second arrival possible
  rank            smallint    NOT NULL DEFAULT 0,     -- 1 sent, 2 delivered, 3 read
  reason          text        NOT NULL DEFAULT '',    -- of failed and parked
  created_at      timestamptz NOT NULL DEFAULT now(),
  sent_at         timestamptz,
  PRIMARY KEY (tenant_id, reply_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500); -- rows change several times a second: what is open stays quick to find

CREATE INDEX deliveries_open ON delivery.deliveries (tenant_id, conversation_id, sequence) WHERE state IN ('pending', 'sending');
CREATE INDEX deliveries_due ON delivery.deliveries (tenant_id, due_at) WHERE state = 'pending';
CREATE INDEX deliveries_sending ON delivery.deliveries (owner) WHERE state = 'sending';
CREATE INDEX deliveries_parked ON delivery.deliveries (tenant_id, account_id) WHERE state = 'parked';
CREATE INDEX deliveries_history ON delivery.deliveries (tenant_id, created_at);

-- The channel's ids of what it took.
CREATE TABLE delivery.parts (
  tenant_id           text NOT NULL,
  channel             text NOT NULL,
  provider_message_id text NOT NULL,
  reply_id            uuid NOT NULL,
  part                integer NOT NULL,
  created_at          timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, channel, provider_message_id)
);
CREATE INDEX parts_reply ON delivery.parts (tenant_id, reply_id);

-- Receipts that came before the send call returned, and name an id that nobody knows yet.
CREATE TABLE delivery.early_receipts (
  tenant_id           text        NOT NULL,
  channel             text        NOT NULL,
  provider_message_id text        NOT NULL,
  status              smallint    NOT NULL,
  reason              text        NOT NULL DEFAULT '',
  created_at          timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, channel, provider_message_id, status)
);

CREATE INDEX early_receipts_age ON delivery.early_receipts (created_at);

-- Accounts that the channel asked to slow down, for every process that sends.
CREATE TABLE delivery.pauses (
  tenant_id    text        NOT NULL,
  channel      text        NOT NULL,
  account_id   text        NOT NULL,
  paused_until timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, channel, account_id)
);

-- Processes that send; no tenant's data, and reached through the functions only.
CREATE TABLE delivery.owners (
  instance   text        PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

SELECT core.protect('delivery.deliveries');
SELECT core.protect('delivery.parts');
SELECT core.protect('delivery.early_receipts');
SELECT core.protect('delivery.pauses');
ALTER TABLE delivery.owners ENABLE ROW LEVEL SECURITY;
ALTER TABLE delivery.owners FORCE ROW LEVEL SECURITY;
CREATE POLICY owners_system ON delivery.owners TO recado_system USING (true) WITH CHECK (true);

-- accept records one reply, once. With an instance, a reply that nothing waits before is marked as being sent by it at once:
-- sending (send it now), pending (later), stale (another may speak now) or duplicate. A stale one is stale again, so that its
-- end is told however often this is repeated.
CREATE FUNCTION delivery.accept(
  p_tenant text, p_reply uuid, p_conversation uuid, p_channel text, p_account text, p_epoch bigint, p_sequence bigint,
  p_event bytea, p_traceparent text, p_parts integer, p_instance text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  verdict text := 'pending';
BEGIN
  IF p_instance IS NOT NULL AND NOT EXISTS (
    SELECT FROM delivery.deliveries
     WHERE tenant_id = p_tenant AND conversation_id = p_conversation AND state IN ('pending', 'sending') AND sequence < p_sequence
  ) AND NOT EXISTS (
    SELECT FROM delivery.pauses
     WHERE tenant_id = p_tenant AND channel = p_channel AND account_id = p_account AND paused_until > now()
  ) THEN
    verdict := CASE WHEN chat.may_send(p_tenant, p_conversation, p_epoch) THEN 'sending' ELSE 'stale' END;
  END IF;
  INSERT INTO delivery.deliveries (tenant_id, reply_id, conversation_id, channel, account_id, epoch, sequence, event, traceparent,
                                   parts, state, owner, sending_at, attempts, reason)
  VALUES (p_tenant, p_reply, p_conversation, p_channel, p_account, p_epoch, p_sequence, p_event, p_traceparent, p_parts,
          CASE verdict WHEN 'stale' THEN 'failed' ELSE verdict END,
          CASE verdict WHEN 'sending' THEN p_instance END, CASE verdict WHEN 'sending' THEN now() END,
          (verdict = 'sending')::integer, CASE verdict WHEN 'stale' THEN 'superseded' ELSE '' END)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    SELECT CASE WHEN state = 'failed' AND reason = 'superseded' THEN 'stale' ELSE 'duplicate' END INTO verdict
      FROM delivery.deliveries WHERE tenant_id = p_tenant AND reply_id = p_reply;
  END IF;
  RETURN verdict;
END $$;

-- claim marks due replies as being sent by a process, the first open one of each conversation, the tenants by turns.
-- A stale one fails here and is returned too, so that its end is told.
CREATE FUNCTION delivery.claim(p_instance text, p_limit integer)
RETURNS TABLE (tenant_id text, reply_id uuid, event bytea, traceparent text, attempts integer, part integer, uncertain boolean, stale boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = delivery, pg_temp
-- as in chat.claim
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
DECLARE
  d  record;
  ok boolean;
BEGIN
  FOR d IN
    WITH RECURSIVE waiting AS (
      (SELECT w.tenant_id FROM delivery.deliveries w WHERE w.state = 'pending' ORDER BY w.tenant_id LIMIT 1)
      UNION ALL
      SELECT (SELECT w.tenant_id FROM delivery.deliveries w
               WHERE w.state = 'pending' AND w.tenant_id > t.tenant_id ORDER BY w.tenant_id LIMIT 1)
        FROM waiting t WHERE t.tenant_id IS NOT NULL
    )
    SELECT y.* FROM waiting t CROSS JOIN LATERAL (
      SELECT x.*, row_number() OVER (ORDER BY x.due_at) AS place FROM (
        SELECT w.tenant_id, w.reply_id, w.conversation_id, w.epoch, w.due_at
          FROM delivery.deliveries w
         WHERE w.tenant_id = t.tenant_id AND w.state = 'pending' AND w.due_at <= now()
           AND NOT EXISTS (SELECT FROM delivery.deliveries e
                            WHERE e.tenant_id = w.tenant_id AND e.conversation_id = w.conversation_id
                              AND e.state IN ('pending', 'sending') AND e.sequence < w.sequence)
           AND NOT EXISTS (SELECT FROM delivery.pauses p
                            WHERE p.tenant_id = w.tenant_id AND p.channel = w.channel AND p.account_id = w.account_id
                              AND p.paused_until > now())
         ORDER BY w.due_at LIMIT p_limit) x) y
     ORDER BY y.place, y.due_at LIMIT p_limit
  LOOP
    ok := chat.may_send(d.tenant_id, d.conversation_id, d.epoch);
    PERFORM FROM delivery.deliveries l
      WHERE l.tenant_id = d.tenant_id AND l.reply_id = d.reply_id AND l.state = 'pending' FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    RETURN QUERY
      UPDATE delivery.deliveries u
         SET state = CASE WHEN ok THEN 'sending' ELSE 'failed' END, owner = CASE WHEN ok THEN p_instance END,
             sending_at = now(), attempts = u.attempts + 1, reason = CASE WHEN ok THEN '' ELSE 'superseded' END
       WHERE u.tenant_id = d.tenant_id AND u.reply_id = d.reply_id
      RETURNING u.tenant_id, u.reply_id, u.event, u.traceparent, u.attempts, u.part, u.uncertain, NOT ok;
  END LOOP;
END $$;

-- progress records that the channel took one of several parts.
CREATE FUNCTION delivery.progress(p_tenant text, p_reply uuid, p_part integer, p_channel text, p_provider text) RETURNS void
LANGUAGE plpgsql AS $$ -- in sql it would be planned anew for each call
BEGIN
  IF p_provider <> '' THEN
    INSERT INTO delivery.parts (tenant_id, channel, provider_message_id, reply_id, part)
    VALUES (p_tenant, p_channel, p_provider, p_reply, p_part) ON CONFLICT DO NOTHING;
  END IF;
  UPDATE delivery.deliveries SET part = greatest(part, p_part) WHERE tenant_id = p_tenant AND reply_id = p_reply;
END $$;

-- settle ends one attempt of a process: sent, pending again after p_wait, parked or failed; p_pause keeps the whole account quiet.
-- What the channel took is sent, whoever has the reply by now. It returns the statuses that came early for this reply, the
-- reason of a failure among them, and whether another reply of the conversation waits.
CREATE FUNCTION delivery.settle(
  p_tenant text, p_reply uuid, p_instance text, p_attempt integer, p_state text, p_part integer, p_channel text, p_provider text,
  p_wait interval, p_pause interval, p_reason text, p_uncertain boolean,
  OUT statuses smallint[], OUT failure text, OUT more boolean
) LANGUAGE plpgsql AS $$
DECLARE
  d   delivery.deliveries;
  top smallint;
BEGIN
  IF p_provider <> '' THEN
    INSERT INTO delivery.parts (tenant_id, channel, provider_message_id, reply_id, part)
    VALUES (p_tenant, p_channel, p_provider, p_reply, p_part) ON CONFLICT DO NOTHING;
  END IF;
  UPDATE delivery.deliveries
     SET state = p_state, owner = NULL, due_at = now() + p_wait, reason = p_reason, uncertain = uncertain OR p_uncertain,
         part = greatest(part, p_part),
         attempts = attempts - (p_reason = 'account_paused')::integer, -- it made no try
         rank = CASE WHEN p_state = 'sent' THEN greatest(rank, 1::smallint) ELSE rank END,
         sent_at = CASE WHEN p_state = 'sent' THEN coalesce(sent_at, now()) ELSE sent_at END
   WHERE tenant_id = p_tenant AND reply_id = p_reply
     AND (state = 'sending' AND owner = p_instance AND attempts = p_attempt OR p_state = 'sent' AND state IN ('pending', 'sending'))
  RETURNING * INTO d;
  IF NOT FOUND THEN
    UPDATE delivery.deliveries SET part = greatest(part, p_part) WHERE tenant_id = p_tenant AND reply_id = p_reply RETURNING * INTO d;
  END IF;
  IF p_pause > interval '0' THEN
    INSERT INTO delivery.pauses AS q (tenant_id, channel, account_id, paused_until) VALUES (p_tenant, p_channel, d.account_id, now() + p_pause)
    ON CONFLICT (tenant_id, channel, account_id) DO UPDATE SET paused_until = greatest(q.paused_until, excluded.paused_until);
  END IF;
  IF p_provider <> '' THEN
    WITH early AS (
      DELETE FROM delivery.early_receipts e USING delivery.parts x
       WHERE x.tenant_id = p_tenant AND x.reply_id = p_reply
         AND e.tenant_id = p_tenant AND e.channel = x.channel AND e.provider_message_id = x.provider_message_id
      RETURNING e.status, e.reason, x.part
    )
    SELECT array_agg(DISTINCT e.status ORDER BY e.status), max(e.reason) FILTER (WHERE e.status = 4), max(e.status) FILTER (WHERE e.status < 4)
      INTO statuses, failure, top FROM early e WHERE e.status = 4 OR e.part >= d.parts;
  END IF;
  IF statuses IS NOT NULL THEN
    UPDATE delivery.deliveries SET rank = greatest(rank, coalesce(top, 0)),
           state = CASE WHEN failure IS NOT NULL AND coalesce(top, 0) < 2 THEN 'failed' ELSE state END,
           reason = CASE WHEN failure IS NOT NULL AND coalesce(top, 0) < 2 THEN failure ELSE reason END
     WHERE tenant_id = p_tenant AND reply_id = p_reply;
    IF coalesce(top, 0) >= 2 THEN
      statuses := array_remove(statuses, 4::smallint);
    END IF;
  END IF;
  more := EXISTS (SELECT FROM delivery.deliveries WHERE tenant_id = p_tenant AND conversation_id = d.conversation_id AND state = 'pending');
END $$;

-- receive applies a receipt: found by the channel's id, else by our own mark, else kept until the send call returns.
-- The rank only grows, and a failure never undoes what was delivered. A reply of several parts is as far as its last part.
CREATE FUNCTION delivery.receive(
  p_tenant text, p_channel text, p_provider text, p_reply uuid, p_part integer, p_status smallint, p_reason text,
  OUT known boolean, OUT reply_id uuid, OUT event bytea, OUT traceparent text, OUT applies boolean, OUT was text, OUT attempts integer, OUT uncertain boolean, OUT more boolean
) LANGUAGE plpgsql AS $$ -- was is the state before it; known and not applies: there is nothing to tell
#variable_conflict use_column
DECLARE
  d     delivery.deliveries;
  p     integer := p_part;
  fresh boolean; -- the channel's id was not known
BEGIN
  SELECT x.reply_id, x.part INTO reply_id, p FROM delivery.parts x
   WHERE x.tenant_id = p_tenant AND x.channel = p_channel AND x.provider_message_id = p_provider AND p_provider <> '';
  fresh := NOT FOUND;
  reply_id := coalesce(reply_id, p_reply);
  p := coalesce(p, p_part);
  SELECT * INTO d FROM delivery.deliveries v WHERE v.tenant_id = p_tenant AND v.reply_id = receive.reply_id FOR UPDATE;
  known := FOUND;
  IF NOT known THEN
    INSERT INTO delivery.early_receipts (tenant_id, channel, provider_message_id, status, reason)
    SELECT p_tenant, p_channel, p_provider, p_status, p_reason WHERE p_provider <> '' ON CONFLICT DO NOTHING;
    RETURN;
  END IF;
  IF d.state = 'sent' AND p_status < 4 THEN
    -- how far a sent reply came decides nothing, and its event is in the stream: a crash may lose the note, not worth a synced commit
    PERFORM set_config('synchronous_commit', 'off', true);
  END IF;
  IF p_provider <> '' AND fresh THEN
    INSERT INTO delivery.parts (tenant_id, channel, provider_message_id, reply_id, part)
    VALUES (p_tenant, p_channel, p_provider, d.reply_id, p) ON CONFLICT DO NOTHING;
  END IF;
  applies := CASE WHEN p_status = 4 THEN d.rank < 2
                  ELSE p >= d.parts AND (p_status >= d.rank AND d.state <> 'failed' OR p_status >= 2) END;
  event := d.event; traceparent := d.traceparent; was := d.state; attempts := d.attempts;
  uncertain := d.uncertain AND d.attempts > 1; -- a status for the only attempt says that it arrived, once
  UPDATE delivery.deliveries v
     SET part = CASE WHEN p_status = 4 THEN v.part ELSE greatest(v.part, p) END,
         rank = CASE WHEN p_status = 4 OR p < v.parts THEN v.rank ELSE greatest(v.rank, p_status) END,
         state = CASE WHEN p_status = 4 AND applies THEN 'failed'
                      WHEN p_status < 4 AND applies THEN 'sent'
                      ELSE v.state END,
         reason = CASE WHEN p_status = 4 AND applies THEN p_reason ELSE v.reason END,
         uncertain = v.uncertain AND v.attempts > 1,
         sent_at = CASE WHEN p_status < 4 AND p >= v.parts THEN coalesce(v.sent_at, now()) ELSE v.sent_at END
   WHERE v.tenant_id = p_tenant AND v.reply_id = d.reply_id
     AND NOT (d.state = 'sent' AND p_status < 4 AND p <= d.part AND p_status <= d.rank AND NOT d.uncertain); -- nothing new
  more := EXISTS (SELECT FROM delivery.deliveries v
                   WHERE v.tenant_id = p_tenant AND v.conversation_id = d.conversation_id AND v.state = 'pending');
END $$;

-- release takes up again what was parked because the account was refused, once the tenant's settings have changed: at most a day
-- old, and only where nothing later of the conversation has gone out.
CREATE FUNCTION delivery.release(p_tenant text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  released bigint;
BEGIN
  UPDATE delivery.deliveries d SET state = 'pending', due_at = now(), attempts = 0
   WHERE d.tenant_id = p_tenant AND d.state = 'parked' AND d.reason IN ('auth', 'account') AND d.created_at > now() - interval '1 day'
     AND NOT EXISTS (SELECT FROM delivery.deliveries l
                      WHERE l.tenant_id = p_tenant AND l.conversation_id = d.conversation_id AND l.sequence > d.sequence AND l.state IN ('sending', 'sent'));
  GET DIAGNOSTICS released = ROW_COUNT;
  RETURN released;
END $$;

-- beat renews a process's lease; what dead processes were sending waits p_wait for a status, then is sent again. The wait
-- begins when somebody hears again: who had no lease until now, and so heard nothing, lets all that may have arrived wait anew.
-- p_sending is what the process is at work on: another reply that stands in its name was claimed by a statement whose answer
-- never came, and goes out now.
CREATE FUNCTION delivery.beat(p_instance text, p_lease interval, p_wait interval, p_sending uuid[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = delivery, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  deaf  boolean := NOT EXISTS (SELECT FROM delivery.owners WHERE instance = p_instance AND expires_at > now());
  freed bigint;
  lost  bigint;
BEGIN
  IF deaf THEN
    UPDATE delivery.deliveries SET due_at = now() + p_wait WHERE state = 'pending' AND uncertain AND due_at < now() + p_wait;
  END IF;
  INSERT INTO delivery.owners (instance, expires_at) VALUES (p_instance, now() + p_lease)
  ON CONFLICT (instance) DO UPDATE SET expires_at = excluded.expires_at;
  WITH dead AS (
    SELECT d.tenant_id, d.reply_id FROM delivery.deliveries d
     WHERE d.state = 'sending' AND d.owner <> p_instance
       AND NOT EXISTS (SELECT FROM delivery.owners o WHERE o.instance = d.owner AND o.expires_at > now())
     FOR UPDATE SKIP LOCKED
  )
  UPDATE delivery.deliveries u SET state = 'pending', owner = NULL, uncertain = true, due_at = greatest(now(), u.sending_at) + p_wait
    FROM dead WHERE u.tenant_id = dead.tenant_id AND u.reply_id = dead.reply_id;
  GET DIAGNOSTICS freed = ROW_COUNT;
  WITH unanswered AS (
    SELECT d.tenant_id, d.reply_id FROM delivery.deliveries d
     WHERE d.state = 'sending' AND d.owner = p_instance AND d.reply_id <> ALL (p_sending) AND d.sending_at < now() - interval '15 s'
     FOR UPDATE SKIP LOCKED
  )
  UPDATE delivery.deliveries u SET state = 'pending', owner = NULL, due_at = now()
    FROM unanswered n WHERE u.tenant_id = n.tenant_id AND u.reply_id = n.reply_id;
  GET DIAGNOSTICS lost = ROW_COUNT;
  DELETE FROM delivery.pauses WHERE paused_until < now();
  DELETE FROM delivery.owners WHERE expires_at < now() - interval '1 hour';
  DELETE FROM delivery.early_receipts WHERE created_at < now() - interval '1 hour';
  RETURN freed + lost;
END $$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA delivery FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON delivery.owners TO recado_system;
SELECT core.define_system('delivery.claim(text, integer)', 'recado_outbound_sender');
SELECT core.define_system('delivery.beat(text, interval, interval, uuid[])', 'recado_outbound_sender');
GRANT SELECT, INSERT, UPDATE ON delivery.deliveries, delivery.parts TO recado_outbound_sender;
GRANT SELECT, INSERT, DELETE ON delivery.early_receipts TO recado_outbound_sender;
GRANT SELECT, INSERT, UPDATE ON delivery.pauses TO recado_outbound_sender;
GRANT EXECUTE ON FUNCTION
  delivery.accept(text, uuid, uuid, text, text, bigint, bigint, bytea, text, integer, text),
  delivery.progress(text, uuid, integer, text, text),
  delivery.settle(text, uuid, text, integer, text, integer, text, text, interval, interval, text, boolean),
  delivery.release(text),
  delivery.receive(text, text, text, uuid, integer, smallint, text)
TO recado_outbound_sender;
GRANT SELECT ON delivery.deliveries, delivery.parts TO recado_console;
