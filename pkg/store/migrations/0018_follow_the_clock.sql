-- A clock that is set back leaves due times and leases behind that lie far ahead: a customer would wait for as long as the clock went
-- back. A process that finds a lease further ahead than it could be lets everything that waits be due now, or soon.

CREATE FUNCTION chat.follow_clock(p_lease interval) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = chat, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM chat.owners WHERE expires_at > now() + p_lease + interval '1 minute') THEN
    RETURN false;
  END IF;
  UPDATE chat.owners SET expires_at = least(expires_at, now() + p_lease);
  UPDATE chat.conversations SET due_at = now(), burst_at = least(burst_at, now()) WHERE owner IS NULL AND due_at > now();
  RETURN true;
END $$;

CREATE FUNCTION delivery.follow_clock(p_lease interval) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = delivery, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM delivery.owners WHERE expires_at > now() + p_lease + interval '1 minute') THEN
    RETURN false;
  END IF;
  UPDATE delivery.owners SET expires_at = least(expires_at, now() + p_lease);
  UPDATE delivery.deliveries SET due_at = least(due_at, now() + interval '10 s'), sending_at = least(sending_at, now())
   WHERE state IN ('pending', 'sending');
  UPDATE delivery.pauses SET paused_until = least(paused_until, now() + interval '10 s');
  UPDATE delivery.notices SET due_at = least(due_at, now() + interval '10 s') WHERE state = 'pending';
  RETURN true;
END $$;

SELECT core.define_system('chat.follow_clock(interval)', 'recado_agent_runner');
SELECT core.define_system('delivery.follow_clock(interval)', 'recado_outbound_sender');
