package ir

import (
	"strings"
	"testing"
)

func TestSane(t *testing.T) {
	x := increment()
	for _, f := range []*Func{x.f, scan()} {
		if err := CheckFunc(f); err != nil {
			t.Error(err)
		}
	}
	for _, p := range []*Program{x.access(), x.abstraction()} {
		if err := CheckProgram(p); err != nil {
			t.Error(err)
		}
	}
}

func TestCheckFunc(t *testing.T) {
	stray := local("stray", Int)
	for _, c := range []struct {
		name  string
		spoil func(f *Func) // applied to scan: blocks entry, head, body, done
		want  string
	}{
		{"undeclared variable read", func(f *Func) { add(f, 0, &Assume{Cond: Eq(V(stray), N(0, Int))}) }, "stray is not declared"},
		{"undeclared variable assigned", func(f *Func) { add(f, 0, &Assign{stray, N(0, Int)}) }, "stray is not declared"},
		{"constant assigned", func(f *Func) { add(f, 0, &Assign{f.Params[0], N(0, Int)}) }, "constant n is changed"},
		{"constant havocked", func(f *Func) { add(f, 0, &Havoc{Vars: f.Params}) }, "constant n is changed"},
		{"constant used by a havoc", func(f *Func) { add(f, 0, &Havoc{Uses: f.Params}) }, "n is used, and is no local"},
		{"heap assigned outside a step", func(f *Func) { add(f, 0, &Havoc{Vars: f.Heap}) }, "heap variable bits is changed outside a step"},
		{"heap read outside a step", func(f *Func) {
			f.Locals = append(f.Locals, local("b", Bool))
			add(f, 0, &Assign{f.Locals[1], Select(V(f.Heap[0]), N(0, testInt))})
		}, "heap variable bits is read outside a step"},
		{"bound variable free", func(f *Func) { add(f, 0, &Assume{Cond: Eq(V(f.Heap[0].Heap.Keys[0]), N(0, Int))}) }, "outside its binder"},
		{"bound variable free, seen under its binder", func(f *Func) {
			k := f.Heap[0].Heap.Keys[0]
			body := Eq(V(k), N(0, Int))
			add(f, 0, &Assume{Cond: And(Forall([]*Var{k}, body), body)})
		}, "outside its binder"},
		{"binder of a local", func(f *Func) {
			add(f, 0, &Assume{Cond: Forall(f.Locals, Eq(V(f.Locals[0]), N(0, Int)))})
		}, "is no bound variable"},
		{"old outside a step", func(f *Func) { add(f, 0, &Assume{Cond: Old(Eq(V(f.Locals[0]), N(0, Int)))}) }, "old cannot be used here"},
		{"old in requires", func(f *Func) {
			f.Requires[0].Cond = Old(f.Requires[0].Cond)
		}, "old cannot be used here"},
		{"sort of a condition", func(f *Func) { add(f, 0, &Assume{Cond: V(f.Locals[0])}) }, "has sort int64, want bool"},
		{"sorts of an assignment", func(f *Func) { add(f, 0, &Assign{f.Locals[0], True}) }, "has sort bool, want int64"},
		{"sort of a variable", func(f *Func) {
			add(f, 0, &Assume{Cond: &Expr{Op: OpVar, Sort: Bool, Var: f.Locals[0]}})
		}, "is read as bool"},
		{"missing expression", func(f *Func) { add(f, 0, &Assume{}) }, "expression missing"},
		{"duplicate block", func(f *Func) { f.Blocks[1].Name = "entry" }, "another block has this name"},
		{"duplicate variable", func(f *Func) { f.Locals = append(f.Locals, local("n", Int)) }, "two variables are called n"},
		{"return with successors", func(f *Func) { f.Blocks[3].Succs = f.Blocks[3:] }, "returns and has successors"},
		{"foreign successor", func(f *Func) { f.Blocks[0].Succs = append(f.Blocks[0].Succs, &Block{Name: "x"}) }, "successor x is not among the blocks"},
		{"results", func(f *Func) { f.Blocks[3].Return.Values = nil }, "0 values returned for 1 results"},
		{"head without a loop", func(f *Func) { f.Blocks[1].Loop = nil }, "head of a loop without a Loop"},
		{"body without its head", func(f *Func) { f.Blocks[1].Loop.Body = f.Blocks[2:3] }, "lacks its head"},
		{"body without a back edge", func(f *Func) { f.Blocks[1].Loop.Body = f.Blocks[1:2] }, "lacks block body"},
		{"irreducible", func(f *Func) { f.Blocks[0].Succs = f.Blocks[1:3] }, "irreducible"},
		{"step with a foreign statement", func(f *Func) { step(f).Do = append(step(f).Do, &Witness{}) }, "*ir.Witness inside a step"},
		{"access of a local", func(f *Func) { step(f).Access[0].Map = f.Locals[0] }, "no declared heap variable"},
		{"access without a key", func(f *Func) { step(f).Access[0].Index = nil }, "0 keys for bits, which has 1"},
		{"access at shared state", func(f *Func) {
			step(f).Access[0].Index = []*Expr{Ite(Select(V(f.Heap[0]), N(1, testInt)), N(0, testInt), N(1, testInt))}
		}, "bits is read outside a step"},
		{"published value", func(f *Func) { step(f).Publish = []*Expr{True} }, "has sort bool, want ref"},
		{"heap without description", func(f *Func) { f.Heap[0].Heap = nil }, "does not say how it is shared"},
		{"heap keys", func(f *Func) { f.Heap[0].Heap.Keys[0].Sort = Ref }, "does not fit"},
		{"specification graph", func(f *Func) { f.Spec = &Spec{First: []int{0}} }, "node 0 of 0"},
		{"no identity", func(f *Func) { f.Tid = nil }, "no goroutine identity"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := scan()
			c.spoil(f)
			wantError(t, CheckFunc(f), c.want)
		})
	}
}

func TestCheckProgram(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(g *Program) // applied to increment's abstraction
		want  string
	}{
		{"cycle", func(g *Program) { g.Blocks[1].Succs = g.Blocks[:1] }, "successor entry stands before it"},
		{"order", func(g *Program) { g.Blocks[1], g.Blocks[3] = g.Blocks[3], g.Blocks[1] }, "stands before it"},
		{"step", func(g *Program) { g.Blocks[0].Stmts = append(g.Blocks[0].Stmts, &Step{}) }, "*ir.Step in a sequential program"},
		{"spawn", func(g *Program) { g.Blocks[0].Stmts = append(g.Blocks[0].Stmts, &Spawn{}) }, "*ir.Spawn in a sequential program"},
		{"witness", func(g *Program) { g.Blocks[0].Stmts = append(g.Blocks[0].Stmts, &Witness{}) }, "*ir.Witness in a sequential program"},
		{"old", func(g *Program) { g.Facts = append(g.Facts, Old(True)) }, "old cannot be used here"},
		{"old in an assignment", func(g *Program) {
			g.Blocks[0].Stmts = append(g.Blocks[0].Stmts, &Assign{testPhase, Old(V(testPhase))})
		}, "old cannot be used here"},
		{"loop", func(g *Program) { g.Blocks[0].Loop = &Loop{} }, "loop in a sequential program"},
		{"return", func(g *Program) { g.Blocks[len(g.Blocks)-1].Return = &Return{} }, "return in a sequential program"},
		{"undeclared", func(g *Program) { g.Vars = g.Vars[1:] }, "j is not declared"},
		{"constant among the variables", func(g *Program) { g.Consts, g.Vars = nil, append(g.Vars, g.Consts...) }, "tid is declared as what its kind"},
		{"empty", func(g *Program) { g.Blocks = nil }, "no blocks"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := increment().abstraction()
			c.spoil(g)
			wantError(t, CheckProgram(g), c.want)
		})
	}
}

// Every operator has a rule, and every rule refuses something.
func TestOperatorSorts(t *testing.T) {
	b, i, r := V(local("b", Bool)), V(local("i", Int)), V(local("r", Ref))
	u8, s8 := V(local("u8", BitVector(8, false))), V(local("s8", BitVector(8, true)))
	u9 := V(local("u9", BitVector(9, false)))
	m := V(local("m", Array(Ref, Int)))
	pair := Tuple("Pair", Field{"x", Int}, Field{"y", Bool})
	p := V(local("p", pair))
	fn := &Fn{Name: "f", Params: []*Sort{Ref}, Result: Int}
	e := func(op Op, s *Sort, args ...*Expr) *Expr { return &Expr{Op: op, Sort: s, Args: args, Fn: fn} }
	bad := map[Op]*Expr{
		OpVar: {Op: OpVar, Sort: Int}, OpInt: e(OpInt, Int), OpTrue: e(OpTrue, Int), OpFalse: e(OpFalse, Bool, b),
		OpNil: e(OpNil, Int), OpFree: e(OpFree, Ref), OpConst: e(OpConst, Int),
		OpNot: e(OpNot, Bool, i), OpAnd: e(OpAnd, Bool, b, i), OpOr: e(OpOr, Bool), OpImplies: e(OpImplies, Bool, b),
		OpEq: e(OpEq, Bool, i, r), OpIte: e(OpIte, Int, b, i, r),
		OpAdd: e(OpAdd, Int, i, b), OpSub: e(OpSub, Bool, b, b), OpMul: e(OpMul, u8.Sort, u8, u9), OpNeg: e(OpNeg, Int, b),
		OpQuo: e(OpQuo, Int, i), OpRem: e(OpRem, Int, r, r), OpDiv: e(OpDiv, u8.Sort, u8, u8), OpMod: e(OpMod, u8.Sort, u8, u8),
		OpLt: e(OpLt, Bool, u8, s8), OpLe: e(OpLe, Bool, r, r), OpWrap: e(OpWrap, Int, i),
		OpBitAnd: e(OpBitAnd, Int, i, i), OpBitOr: e(OpBitOr, u8.Sort, u8, u9), OpBitXor: e(OpBitXor, u8.Sort, u8),
		OpBitNot: e(OpBitNot, Int, i), OpShl: e(OpShl, u8.Sort, u8, i), OpShr: e(OpShr, u8.Sort, u8, u9),
		OpIntToBV: e(OpIntToBV, u8.Sort, u8), OpBVToInt: e(OpBVToInt, Int, i), OpBVResize: e(OpBVResize, u8.Sort, i),
		OpSelect: e(OpSelect, Int, m, i), OpStore: e(OpStore, m.Sort, m, r, b), OpConstArray: e(OpConstArray, m.Sort, b),
		OpTuple: e(OpTuple, pair, i, i), OpField: e(OpField, Bool, p), OpUpdate: e(OpUpdate, pair, p, b),
		OpApply: e(OpApply, Int, i), OpForall: e(OpForall, Bool, i), OpExists: e(OpExists, Int, b), OpOld: e(OpOld, Int, b),
	}
	declared := map[*Var]bool{}
	for _, x := range []*Expr{b, i, r, u8, s8, u9, m, p} {
		declared[x.Var] = true
	}
	for op := OpVar; op <= OpOld; op++ {
		if bad[op] == nil {
			t.Errorf("operator %d is not tried", op)
			continue
		}
		if err := (termChecker{declared: declared, old: true}).under(nil, bad[op]); err == nil {
			t.Errorf("operator %d: bad term accepted", op)
		}
	}
	beyond := e(OpOld+1, Int)
	if err := (termChecker{}).under(nil, beyond); err == nil {
		t.Error("unknown operator accepted")
	}
}

func add(f *Func, block int, s Stmt) { f.Blocks[block].Stmts = append(f.Blocks[block].Stmts, s) }

// step returns the step of scan's loop.
func step(f *Func) *Step { return f.Blocks[2].Stmts[1].(*Step) }

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}
