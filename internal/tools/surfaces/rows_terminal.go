package main

// store has usual mistakes.
const store = goMod + `-- m.go --
package m

import (
	"errors"
	"sync"
)

// A Store counts.
//
//calvin:invariant left >= 0
type Store struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	left int
	//calvin:guarded_by mu
	order []string
	//calvin:guarded_by mu
	items map[string]*Item
}

type Item struct{ n int }

func (s *Store) Peek() {
	s.mu.RLock()
	s.left = 0
	s.mu.RUnlock()
}

func (s *Store) Take(n int) {
	s.mu.Lock()
	s.left += n
	s.mu.Unlock()
}

//calvin:atomic
//calvin:ensures result == len(s.order)
func (s *Store) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.left
}

func (s *Store) Refresh() {
	s.mu.Lock()
	s.mu.Lock()
	s.mu.Unlock()
}

func (s *Store) Find(name string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.items[name].n
}

func (s *Store) reset() { s.left = 0; go println() }

func (s *Store) Clear() { s.reset() }

func (s *Store) Rename() { s.reset() }

var errNone = errors.New("none")
`

func terminal() []row {
	one := func(function string, s step) []step {
		s.run, s.exit = `COLUMNS=100 calvin check -run '`+function+`'`, 1
		return []step{s}
	}
	return []row{
		{ask: "80 columns", files: store, steps: []step{{run: `COLUMNS=80 calvin check`, exit: 1, never: []string{`^[^\n]{81}`}, want: []string{`CV0101`}}}},
		{ask: "`1 execution` in the singular", files: oneTest + "import \"testing\"\n\nfunc TestA(t *testing.T) {}\n", steps: []step{{run: `calvin explore`, want: []string{`1 execution[,)]`}, never: []string{`1 executions`}}}},
		{ask: "man pages, completions, flags in groups with examples", steps: []step{
			{run: `calvin man pages && ls pages`, want: []string{`calvin-check\.1`}},
			{run: `for s in bash zsh fish; do calvin completion $s | head -1; done`, want: []string{`^#compdef calvin`}},
			{run: `calvin check -h`, want: []string{`^what to check:$`, `^examples:$`}},
		}},
		{ask: "a write under RLock", files: store, steps: one("Peek", step{want: []string{`held here: s\.mu for reading \(RLock at line \d+\)`}})},
		{ask: "parameters are shown", files: store, steps: one("Take", step{want: []string{`at entry: .*n = -1`}})},
		{ask: "a condition is shown with its values", files: store, steps: one("Len", step{want: []string{`result = \d`, `len\(s\.order\) = \d`}})},
		{ask: "a statement that reads and writes is one line", files: store, steps: one("Take", step{never: []string{`s\.left \+= n(.|\n)*s\.left \+= n(.|\n)*s\.left \+= n`}, want: []string{`s\.left \+= n .*s\.left = -1`}})},
		{ask: "a helper without the lock, and two callers: one finding, with the callers", files: store, steps: one("reset|Clear|Rename", step{never: []string{`(CV0101(.|\n)*){3}`}, want: []string{`^m\.go:\d+:\d+: .*CV0101`, `Clear`, `Rename`}})},
		{ask: "no CV0705 after CV0201", files: store, steps: one("Refresh", step{want: []string{`CV0201`}, never: []string{`CV0705`}})},
		{ask: "small numbers, no names of the solver's", files: store, steps: []step{{run: `calvin check`, exit: 1, want: []string{`CV0504`}, never: []string{`\d{12}`, `[ =]p\d+\b`, `\bt~\d`}}}},
		{ask: "the state at entry is called so", files: store, steps: one("Take", step{want: []string{`^\s+at entry: `}})},
		{ask: "letters R, B, L, N, E are explained once", files: store, steps: []step{{run: `calvin check`, exit: 1, want: []string{`^steps: R may as well come later`}, never: []string{`steps: R(.|\n)*steps: R`}}}},
		{ask: "-trace says what full adds", steps: []step{{run: `calvin check -h`, want: []string{`-trace string .*`}}}},
		{ask: "code in messages is told apart", files: store, steps: one("Find", step{want: []string{`s\.items\[name\] may be nil here`, `needed: s\.items\[name\] != nil`}})},
		{ask: "an action that modifies nothing is called so", files: goMod + `-- m.go --
package m

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

//calvin:action A
//calvin:performs A
func (t *T) F() {
	t.mu.Lock()
	t.n = 1
	t.mu.Unlock()
}
`, steps: []step{{run: `calvin check`, exit: 1, want: []string{`CV0306`, `modifies nothing`}}}},
		{ask: "explore -annotations names locks as Go does", files: goMod + `-- m.go --
package m

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (t *T) Bad() { t.n = 1 }
-- m_test.go --
package m

import "testing"

func TestBad(t *testing.T) {
	x := &T{}
	done := make(chan bool)
	go func() { x.Bad(); done <- true }()
	x.Bad()
	<-done
}
`, steps: []step{{run: `calvin explore -annotations -races ignore`, exit: 1, want: []string{`needed: .*mu held`}, never: []string{`\btid\b`}}}},
		{ask: "a blank line between findings, the line of the source, a caret", files: store, steps: []step{{run: `calvin check`, exit: 1, want: []string{`^\t\d+ \| `, `^\t *\| +\^~`, `^$`}}}},
		{ask: "findings are in the order of the file, and counted", files: store, steps: []step{{run: `calvin check`, exit: 1, want: []string{`\d failed, .*\d findings`}}}},
		{ask: "a test without choices is run once", files: oneTest + "import \"testing\"\n\nfunc TestA(t *testing.T) {}\n", steps: []step{{run: `calvin explore`, want: []string{`no bug in any schedule \(auto, 1 execution`}}}},
	}
}
