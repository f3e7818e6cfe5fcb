-- How many appointments a visitor of a web page may take: nobody has proved who they are, and a page makes a new one for the asking.

ALTER TABLE core.tenants
  ALTER COLUMN booking_max_ahead SET DEFAULT 3,
  -- bookings and moves of all visitors of the web chat within an hour
  ADD COLUMN booking_web_chat_per_hour int NOT NULL DEFAULT 10 CHECK (booking_web_chat_per_hour BETWEEN 0 AND 1000);

ALTER TABLE business.appointments ADD COLUMN channel text NOT NULL DEFAULT ''; -- that it was booked through; empty: by the business

CREATE INDEX appointments_by_visitors ON business.appointments (tenant_id, created_at) WHERE channel = 'webchat';
