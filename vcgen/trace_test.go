package vcgen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

func mark(kind ir.MarkKind, text string, shows ...ir.Show) *ir.Mark {
	return &ir.Mark{Kind: kind, Text: text, Shows: shows}
}

// describe writes a counterexample one point a line.
func describe(cx *Counterexample) string {
	var b strings.Builder
	values := func(vs []Value) {
		for _, v := range vs {
			fmt.Fprintf(&b, " %s=%s", v.Label, v.Text)
		}
		b.WriteByte('\n')
	}
	for _, p := range cx.Points {
		fmt.Fprintf(&b, "%s [%s]", p.Mark.Text, p.Mover)
		values(p.Shows)
	}
	b.WriteString("fails:")
	values(cx.Values)
	return b.String()
}

// The trace goes through the branch that the model takes, leaves out marks after the failure and values that did not
// change, and writes values as Go does.
func TestTrace(t *testing.T) {
	slice := ir.Tuple("slice", ir.Field{Name: "arr", Sort: ir.Ref}, ir.Field{Name: "off", Sort: int64s},
		ir.Field{Name: "len", Sort: int64s}, ir.Field{Name: "cap", Sort: int64s})
	pair := ir.Tuple("Pair", ir.Field{Name: "on", Sort: ir.Bool}, ir.Field{Name: "at", Sort: ir.Ref})
	text := ir.Opaque("string")
	tid := &ir.Var{Name: "tid", Sort: ir.Tid, Kind: ir.ConstVar}
	x, b, p, q := local("x", int64s), local("b", ir.Bool), local("p", ir.Ref), local("q", ir.Ref)
	byte8, s, pr, msg := local("c", ir.BitVector(8, true)), local("s", slice), local("pr", pair), local("msg", text)
	holder := heap("mu", ir.Array(ir.Ref, ir.Tid))
	show := func(label string, e *ir.Expr) ir.Show { return ir.Show{Label: label, Value: e} }
	muP, xs := show("p.mu", at(holder, ir.V(p))), show("x", ir.V(x))

	step := mark(ir.MarkStep, "p.mu.Lock()", muP)
	step.Mover = ir.Ite(ir.V(b), n(int64(ir.RightMover)), n(int64(ir.LeftMover)))
	entry := &ir.Block{Name: "entry", Stmts: list[ir.Stmt](
		mark(ir.MarkEntry, "F", xs, muP),
		assume(ir.And(ir.Eq(at(holder, ir.V(p)), ir.Free), ir.Ne(ir.V(tid), ir.Free))),
		assign(holder, ir.Store(ir.V(holder), list(ir.V(p)), ir.V(tid))),
		step,
	)}
	yes := &ir.Block{Name: "then", Stmts: list[ir.Stmt](assume(ir.V(b)), assign(x, n(-5)), mark(ir.MarkStep, "x = -5", xs))}
	no := &ir.Block{Name: "else", Stmts: list[ir.Stmt](assume(ir.Not(ir.V(b))), assign(x, n(5)), mark(ir.MarkStep, "x = 5", xs))}
	failing := &ir.Assert{Cond: ir.Lt(n(0), ir.V(x)), Check: ir.Check{Shows: list(
		xs, show("b", ir.V(b)), show("p", ir.V(p)), show("q", ir.V(q)), show("nil", ir.Nil), show("c", ir.V(byte8)),
		show("s", ir.V(s)), show("s2", ir.UpdateField(ir.V(s), 0, ir.Nil)), show("pr", ir.V(pr)), show("msg", ir.V(msg)),
		show("mu", ir.V(holder)), show("free", at(holder, ir.V(q))),
	)}}
	join := &ir.Block{Name: "join", Stmts: list[ir.Stmt](
		mark(ir.MarkEnv, "others", xs, muP),
		havoc(holder),
		assume(ir.And(ir.Ne(at(holder, ir.V(p)), ir.Free), ir.Ne(at(holder, ir.V(p)), ir.V(tid)), ir.Ne(ir.V(p), ir.Nil))),
		mark(ir.MarkEnv, "others", xs, muP),
		assume(ir.And(ir.Ne(ir.V(p), ir.V(q)), ir.Ne(ir.V(q), ir.Nil), ir.Eq(at(holder, ir.V(q)), ir.Free))),
		assume(ir.And(
			ir.Eq(ir.V(byte8), ir.N(-2, byte8.Sort)),
			ir.Eq(ir.GetField(ir.V(s), 2), n(3)), ir.Ne(ir.GetField(ir.V(s), 0), ir.Nil),
			ir.Eq(ir.V(pr), ir.MakeTuple(pair, ir.True, ir.V(q))),
			ir.Eq(ir.V(msg), ir.Const(`"hi | there"`, text)),
		)),
		failing,
		mark(ir.MarkStep, "never reached"),
	)}
	entry.Succs, yes.Succs, no.Succs = list(yes, no), list(join), list(join)
	program := &ir.Program{Name: "F", Func: &ir.Func{Tid: tid}, Blocks: list(entry, yes, no, join)}

	want := `F [?] x=0 p.mu=free
p.mu.Lock() [R] p.mu=G1
x = -5 [?] x=-5
others [?]
others [?] p.mu=G2
fails: x=-5 b=true p=p1 q=p2 nil=nil c=-2 s=len 3 s2=nil pr=Pair{true, p2} msg="hi | there" mu=[...] free=free
`
	vc := mustGenerate(t, program)
	for solver := range solvers {
		t.Run(solver, func(t *testing.T) {
			verdict, values := solve(t, solver, script(vc, vc.Goals[0], false))
			if verdict != "sat" {
				t.Fatal(verdict)
			}
			got := describe(vc.Goals[0].Trace(values))
			// The value of x at entry is the solver's choice.
			first, rest, _ := strings.Cut(got, "\n")
			_, wantRest, _ := strings.Cut(want, "\n")
			if !strings.HasPrefix(first, "F [?] x=") || !strings.HasSuffix(first, " p.mu=free") || rest != wantRest {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
	if got := vc.Goals[0].Trace(nil); len(got.Points) > 0 && got.Points[0].Mark == nil {
		t.Error("a trace without values has a point without a mark")
	}
}

func TestValues(t *testing.T) {
	pair := ir.Tuple("T", ir.Field{Name: "a", Sort: ir.Int}, ir.Field{Name: "b", Sort: ir.BitVector(8, false)})
	for _, tc := range []struct {
		raw  string
		sort *ir.Sort
		want string
	}{
		{"true", ir.Bool, "true"},
		{"maybe", ir.Bool, "?"},
		{"42", ir.Int, "42"},
		{"(- 42)", ir.Int, "-42"},
		{"(- 9223372036854775808)", int64s, "-9223372036854775808"},
		{"4.5", ir.Int, "?"},
		{"#xff", ir.BitVector(8, true), "-1"},
		{"#b11111111", ir.BitVector(8, false), "255"},
		{"(_ bv200 8)", ir.BitVector(8, true), "-56"},
		{"(_ bv200 8)", ir.BitVector(8, false), "200"},
		{"Ref!val!3", ir.Ref, "p1"},
		{"(as @Ref_7 Ref)", ir.Ref, "p1"},
		{"Tid!val!3", ir.Tid, "G2"},
		{"(mk.T (- 1) #x0f)", pair, "T{-1, 15}"},
		{"(mk.T 1)", pair, "?"},
		{"(mk.U 1 #x0f)", pair, "?"},
		{"((as const (Array Int Int)) 0)", ir.Array(ir.Int, ir.Int), "[...]"},
		{"", ir.Int, "?"},
		{"(", ir.Int, "?"},
		{"1 2", ir.Int, "?"},
	} {
		if got := newFormatter().text(tc.raw, tc.sort); got != tc.want {
			t.Errorf("%s as %s: got %s, want %s", tc.raw, tc.sort, got, tc.want)
		}
	}
}

func FuzzParseSexpr(f *testing.F) {
	f.Add("(a (b |c d|) #x0f)")
	f.Add("((|")
	f.Fuzz(func(t *testing.T, text string) {
		e, ok := parseSexpr(text)
		if !ok {
			return
		}
		again, ok := parseSexpr(e.String())
		if !ok || again.String() != e.String() {
			t.Errorf("%q reads as %q, which reads as %q", text, e, again)
		}
	})
}
