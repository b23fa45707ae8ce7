package vcgen

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/calvin-go/calvin/ir"
)

// A programmer draws random programs that the oracle can run.
type programmer struct {
	t          *rapid.T
	quantified bool
	repeats    bool       // says some formulas again
	said       []*ir.Expr // those it said
	vars       []*ir.Var
	bound      []*ir.Var
}

var (
	bit   = ir.Integer(1, false)
	small = ir.Integer(2, true)
	row   = ir.Array(bit, bit)
)

func (g *programmer) pick(label string, n int) int { return rapid.IntRange(0, n-1).Draw(g.t, label) }

// of lists the variables that a term of sort s may mention.
func (g *programmer) of(s *ir.Sort) []*ir.Expr {
	var es []*ir.Expr
	for _, vs := range [][]*ir.Var{g.vars, g.bound} {
		for _, v := range vs {
			if v.Sort == s {
				es = append(es, ir.V(v))
			}
		}
	}
	return es
}

func (g *programmer) variable(s *ir.Sort) *ir.Expr {
	es := g.of(s)
	return es[g.pick("variable", len(es))]
}

// key draws an index.
func (g *programmer) key() *ir.Expr {
	if g.pick("key", 4) == 0 {
		return ir.Wrap(ir.Add(g.variable(bit), n(1)), bit)
	}
	return g.variable(bit)
}

func (g *programmer) number(s *ir.Sort, depth int) *ir.Expr {
	ops := 3
	if depth > 0 {
		ops = 8
	}
	switch g.pick("number", ops) {
	case 0:
		return ir.N(int64(lowest(s)+g.pick("literal", sortSize(s))), s)
	case 1, 2:
		if s == bit && g.pick("read", 2) == 0 {
			return ir.Select(g.array(row, depth-1), g.key())
		}
		return g.variable(s)
	case 3:
		return ir.Wrap(ir.Add(g.number(small, depth-1), g.number(bit, depth-1)), s)
	case 4:
		return ir.Wrap(ir.Sub(g.number(small, depth-1), g.number(small, depth-1)), s)
	case 5:
		return ir.Ite(g.formula(depth-1), g.number(s, depth-1), g.number(s, depth-1))
	case 6:
		return ir.Wrap(ir.Bin(ir.OpQuo, g.number(small, depth-1), n(2)), s)
	}
	return ir.Wrap(ir.Bin(ir.OpRem, g.number(small, depth-1), n(2)), s)
}

func (g *programmer) array(s *ir.Sort, depth int) *ir.Expr {
	if depth > 0 {
		switch g.pick("array", 8) {
		case 0:
			if s == row {
				return ir.Store(g.array(s, depth-1), list(g.key()), g.number(bit, depth-1))
			}
			return ir.Store(g.array(s, depth-1), list(g.key(), g.key()), g.number(bit, depth-1))
		case 1:
			if s == row {
				return ir.Select(g.array(nest, depth-1), g.key())
			}
			return ir.Store(g.array(s, depth-1), list(g.key()), g.array(row, depth-1))
		case 2:
			return ir.Ite(g.formula(depth-1), g.array(s, depth-1), g.array(s, depth-1))
		case 3:
			if s == row {
				return ir.ConstArray(s, g.number(bit, depth-1))
			}
			return ir.ConstArray(s, g.array(row, depth-1))
		}
	}
	return g.variable(s)
}

var nest = ir.Array(bit, row)

func (g *programmer) formula(depth int) *ir.Expr {
	if n := len(g.said); n > 0 && g.pick("again", 2) == 0 {
		return g.said[g.pick("which", n)]
	}
	ops := 4
	if depth > 0 {
		ops = 9
		if g.quantified {
			ops = 12
		}
	}
	switch g.pick("formula", ops) {
	case 0:
		return g.variable(ir.Bool)
	case 1:
		return ir.Eq(g.number(small, depth-1), g.number(bit, depth-1))
	case 2:
		return ir.Lt(g.number(small, depth-1), g.number(small, depth-1))
	case 3:
		return ir.Eq(g.number(bit, depth-1), g.number(bit, depth-1))
	case 4:
		return ir.Not(g.formula(depth - 1))
	case 5:
		return ir.And(g.formula(depth-1), g.formula(depth-1))
	case 6:
		return ir.Implies(g.formula(depth-1), g.formula(depth-1))
	case 7:
		return ir.Eq(g.formula(depth-1), g.formula(depth-1))
	case 8:
		s := []*ir.Sort{row, nest}[g.pick("sort", 2)]
		return ir.Eq(g.array(s, depth-1), g.array(s, depth-1))
	}
	return g.quantifier(depth)
}

func (g *programmer) quantifier(depth int) *ir.Expr {
	v := bound(fmt.Sprintf("k%d", len(g.bound)), bit)
	g.bound = append(g.bound, v)
	body := g.formula(depth - 1)
	g.bound = g.bound[:len(g.bound)-1]
	if g.pick("forall", 3) > 0 {
		return ir.Forall(vars(v), body)
	}
	return ir.Exists(vars(v), body)
}

// frame draws the shape that other goroutines' steps have.
func (g *programmer) frame(now, before *ir.Var) *ir.Expr {
	k := bound("k", bit)
	at := list(ir.V(k))
	g.bound = append(g.bound, k)
	cond := g.formula(1)
	g.bound = g.bound[:len(g.bound)-1]
	return ir.Forall(vars(k), ir.Implies(cond, ir.Eq(ir.Select(ir.V(now), at...), ir.Select(ir.V(before), at...))), now)
}

// say draws a formula that may be drawn again.
func (g *programmer) say() *ir.Expr {
	e := g.formula(2)
	if g.repeats {
		g.said = append(g.said, e)
	}
	return e
}

func (g *programmer) stmts() []ir.Stmt {
	var out []ir.Stmt
	for range g.pick("statements", 5) {
		switch g.pick("statement", 8) {
		case 0, 1:
			out = append(out, assert(g.say()))
		case 2:
			out = append(out, assume(g.say()))
		case 3:
			out = append(out, havoc(g.vars[g.pick("variable", len(g.vars))]))
		case 4:
			if g.quantified {
				a := g.vars[3+g.pick("heap", 2)]
				old := g.vars[7-g.pick("old", 2)]
				if a.Sort == old.Sort {
					out = append(out, assign(old, ir.V(a)), havoc(a), assume(g.frame(a, old)))
				}
			}
		case 5:
			out = append(out, &ir.Cover{})
		default:
			v := g.vars[g.pick("variable", len(g.vars))]
			out = append(out, assign(v, g.value(v.Sort)))
		}
	}
	return out
}

func (g *programmer) value(s *ir.Sort) *ir.Expr {
	switch s.Kind {
	case ir.KindBool:
		return g.formula(2)
	case ir.KindArray:
		return g.array(s, 2)
	}
	return g.number(s, 2)
}

func (g *programmer) program() *ir.Program {
	g.vars = vars(local("b", ir.Bool), local("i", small), local("k", bit),
		heap("M", row), heap("N", nest), local("row", row), local("old M", row))
	g.vars = append(g.vars, local("old N", nest))
	p := &ir.Program{Name: "random", Vars: g.vars}
	for i := range 1 + g.pick("blocks", 5) {
		p.Blocks = append(p.Blocks, &ir.Block{Name: fmt.Sprintf("b%d", i), Stmts: g.stmts()})
	}
	for i, b := range p.Blocks[:len(p.Blocks)-1] {
		for range 1 + g.pick("successors", 2) {
			to := p.Blocks[i+1+g.pick("successor", len(p.Blocks)-i-1)]
			b.Succs = append(b.Succs, to)
		}
	}
	last := p.Blocks[len(p.Blocks)-1]
	last.Stmts = append(last.Stmts, assert(g.formula(2)))
	return p
}

// used drops the variables that the program never mentions, which the oracle need not enumerate.
func used(p *ir.Program) {
	mentioned := varSet{}
	for _, b := range p.Blocks {
		for _, s := range b.Stmts {
			switch s := s.(type) {
			case *ir.Assign:
				mentioned[s.Dst] = true
				reads(s.Src, mentioned)
			case *ir.Havoc:
				for _, v := range s.Vars {
					mentioned[v] = true
				}
			default:
				transfer(s, mentioned)
			}
		}
	}
	var vs []*ir.Var
	for _, v := range p.Vars {
		if mentioned[v] {
			vs = append(vs, v)
		}
	}
	p.Vars = vs
}

// Without quantifiers the ground problem is exact: the verdict on each goal is the oracle's.
func TestAgreesWithOracle(t *testing.T) {
	z3 := newSession(t)
	rapid.Check(t, func(rt *rapid.T) {
		p := (&programmer{t: rt}).program()
		used(p)
		want := failures(p)
		for i, v := range z3.decide(rt, p, false) {
			if (v == "sat") != want[i] || v == "unknown" {
				rt.Fatalf("goal %d is %s, can fail: %t\n%s", i, v, want[i], p)
			}
		}
	})
}

// With quantifiers what is proved must hold, and what fails must not be proved, also with the quantifiers given to the
// solver; and what holds must not have a model there.
func TestQuantifiedAgreesWithOracle(t *testing.T) {
	z3 := limitedSession(t, 100_000)
	proved, holding := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		p := (&programmer{t: rt, quantified: true}).program()
		used(p)
		if _, err := Generate(p); errors.As(err, new(*LimitError)) {
			rt.Skip("too many instances") // of quantifiers within quantifiers that index nothing
		}
		want := failures(p)
		ground, full := z3.decide(rt, p, false), z3.decide(rt, p, true)
		for i := range want {
			if want[i] && (ground[i] == "unsat" || full[i] == "unsat") || !want[i] && full[i] == "sat" {
				rt.Fatalf("goal %d is %s, with quantifiers %s, can fail: %t\n%s", i, ground[i], full[i], want[i],
					p)
			}
			if !want[i] {
				holding++
				if ground[i] == "unsat" {
					proved++
				}
			}
		}
	})
	t.Logf("ground instances prove %d of %d goals that hold", proved, holding)
}

// Every trace of a failing goal is an execution: the oracle, held to the blocks and values that the trace shows, fails
// there too.
func TestTracesAreExecutions(t *testing.T) {
	z3 := newSession(t)
	traces := 0
	rapid.Check(t, func(rt *rapid.T) {
		p := (&programmer{t: rt}).program()
		used(p)
		var shows []ir.Show
		for _, v := range p.Vars {
			if v.Sort.Kind != ir.KindArray {
				shows = append(shows, ir.Show{Label: v.Name, Value: ir.V(v)})
			}
		}
		for _, b := range p.Blocks {
			b.Stmts = append(list[ir.Stmt](&ir.Mark{Text: b.Name, Shows: shows}), b.Stmts...)
		}
		vc, err := Generate(p)
		if err != nil {
			rt.Fatalf("%v\n%s", err, p)
		}
		for i, g := range vc.Goals {
			answers := z3.ask(script(vc, g, false))
			if answers[0] != "sat" {
				continue
			}
			traces++
			values := map[string]string{}
			if len(g.Terms) > 0 {
				e, ok := parseSexpr(strings.Join(answers[1:], " "))
				if !ok {
					rt.Fatalf("z3 says %s", answers)
				}
				for _, pair := range e.list {
					values[pair.list[0].String()] = pair.list[1].String()
				}
			}
			if cx := g.Trace(values); !fails(p, i, cx.Points) {
				rt.Fatalf("goal %d has a trace that is no execution:\n%s\n%s", i, describe(cx), p)
			}
		}
	})
	if traces == 0 {
		t.Error("no goal fails")
	}
}
