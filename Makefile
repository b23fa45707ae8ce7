# make demo   installs Z3 if it is missing, builds calvin, checks the examples and shows what a finding looks like
# make test   installs all solvers if they are missing and runs all tests
# make race   runs the tests of what is concurrent under the race detector
GO     ?= go
CALVIN := bin/calvin

# Debian's packages for the solvers, and how to tell that they are there.
LIBZ3_PRESENT := { /sbin/ldconfig -p 2>/dev/null || ldconfig -p 2>/dev/null; } | grep -q 'libz3\.so' || ls /opt/homebrew/lib/libz3.dylib /usr/local/lib/libz3.dylib >/dev/null 2>&1

# The race detector needs a C compiler.
RACE := $(shell [ "$$($(GO) env CGO_ENABLED)" = 1 ] && command -v "$$($(GO) env CC)" >/dev/null 2>&1 && echo -race)

.PHONY: all demo test race fuzz bench screenshots vscode libz3 solvers $(CALVIN)

all: $(CALVIN)

demo: libz3 $(CALVIN)
	@echo
	@echo '$$ calvin check ./testdata/examples/...'
	@$(CALVIN) check ./testdata/examples/...
	@echo
	@echo '$$ calvin check ./cmd/calvin/testdata/hits'
	@$(CALVIN) check ./cmd/calvin/testdata/hits; code=$$?; \
	if [ $$code -ne 1 ]; then echo "want a finding and exit code 1, got $$code" >&2; exit 1; fi
	@echo
	@echo '$$ calvin explore ./cmd/calvin/testdata/bank'
	@$(CALVIN) explore -trace='' ./cmd/calvin/testdata/bank; code=$$?; \
	if [ $$code -ne 1 ]; then echo "want a bug and exit code 1, got $$code" >&2; exit 1; fi

# The go command's patterns pass over directories of this name.
TESTDATA := ./testdata/fuzz/... ./testdata/gen ./testdata/mutant ./testdata/weakening ./testdata/order ./testdata/examples/...

test: solvers
	$(GO) test ./testdata $(TESTDATA) ./...

# What runs goroutines of its own. The rest of the tests runs these from outside, which takes four times as long under the race detector.
CONCURRENT := ./annot ./cache ./internal/lsp ./internal/verify ./desugar ./examples/... ./explore ./explore/fusion ./explore/instrument ./explore/internal/... \
	./explore/rt/... ./explore/slice ./explore/strategy ./explore/worker ./infer ./library ./load ./prover

# race runs the tests of what is concurrent under the race detector.
race: libz3
	$(GO) test $(RACE) $(CONCURRENT)

# fuzz checks random programs, and runs what is verified: docs/fuzzing.md.
fuzz: libz3
	$(GO) run ./testdata/fuzzing -n 2000

# bench measures what the proofs of the case studies cost: docs/case-studies.md.
bench: libz3
	$(GO) run ./cmd/casestudies

# screenshots makes the pictures in docs/images; it needs chromium, tmux and nvim.
screenshots: libz3
	$(GO) run ./cmd/screenshots

# vscode packages the extension for VS Code as bin/calvin.vsix: docs/editors.md.
vscode:
	@mkdir -p bin
	cp LICENSE editors/vscode/
	cd editors/vscode && npm install --no-audit --no-fund --silent && npm run --silent package

$(CALVIN):
	$(GO) build -o $@ ./cmd/calvin

libz3:
	@{ $(LIBZ3_PRESENT); } || .ci/install libz3-4

solvers: libz3
	@command -v z3 >/dev/null || .ci/install z3
	@command -v cvc5 >/dev/null || .ci/install cvc5
