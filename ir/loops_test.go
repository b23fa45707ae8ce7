package ir

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// graph makes a function from lines "a: b c", block a with the successors b and c.
func graph(lines ...string) *Func {
	f := &Func{Name: "F"}
	byName := map[string]*Block{}
	for _, l := range lines {
		name, _, _ := strings.Cut(l, ":")
		b := &Block{Name: name}
		byName[name] = b
		f.Blocks = append(f.Blocks, b)
	}
	for i, l := range lines {
		_, succs, _ := strings.Cut(l, ":")
		for s := range strings.FieldsSeq(succs) {
			f.Blocks[i].Succs = append(f.Blocks[i].Succs, byName[s])
		}
	}
	return f
}

// loopsOf lists the loops of f as "head: body".
func loopsOf(f *Func) []string {
	var got []string
	for _, b := range f.Blocks {
		if b.Loop != nil {
			var names []string
			for _, m := range b.Loop.Body {
				names = append(names, m.Name)
			}
			got = append(got, b.Name+": "+strings.Join(names, " "))
		}
	}
	return got
}

func TestFindLoops(t *testing.T) {
	for _, c := range []struct {
		name  string
		graph []string
		loops []string
		err   string
	}{
		{name: "straight", graph: []string{"a: b", "b:"}},
		{name: "empty"},
		{name: "self", graph: []string{"a: b", "b: b c", "c:"}, loops: []string{"b: b"}},
		{name: "entry is the head", graph: []string{"a: b", "b: a"}, loops: []string{"a: a b"}},
		{name: "two back edges", graph: []string{"a: h", "h: b c d", "b: h", "c: h", "d:"}, loops: []string{"h: h b c"}},
		{name: "nested", graph: []string{"a: h", "h: i x", "i: j h", "j: i", "x:"}, loops: []string{"h: h i j", "i: i j"}},
		{name: "exit is outside", graph: []string{"a: h", "h: b", "b: x h", "x:"}, loops: []string{"h: h b"}},
		{name: "unreachable predecessor", graph: []string{"a: h", "h: b x", "b: h", "u: b h", "x:"}, loops: []string{"h: h b"}},
		{name: "irreducible", graph: []string{"a: b c", "b: c", "c: b"}, err: "irreducible control flow: block"},
		{name: "goto into a loop", graph: []string{"a: h m", "h: m x", "m: h", "x:"}, err: "irreducible"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := graph(c.graph...)
			err := FindLoops(f)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Fatalf("error %v, want %q", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.loops, loopsOf(f)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestFindLoopsKeepsWhatIsKnown(t *testing.T) {
	f := graph("a: h", "h: b x", "b: h", "x: y", "y:")
	known, once := &Loop{Text: "for"}, &Loop{Text: "for { return }"}
	f.Blocks[1].Loop, f.Blocks[3].Loop = known, once
	if err := FindLoops(f); err != nil {
		t.Fatal(err)
	}
	if f.Blocks[1].Loop != known || f.Blocks[3].Loop != once {
		t.Error("a loop was replaced")
	}
	if d := cmp.Diff([]string{"h: h b", "x: x"}, loopsOf(f)); d != "" {
		t.Error(d)
	}
}

// TestFindLoopsByDefinition compares with the definitions: a dominates b if b cannot be reached without a; the loop of
// a head are the blocks that reach a back edge without the head; a graph is reducible if without its back edges it has
// no cycle.
func TestFindLoopsByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "blocks")
		f := &Func{Name: "F"}
		for i := range n {
			f.Blocks = append(f.Blocks, &Block{Name: string(rune('a' + i))})
		}
		for _, b := range f.Blocks {
			for _, s := range rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 0, min(n, 3), rapid.ID[int]).Draw(t, "succs") {
				b.Succs = append(b.Succs, f.Blocks[s])
			}
		}
		want, reducible := loopsByDefinition(f)
		err := FindLoops(f)
		if reducible != (err == nil) {
			t.Fatalf("reducible: %v, error: %v", reducible, err)
		}
		if err == nil {
			if d := cmp.Diff(want, loopsOf(f)); d != "" {
				t.Fatal(d)
			}
		}
	})
}

func loopsByDefinition(f *Func) (loops []string, reducible bool) {
	entry := f.Blocks[0]
	live := reach(entry, nil)
	isBack := func(b, h *Block) bool { return live[b] && (b == h || h == entry || !reach(entry, h)[b]) }
	for _, h := range f.Blocks {
		var body []string
		for _, m := range f.Blocks {
			in := false
			for _, b := range f.Blocks {
				if slices.Contains(b.Succs, h) && isBack(b, h) {
					in = in || m == h || live[m] && reach(m, h)[b]
				}
			}
			if in {
				body = append(body, m.Name)
			}
		}
		if body != nil {
			loops = append(loops, h.Name+": "+strings.Join(body, " "))
		}
	}
	// Remove blocks that no edge but a back edge enters, until none is left.
	left := live
	for removed := true; removed; {
		removed = false
		for b := range left {
			if !slices.ContainsFunc(f.Blocks, func(p *Block) bool {
				return left[p] && slices.Contains(p.Succs, b) && !isBack(p, b)
			}) {
				delete(left, b)
				removed = true
			}
		}
	}
	return loops, len(left) == 0
}

// reach returns what can be reached from b without entering avoid.
func reach(b, avoid *Block) map[*Block]bool {
	seen := map[*Block]bool{}
	var visit func(*Block)
	visit = func(b *Block) {
		if b == avoid || seen[b] {
			return
		}
		seen[b] = true
		for _, s := range b.Succs {
			visit(s)
		}
	}
	visit(b)
	return seen
}
