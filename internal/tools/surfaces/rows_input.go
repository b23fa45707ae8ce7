package main

import "time"

// oneTest is a module with one test file; its text follows.
const oneTest = goMod + "-- m_test.go --\npackage m\n\n"

// manyFunctions are enough for a check to be interrupted.
const manyFunctions = `{ echo 'package m'; echo 'import "sync"'; echo 'type T struct { mu sync.Mutex'; echo '//calvin:guarded_by mu'; echo 'n int }'
i=0; while [ $i -lt 3000 ]; do echo "func (t *T) F$i() { t.mu.Lock(); t.n += $i; t.mu.Unlock() }"; i=$((i+1)); done; } >m.go`

func badInput() []row { return append(badRuns(), badAnnotations()...) }

// badRuns are what is wrong outside the code, and tests that behave in unusual ways.
func badRuns() []row {
	return []row{
		{ask: "`go` not on the PATH", files: racy, steps: []step{
			{run: `PATH=/nowhere "$BIN/calvin" check`, exit: 2, want: []string{`go`, `PATH`}},
			{run: `PATH=/nowhere "$BIN/calvin" explore`, exit: 2, want: []string{`go`, `PATH`}},
		}},
		{ask: "explore where no trace can be written, and there is a race", files: racy + "-- file --\n", steps: []step{
			{run: `calvin explore -trace file/traces`, exit: 1, want: []string{`race: x is read here`, `it cannot be replayed: write trace: `}},
		}},
		{ask: "a test that calls runtime.Goexit()", files: oneTest + `import ("runtime"; "testing")

func TestExit(t *testing.T) { runtime.Goexit() }
`, steps: []step{{run: `calvin explore`, exit: 1, want: []string{`Goexit`}}}},
		{ask: "a test that fails for one order of a map", files: oneTest + `import "testing"

func TestMap(t *testing.T) {
	m := map[int]bool{1: true, 2: true, 3: true}
	for k := range m {
		if k == 3 {
			t.Fatal("three")
		}
		break
	}
}
`, steps: []step{{run: `calvin explore`, exit: 1, want: []string{`failure: three`}}}},
		{ask: "a test that starts `sleep 300` and does not wait", needs: []string{"sleep"}, files: oneTest + `import ("os/exec"; "testing")

func TestChild(t *testing.T) {
	if err := exec.Command("sleep", "300").Start(); err != nil {
		t.Fatal(err)
	}
}
`, steps: []step{{run: `calvin explore -time 5s`, exit: 3, most: time.Minute, want: []string{`out of control: .*Start is outside control`}}}},
		{ask: "a package with cgo, check", needs: []string{"gcc"}, files: goMod + `-- m.go --
package m

// int twice(int n) { return 2*n; }
import "C"

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (t *T) Add() {
	t.mu.Lock()
	t.n = int(C.twice(1))
	t.mu.Unlock()
}
`, steps: []step{{run: `CGO_ENABLED=1 calvin check`, exit: 3, want: []string{`cgo|C\.`}, never: []string{`go-build`}}}},
		{ask: "GOFLAGS=-cover, check", files: counter, steps: []step{{run: `GOFLAGS='-mod=mod -cover' calvin check`, want: []string{`^1 verified`}}}},
		{ask: "GOFLAGS=-cover, explore", files: racy, steps: []step{{run: `GOFLAGS='-mod=mod -cover' calvin explore`, exit: 2, lines: 1, want: []string{`coverage rewrites the sources .*: leave -cover out`}}}},
		{ask: "annotations in test files", files: counter + `-- m_test.go --
package m

var (
	//calvin:guardedby mu
	n int
)
`, steps: []step{
			{run: `calvin check`, want: []string{`m_test\.go:4:2: .*-tests`}},
			{run: `calvin check -tests`, exit: 2, want: []string{`m_test\.go:4:11: .*CV0801`}},
		}},
		{ask: "an init function that loops for ever, -time=5s", files: oneTest + `import "testing"

func init() { for {} }

func TestA(t *testing.T) {}
`, steps: []step{{run: `calvin explore -time=5s`, exit: 3, most: 90 * time.Second, want: []string{`the first execution has not ended within 5s`}}}},
		{ask: "a test that allocates for ever", files: oneTest + `import "testing"

var all [][]byte

func TestGrows(t *testing.T) {
	for {
		all = append(all, make([]byte, 1<<20))
	}
}
`, steps: []step{{run: `calvin explore -mem 300`, exit: 3, want: []string{`needs more than the 300 MB of memory`}, never: []string{`-instrument`}}}},
		{ask: "a stack overflow in a test", files: oneTest + `import "testing"

func down(n int) int { return down(n+1) + 1 }

func TestOver(t *testing.T) { t.Log(down(0)) }
`, steps: []step{{run: `calvin explore`, exit: 1, want: []string{`panic: stack overflow`}, lines: 20}}},
		{ask: "a write through an invalid pointer", files: oneTest + `import "testing"

type T struct{ big [1 << 20]int; n int }

func TestFault(t *testing.T) {
	var p *T
	p.n = 1
}
`, steps: []step{{run: `calvin explore`, exit: 1, want: []string{`panic: .*(invalid memory address|nil pointer)`}}}},
		{ask: "t.Skip", files: oneTest + `import "testing"

func TestSkips(t *testing.T) { t.Skip("needs a network") }
`, steps: []step{{run: `calvin explore`, want: []string{`skipped`, `needs a network`, `1 skipped`}}}},
		{ask: "explore with GOOS=js", files: racy, steps: []step{{run: `GOOS=js GOARCH=wasm calvin explore`, exit: 2, most: 20 * time.Second, want: []string{`js`}}}},
		{ask: "HOME and GOCACHE unset; -toolexec=/bin/false; -tags with a space", files: counter, steps: []step{
			{run: `env -u HOME -u GOCACHE -u XDG_CACHE_HOME calvin check`, exit: 2, want: []string{`GOCACHE is not defined|neither \$XDG_CACHE_HOME nor \$HOME`}},
			{run: `GOFLAGS=-toolexec=/bin/false calvin check`, exit: 2, want: []string{`^go: error obtaining buildID for go tool compile: exit status 1`}},
			{run: `calvin check -tags "a b,,c"`, exit: 2, want: []string{`tag`}},
		}},
		{ask: "no go.mod", files: "-- m.go --\npackage m\n", steps: []step{{run: `calvin check`, exit: 2, want: []string{`go\.mod file not found`, `begin a module|go mod init`}}}},
		{ask: "flags after packages", files: counter, steps: []step{{run: `calvin check . -all`, want: []string{`^1 verified`}}}},
		{ask: "an unknown flag, an unknown command", steps: []step{
			{run: `calvin check -solvr=z3`, exit: 2, lines: 1, want: []string{`did you mean -solver\?`}},
			{run: `calvin chek`, exit: 2, lines: 1, want: []string{`did you mean check\?`}},
		}},
		{ask: "`calvin --version`, `-v`, `calvin help check`", steps: []step{
			{run: `calvin --version`, want: []string{`^calvin `}},
			{run: `calvin -v`, want: []string{`^calvin `}},
			{run: `calvin help check`, want: []string{`^usage: calvin check`}},
		}},
		{ask: "Ctrl-C during a check of 3,000 functions", needs: []string{"timeout"}, files: goMod, steps: []step{
			{run: manyFunctions},
			{run: `timeout --preserve-status -s INT 4 calvin check`, exit: 3, lines: 8, most: 20 * time.Second, want: []string{`interrupted`}},
		}},
		{ask: "a FIFO named q.go", needs: []string{"mkfifo", "timeout"}, files: counter, steps: []step{
			{run: `mkfifo q.go && timeout 20 calvin check`, exit: 2, want: []string{`q\.go:1:1: this is a named pipe`}},
		}},
		{ask: "-dump into a place that cannot be written", files: counter, steps: []step{
			{run: `calvin check -dump m.go`, exit: 2, lines: 1, want: []string{`^calvin: dump: `}},
		}},
		{ask: "flags that mean nothing or contradict each other", files: racy, steps: []step{
			{run: `calvin explore -bound -7`, exit: 2, want: []string{`-bound is at least 0`}},
			{run: `calvin explore -instrument ,`, exit: 2, want: []string{`-instrument is a list`}},
			{run: `calvin explore -races ignore -visible sync`, exit: 2, want: []string{`-races=ignore needs -visible=all`}},
			{run: `calvin check -diff ""`, exit: 2, want: []string{`-diff needs a revision`}},
			{run: `calvin check -checks ""`, exit: 2, want: []string{`-checks`}},
		}},
		{ask: "a trace is replayed after the code has changed", files: racy, steps: []step{
			{run: `calvin explore`, exit: 1, quiet: true},
			{run: `sed -i 's/x++/println(x)/' m_test.go && calvin replay calvin-traces/*.trace`, want: []string{`^calvin: changed since the trace was written: m_test\.go$`}},
		}},
	}
}

// badAnnotations are annotations in error.
func badAnnotations() []row {
	return []row{
		{ask: "`//calvin-guarded_by`, `//cаlvin:` with a Cyrillic letter", files: goMod + `-- m.go --
package m

import "sync"

type T struct {
	mu sync.Mutex
	//calvin-guarded_by mu
	a int
	//cаlvin:guarded_by mu
	b int
}
`, steps: []step{{run: `calvin check`, exit: 2, want: []string{`m\.go:7:2: .*CV0802`, `m\.go:9:2`}}}},
		{ask: "`//calvin guarded_by mu`, with a space for the colon", files: goMod + `-- m.go --
package m

import "sync"

type T struct {
	mu sync.Mutex
	//calvin guarded_by mu
	a int
}
`, steps: []step{{run: `calvin check`, exit: 2, want: []string{`CV0802`, `fix: .*//calvin:guarded_by mu`}}}},
		{ask: "`//calvin:güarded_by`", files: goMod + "-- m.go --\npackage m\n\n//calvin:güarded_by mu\nvar n int\n", steps: []step{
			{run: `calvin check`, exit: 2, want: []string{`unknown directive güarded_by`}},
		}},
		{ask: "`//calvin:ignore CV9999`", files: goMod + "-- m.go --\npackage m\n\nfunc F() {\n\t//calvin:ignore CV9999 because\n\tprintln()\n}\n", steps: []step{
			{run: `calvin check`, exit: 2, want: []string{`CV9999`, `no such code|there is no`}},
		}},
		{ask: "`//calvin:assert true` at the end of a block", files: goMod + "-- m.go --\npackage m\n\nfunc F() {\n\tprintln()\n\t//calvin:assert true\n}\n", steps: []step{
			{run: `calvin check`, want: []string{`^1 verified`}}, // it is proved there now
			{run: `sed -i 's/assert true/assert false/' m.go && calvin check`, exit: 1, want: []string{`m\.go:5:.*`}},
		}},
		{ask: "`//calvin:requires false` is one finding", files: goMod + "-- m.go --\npackage m\n\n//calvin:requires false\nfunc F() {}\n", steps: []step{
			{run: `calvin check`, exit: 1, want: []string{`CV0704`}, never: []string{`CV0705`}},
		}},
	}
}

func goodInput() []row {
	return []row{
		{ask: "wrong values of flags", files: counter, steps: []step{
			{run: `calvin check -f=yaml`, exit: 2, lines: 1, want: []string{`-f is text, json, sarif, github or rdjson, not "yaml"`}},
			{run: `calvin check -j many`, exit: 2, lines: 1, want: []string{`invalid value "many" for flag -j`}},
			{run: `calvin check -checks=access,beauty`, exit: 2, lines: 1, want: []string{`"beauty" is none of access, abstraction, panics, races`}},
		}},
		{ask: "type errors, syntax errors, two packages in a directory, missing packages", files: goMod + `-- types/p.go --
package types

func F() int { return true }
-- syntax/p.go --
package syntax

func F( {
}
-- names/a.go --
package a
-- names/b.go --
package b
-- missing/p.go --
package missing

import _ "m/nowhere"
`, steps: []step{
			{run: `calvin check ./types`, exit: 2, want: []string{`types/p\.go:3:23: cannot use true`}},
			{run: `calvin check ./syntax`, exit: 2, want: []string{`syntax/p\.go:3:9: `}},
			{run: `calvin check ./names`, exit: 2, want: []string{`found packages a .* and b`}},
			{run: `calvin check ./missing`, exit: 2, want: []string{`missing/p\.go:3:8: package m/nowhere is not in std`}},
		}},
		{ask: "build tags, another GOOS, CRLF, `//line`, spaces in names", files: goMod + `-- a b.go --
//go:build special

package m

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

//line grammar.y:7
func (t *T) Bad() { t.n++ }
`, steps: []step{
			{run: `calvin check -tags special ./...`, exit: 1, want: []string{`grammar\.y:7.*CV0101`}},
			{run: `sed -i 's/$/\r/' "a b.go" && GOOS=windows calvin check -tags special ./...`, exit: 1, want: []string{`grammar\.y:7.*CV0101`}},
		}},
		{ask: "malformed annotations, with what was meant", files: goMod + `-- m.go --
package m

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guardedby mu
	a int
	//calvin:guarded_by lokc
	b int
	lock sync.Mutex
}
`, steps: []step{{run: `calvin check`, exit: 2, want: []string{`CV0801`, `did you mean guarded_by\?`, `lokc`, `did you mean lock\?`}}}},
		{ask: "a cache that is missing, read-only, a file", files: counter, steps: []step{
			{run: `CALVIN_CACHE=$WORK/new/cache calvin check && ls new`, want: []string{`^1 verified`, `^cache`}},
			{run: `CALVIN_CACHE=$WORK/m.go calvin check`, want: []string{`^1 verified`}},
			{run: `CALVIN_CACHE=/dev/null/cache calvin check`, want: []string{`^1 verified`}},
		}},
		{ask: "a cache with damaged files", files: counter, steps: []step{
			{run: `export CALVIN_CACHE=$WORK/c; calvin check && find c -type f | while read f; do printf x | dd of="$f" bs=1 seek=5 conv=notrunc 2>/dev/null; done; calvin check`, want: []string{`(^1 verified(.|\n)*){2}`}},
			{run: `export CALVIN_CACHE=$WORK/c; find c -type f | while read f; do : >"$f"; done; calvin check`, want: []string{`^1 verified`}},
		}},
		{ask: "four checks at once on one cache, and `cache clean` meanwhile", files: counter, steps: []step{
			{run: `export CALVIN_CACHE=$WORK/c; for i in 1 2 3 4; do calvin check >out$i 2>&1 & done; calvin cache clean; wait; cat out?`, want: []string{`(^1 verified(.|\n)*){4}`}},
		}},
		{ask: "standard output is full, or closed", needs: []string{"linux"}, files: counter, steps: []step{
			{run: `calvin check >/dev/full`, exit: 2, want: []string{`no space left on device`}},
			{run: `calvin check | true`, never: []string{`goroutine|panic`}},
		}},
		{ask: "tests that exit, wait for an hour, use random numbers", files: oneTest + `import ("math/rand/v2"; "os"; "testing"; "time")

func TestExit(t *testing.T) { os.Exit(3) }

func TestHour(t *testing.T) { time.Sleep(time.Hour) }

func TestRandom(t *testing.T) {
	if rand.IntN(4) == 3 {
		t.Fatal("three")
	}
}
`, steps: []step{{run: `calvin explore`, exit: 1, want: []string{`os\.Exit|exit`, `failure: three`, `m\.TestHour: no bug in any schedule`}}}},
		{ask: "Ctrl-C in explore", needs: []string{"timeout"}, files: oneTest + `import ("sync"; "testing")

func TestLong(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				mu.Lock()
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}
`, steps: []step{
			{run: `calvin explore -max 1`, exit: 3, quiet: true}, // builds
			{run: `timeout --preserve-status -s INT 8 calvin explore -time 5m`, exit: 3, most: 40 * time.Second, want: []string{`interrupted|incomplete`}},
		}},
		{ask: "damaged traces", files: racy, steps: []step{
			{run: `calvin explore`, exit: 1, quiet: true},
			{run: `head -c 40 calvin-traces/*.trace >cut.trace; calvin replay cut.trace`, exit: 2, want: []string{`cut\.trace`}},
			{run: `echo nonsense >x.trace; calvin replay x.trace`, exit: 2, want: []string{`x\.trace`}},
			{run: `calvin replay nowhere.trace`, exit: 2, want: []string{`nowhere\.trace`}},
		}},
	}
}
