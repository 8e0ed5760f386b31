# Everything a developer does here has a name.
.PHONY: help run build image test test-long lint document clients amazon-clients bench profile evaluate fuzz check-models
.DEFAULT_GOAL := help

# FUZZTIME limits each fuzz target.
FUZZTIME ?= 30s

help: ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile

# GO compiles with the flags that all commands share.
GO = . ./scripts/flags.sh && go

# SHIPPED compiles the program that users get: without debug data, and faster where calls spend
# their time (about a tenth less CPU). Tests leave it out, since it compiles all packages again.
SHIPPED = -ldflags="-s -w" -pgo=cmd/selling-assistant/serve.pgo

run: ## the program with embedded storage and demo data
	@echo "Compiling. The first time this fetches 100 MB of modules and takes 3 to 5 minutes on two cores."
	$(GO) run ./cmd/selling-assistant serve --demo

build: ## bin/selling-assistant, static and without debug data
	$(GO) build $(SHIPPED) -o bin/selling-assistant ./cmd/selling-assistant

image: ## a container image of the program, by buildah, podman or docker
	@scripts/image.sh

test: ## what a change needs: every test once, in minutes
	@scripts/test.sh

test-long: ## the rest: race detector, both databases for everything, more kills and calls, make test ten times
	@scripts/test.sh -long

lint: ## formatting, go vet, golangci-lint
	@scripts/lint.sh

document: ## the published document held to linters, a validator and generators of clients
	@scripts/document.sh

clients: ## the generated parts of clients/go and clients/typescript
	$(GO) test ./test/openapi -run '^TestTheGoClientIsCurrent$$' -update
	cd clients/typescript && npm install --no-package-lock --no-audit --no-fund && npm run build

amazon-clients: ## the relay called by clients made for Amazon, unchanged
	@scripts/amazon-clients.sh

bench: ## speed next to a program that does the least possible
	$(GO) run ./tools/bench
	$(GO) run ./tools/bench/lists
	$(GO) run ./tools/bench/repricer
	$(GO) run ./tools/bench/pricelist
	$(GO) run ./tools/bench/documents
	$(GO) run ./tools/bench/research
	$(GO) run ./tools/bench/webhooks

profile: ## records where the service spends its time, for the next build
	rm -rf dist/profile
	$(GO) run ./tools/bench -only get,list,bulk,relay -rounds 1 -seconds 8 -profile dist/profile
	go tool pprof -proto dist/profile/*.pprof > cmd/selling-assistant/serve.pgo

evaluate: ## what the repricer's strategies earn against simulated rivals
	$(GO) run ./tools/evaluate

fuzz: ## every fuzz target for FUZZTIME each
	@scripts/fuzz.sh $(FUZZTIME)

check-models: ## the simulated marketplace next to Amazon's models in MODELS=folder
	$(GO) run ./tools/checkmodels -models "$(MODELS)"
