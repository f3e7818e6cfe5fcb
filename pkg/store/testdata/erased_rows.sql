-- What is kept of one contact: MARK stands in every column that erasing must reach. CONTACT, CONVERSATION, TURN and REPLY are its ids.
INSERT INTO business.contacts (tenant_id, id, name, email, phone) VALUES ('clinic', 'CONTACT', 'MARK', 'MARK', 'MARK');
INSERT INTO business.appointments (tenant_id, id, contact_id, conversation_id, resource_id, starts_at, ends_at, status, notes, cancel_reason)
  VALUES ('clinic', gen_random_uuid(), 'CONTACT', 'CONVERSATION', gen_random_uuid(), now(), now() + interval '1 hour', 'cancelled', 'MARK', 'MARK');
INSERT INTO business.orders (tenant_id, id, number, contact_id, conversation_id, order_type, estimated_at, currency, subtotal, delivery_fee, total, address, cancel_reason)
  VALUES ('clinic', 'TURN', (SELECT count(*) FROM business.orders), 'CONTACT', 'CONVERSATION', 'delivery', now(), 'MXN', 1, 0, 1, 'MARK', 'MARK');
INSERT INTO business.order_items (tenant_id, order_id, position, name, quantity, notes, unit_price, line_total)
  VALUES ('clinic', 'TURN', 0, 'Agua', 1, 'MARK', 1, 1);
INSERT INTO business.scheduled_messages (tenant_id, contact_id, kind, subject_id, facts, due_at, expires_at, next_at)
  VALUES ('clinic', 'CONTACT', 'approval_decided', gen_random_uuid(), '["MARK"]', now(), now() + interval '1 day', now());
INSERT INTO business.approvals (tenant_id, id, contact_id, conversation_id, tool, arguments, sealed, arguments_hash, preview, reason, outcome,
  language, channel, assistant_id, expires_at)
  VALUES ('clinic', gen_random_uuid(), 'CONTACT', 'CONVERSATION', 'MARK', '["MARK"]', '["MARK"]', 'MARK', '["MARK"]', 'MARK', '["MARK"]',
  'MARK', 'MARK', 'MARK', now());
INSERT INTO business.scheduled_messages (tenant_id, contact_id, kind, subject_id, facts, reason, due_at, next_at, expires_at)
  VALUES ('clinic', 'CONTACT', 'order_state', 'TURN', '["MARK"]', 'MARK', now(), now(), now() + interval '1 hour');
INSERT INTO business.loyalty_accounts (tenant_id, contact_id, program_id, balance) VALUES ('clinic', 'CONTACT', gen_random_uuid(), 5);
INSERT INTO business.loyalty_transactions (tenant_id, id, contact_id, program_id, tokens, balance, transaction_type, source_type, source_id, description)
  VALUES ('clinic', gen_random_uuid(), 'CONTACT', gen_random_uuid(), 5, 5, 'bonus', 'manual', gen_random_uuid(), 'MARK');
INSERT INTO business.loyalty_redemptions (tenant_id, id, contact_id, program_id, reward_slug, reward_name, tokens, code, expires_at)
  VALUES ('clinic', gen_random_uuid(), 'CONTACT', gen_random_uuid(), 'MARK', 'MARK', 5, 'MARK ' || (SELECT count(*) FROM business.loyalty_redemptions), now());
INSERT INTO business.callbacks (tenant_id, id, contact_id, conversation_id, wished_time)
  VALUES ('clinic', gen_random_uuid(), 'CONTACT', 'CONVERSATION', 'MARK');
INSERT INTO business.questions (tenant_id, id, contact_id, conversation_id, question, language)
  VALUES ('clinic', gen_random_uuid(), 'CONTACT', 'CONVERSATION', 'MARK', 'MARK');
INSERT INTO business.records (tenant_id, id, collection, contact_id, conversation_id, content)
  VALUES ('clinic', gen_random_uuid(), 'x', 'CONTACT', 'CONVERSATION', '{"MARK": "MARK"}');
INSERT INTO business.handoffs (tenant_id, id, contact_id, conversation_id, reason, summary)
  VALUES ('clinic', gen_random_uuid(), 'CONTACT', 'CONVERSATION', 'escalated', 'MARK');
INSERT INTO business.tool_ledger (tenant_id, idempotency_key, tool, conversation_id, request_hash, result, error, evidence) VALUES
  ('clinic', 'MARK 1', 'MARK', 'CONVERSATION', 'MARK', '["MARK"]', NULL, '["MARK"]'),
  ('clinic', 'MARK 2', 'MARK', 'CONVERSATION', 'MARK', NULL, '["MARK"]', '["MARK"]');
INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address, profile_name)
  VALUES ('clinic', 'CONTACT', 'whatsapp', '1', 'MARK', 'MARK');
INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, dialogue, handoff_note)
  VALUES ('clinic', 'CONVERSATION', 'whatsapp', '1', 'CONTACT', '["MARK"]', 'MARK');
INSERT INTO chat.summaries (tenant_id, conversation_id, contact_id, text) VALUES ('clinic', 'CONVERSATION', 'CONTACT', 'MARK');
INSERT INTO chat.facts (tenant_id, id, contact_id, conversation_id, kind, text, expires_at)
  VALUES ('clinic', gen_random_uuid(), 'CONTACT', 'CONVERSATION', 'pet', 'MARK', now() + interval '1 day');
INSERT INTO chat.messages (tenant_id, conversation_id, message_id, sequence, kind, event, received_at)
  VALUES ('clinic', 'CONVERSATION', 'm1', 1, 'text', 'MARK', now());
INSERT INTO chat.names (tenant_id, conversation_id, names) VALUES ('clinic', 'CONVERSATION', '["MARK"]');
INSERT INTO chat.replies (tenant_id, id, conversation_id, turn_id, epoch, sequence, content, evidence, message_ids)
  VALUES ('clinic', 'REPLY', 'CONVERSATION', 'TURN', 1, 1, '["MARK"]', '["MARK"]', '{m1}');
INSERT INTO chat.steps (tenant_id, turn_id, key, conversation_id, kind, name, through, answer)
  VALUES ('clinic', 'TURN', 'MARK', 'CONVERSATION', 'MARK', 'MARK', 1, '["MARK"]');
INSERT INTO chat.turns (tenant_id, id, conversation_id, fence, attempts, outcome, message_ids, started_at, stages, events)
  VALUES ('clinic', 'TURN', 'CONVERSATION', 1, 1, 'replied', '{m1}', now(), '{MARK}', ARRAY['MARK'::bytea]);
INSERT INTO delivery.deliveries (tenant_id, reply_id, conversation_id, channel, account_id, epoch, sequence, event, traceparent, state, owner, parts, reason)
  VALUES ('clinic', 'REPLY', 'CONVERSATION', 'MARK', 'MARK', 1, 1, 'MARK', 'MARK', 'MARK', 'MARK', 1, 'MARK');
INSERT INTO delivery.parts (tenant_id, channel, provider_message_id, reply_id, part) VALUES ('clinic', 'MARK', 'MARK', 'REPLY', 1);
