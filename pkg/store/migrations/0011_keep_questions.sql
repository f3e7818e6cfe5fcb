-- Questions that nobody could answer and that a customer agreed to have asked (keep_question), for the business to read and answer.
-- The text is the customer's masked words; erasing the contact removes the row with it. The tool keeps the newest of each contact and
-- each tenant, for 180 days.

CREATE TABLE business.questions (
  tenant_id       text NOT NULL,
  id              uuid NOT NULL,
  contact_id      uuid NOT NULL,
  conversation_id uuid NOT NULL,
  turn_id         uuid,
  question        text NOT NULL CHECK (char_length(question) BETWEEN 1 AND 500),
  language        text NOT NULL DEFAULT '',
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, contact_id) REFERENCES business.contacts ON DELETE CASCADE
);
CREATE INDEX questions_by_contact ON business.questions (tenant_id, contact_id, created_at);
CREATE INDEX questions_by_time ON business.questions (tenant_id, created_at);

SELECT core.protect('business.questions');
GRANT SELECT, INSERT, DELETE ON business.questions TO recado_tool_executor;
GRANT SELECT, DELETE ON business.questions TO recado_console;
