package annot

import (
	"fmt"
	"go/types"
	"strings"
	"testing"
)

const named = `package p

import (
	"sync"
	"sync/atomic"
)

const limit = 9

//calvin:ghost held_by tid guarded_by mu
//calvin:lock_order mu < other.mu
//calvin:invariant forall i, j int :: 0 <= i && i < j && j < len(xs) ==> xs[i] <= limit
type T struct {
	inner
	mu sync.Mutex
	//calvin:readable_if[k] held(mu) || k == 0
	//calvin:writable_if[k] held(this.mu)
	xs []int
	//calvin:guarded_by mu
	n, m int
	//calvin:accessible_if depth.Load() == 0
	v int
	//calvin:confined_to run
	w int
}

type inner struct{ depth atomic.Int32 }

type other struct{ mu sync.Mutex }

//calvin:pure
func small(n int) bool { return n < limit }

func (t *T) run() {}

//calvin:performs Add [] (skip; Add)
//calvin:action Add
//calvin:modifies t.n, region(t.mu)
//calvin:ensures result == old(t.n) && small(got.n) && exists p *other :: held(p.mu)
func (t *T) Add(got *T) int {
	t.mu.Lock()
	//calvin:witness Add
	//calvin:set t.held_by = tid
	t.mu.Unlock()
	return 0
}
`

// TestUses: each name in the annotations of a package, with what it stands for.
func TestUses(t *testing.T) {
	src := load(t, "p.go", named)
	var got []string
	line := 0
	for _, u := range Uses(src) {
		pos := src.Fset.Position(u.Start)
		if text := named[pos.Offset : pos.Offset+int(u.End-u.Start)]; text != u.Name {
			t.Errorf("%s: the name %s stands at %q", pos, u.Name, text)
		}
		what := "word"
		switch {
		case u.Object != nil:
			what = fmt.Sprintf("%T", u.Object)[len("*types."):]
			if v, ok := u.Object.(*types.Var); ok && v.IsField() {
				what = "field"
			}
			if u.Object.Pkg() == src.Types {
				what += fmt.Sprint(src.Fset.Position(u.Object.Pos()).Line)
			}
		case u.Bound != nil:
			what = fmt.Sprint("bound", src.Fset.Position(u.Bound.Pos).Line)
		case u.ActionOf != nil:
			what = "action of " + u.ActionOf.Name()
		}
		if pos.Line != line {
			line = pos.Line
			got = append(got, fmt.Sprint("\n", line, ":"))
		}
		got = append(got, fmt.Sprintf(" %s=%s", u.Name, what))
		if u.Type != nil && u.IsWord() {
			got = append(got, "("+types.TypeString(u.Type, types.RelativeTo(src.Types))+")")
		}
	}
	const want = `
10: held_by=field10 tid=word(tid) guarded_by=word mu=field15
11: mu=field15 other=TypeName29 mu=field29
12: forall=word(bool) i=bound12 j=bound12 int=TypeName i=bound12 i=bound12 j=bound12 j=bound12 len=word(int) xs=field18 xs=field18 i=bound12 limit=Const8
16: k=bound16 held=word(bool) mu=field15 k=bound16
17: k=bound16 held=word(bool) this=word(*T) mu=field15
19: mu=field15
21: depth=field27 Load=Func
23: run=Func34
36: Add=action of Add skip=word Add=action of Add
37: Add=action of Add
38: t=Var40 n=field20 region=word t=Var40 mu=field15
39: result=word(int) old=word(int) t=Var40 n=field20 small=Func32 got=Var40 n=field20 exists=word(bool) p=bound39 other=TypeName29 held=word(bool) p=bound39 mu=field29
42: Add=action of Add
43: t=Var40 held_by=field10 tid=word(tid)`
	if text := strings.Join(got, ""); text != want {
		t.Errorf("%s\nwant%s", text, want)
	}
}

// TestMeanings: each directive and each word says what it means.
func TestMeanings(t *testing.T) {
	for _, v := range Verbs() {
		if v.Meaning == "" || v.Places == 0 {
			t.Errorf("%+v", v)
		}
	}
	if len(meanings) != len(verbs) {
		t.Errorf("%d meanings of %d directives", len(meanings), len(verbs))
	}
	for _, w := range Words() {
		if !strings.HasPrefix(w.Form, w.Name) || w.Meaning == "" {
			t.Errorf("%+v", w)
		}
	}
}
