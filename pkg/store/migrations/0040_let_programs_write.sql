-- A business's own programs write to its customers (docs/send.md), with a key of core.api_keys that agent-runner looks up, and each thing
-- once: the reply that a request became remembers it.

-- asked is what a program asked for, {"sum", "mode"}: a hash of the request under the program's key, which is kept nowhere, and who had
-- the conversation once it was said. Null where no program asked.
ALTER TABLE chat.replies ADD COLUMN asked jsonb;

SET LOCAL ROLE recado_system; -- only a function's owner may grant it
GRANT EXECUTE ON FUNCTION core.find_api_key(bytea) TO recado_agent_runner;
RESET ROLE;
