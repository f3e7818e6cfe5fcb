-- One customer in every table that names her. CONTACT, CONVERSATION and OWN are her ids, TURN and REPLY are random ones.
INSERT INTO business.contacts (tenant_id, id, name) VALUES ('clinic', 'CONTACT', 'Ana');
INSERT INTO business.appointments (tenant_id, id, contact_id, conversation_id, resource_id, starts_at, ends_at)
  VALUES ('clinic', gen_random_uuid(), 'CONTACT', 'CONVERSATION', gen_random_uuid(), now(), now() + interval '1 hour');
INSERT INTO business.orders (tenant_id, id, number, contact_id, conversation_id, order_type, estimated_at, currency, subtotal, delivery_fee, total)
  VALUES ('clinic', gen_random_uuid(), (SELECT count(*) FROM business.orders), 'CONTACT', 'CONVERSATION', 'pickup', now(), 'MXN', 1, 0, 1);
INSERT INTO business.scheduled_messages (tenant_id, contact_id, conversation_id, kind, subject_id, due_at, expires_at)
  VALUES ('clinic', 'CONTACT', 'CONVERSATION', 'waiting_offer', gen_random_uuid(), now(), now() + interval '1 hour');
INSERT INTO knowledge.corpora (tenant_id, id, slug, contact_id) VALUES ('clinic', gen_random_uuid(), 'own', 'CONTACT');
INSERT INTO business.callbacks (tenant_id, id, contact_id, conversation_id) VALUES ('clinic', gen_random_uuid(), 'CONTACT', 'CONVERSATION');
INSERT INTO business.questions (tenant_id, id, contact_id, conversation_id, question)
  VALUES ('clinic', gen_random_uuid(), 'CONTACT', 'CONVERSATION', '¿hay estacionamiento?');
INSERT INTO business.records (tenant_id, id, collection, contact_id, conversation_id, content)
  VALUES ('clinic', gen_random_uuid(), 'garantias', 'CONTACT', 'CONVERSATION', '{"modelo": "R2"}');
INSERT INTO business.handoffs (tenant_id, id, contact_id, conversation_id, reason)
  VALUES ('clinic', gen_random_uuid(), 'CONTACT', 'CONVERSATION', 'escalated');
INSERT INTO business.tool_ledger (tenant_id, idempotency_key, tool, conversation_id, request_hash, result)
  VALUES ('clinic', 'k', 'request_callback', 'CONVERSATION', '', '{}');
INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address) VALUES ('clinic', 'CONTACT', 'whatsapp', '1', '');
INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id) VALUES ('clinic', 'CONVERSATION', 'whatsapp', '1', 'CONTACT');
INSERT INTO chat.messages (tenant_id, conversation_id, message_id, sequence, kind, event, received_at)
  VALUES ('clinic', 'CONVERSATION', 'OWN', 1, 'text', '', now());
INSERT INTO chat.names (tenant_id, conversation_id, names) VALUES ('clinic', 'CONVERSATION', '{}');
INSERT INTO chat.replies (tenant_id, id, conversation_id, turn_id, epoch, sequence, content, message_ids)
  VALUES ('clinic', 'REPLY', 'CONVERSATION', 'TURN', 1, 1, '{}', '{OWN}');
INSERT INTO chat.steps (tenant_id, turn_id, key, conversation_id, kind, name, through, answer)
  VALUES ('clinic', 'TURN', 'k', 'CONVERSATION', 'tool', 'request_callback', 1, '{}');
INSERT INTO chat.turns (tenant_id, id, conversation_id, fence, attempts, outcome, message_ids, started_at, published_at)
  VALUES ('clinic', 'TURN', 'CONVERSATION', 1, 1, 'replied', '{OWN,another}', now(), now());
INSERT INTO delivery.deliveries (tenant_id, reply_id, conversation_id, channel, account_id, epoch, sequence, event, parts)
  VALUES ('clinic', 'REPLY', 'CONVERSATION', 'whatsapp', '1', 1, 1, '', 1);
INSERT INTO delivery.parts (tenant_id, channel, provider_message_id, reply_id, part) VALUES ('clinic', 'whatsapp', 'OWN', 'REPLY', 1);
INSERT INTO delivery.early_receipts (tenant_id, channel, provider_message_id, status) VALUES ('clinic', 'whatsapp', 'OWN', 2);
INSERT INTO delivery.notices (tenant_id, id, conversation_id, epoch, kind, reason, since, target)
  VALUES ('clinic', gen_random_uuid(), 'CONVERSATION', 1, 'requested', 'escalated', now(), 'target');
INSERT INTO business.loyalty_accounts (tenant_id, contact_id, program_id, balance) VALUES ('clinic', 'CONTACT', gen_random_uuid(), 5);
INSERT INTO business.loyalty_transactions (tenant_id, id, contact_id, program_id, tokens, balance, transaction_type, source_type, source_id)
  VALUES ('clinic', gen_random_uuid(), 'CONTACT', gen_random_uuid(), 5, 5, 'bonus', 'manual', gen_random_uuid());
INSERT INTO business.loyalty_redemptions (tenant_id, id, contact_id, program_id, reward_slug, reward_name, tokens, code, expires_at)
  VALUES ('clinic', gen_random_uuid(), 'CONTACT', gen_random_uuid(), 'te', 'Té', 5, left(md5(random()::text), 8), now())
