-- A kept answer is found by the same question in other words too: by its embedding, among those of the same scope, which is a hash of all
-- else that decides an answer and of what embeddings hardly tell apart (numbers, negations, days, names).

ALTER TABLE chat.answers
  ADD COLUMN scope     bytea CHECK (octet_length(scope) = 32), -- null: only the same words find it
  ADD COLUMN space     text CHECK (length(space) <= 160),      -- of the embedding: model and dimensions
  ADD COLUMN embedding halfvec,                                -- of the question
  ADD COLUMN bag       bytea CHECK (octet_length(bag) = 32),   -- a hash of the words that carry its meaning, in the alphabet's order
  ADD COLUMN line      bytea CHECK (octet_length(line) = 32),  -- and in its own: the same words in another order say something else
  ADD CHECK (num_nulls(scope, space, embedding, bag, line) IN (0, 5));
CREATE INDEX answers_near ON chat.answers (tenant_id, assistant_id, scope, space) WHERE scope IS NOT NULL;
