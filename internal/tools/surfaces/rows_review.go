package main

// broken does not compile.
const broken = goMod + "-- p.go --\npackage m\n\nfunc F() int { return true }\n"

// unlocked has a finding, and one that only git knows to be new.
const unlocked = goMod + `-- m.go --
package m

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (t *T) Bad() { t.n = 0 }

func (t *T) Good() {
	t.mu.Lock()
	t.n = 0
	t.mu.Unlock()
}
`

// commit puts all into a repository.
const commit = `git init -q . && git add -A . && git commit -q -m c`

func review() []row {
	return []row{
		{ask: "-f sarif of findings", files: unlocked, steps: []step{
			{run: `calvin check -f sarif`, exit: 1, want: []string{`"version": "2\.1\.0"`, `"ruleId": "CV0101"`, `"uri": "m\.go"`, `"codeFlows"`, `"fixes"`, `"partialFingerprints"`}},
			{run: `cd "$REPO" && go test ./internal/cli -run 'TestScripts/forms$'`, want: []string{`^ok`}, quiet: true}, // against the schema
		}},
		{ask: "-f json of findings", files: unlocked, steps: []step{{run: `calvin check -f json`, exit: 1, want: []string{`"kind":"diagnostic".*CV0101`, `"kind":"summary"`}}}},
		{ask: "a type error in each form for tools", files: broken, steps: []step{
			{run: `calvin check -f sarif`, exit: 2, want: []string{`"executionSuccessful": false`}},
			{run: `calvin check -f json`, exit: 2, want: []string{`"kind":"error"`}},
			{run: `calvin check -f github`, exit: 2, want: []string{`^::error file=p\.go,line=3`}},
			{run: `calvin check -f rdjson`, exit: 2, want: []string{`"path":"p\.go"`}},
			{run: `calvin explore -f sarif`, exit: 2, want: []string{`"executionSuccessful": false`}},
		}},
		{ask: "no go.mod in each form for tools", files: "-- p.go --\npackage p\n", steps: []step{
			{run: `calvin check -f sarif`, exit: 2, want: []string{`"executionSuccessful": false`}},
			{run: `calvin check -f github`, exit: 2, want: []string{`^::error title=calvin::.*go\.mod file not found`}},
		}},
		{ask: "an annotation in error, -f sarif", files: goMod + "-- m.go --\npackage m\n\n//calvin:requirs true\nfunc F() {}\n", steps: []step{
			{run: `calvin check -f sarif`, exit: 2, want: []string{`"executionSuccessful": false`, `"ruleId": "CV0801"`}},
		}},
		{ask: "cgo, -f sarif: no place outside the repository", needs: []string{"gcc"}, files: goMod + `-- m.go --
package m

// int twice(int n) { return 2*n; }
import "C"

var n int

//calvin:requires n > 0
func F(n int) int { return int(C.twice(1)) }
`, steps: []step{{run: `CGO_ENABLED=1 calvin check -f sarif`, exit: 3, want: []string{`"uri": "m\.go"`}, never: []string{`go-build`, `"uri": "/`}}}},
		{ask: "-diff HEAD: nothing changed, one function, an unknown revision, a range", needs: []string{"git"}, files: unlocked, steps: []step{
			{run: commit},
			{run: `calvin check -diff HEAD`, want: []string{`no function|nothing|0 verified`}},
			{run: `sed -i 's/t.mu.Lock()/t.mu.Lock(); println()/' m.go && calvin check -diff HEAD`, want: []string{`^1 verified`}},
			{run: `calvin check -diff nonsense`, exit: 2, want: []string{`nonsense`}},
			{run: `calvin check -diff HEAD..HEAD`, exit: 2, want: []string{`range|one revision|HEAD\.\.HEAD`}},
		}},
		{ask: "-diff HEAD after the last annotation of a package was removed", needs: []string{"git"}, files: unlocked, steps: []step{
			{run: commit},
			{run: `sed -i '/calvin:/d' m.go && calvin check -diff HEAD`, exit: 1, want: []string{`removed the last annotation`}},
		}},
		{ask: "the GitHub action: summary, explore, cache", steps: []step{{read: "action.yml", want: []string{`explore`, `cache`}}, {run: `cat "$REPO"/action/*`, want: []string{`GITHUB_STEP_SUMMARY`}}}},
		{ask: "go vet -vettool=calvin-vet, with -json; no libz3", files: unlocked, steps: []step{
			{run: `go vet -vettool="$BIN/calvin-vet" ./...`, exit: 1, want: []string{`m\.go:11:\d+: .*t\.n may not be written here`}},
			{run: `go vet -json -vettool="$BIN/calvin-vet" ./...`, want: []string{`"posn"`}},
			{run: noSolver + `go vet -vettool="$BIN/calvin-vet" ./...`, exit: 1, want: []string{`install`}},
		}},
		{ask: "calvin-vet started directly", files: unlocked, steps: []step{{run: `calvin-vet ./...`, exit: 1, want: []string{`go vet -vettool`}}}},
		{ask: "golangci-lint, Bazel, pre-commit", left: "golangci-lint, Bazel and pre-commit are not run by this tool: they fetch and build what they use. analyzer/golangci has tests that make the plugin as golangci-lint does; the hook for pre-commit was tried by hand (docs/review.md); nobody has tried Bazel"},
	}
}
