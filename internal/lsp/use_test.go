package lsp

import (
	"slices"
	"strings"
	"testing"
)

const shop = `
-- go.mod --
module m

go 1.26
-- m.go --
package m

import "sync"

const limit = 9

// A Shop sells.
//
//calvin:ghost sold seq[int] guarded_by mu
//calvin:invariant forall i int :: 0 <= i && i < len(sold) ==> sold[i] <= limit
type Shop struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	stock int
	//calvin:accessible_if[j] held(mu) || j == 0
	shelf []int
}

//calvin:pure
func small(k int) bool { return k < limit }

// Sell sells.
//
//calvin:requires small(n)
//calvin:performs Nothing [] Sold
//calvin:action   Nothing
//calvin:action   Sold
//calvin:when     s.mu == free
//calvin:modifies s.stock
//calvin:ensures  s.stock == old(s.stock)-n && result
func (s *Shop) Sell(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stock < n {
		return false
	}
	s.stock -= n
	return true
}
`

// TestHoverInAnnotations: each name inside an annotation says what it is, also while the text around it changes.
func TestHoverInAnnotations(t *testing.T) {
	c := start(t, shop)
	text := c.open("m.go")
	c.until("all functions to be known", func() bool { return slices.Contains(c.requests, "workspace/codeLens/refresh") })
	check := func(text string) {
		t.Helper()
		for _, test := range []struct {
			something string
			skip      int
			want      []string
		}{
			{"guarded_by mu\n\tstock", 0, []string{"//calvin:guarded_by LOCK", "while it holds the lock", "a struct field"}},
			{"guarded_by mu\n\tstock", 11, []string{"field mu sync.Mutex", "It guards `sold`, `stock`"}},
			{"sold seq", 0, []string{"ghost sold seq[int]"}},
			{"seq[int]", 0, []string{"type of sequences"}},
			{"guarded_by mu\n//", 0, []string{"//calvin:guarded_by LOCK"}},
			{"forall", 0, []string{"holds for each x"}},
			{"i int", 0, []string{"i int", "a variable of the quantifier"}},
			{"int ::", 0, []string{"type int"}},
			{"limit\ntype", 0, []string{"const limit untyped int = 9"}},
			{"len(sold", 0, []string{"len(x) int"}},
			{"j == 0", 0, []string{"j int", "index of an element"}},
			{"held(mu) ||", 0, []string{"held(lock) bool", "holds the lock"}},
			{"small(n)", 0, []string{"func small(k int) bool", "//calvin:pure"}},
			{"n)\n//calvin:perf", 0, []string{"parameter n int"}},
			{"Sold\n//calvin:action   N", 0, []string{"action Sold", "when     s.mu == free", "modifies s.stock", "an action of `Sell`"}},
			{"Sold\n//calvin:when", 0, []string{"action Sold"}},
			{"s.mu == free", 0, []string{"receiver s *Shop"}},
			{"s.mu == free", 2, []string{"field mu sync.Mutex"}},
			{"free", 0, []string{"nobody holds"}},
			{"old(s", 0, []string{"old(e int) int", "before the step"}},
			{"result\nfunc", 0, []string{"result bool", "what the function returns"}},
			{"ensures", 0, []string{"state before the step"}},
		} {
			at := strings.Index(text, test.something)
			if strings.Count(text, test.something) == 0 {
				t.Fatalf("there is no %q", test.something)
			}
			p := c.document("m.go")
			p["position"] = place(text, at+test.skip)
			var h *hover
			c.call("textDocument/hover", p, &h)
			for _, want := range test.want {
				if h == nil || !strings.Contains(strings.ToLower(h.Contents.Value), strings.ToLower(want)) {
					t.Errorf("%s: %+v\nwant %s", test.something, h, want)
				}
			}
		}
	}
	check(text)
	var h *hover
	c.call("textDocument/hover", c.at("m.go", text, "mu sync.Mutex", 1), &h)
	if h == nil || !strings.Contains(h.Contents.Value, "It guards `sold`, `stock`") {
		t.Errorf("of a lock in code: %+v", h)
	}
	broken := strings.Replace(text, "return true", "return", 1) // does not compile
	broken = strings.Replace(broken, "const limit", "// Another line.\n\nconst limit", 1)
	c.edit("m.go", broken)
	c.until("the compiler's words", func() bool {
		ds := c.shown["m.go"].Diagnostics
		return len(ds) > 0 && strings.HasPrefix(ds[0].Message, "not checked")
	})
	check(broken)
}
