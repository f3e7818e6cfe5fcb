# Every command runs from the root. CI runs `make verify`, `make lint`, `make test` and `make supply`.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
BIN := $(CURDIR)/.bin
MODULES := proto pkg services
TIME ?= 30s
COMPOSE ?= $(shell command -v docker-compose || echo docker compose)
.PHONY: help demo up up-processes test build supply lint generate retrain figures sizes verify verify-modules verify-generated verify-deploy baseline env bench attack rotation scenarios conformance fuzz chaos setup

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

demo: $(BIN)/recado setup ## play conversations with each demo tenant and stay up (ARGS=--once to stop)
	$(BIN)/recado demo $(ARGS)

up: $(BIN)/recado setup ## run everything in one process, with its own NATS and PostgreSQL
	$(BIN)/recado up $(ARGS)

up-processes: build setup ## run the seven services and recado local as eight processes
	scripts/up-processes.sh $(ARGS)

# Packages that start no goroutine (a test keeps it so): the race detector would find nothing and make them several times slower.
PLAIN = pkg/guard|pkg/language|services/intent-router/intent|services/agent-runner/(assent|confirm|danger|dialogue|flow|heard|opening|phrase|question|rulemodel)
# Tests of tens of thousands of lines, which the race detector would make minutes long: their files say !race.
UNRACED = $(shell grep -rl '^//go:build !race' --include='*_test.go' pkg services | grep -vE '^($(PLAIN))/')

# Nothing for a debugger to link and no vet, which lint runs; packages that wait leave the cores to others.
QUICK = -shuffle=on -timeout 20m -p 4 -ldflags=-w -vet=off

# The longest come first, so that none of them is what everything waits for.
LONGEST = ./services ./pkg/bus ./services/agent-runner ./services/ingest ./services/intent-router ./services/outbound-sender

test: export TMPDIR = $(shell scripts/scratch.sh)
test: setup ## run every test, with the race detector where it can find something
	go test -race $(QUICK) $(ARGS) $(LONGEST) $$(go list work | grep -vE '/recado/($(PLAIN))(/|$$)')
	go test $(QUICK) $(ARGS) $$(go list work | grep -E '/recado/($(PLAIN))(/|$$)')
	go test $(QUICK) -run "^($$(sed -n 's/^func \(Test[A-Za-z0-9_]*\)(.*/\1/p' $(UNRACED) | paste -sd '|'))$$" $(ARGS) $(addprefix ./,$(sort $(dir $(UNRACED))))

build: ## build every command into .bin
	CGO_ENABLED=0 go build -trimpath -o $(BIN)/ ./services/cmd/...

supply: build ## write what each binary is made of, check licences and known vulnerabilities
	scripts/supply.sh
.PHONY: $(BIN)/recado
$(BIN)/recado:
	CGO_ENABLED=0 go build -trimpath -o $@ ./services/cmd/recado

setup: ## install PostgreSQL and pgvector where they are missing
	@scripts/setup.sh

$(BIN)/buf: tools/go.mod tools/go.sum
	GOBIN=$(BIN) GOWORK=off go -C tools install tool
	@touch $(BIN)/buf

lint: $(BIN)/buf ## run the linters and the style test
	$(BIN)/golangci-lint run ./proto/... ./pkg/... ./services/...
	$(BIN)/buf lint proto
	go test -count=1 -run TestStyle ./services

generate: $(BIN)/buf ## generate Go from proto/, and docs/tenant.md
	cd proto && $(BIN)/buf generate
	go test ./pkg/tenantfile -run TestTheReference -count=1 -update

retrain: ## teach all models again, minutes long; verify asks for it when a model is older than its texts or its trainer
	go run ./pkg/corpus/manifest
	go run ./services/intent-router/intent/train -vocabulary pkg/language/vocabulary.txt
	go run ./pkg/guard/view/letters
	go run ./pkg/guard/train
	go run ./pkg/language/train >/dev/null & other=$$!; go run ./services/intent-router/intent/train >/dev/null && wait $$other

baseline: $(BIN)/buf ## accept the wire contract as it is; say why in docs/adr
	$(BIN)/buf build proto -o proto/baseline.binpb

env: ## write docs/config.md from the config structs
	go test ./services/cmd/recado -run TestConfigDocument -count=1 -update

verify: verify-modules verify-generated verify-deploy sizes ## check modules, generated code, models, contract, deploy files, dependency rule, docs, attacks
	$(BIN)/buf lint proto
	$(BIN)/buf breaking proto --against proto/baseline.binpb
	go test -count=1 -run 'TestArchitecture|TestConfigDocument|TestLearnedFiles' ./services ./services/cmd/recado
	go test -count=1 -run 'TestCorporaAreWhatTheirManifestSays' ./services/eval
	$(MAKE) attack SHORT=1

FIGURES := docs/figures.md
figures: $(BIN)/recado ## judge all frozen sets and write docs/figures.md
	@printf '# Figures\n\nWhat `recado eval` says of the frozen sets in `corpora/`; `make figures` writes this page. What is held by tests: `services/eval/frozen_test.go`.\n' >$(FIGURES)
	@for set in guard:guard/frozen/'*' pii:pii/frozen/'pii*' stream:pii/frozen/'stream*' intents:intents/frozen/'*' urgency:urgency/frozen/'*' temporal:dates/frozen/'*'; do \
		printf '\n## %s\n\n' $${set%%:*}; $(BIN)/recado eval $${set%%:*} --markdown corpora/$${set#*:}.jsonl.bz2; done >>$(FIGURES)

sizes: ## print how large the tree is, and fail where it is too large
	@scripts/sizes.sh

verify-modules:
	go work sync && for m in $(MODULES); do (cd $$m && go mod tidy) || exit 1; done
	@test -z "$$(git status --porcelain -- '*go.mod' '*go.sum' 'go.work*' | tee -a /dev/stderr)"

verify-generated: generate
	@test -z "$$(git status --porcelain -- proto docs/tenant.md | tee -a /dev/stderr)"

verify-deploy: $(BIN)/buf
	if [ -e docker-compose.yml ]; then $(COMPOSE) -f docker-compose.yml config -q; fi
	for o in deploy/k8s/overlays/*/; do if [ -e $$o/kustomization.yaml ]; then $(BIN)/kustomize build $$o >/dev/null; fi; done

bench: $(BIN)/recado setup ## measure the pipeline beside a bare relay
	$(BIN)/recado bench pipeline $(ARGS)
attack: $(BIN)/recado setup ## play what outsiders can do beside an honest tenant (SHORT=1 for the small form)
	$(BIN)/recado attack $(if $(SHORT),--short) $(ARGS)
rotation: setup ## change the root key under a minute's load, with 20,000 contacts and a kill -9
	go test ./services/cmd/recado/secret -run UnderLoad -count=1 -v -args -long
scenarios: $(BIN)/recado setup ## play every conversation of deploy/scenarios through the pipeline
	cat deploy/scenarios/*.jsonl >$(BIN)/scenarios.jsonl
	$(BIN)/recado eval scenarios $(BIN)/scenarios.jsonl $(ARGS)
conformance: ## run the official suite of the Model Context Protocol against the door for programs (needs npm)
	scripts/conformance.sh $(ARGS)
fuzz: setup ## run every fuzz target for TIME=30s
	scripts/fuzz.sh $(TIME)
chaos: setup ## kill each process under load and count the replies (RUN=TestChaosWithAModel ARGS="--duration 10m")
	go test -count=1 -v -timeout 90m -tags chaos -run $(or $(RUN),TestChaos) ./services $(if $(ARGS),-args $(ARGS))
