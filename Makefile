GO     ?= go

# Debian's packages for the solvers, and how to tell that they are there.
LIBZ3_PRESENT := { /sbin/ldconfig -p 2>/dev/null || ldconfig -p 2>/dev/null; } | grep -q 'libz3\.so' || ls /opt/homebrew/lib/libz3.dylib /usr/local/lib/libz3.dylib >/dev/null 2>&1

# The race detector needs a C compiler.
RACE := $(shell [ "$$($(GO) env CGO_ENABLED)" = 1 ] && command -v "$$($(GO) env CC)" >/dev/null 2>&1 && echo -race)

.PHONY: all help demo test thorough race self fuzz cross snapshot bench screenshots vscode bin/calvin libz3 solvers

# all builds bin/calvin
all: bin/calvin

# help lists these targets: the first line of the comment above each
help:
	@awk '/^# / { if (text == "") text = substr($$0, 3); next } \
		/^[a-z][a-z0-9\/-]*:/ { name = $$1; sub(/:.*/, "", name); if (index(text, name " ") == 1) printf "make %-12s %s\n", name, substr(text, length(name) + 2) } \
		{ text = "" }' $(firstword $(MAKEFILE_LIST))

# demo installs Z3 if it is missing, builds calvin, checks the examples and shows what a finding looks like
demo: libz3 bin/calvin
	@echo
	@echo '$$ calvin check ./testdata/examples/...'
	@bin/calvin check ./testdata/examples/...
	@echo
	@echo '$$ calvin check ./cmd/calvin/testdata/hits'
	@bin/calvin check ./cmd/calvin/testdata/hits; code=$$?; \
	if [ $$code -ne 1 ]; then echo "want a finding and exit code 1, got $$code" >&2; exit 1; fi
	@echo
	@echo '$$ calvin explore ./cmd/calvin/testdata/bank'
	@bin/calvin explore -trace='' ./cmd/calvin/testdata/bank; code=$$?; \
	if [ $$code -ne 1 ]; then echo "want a bug and exit code 1, got $$code" >&2; exit 1; fi

# test installs all solvers if they are missing and runs all tests but those that take long
# The go command's patterns pass over directories of the name testdata.
test: solvers
	$(GO) test -timeout 30m ./testdata ./testdata/examples/... ./testdata/idioms/... ./...

# thorough runs the tests that take long, which test leaves out
thorough: solvers
	$(GO) test -timeout 60m ./testdata ./explore ./explore/instrument ./internal/cli ./internal/summary ./internal/verify ./internal/verifytest/fuzz ./library -long

# What runs goroutines of its own. The rest of the tests runs these from outside, which takes four times as long under the race detector.
CONCURRENT := ./annot ./cache ./desugar/... ./examples/... ./explore ./explore/fusion ./explore/instrument \
	./explore/rt/... ./explore/slice ./explore/strategy ./explore/worker ./infer ./internal/workers ./internal/exploretest/... ./internal/lsp/... ./internal/verify \
	./library ./load ./prover/...

# race runs the tests of what is concurrent under the race detector
race: libz3
	$(GO) test -timeout 30m $(RACE) $(CONCURRENT)

# The case studies, but for the package that runs them in tests, as patterns.
SELF_EXAMPLES := $(patsubst %,./%/...,$(filter-out examples/internal,$(wildcard examples/*)))

# Those of Calvin's own packages that verify as they are; the others are in docs/evaluation/own.md.
SELF := ./cache ./explore/border ./internal/browsertest ./internal/gctune ./internal/lsp/rpc ./internal/pages \
	./internal/thorough ./internal/tools/genpackage ./internal/verifytest/gen \
	./internal/workers ./prover/memory ./prover/warmpool ./prover/threads $(SELF_EXAMPLES)

# Those of them with goroutines or locks, whose tests run under other schedules.
SELF_EXPLORED := ./cache ./internal/workers ./internal/lsp/rpc ./prover/memory ./prover/warmpool ./prover/threads

# self checks what verifies of Calvin itself, and runs the tests of what has goroutines there under other schedules, for some seconds each
# An execution of the tests of cache reads the whole test binary, so the bound ends most before all is explored: exit code 3. A function has a minute, as others may use the machine.
self: libz3 bin/calvin
	bin/calvin check -budget 1m $(SELF)
	@bin/calvin explore -trace='' -time 5s $(SELF_EXPLORED); code=$$?; \
	if [ $$code -ne 0 ] && [ $$code -ne 3 ]; then echo "want no bug, got exit code $$code" >&2; exit 1; fi

# fuzz checks random programs, and runs what is verified: docs/evaluation/fuzzing.md
fuzz: libz3
	$(GO) run ./internal/tools/fuzz -n 2000

# cross compiles the commands for the systems that they are not tested on
# With -trimpath snapshot has use of what it compiles.
cross:
	@for target in darwin/arm64 linux/arm64 windows/amd64; do \
		echo "go build for $$target"; \
		GOOS=$${target%/*} GOARCH=$${target#*/} $(GO) build -trimpath -o /dev/null ./cmd/calvin ./cmd/calvin-vet || exit 1; \
	done

# snapshot builds the archives of a release from the last commit, without a tag, checks them and leaves them in dist
snapshot: libz3
	$(GO) run ./internal/tools/snapshot

# bench measures what the proofs of the case studies cost, and writes docs/evaluation/case-studies.md
bench: libz3
	$(GO) run ./internal/tools/casestudies

# screenshots makes the pictures in docs/images; it needs chromium, tmux and nvim
screenshots: libz3
	$(GO) run ./internal/tools/screenshots

# vscode packages the extension for VS Code as bin/calvin.vsix: docs/editors.md
vscode:
	@mkdir -p bin
	cp LICENSE editors/vscode/
	cd editors/vscode && npm install --no-audit --no-fund --silent && npm run --silent package

# bin/calvin builds the command
bin/calvin:
	$(GO) build -o $@ ./cmd/calvin

# libz3 installs the shared library of Z3 if it is missing
libz3:
	@{ $(LIBZ3_PRESENT); } || .ci/install libz3-4

# solvers installs Z3 and cvc5 if they are missing
solvers: libz3
	@command -v z3 >/dev/null || .ci/install z3
	@command -v cvc5 >/dev/null || .ci/install cvc5
