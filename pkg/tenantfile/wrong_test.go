package tenantfile_test

import (
	"fmt"
	"slices"
	"strings"
)

// wrongFiles are the clinic's file with one mistake each: what is replaced by what, and the line, column and field that the error names.
var wrongFiles = []struct{ name, from, to, want string }{
	{"not yaml", "name: Clínica de Prueba", "name: [Clínica", "3:1: expected YAML"},
	{"an anchor", "name: Clínica de Prueba", "name: &a Clínica", "2:7: expected plain YAML"},
	{"a tag", "name: Clínica de Prueba", "name: !!str Clínica", "2:7: expected plain YAML"},
	{"a second document", "policies:\n", "---\npolicies:\n", "1:1: expected one YAML document"},
	{"unknown top field", "email: hola@clinica.example", "mail: hola@clinica.example", "8:1: mail: unknown field: expected one of id, name"},
	{"unknown field below", "    duration_minutes: 45", "    duration: 45", ": services[0].duration: unknown field"},
	{"the same key twice", "language: es", "language: es\nlanguage: en", "8:1: expected YAML: mapping key"},
	{"a list where a text belongs", "name: Clínica de Prueba", "name: [a]", "2:7: name: expected a text, got a list"},
	{"a text where a list belongs", "aliases: [downtown]", "aliases: downtown", "aliases: expected a list, got a single value"},
	{"a text where fields belong", "booking: {step_minutes: 30, notice_minutes: 90}", "booking: soon", "9:10: booking: expected fields of its own, got a single value"},
	{"a word where a number belongs", "duration_minutes: 45", "duration_minutes: long", "services[0].duration_minutes: expected a whole number from 5 to 1440"},
	{"a number out of bounds", "step_minutes: 30", "step_minutes: 1", "9:25: booking.step_minutes: expected a number from 5 to 240"},
	{"no number", "threshold: 0.4", "threshold: .nan", "11:14: routing.threshold: expected a number from 0 to 1"},
	{"a text where yes or no belongs", "include_in_prompt: true", "include_in_prompt: si", "include_in_prompt: expected true or false"},
	{"nothing after the key", "name: Clínica de Prueba", "name:", "2:6: name: expected a text, got nothing"},
	{"empty text", "name: Clínica de Prueba", `name: ""`, "2:7: name: required, got an empty text"},
	{"text too long", "text: 2x1 en agosto", "text: " + long(501), "services[0].promotion.text: expected at most 500 characters, got 501"},
	{"bad slug", "  - id: limpieza", "  - id: Limpieza", "services[0].id: expected 1 to 40 of a-z, 0-9 and -"},
	{"a tab before a key", "name: Clínica de Prueba", "\tname: Clínica de Prueba", "2:1: expected spaces before a key, got a tab"},
	{"a synonym of nothing", "policies:\n", "synonyms: [férula]\npolicies:\n", "synonyms[0]: expected 2 to 10 words with commas between them"},
	{"synonyms of two words", "policies:\n", "synonyms: [\"férula, guarda oclusal\"]\npolicies:\n", "synonyms[0]: expected single words with commas between them"},
	{"unknown zone", "zone: America/Mexico_City", "zone: America/Guanajuato", "5:7: zone: expected an IANA zone"},
	{"zone of the machine", "zone: America/Mexico_City", "zone: Local", "5:7: zone: expected an IANA zone"},
	{"unknown currency", "currency: MXN", "currency: PESOS", "6:11: currency: expected an ISO 4217 code"},
	{"unknown country", "country: MX", "country: mexico", "4:10: country: expected an ISO 3166-1 code"},
	{"unknown language", "language: es", "language: fr", `7:11: language: expected one of es, en, pt, got "fr"`},
	{"bad e-mail", "hola@clinica.example", "hola", "8:8: email: expected an e-mail address"},
	{"bad phone", "+52 55 5555 0101", "55 5555 0101", "branches[0].phone: expected a phone number with its country"},
	{"bad hour", "09:00-14:00\", \"16:00", "09:00-25:00\", \"16:00", "branches[0].hours.mon-fri[0]: expected HH:MM-HH:MM"},
	{"hours backwards", `sat: ["09:00-14:00"]`, `sat: ["14:00-09:00"]`, "branches[0].hours.sat[0]: expected HH:MM-HH:MM that ends after it begins"},
	{"hours overlap", `"16:00-20:00"]`, `"13:00-20:00"]`, "branches[0].hours.mon-fri[1]: expected spans in order and apart"},
	{"bad day", `sat: ["09`, `sab: ["09`, "branches[0].hours.sab: expected a day (mon, tue"},
	{"day twice", `sat: ["09:00-14:00"]`, `fri: ["21:00-22:00"]`, "branches[0].hours.mon-fri: expected each day once, fri is in fri too"},
	{"a large party without its notice", "notice_minutes: 90", "large_party: 8", "booking.large_party_cancel_notice_minutes: required with large_party"},
	{"a large party's notice alone", "notice_minutes: 90", "large_party_cancel_notice_minutes: 60", "booking.large_party: required with large_party_cancel_notice_minutes"},
	{"a notice of a year", "notice_minutes: 90", "cancel_notice_minutes: 525600", "booking.cancel_notice_minutes: expected a number from 0 to 43200"},
	{"no appointment at all", "notice_minutes: 90", "max_ahead: 0", "booking.max_ahead: expected a number from 1 to 100"},
	{"a service's notice below nothing", "duration_minutes: 45", "duration_minutes: 45\n    move_notice_minutes: -1", "services[0].move_notice_minutes: expected a number from 0 to 43200"},
	{"rewards without a programme", "language: es", "language: es\nloyalty:\n  rewards: [{id: te, name: Té, tokens: 5}]", "loyalty.name: required where customers earn"},
	{"a programme in which nobody earns", "language: es", "language: es\nloyalty:\n  name: Club\n  rewards: [{id: te, name: Té, tokens: 5}]", "8:1: loyalty: expected one of per_appointment"},
	{"a programme without rewards", "language: es", "language: es\nloyalty: {name: Club, per_appointment: 5}", "loyalty.rewards: required"},
	{"a reward for nothing", "language: es", "language: es\nloyalty: {name: Club, per_appointment: 5, rewards: [{id: te, name: Té, tokens: 0}]}", "loyalty.rewards[0].tokens: expected a number from 1 to 1000000"},
	{"two rewards of one name", "language: es", "language: es\nloyalty: {name: Club, per_appointment: 5, rewards: [{id: te, name: Té, tokens: 1}, {id: tea, name: Té, tokens: 2}]}", "loyalty.rewards[1].name: expected one of its own"},
	{"orders that earn where none are taken", "language: es", "language: es\nloyalty: {name: Club, per_order: 5, rewards: [{id: te, name: Té, tokens: 1}]}", "orders: required where orders earn"},
	{"an amount of nothing that earns", "language: es", "language: es\nloyalty: {name: Club, per_appointment: 5, per_amount: 0, rewards: [{id: te, name: Té, tokens: 1}]}", "loyalty.per_amount: expected more than 0"},
	{"a gap that nothing fills", "Soy {assistant}.", "Soy {asistente}.", "templates[0].text: expected gaps among {name}, {service}"},
	{"an unknown diet", "knowledge:\n", "menu:\n  - {id: te, name: Té, category: bebidas, price: 20, diets: [vegan, sin azúcar]}\nknowledge:\n", `menu[0].diets[1]: expected one of vegan, vegetarian`},
	{"bad date", "first_day: 2026-12-24", "first_day: 24/12/2026", "closures[0].first_day: expected a date"},
	{"closure backwards", "last_day: 2026-12-25", "last_day: 2026-12-23", "closures[0].last_day: expected a day that is not before first_day"},
	{"closure of an unknown branch", "branches: [norte]", "branches: [sur]", `closures[1].branches[0]: expected one of centro, norte, got "sur"`},
	{"person at an unknown branch", "branches: [{branch: centro}]", "branches: [{branch: sur}]", "staff[1].branches[0].branch: expected one of centro, norte"},
	{"service by an unknown person", "staff: [ana]\n    promotion", "staff: [eva]\n    promotion", `services[0].staff[0]: expected one of ana, luz, got "eva"`},
	{"service by one person twice", "staff: [ana]\n    promotion", "staff: [ana, ana]\n    promotion", "services[0].staff[1]: expected each once"},
	{"duplicate service", "id: valoracion", "id: limpieza", "services[1].id: expected one of its own, services[0] has it too"},
	{"negative price", "price_min: 800", "price_min: -800", "services[0].price_min: expected a number from 0 on"},
	{"price with a sign of money", "price: 0", "price: $500", "services[1].price: expected a number from 0 on"},
	{"price with too many decimals", "price_max: 1200.50", "price_max: 1200.505", "services[0].price_max: expected a number from 0 on with at most 2 decimals"},
	{"price range backwards", "price_max: 1200.50", "price_max: 700", "services[0].price_max: expected at least price_min"},
	{"half a price range", "    price_max: 1200.50\n", "", "services[0].price_min: expected price_min and price_max together"},
	{"two kinds of price", "price_min: 800", "price: 900\n    price_min: 800", "services[0].price: expected either price, or price_min and price_max"},
	{"promotion without a text", "promotion: {text: 2x1 en agosto, until: 2026-08-31}", "promotion: {until: 2026-08-31}", "services[0].promotion.text: required with until"},
	{"six instructions in the prompt", "instructions:\n", "instructions:\n" + sixInstructions, "instructions[5].include_in_prompt: expected at most 5"},
	{"instructions of too many tokens", "instructions:\n", "instructions:\n" + longInstructions, "instructions: expected at most 300 tokens in the prompt, those with include_in_prompt have 389"},
	{"an instruction that does not hold in the prompt", "    priority: 9\n", "    active: false\n", "instructions[0].include_in_prompt: expected false where active is false"},
	{"an instruction of an unknown branch", "    priority: 9\n", "    branches: [sur]\n", `instructions[0].branches[0]: expected one of centro, norte, got "sur"`},
	{"instructions of an assistant over their ceiling", "style: casual", "style: casual\n    system_instructions: " + prose, "assistants[1].system_instructions: expected at most 4"},
	{"a voice that leaves no room", "language: es", "language: es\nprompt: {brand_voice: \"" + wide + "\"}", "prompt.brand_voice: expected at most "},
	{"criteria that leave no room", "id: sofia\n", "id: sofia\n    temperature_criteria: \"" + wide[:580] + "\"\n", "assistants[0].temperature_criteria: expected at most 120 tokens, got "},
	{"names over their ceiling", "id: clinic\nname: ", "id: clinic\nname: " + names + " ", "assistants[0].name: expected a name that takes, with the business's,"},
	{"two active assistants", "channel: webchat\n    style", "channel: \"*\"\n    style", "assistants[1].channel: expected one active assistant for a channel, assistants[0] is active for * too"},
	{"a channel that nobody answers", "    name: Sofía\n    style", "    name: Sofía\n    channel: webchat\n    active: false\n    style", `accounts[0].channel: expected an active assistant for whatsapp or for "*"`},
	{"unknown style", "style: casual", "style: funny", `assistants[1].style: expected one of professional, warm_professional, casual, very_formal, got "funny"`},
	{"unknown channel", "channel: webchat\n    id", "channel: fax\n    id", "accounts[1].channel: expected one of webchat, whatsapp, or gateway: true"},
	{"account twice", "channel: webchat\n    id: clinic-site", "channel: webchat\n    id: clinic-site\n  - channel: webchat\n    id: clinic-site", "accounts[2].id: expected one of its own"},
	{"quiet window too long", "quiet_window: 1200ms", "quiet_window: 1h", "accounts[0].quiet_window: expected a duration from 0s to 6s"},
	{"secret in the file", "app_secret: ${TENANT_APP_SECRET}", "app_secret: hunter2", "20:19: accounts[0].secrets.app_secret: expected the name of an environment variable"},
	{"secret that is not set", "${TENANT_APP_SECRET}", "${TENANT_OTHER}", "20:19: accounts[0].secrets.app_secret: environment variable TENANT_OTHER is not set"},
	{"unknown secret", "app_secret: ${TENANT_APP_SECRET}", "app_secret: ${TENANT_APP_SECRET}\n      password: ${TENANT_APP_SECRET}", "21:17: accounts[0].secrets.password: unknown secret"},
	{"missing secret", "      verify_token: ${TENANT_VERIFY_TOKEN}\n", "", "19:5: accounts[0].secrets.verify_token: required for whatsapp"},
	{"address that is not set", "${TENANT_API_URL}", "${TENANT_OTHER}", "18:14: accounts[0].api_url: environment variable TENANT_OTHER is not set"},
	{"the installation's key as a secret", "${TENANT_ACCESS_TOKEN}", "${RECADO_SECRET_KEY}", "22:21: accounts[0].secrets.access_token: expected a variable whose name begins with TENANT_, got RECADO_SECRET_KEY"},
	{"a password of the bus as a secret", "${TENANT_ACCESS_TOKEN}", "${NATS_OPERATOR_PASSWORD}", "accounts[0].secrets.access_token: expected a variable whose name begins with TENANT_, got NATS_"},
	{"a variable of no tenant as an address", "${TENANT_API_URL}", "${RECADO_POSTGRES_URL}", "18:14: accounts[0].api_url: expected a variable whose name begins with TENANT_"},
	{"another's variable that signs", `, secret: "${TENANT_APP_SECRET}"}`, `, secret: "${AWS_SECRET_ACCESS_KEY}"}`, "handoff.notify[0].secret: expected a variable whose name begins with TENANT_"},
	{"an address that is not encrypted", "${TENANT_API_URL}", "http://graph.example/v23.0", "18:14: accounts[0].api_url: expected a URL that begins with https:// and is of no private address"},
	{"an address of this machine", "${TENANT_API_URL}", "https://127.0.0.1:8443", "accounts[0].api_url: expected a URL that begins with https:// and is of no private address"},
	{"a name of this machine", "${TENANT_API_URL}", "https://LocalHost/", "accounts[0].api_url: expected a URL that begins with https:// and is of no private address"},
	{"an address of a machine's metadata", "${TENANT_API_URL}", "https://169.254.169.254/latest", "accounts[0].api_url: expected a URL that begins with https:// and is of no private address"},
	{"a name of this network", "${TENANT_API_URL}", "https://vault.internal", "accounts[0].api_url: expected a URL that begins with https:// and is of no private address"},
	{"an address that is a number", "${TENANT_API_URL}", "https://2130706433/", "accounts[0].api_url: expected a URL that begins with https:// and is of no private address"},
	{"an IPv6 address of this machine", "${TENANT_API_URL}", "'https://[::ffff:127.0.0.1]/'", "accounts[0].api_url: expected a URL that begins with https:// and is of no private address"},
	{"unknown intent", "{pricing: booking_dental}", "{prices: booking_dental}", "12:25: routing.specialists.prices: expected an intent"},
	{"unknown policy", "type: cancellation", "type: cancelling", "policies[0].type: expected one of cancellation"},
	{"missing knowledge file", "path: knowledge/after.md", "path: knowledge/before.md", "knowledge[0].path: expected a file of at most 512 KiB"},
	{"knowledge out of the folder", "path: knowledge/after.md", "path: ../clinic/knowledge/after.md", "knowledge[0].path: expected a path below the tenant's folder"},
	{"absolute knowledge", "path: knowledge/after.md", "path: /etc/passwd.txt", "knowledge[0].path: expected a path below the tenant's folder"},
	{"knowledge of another format", "path: knowledge/after.md", "path: knowledge/after.exe", "knowledge[0].path: expected a file that ends in .md or .txt"},
	{"knowledge that nobody reads", "corpora: [general, aftercare]", "corpora: [general]", "knowledge[0].corpus: expected a corpus of an active assistant"},
	{"chunks longer than the longest", "policies:\n", "corpora: [{id: general, chunk_tokens: 500, max_tokens: 300}]\npolicies:\n", "corpora[0].max_tokens: expected at least chunk_tokens, 500"},
	{"an overlap as long as a chunk", "policies:\n", "corpora: [{id: general, chunk_tokens: 50, overlap_tokens: 60}]\npolicies:\n", "corpora[0].overlap_tokens: expected less than chunk_tokens, 50"},
	{"a phrase for an unknown intent", phrasesBefore, phrases("say: combo feliz, intent: food, examples: [hay combo feliz?]"), `12:40: routing.phrases[0].intent: expected one of greeting`},
	{"a phrase without an example", phrasesBefore, phrases("say: combo feliz, intent: menu"), "routing.phrases[0].examples: required"},
	{"a phrase with no examples", phrasesBefore, phrases("say: combo feliz, intent: menu, examples: []"), "routing.phrases[0].examples: expected at least one message"},
	{"an empty example", phrasesBefore, phrases("say: combo feliz, intent: menu, examples: [a, ''], not_examples: [b]"), "routing.phrases[0].examples[1]: expected a message"},
	{"an example too long", phrasesBefore, phrases("say: combo feliz, intent: menu, examples: [" + long(201) + "]"), "routing.phrases[0].examples[0]: expected at most 200 characters, got 201"},
	{"a phrase of marks", phrasesBefore, phrases("say: ^ $, intent: menu, examples: [a]"), `12:19: routing.phrases[0].say: expected a word, got only marks, in "^ $"`},
	{"a phrase of strokes", phrasesBefore, phrases("say: / /, intent: menu, examples: [a]"), "routing.phrases[0].say: expected a phrase"},
	{"a phrase of one letter", phrasesBefore, phrases("say: combo feliz / a|combo* .. y, intent: menu, examples: [a]"), `routing.phrases[0].say: expected at least 3 letters or digits, got 2 in "a|combo* .. y"`},
	{"two words as one", phrasesBefore, phrases("say: combo 2x1, intent: menu, examples: [a]"), `routing.phrases[0].say: expected one word, got "2x1", in "combo 2x1"`},
	{"a phrase too long for its rule", phrasesBefore, phrases("say: " + long(201) + ", intent: menu, examples: [a]"), "routing.phrases[0].say: expected at most 200 characters"},
	{"the same phrase twice", phrasesBefore, phrases("say: combo feliz, intent: menu, examples: [a]", "say: combo feliz, intent: order, examples: [b]"), "routing.phrases[1].say: expected one of its own, routing.phrases[0] has it too"},
	{"too many phrases of its own", phrasesBefore, phrases(slices.Repeat([]string{"say: combo"}, 101)...), "routing.phrases: expected at most 100 items, got 101"},
	{"flag above block", "flag_at: 2.5", "flag_at: 9", "guard.flag_at: expected flag_at of at most block_at, got 9 and 8"},
	{"block below the default flag", "  flag_at: 2.5\n  block_at: 8", "  block_at: 2", "guard.block_at: expected flag_at of at most block_at, got 3 and 2"},
	{"threshold out of bounds", "block_at: 8", "block_at: 21", "guard.block_at: expected a number from 1 to 20"},
	{"phrase of marks", "phrase: Dental Plus", `phrase: "¡¡a!!"`, "guard.blocked_phrases[0].phrase: expected at least 3 letters or digits"},
	{"phrase too long", "phrase: Dental Plus", "phrase: " + long(101), "guard.blocked_phrases[0].phrase: expected at most 100 characters, got 101"},
	{"phrase twice", "phrase: voy a demandarlos", "phrase: DENTÁL-PLUS", "guard.blocked_phrases[1].phrase: expected one of its own, guard.blocked_phrases[0] has it too"},
	{"phrase as a text", "- phrase: Dental Plus", "- Dental Plus", "guard.blocked_phrases[0]: expected fields of its own, got a single value"},
	{"unknown action", "action: flag", "action: warn", `guard.blocked_phrases[1].action: expected one of block, flag, got "warn"`},
	{"too many phrases", "    - phrase: Dental Plus\n", manyPhrases(100), "guard.blocked_phrases: expected at most 100 items, got 101"},
	{"link that is no host", "[pagos.example]", "[\"https://pagos.example\"]", "guard.allowed_links[0]: expected the name of a host in lower case"},
	{"link twice", "[pagos.example]", "[pagos.example, pagos.example]", "guard.allowed_links[1]: expected each once"},
	{"return after too short", "return_after: 2h", "return_after: 2m", "handoff.return_after: expected a duration from 10m to 168h, such as 4h, or never"},
	{"return after in words", "return_after: 2h", "return_after: dos horas", "handoff.return_after: expected a duration from 10m to 168h"},
	{"hours of the handoff backwards", `{mon-fri: ["09:00-19:00"]}`, `{mon-fri: ["19:00-09:00"]}`, "handoff.hours.mon-fri[0]: expected HH:MM-HH:MM that ends after it begins"},
	{"two ways in one", "- email: recepcion@clinica.example", "- email: recepcion@clinica.example\n      whatsapp: \"+52 55 5555 0198\"", "handoff.notify[1]: expected one of webhook, email and whatsapp, got 2"},
	{"no way at all", "- email: recepcion@clinica.example", "- account: \"551900334420178\"", "handoff.notify[1]: expected one of webhook, email and whatsapp, got 0"},
	{"a webhook that everybody reads", "https://clinica.example/recado", "http://clinica.example/recado", "handoff.notify[0].webhook: expected a URL that begins with https://"},
	{"a webhook that nobody signs", `, secret: "${TENANT_APP_SECRET}"}`, "}", "handoff.notify[0].secret: required for a webhook, got nothing"},
	{"a signing secret in the file", `, secret: "${TENANT_APP_SECRET}"}`, ", secret: hunter2}", "handoff.notify[0].secret: expected the name of an environment variable"},
	{"a signing secret that is not set", `, secret: "${TENANT_APP_SECRET}"}`, `, secret: "${TENANT_OTHER}"}`, "handoff.notify[0].secret: environment variable TENANT_OTHER: expected 8 to 4096 bytes, got 0"},
	{"a secret for an e-mail", "- email: recepcion@clinica.example", "- {email: recepcion@clinica.example, secret: \"${TENANT_APP_SECRET}\"}", "handoff.notify[1].secret: expected none: only a webhook is signed"},
	{"an account for an e-mail", "- email: recepcion@clinica.example", "- {email: recepcion@clinica.example, account: \"551900334420178\"}", "handoff.notify[1].account: expected none: only whatsapp is written from an account"},
	{"an account that the file has not", `- whatsapp: "+52 55 5555 0199"`, `- {whatsapp: "+52 55 5555 0199", account: "77"}`, `handoff.notify[2].account: expected one of 551900334420178, got "77"`},
	{"a number without its country", `- whatsapp: "+52 55 5555 0199"`, `- whatsapp: "5555 0199"`, "handoff.notify[2].whatsapp: expected a phone number with its country"},
	{"the same way twice", "- email: recepcion@clinica.example", "- {whatsapp: \"+52 5555550199\"}", "handoff.notify[2]: expected one of its own, handoff.notify[1] has it too"},
	{"orders without a menu", "routing:\n", "orders: {pickup: true}\nrouting:\n", "menu: required where orders are taken"},
	{"deliveries to nowhere", "routing:\n", "orders: {delivery: true}\nrouting:\n", "zones: required with orders.delivery"},
	{"an order's minimum in words", "routing:\n", "orders: {minimum: mucho}\nrouting:\n", "orders.minimum: expected a number from 0 on"},
	{"a day's total of nothing", "routing:\n", "orders: {max_total_per_day: 0}\nrouting:\n", "orders.max_total_per_day: expected more than 0"},
	{"an order that is never begun", "routing:\n", "orders: {cancel_until: received}\nrouting:\n", "orders.cancel_until: expected one of preparing, ready"},
	{"orders for next year", "routing:\n", "orders: {horizon_days: 400}\nrouting:\n", "orders.horizon_days: expected a number from 0 to 60"},
	{"a zone without a fee", "knowledge:\n", "zones:\n  - {id: sur, name: Sur}\nknowledge:\n", "zones[0].fee: required"},
	{"a zone that is free from nothing", "knowledge:\n", "zones:\n  - {id: sur, name: Sur, fee: 1, free_from: 0.00}\nknowledge:\n", "zones[0].free_from: expected more than 0"},
	{"a zone twice", "knowledge:\n", "zones:\n  - {id: sur, name: Sur, fee: 1}\n  - {id: sur, name: Sol, fee: 1}\nknowledge:\n", "zones[1].id: expected one of its own, zones[0] has it too"},
	{"an option with a wrong price", "knowledge:\n", dishWith("options: [{id: chico, name: Chico, price: -1}]"), "menu[0].options[0].price: expected a number from 0 on"},
	{"an option twice", "knowledge:\n", dishWith("options: [{id: a, name: Chico}, {id: b, name: Chico}]"), "menu[0].options[1].name: expected one of its own"},
	{"a quiet hour alone", "knowledge:\n", "reminders: {quiet_from: \"22:00\"}\nknowledge:\n", "reminders.quiet_to: expected quiet_from and quiet_to together"},
	{"a quiet hour that is none", "knowledge:\n", "reminders: {quiet_from: \"24:00\", quiet_to: \"08:00\"}\nknowledge:\n", "reminders.quiet_from: expected a time as HH:MM"},
	{"a day that is all quiet", "knowledge:\n", "reminders: {quiet_from: \"00:00\", quiet_to: \"23:59\"}\nknowledge:\n", "reminders.quiet_to: expected an hour a day at least"},
	{"a night of nearly a day", "knowledge:\n", "reminders: {quiet_from: \"09:30\", quiet_to: \"09:00\"}\nknowledge:\n", "reminders.quiet_to: expected an hour a day at least"},
	{"quiet until midnight", "knowledge:\n", "reminders: {quiet_from: \"00:00\", quiet_to: \"24:00\"}\nknowledge:\n", "reminders.quiet_to: expected a time as HH:MM"},
	{"a dish that is served backwards", "knowledge:\n", dishWith(`served: "16:00-12:00"`), "menu[0].served: expected HH:MM-HH:MM that ends after it begins"},
	{"a kitchen's bad hour", `hours: {"mon,wed": ["10:00-24:00"]}`, `hours: {"mon,wed": ["10:00-24:00"]}` + "\n    kitchen_hours: {wed: [noon]}", "branches[1].kitchen_hours.wed[0]: expected HH:MM-HH:MM"},
	{"unknown field of the guard", "flag_at: 2.5", "flag: 2", "guard.flag: unknown field: expected one of flag_at, block_at"},
}

// dishWith puts a menu of one dish before the documents.
func dishWith(field string) string {
	return "menu:\n  - {id: te, name: Té, category: bebidas, price: 20, " + field + "}\nknowledge:\n"
}

const phrasesBefore = "threshold: 0.4\n"

// phrases puts phrases of the tenant's own after the threshold, each as the fields of an item.
func phrases(items ...string) string {
	return phrasesBefore + "  phrases: [{" + strings.Join(items, "}, {") + "}]\n"
}

func manyPhrases(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "    - phrase: frase %d\n", 1000+i)
	}
	return b.String()
}

func long(n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = 'x'
	}
	return string(out)
}

var (
	prose = strings.TrimSpace(strings.Repeat("Ofrece café recién tostado a quien llega. ", 90))
	wide  = strings.TrimSpace(strings.Repeat("ʬʭʮʯ ", 118))
	names = strings.TrimSpace(strings.Repeat("ʬʭʮʯ ", 18))

	longInstructions = `  - {id: l1, include_in_prompt: true, text: "` + prose[:550] + `"}
  - {id: l2, include_in_prompt: true, text: "` + prose[:550] + `"}
  - {id: l3, include_in_prompt: true, text: "` + prose[:550] + `"}
`
)

const sixInstructions = `  - {id: i1, include_in_prompt: true, text: uno}
  - {id: i2, include_in_prompt: true, text: dos}
  - {id: i3, include_in_prompt: true, text: tres}
  - {id: i4, include_in_prompt: true, text: cuatro}
  - {id: i5, include_in_prompt: true, text: cinco}
`
