package main

// goMod begins the files of most rows.
const goMod = "-- go.mod --\nmodule m\n\ngo 1.26\n"

// counter is verified.
const counter = goMod + `-- m.go --
package m

import "sync"

type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (c *Counter) Add() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}
`

// racy has a test with a bug, and no annotation.
const racy = goMod + `-- m_test.go --
package m

import "testing"

func TestRace(t *testing.T) {
	x := 0
	done := make(chan bool)
	go func() { x++; done <- true }()
	x++
	<-done
}
`

// bare has neither annotations nor what they could be inferred of.
const bare = goMod + "-- m.go --\npackage m\n\nfunc F() {}\n"

// noSolver hides what solvers there are.
const noSolver = `PATH="$BIN:$GOBIN_DIR:/nowhere" CALVIN_LIBZ3=/nowhere/libz3.so `

func tables() []table {
	return []table{
		{"Installing", installing()},
		{"Bad input that was handled badly", badInput()},
		{"Bad input that was handled well", goodInput()},
		{"Editor", editor()},
		{"Review and CI", review()},
		{"HTML pages", pages()},
		{"The terminal", terminal()},
		{"Docs", docs()},
		{"Large modules", large()},
	}
}

func installing() []row {
	return []row{
		{ask: "calvin and calvin-vet are built from a clone", steps: []step{
			{run: `cd "$REPO" && go build -o "$WORK/bin/" ./cmd/calvin ./cmd/calvin-vet && ls "$WORK/bin"`, want: []string{`^calvin$`, `^calvin-vet$`}},
		}},
		{ask: "`calvin version` names what a bug report needs; a commit only if the go command has recorded it", steps: []step{
			{run: `calvin version`, want: []string{`^calvin `, `^commit `, `^go     go1\.`, `^z3     `}},
		}},
		{ask: "the docs say that `@latest` needs the module to be published", steps: []step{
			{read: "README.md", want: []string{"There is no release yet"}},
		}},
		{ask: "no libz3, but z3 on the PATH", needs: []string{"z3"}, files: counter, steps: []step{
			{run: `CALVIN_LIBZ3=/nowhere/libz3.so calvin check`, want: []string{`so .*z3 is asked, which is slower; calvin doctor says more`, `^1 verified`}},
		}},
		{ask: "the same with -solver z3, cvc5, all", needs: []string{"z3", "cvc5"}, files: counter, steps: []step{
			{run: `for s in z3 cvc5 all; do CALVIN_LIBZ3=/nowhere/libz3.so calvin check -solver $s || exit; done`, want: []string{`(^1 verified(.|\n)*){3}`}},
		}},
		{ask: "no solver at all, -solver all", files: counter, steps: []step{
			{run: noSolver + `calvin check -solver all`, exit: 2, want: []string{`comparing solvers takes two`, `install it`}},
		}},
		{ask: "no solver at all, each choice of one", files: counter, steps: []step{
			{run: noSolver + `calvin check`, exit: 2, want: []string{`install it with`}},
			{run: noSolver + `calvin check -solver z3`, exit: 2, want: []string{`solver z3 .*install`}},
			{run: noSolver + `calvin check -solver cvc5`, exit: 2, want: []string{`solver cvc5 .*install`}},
		}},
		{ask: "CALVIN_LIBZ3 names no file, a text, another library", needs: []string{"linux"}, files: counter, steps: []step{
			{run: `CALVIN_LIBZ3=/nowhere/z.so calvin check -solver libz3`, exit: 2, want: []string{`libz3 not found`}},
			{run: `CALVIN_LIBZ3=$WORK/m.go calvin check -solver libz3`, exit: 2, want: []string{`(invalid ELF header|file too short)`}, never: []string{"not found"}},
			{run: `CALVIN_LIBZ3=libc.so.6 calvin check -solver libz3`, exit: 2, want: []string{`not a usable Z3: .*undefined symbol`}},
		}},
		{ask: "explore without any solver", files: racy, steps: []step{
			{run: noSolver + `calvin explore`, exit: 1, want: []string{`race: x is read here`}},
		}},
		{ask: "explore -strategy=fusion without a solver", files: racy, steps: []step{
			{run: noSolver + `calvin explore -strategy=fusion`, exit: 2, want: []string{`install`}},
		}},
		{ask: "check of a package without annotations, no solver", files: bare, steps: []step{
			{run: noSolver + `calvin check -infer=false`, want: []string{`none of these packages has an annotation`}},
		}},
		{ask: "builds for Windows and macOS without cgo", steps: []step{
			{run: `cd "$REPO" && for s in windows/amd64 darwin/arm64; do CGO_ENABLED=0 GOOS=${s%/*} GOARCH=${s#*/} go build ./prover && echo $s builds || exit 1; done`,
				want: []string{`windows/amd64 builds`, `darwin/arm64 builds`}},
		}},
	}
}
