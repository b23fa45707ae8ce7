package lsp

import (
	"slices"
	"strings"
	"testing"
)

const store = `
-- go.mod --
module m

go 1.26
-- m.go --
package m

import "sync"

var total int

//
var global sync.Mutex

const most = 9

//calvin:ghost log seq[int] guarded_by mu
//
type Store struct {
	mu   sync.Mutex
	rw   sync.RWMutex
	once sync.Once
	name string
	//
	items []int
	ready bool
	//
	done chan int
	//
	cond *sync.Cond
	n    int
}

type Getter interface {
	//
	Get() int
}

//calvin:pure
func sound(s *Store) bool { return s.n >= 0 }

// Take takes.
//
//
//calvin:performs Some [] None
//calvin:action Some
//
//calvin:modifies s.items
//calvin:action None
func (s *Store) Take(from int, deep bool) int {
	first := from
	//
	for i := 0; i < 3; i++ {
		inner := i
		//
		_ = inner
	}
	later := first
	//
	go func() {
		//
		s.work()
	}()
	return later
}

func (s *Store) work() {}
//
`

// TestCompletion: what can be written where the cursor is, and what comes first. A test writes a line in the place of the n-th line "//".
func TestCompletion(t *testing.T) {
	c := start(t, store)
	text := c.open("m.go")
	c.shows("m.go", "")
	const (
		atVar = iota
		atType
		atField
		atChan
		atCond
		atMethod
		atDoc
		atFunc
		atAction
		atLoop
		atInner
		atLocal
		atLiteral
		atEnd
	)
	for _, test := range []struct {
		place       int
		line        string // the cursor is at its end
		first       string // the first items, in order
		want, never string
	}{
		{atVar, "//calvin:", "accessible_if readable_if", "guarded_by immutable ignore", "requires confined_to invariant ensures"},
		{atType, "//calvin:", "immutable concurrent lock_order invariant", "transition ghost ignore", "guarded_by requires atomic"},
		{atField, "//calvin:", "accessible_if", "guarded_by confined_to immutable", "closable_if carries transfers condition_of requires ghost"},
		{atField, "//cal", "accessible_if", "guarded_by", "requires"},
		{atField, "//calvin:gu", "guarded_by", "", "ghost"},
		{atChan, "//calvin:", "", "closable_if carries transfers", "condition_of"},
		{atCond, "//calvin:", "", "condition_of", "closable_if"},
		{atMethod, "//calvin:", "requires", "panics_if performs atomic", "pure trusted takes ensures guarded_by"},
		{atDoc, "// Not one, calvin:", "", "", "ensures guarded_by"},
		{atFunc, "//calvin:", "requires", "panics_if performs pure trusted takes", "guarded_by invariant ensures when assert"},
		{atAction, "//calvin:", "requires", "when modifies ensures action", "atomic performs assert"},
		{atLoop, "//calvin:", "invariant", "assert assume set witness", "ensures requires takes guarded_by"},
		{atInner, "//calvin:", "witness", "assert assume set", "invariant requires takes guarded_by"},
		{atLiteral, "//calvin:", "requires takes", "assert", "ensures"},
		{atLocal, "//calvin:", "witness", "assert", "invariant requires"},

		{atField, "//calvin:guarded_by ", "global mu once rw", "done", "free held true len tid n total"},
		{atField, "//calvin:guarded_by mu, ", "global mu once rw", "", "free held true"},
		{atField, "//calvin:guarded_by m", "mu", "", "rw mmap"},
		{atField, "//calvin:accessible_if ", "ready sound", "mu held exists this", "result old region sync"},
		{atField, "//calvin:accessible_if held(", "global mu once rw", "", ""},
		{atField, "//calvin:accessible_if rheld(", "rw", "", ""},
		{atField, "//calvin:accessible_if done(", "once", "", ""},
		{atField, "//calvin:accessible_if closed(", "done", "", ""},
		{atField, "//calvin:accessible_if mu == ", "free tid", "closer", ""},
		{atField, "//calvin:accessible_if len(items) < ", "most n total", "", ""},
		{atField, "//calvin:accessible_if forall x ", "Getter Store integer", "int string", "mu len held"},
		{atField, "//calvin:confined_to ", "Take work sound", "", "mu"},
		{atField, "//calvin:immutable ", "", "", "mu held"},
		{atCond, "//calvin:condition_of ", "global mu once rw", "", "held"},
		{atType, "//calvin:lock_order ", "global mu", "Store", "held result"},
		{atType, "//calvin:lock_order Store.", "mu once rw", "", "held n"},
		{atType, "//calvin:ghost x ", "Getter Store integer mmap seq set tid", "int bool", "mu len"},
		{atType, "//calvin:ghost x seq[int] ", "accessible_if guarded_by", "", "mu"},
		{atType, "//calvin:ghost x seq[int] guarded_by ", "global mu", "", "n"},
		{atType, "//calvin:invariant n == ", "most n total", "", "result"},
		{atType, "//calvin:transition old(n) <= ", "most n total", "", ""},
		{atMethod, "//calvin:requires ", "sound", "total", "mu"},
		{atFunc, "//calvin:requires ", "deep sound", "s from total held", "first inner later result old work"},
		{atFunc, "//calvin:requires s.", "ready cond done items log mu n", "", "deep most"},
		{atFunc, "//calvin:requires s.mu == ", "free tid", "", ""},
		{atFunc, "//calvin:panics_if from < ", "from most total", "s", "result"},
		{atAction, "//calvin:ensures result == ", "from most total", "old result", "first"},
		{atAction, "//calvin:modifies ", "", "s region total", "first"},
		{atAction, "//calvin:modifies region(", "global s", "", ""},
		{atFunc, "//calvin:action ", "None Some", "", "s"},
		{atAction, "//calvin:performs ", "None Some action skip", "", "s"},
		{atLoop, "//calvin:invariant ", "deep sound", "i first from", "inner later result"},
		{atInner, "//calvin:assert i < ", "first from i inner most total", "", "later"},
		{atLocal, "//calvin:assert later == ", "first from later most total", "", "inner i"},
		{atLocal, "//calvin:witness ", "None Some", "", "s"},
		{atLocal, "//calvin:ignore CV010", "CV0101 CV0102", "", "s"},
		{atLocal, "//calvin:ignore CV0101 ", "", "", "s CV0101"},
		{atEnd, "//calvin:", "accessible_if", "requires ignore", ""},
	} {
		lines := strings.Split(text, "\n")
		n, at := -1, 0
		for i, line := range lines {
			if strings.TrimSpace(line) == "//" {
				if n++; n == test.place {
					lines[i], at = strings.Replace(line, "//", test.line, 1), i
				}
			}
		}
		edited := strings.Join(lines, "\n")
		c.edit("m.go", edited)
		p := c.document("m.go")
		p["position"] = position{at, units(lines[at])}
		var items []completionItem
		c.call("textDocument/completion", p, &items)
		var got []string
		for _, i := range items {
			got = append(got, i.Label)
		}
		all := strings.Join(got, " ")
		if !strings.HasPrefix(all+" ", test.first+" ") && test.first != "" {
			t.Errorf("%d %s: %s\nfirst should come %s", test.place, test.line, all, test.first)
		}
		for _, w := range strings.Fields(test.want) {
			if !slices.Contains(got, w) {
				t.Errorf("%d %s: %s\nwant %s", test.place, test.line, all, w)
			}
		}
		for _, w := range strings.Fields(test.never) {
			if slices.Contains(got, w) {
				t.Errorf("%d %s: %s\nnever %s", test.place, test.line, all, w)
			}
		}
		if !slices.IsSortedFunc(items, func(a, b completionItem) int { return strings.Compare(a.SortText, b.SortText) }) {
			t.Errorf("%d %s: not in the order that they are shown in", test.place, test.line)
		}
	}
}
