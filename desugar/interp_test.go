package desugar

import (
	"fmt"
	"maps"
	"math/big"

	"github.com/calvin-go/calvin/ir"
)

// An interp runs functions of the core language on concrete values, one goroutine alone. Where the program may choose,
// it searches for a choice that no assumption rules out.
type interp struct {
	steps int
	refs  int64
}

// val is a value: *big.Int (integers, references, goroutines, which share numbers), bool, tuple or *array.
type val any

type tuple_ []val

// array is a total map: at, elsewhere body if an assumption defined it, else def.
type array struct {
	def  val
	at   map[string]val
	body func(k val) val
}

type state map[*ir.Var]val

const interpBudget = 100000

// run returns what the function returns, or the check that fails first.
func (in *interp) run(f *ir.Func, args []val) (results []val, failed *ir.CheckKind) {
	s := state{}
	for i, p := range f.Params {
		s[p] = args[i]
	}
	s[f.Tid] = big.NewInt(1)
	return in.block(f.Blocks[0], s)
}

func (in *interp) block(b *ir.Block, s state) (results []val, failed *ir.CheckKind) {
	if in.steps++; in.steps > interpBudget {
		panic("the interpreter does not come to an end")
	}
	return in.stmts(b, b.Stmts, s)
}

func (in *interp) stmts(b *ir.Block, stmts []ir.Stmt, s state) ([]val, *ir.CheckKind) {
	for i, st := range stmts {
		switch st := st.(type) {
		case *ir.Havoc:
			if st.Vars[0].Sort.Kind == ir.KindInt {
				return in.guess(b, st.Vars[0], stmts[i+1:], s)
			}
			in.do(st, s, nil)
		case *ir.Assert:
			// An operand that Go may read before or after a call: the order that the test compares with is from left to right.
			if st.Check.Kind != ir.Unordered && !in.eval(st.Cond, s, nil).(bool) {
				return nil, &st.Check.Kind
			}
		case *ir.Step:
			for _, p := range st.Pre {
				if !in.eval(p.Cond, s, nil).(bool) {
					return nil, &p.Check.Kind
				}
			}
			old := maps.Clone(s)
			for _, d := range st.Do {
				if !in.do(d, s, old) {
					return nil, stuck
				}
			}
		default:
			if !in.do(st, s, nil) {
				return nil, stuck
			}
		}
	}
	if b.Return != nil {
		var out []val
		for _, e := range b.Return.Values {
			out = append(out, in.eval(e, s, nil))
		}
		return out, nil
	}
	for _, to := range b.Succs {
		if out, failed := in.block(to, maps.Clone(s)); failed != stuck {
			return out, failed
		}
	}
	return nil, stuck
}

// stuck is the outcome of an execution that an assumption rules out.
var stuck = func() *ir.CheckKind { k := ir.NoCheck; return &k }()

// guess tries values for an arbitrary integer: zero, and what the assumptions that follow say it is at least.
func (in *interp) guess(b *ir.Block, v *ir.Var, rest []ir.Stmt, s state) ([]val, *ir.CheckKind) {
	values := []*big.Int{new(big.Int)}
	for _, st := range rest {
		if a, ok := st.(*ir.Assume); ok && a.Cond.Op == ir.OpLe && a.Cond.Args[1].Var == v {
			values = append(values, in.eval(a.Cond.Args[0], s, nil).(*big.Int))
		}
	}
	for _, n := range values {
		try := maps.Clone(s)
		try[v] = n
		if out, failed := in.stmts(b, rest, try); failed != stuck {
			return out, failed
		}
	}
	return nil, stuck
}

// do executes a simple statement and reports whether the execution goes on.
func (in *interp) do(st ir.Stmt, s, old state) bool {
	switch st := st.(type) {
	case *ir.Assign:
		s[st.Dst] = in.eval(st.Src, s, old)
	case *ir.Havoc:
		for _, v := range st.Vars {
			in.refs++
			s[v] = zeroVal(v.Sort)
			if v.Sort.Kind == ir.KindRef {
				s[v] = big.NewInt(1000 * in.refs)
			}
		}
	case *ir.Assume:
		return in.assume(st.Cond, s, old)
	case *ir.Witness:
	default:
		panic(fmt.Sprintf("cannot run %T", st))
	}
	return true
}

// assume defines rows by their elements, and believes what is said with functions that have no meaning here: that new
// objects are new and zero, which they are.
func (in *interp) assume(c *ir.Expr, s, old state) bool {
	switch c.Op {
	case ir.OpAnd:
		for _, a := range c.Args {
			if !in.assume(a, s, old) {
				return false
			}
		}
		return true
	case ir.OpForall:
		eq := c.Args[0]
		row := eq.Args[0].Args[0].Var
		now := maps.Clone(s)
		s[row] = &array{at: map[string]val{}, body: func(k val) val {
			inner := maps.Clone(now)
			inner[c.Bound[0]] = k
			return in.eval(eq.Args[1], inner, old)
		}}
		return true
	}
	uninterpreted := false
	ir.Walk(c, func(e *ir.Expr) bool {
		uninterpreted = uninterpreted || e.Op == ir.OpApply || e.Op == ir.OpConstArray || e.Op == ir.OpConst ||
			e.Op == ir.OpVar && e.Var.Kind == ir.HeapVar && e.Var.Heap == nil
		return !uninterpreted
	})
	return uninterpreted || in.eval(c, s, old).(bool)
}

func zeroVal(s *ir.Sort) val {
	switch s.Kind {
	case ir.KindBool:
		return false
	case ir.KindArray:
		return &array{def: zeroVal(s.Elem), at: map[string]val{}}
	case ir.KindTuple:
		var t tuple_
		for _, f := range s.Fields {
			t = append(t, zeroVal(f.Sort))
		}
		return t
	}
	return new(big.Int)
}

func (a *array) get(k val) val {
	key := fmt.Sprint(k)
	if v, ok := a.at[key]; ok {
		return v
	}
	if a.body == nil {
		return a.def
	}
	v := a.body(k)
	a.at[key] = v
	return v
}

func (a *array) with(k, v val) *array {
	at := maps.Clone(a.at)
	at[fmt.Sprint(k)] = v
	return &array{def: a.def, at: at, body: a.body}
}

func (in *interp) eval(e *ir.Expr, s, old state) val {
	arg := func(i int) val { return in.eval(e.Args[i], s, old) }
	num := func(i int) *big.Int { return arg(i).(*big.Int) }
	switch e.Op {
	case ir.OpVar:
		if v, ok := s[e.Var]; ok {
			return v
		}
		return zeroVal(e.Sort)
	case ir.OpInt:
		return e.Int
	case ir.OpTrue:
		return true
	case ir.OpFalse:
		return false
	case ir.OpNil, ir.OpFree, ir.OpConst:
		return new(big.Int)
	case ir.OpNot:
		return !arg(0).(bool)
	case ir.OpAnd:
		for i := range e.Args {
			if !arg(i).(bool) {
				return false
			}
		}
		return true
	case ir.OpOr:
		for i := range e.Args {
			if arg(i).(bool) {
				return true
			}
		}
		return false
	case ir.OpImplies:
		return !arg(0).(bool) || arg(1).(bool)
	case ir.OpEq:
		return fmt.Sprint(arg(0)) == fmt.Sprint(arg(1))
	case ir.OpIte:
		if arg(0).(bool) {
			return arg(1)
		}
		return arg(2)
	case ir.OpAdd:
		return new(big.Int).Add(num(0), num(1))
	case ir.OpSub:
		return new(big.Int).Sub(num(0), num(1))
	case ir.OpMul:
		return new(big.Int).Mul(num(0), num(1))
	case ir.OpQuo:
		return new(big.Int).Quo(num(0), num(1))
	case ir.OpRem:
		return new(big.Int).Rem(num(0), num(1))
	case ir.OpLt:
		return num(0).Cmp(num(1)) < 0
	case ir.OpLe:
		return num(0).Cmp(num(1)) <= 0
	case ir.OpWrap:
		return ir.Wrap(ir.BigInt(num(0), ir.Int), e.Sort).Int
	case ir.OpOld:
		return in.eval(e.Args[0], old, old)
	}
	return in.evalData(e, s, old)
}

func (in *interp) evalData(e *ir.Expr, s, old state) val {
	arg := func(i int) val { return in.eval(e.Args[i], s, old) }
	switch e.Op {
	case ir.OpSelect:
		v := arg(0)
		for i := range e.Args[1:] {
			v = v.(*array).get(arg(i + 1))
		}
		return v
	case ir.OpStore:
		return in.put(arg(0), e.Args[1:], s, old)
	case ir.OpConstArray:
		return &array{def: arg(0), at: map[string]val{}}
	case ir.OpTuple:
		var t tuple_
		for i := range e.Args {
			t = append(t, arg(i))
		}
		return t
	case ir.OpField:
		return arg(0).(tuple_)[e.Index]
	case ir.OpUpdate:
		t := append(tuple_{}, arg(0).(tuple_)...)
		t[e.Index] = arg(1)
		return t
	case ir.OpApply: // addresses inside objects, and bookkeeping
		h := big.NewInt(int64(len(e.Fn.Name)))
		for i := range e.Args {
			if n, ok := arg(i).(*big.Int); ok {
				h.Add(h.Mul(h, big.NewInt(31)), n)
			}
		}
		return h
	}
	panic(fmt.Sprintf("cannot evaluate %s", e))
}

func (in *interp) put(a val, keysAndValue []*ir.Expr, s, old state) val {
	x := in.eval(keysAndValue[0], s, old)
	if len(keysAndValue) == 1 {
		return x
	}
	arr := a.(*array)
	return arr.with(x, in.put(arr.get(x), keysAndValue[1:], s, old))
}
