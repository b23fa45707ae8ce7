package eval

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Env gives annotation expressions their meaning: the heap as Mem lays it out, in the current state.
type Env struct {
	Mem *heap.Memory
	heap.Context
	Results []*ir.Expr
	// Parts has local(x) hold also of a part of a local object: what is done to it is checked in what its caller knows.
	Parts bool
	calls []*types.Func // pure functions around, innermost last
	every *ir.Expr      // the index of any element, for [*]
}

// Expressions gives a heap the meaning of the annotations that it asks for.
type Expressions struct{}

var _ heap.Evaluator = Expressions{}

// Eval returns the value of x.
func (Expressions) Eval(m *heap.Memory, at heap.Context, x annot.Expr) (*ir.Expr, error) {
	return (&Env{Mem: m, Context: at}).Eval(x)
}

// Locate returns the place that x names.
func (Expressions) Locate(m *heap.Memory, at heap.Context, x annot.Expr) (heap.Place, error) {
	return (&Env{Mem: m, Context: at}).Locate(x)
}

// Clause translates a condition.
func (e *Env) Clause(c *annot.Clause) (*ir.Clause, error) {
	cond, err := e.Eval(c.Expr)
	if err != nil {
		return nil, err
	}
	return &ir.Clause{Span: e.Mem.ClauseSpan(c), Text: c.Text, Cond: cond, Parts: e.parts(c)}, nil
}

// Eval returns the value of x.
func (e *Env) Eval(x annot.Expr) (*ir.Expr, error) {
	m := e.Mem
	switch x := x.(type) {
	case *annot.Const:
		return m.Literal(x.Value, x.T)
	case *annot.NilLit:
		return m.Zero(x.T)
	case *annot.This:
		return e.This, nil
	case *annot.Result:
		if x.Index >= len(e.Results) {
			return nil, fmt.Errorf("result is not known here")
		}
		return e.Results[x.Index], nil
	case *annot.BoundVar:
		if v := e.Bound[x.Var]; v != nil {
			return v, nil
		}
		return nil, fmt.Errorf("%s is not bound here", x.Var.Name)
	case *annot.Tid:
		return e.Tid, nil
	case *annot.Free:
		return ir.Free, nil
	case *annot.Holder, *annot.Held:
		return e.lockState(x)
	case *annot.AtomicValue:
		return e.readAt(x.X)
	case *annot.Local:
		m.WantsOwnership = true
		if u, ok := x.X.(*annot.Unary); ok && u.Op == token.AND {
			if p, err := e.Locate(u.X); err == nil && p.IsLocal() { // nobody has its address
				return ir.True, nil
			}
		}
		v, err := e.Eval(x.X)
		if err != nil {
			return nil, err
		}
		return e.local(v, x.X.Type()), nil
	case *annot.Old:
		v, err := e.Eval(x.X)
		if err != nil {
			return nil, err
		}
		return ir.Old(v), nil
	case *annot.Quant:
		return e.quantifier(x)
	case *annot.Literal:
		return e.mathLiteral(x)
	case *annot.Var:
		if s := m.Sentinel(x.Obj); s != nil {
			return s, nil
		}
		return e.readAt(x)
	case *annot.Select, *annot.Star:
		return e.readAt(x)
	case *annot.Index:
		return e.element(x)
	}
	return e.operator(x)
}

// local is the condition that v refers to an object, as a whole, that is local to the running goroutine; or is a slice of
// such an array. Where a part will do the object around it is.
func (e *Env) local(v *ir.Expr, t types.Type) *ir.Expr {
	all := ir.True
	_, isSlice := t.Underlying().(*types.Slice)
	for _, ref := range e.Mem.Publishable(v, t) {
		ours := e.Mem.Whole(ref)
		if e.Parts {
			ours = ir.And(ir.Ne(ref, ir.Nil), e.Mem.Mine(ref))
		}
		if isSlice { // nil has no array that might be anybody else's
			ours = ir.Or(ir.Eq(ref, ir.Nil), ours)
		}
		all = ir.And(all, ours)
	}
	return all
}

func (e *Env) operator(x annot.Expr) (*ir.Expr, error) {
	m := e.Mem
	switch x := x.(type) {
	case *annot.Unary:
		if x.Op == token.AND {
			return e.address(x)
		}
		v, err := e.Eval(x.X)
		if err != nil {
			return nil, err
		}
		if annot.IsInteger(x.T) {
			if x.Op != token.SUB {
				return nil, fmt.Errorf("%s of an integer without bounds", x.Op)
			}
			return heap.Unlimited(ir.OpSub, ir.N(0, ir.Int), v), nil
		}
		return m.Unary(x.Op, v, x.T)
	case *annot.Binary:
		return e.binary(x)
	case *annot.Implies:
		a, b, err := e.pair(x.X, x.Y)
		switch {
		case err != nil:
			return nil, err
		case x.Iff:
			return ir.Eq(a, b), nil
		}
		return ir.Implies(a, b), nil
	case *annot.Slice:
		return e.slice(x)
	case *annot.Convert:
		v, err := e.Eval(x.X)
		if err != nil {
			return nil, err
		}
		return m.Convert(v, x.X.Type(), x.T)
	case *annot.Builtin:
		return e.builtin(x)
	case *annot.Call:
		return e.pureCall(x)
	}
	return nil, fmt.Errorf("%s in an annotation", annot.String(x))
}

func (e *Env) binary(x *annot.Binary) (*ir.Expr, error) {
	switch x.X.Type().(type) {
	case *annot.SeqType, *annot.SetType, *annot.MapType:
		return e.mathBinary(x)
	}
	a, b, err := e.pair(x.X, x.Y)
	if err != nil {
		return nil, err
	}
	switch {
	case x.Op == token.LAND:
		return ir.And(a, b), nil
	case x.Op == token.LOR:
		return ir.Or(a, b), nil
	case a.Sort.Kind == ir.KindTid && x.Op == token.EQL:
		return ir.Eq(a, b), nil
	case a.Sort.Kind == ir.KindTid && x.Op == token.NEQ:
		return ir.Ne(a, b), nil
	case heap.Exact[x.Op] != 0 && (heap.IsExact(a) || heap.IsExact(b) || annot.IsInteger(x.X.Type())):
		return heap.Unlimited(heap.Exact[x.Op], a, b), nil
	}
	switch x.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		if annot.IsInteger(x.X.Type()) {
			return nil, fmt.Errorf("%s of integers without bounds", x.Op)
		}
	}
	return e.Mem.Binary(x.Op, a, b, x.X.Type(), x.Y.Type())
}

func (e *Env) pair(x, y annot.Expr) (a, b *ir.Expr, err error) {
	if a, err = e.Eval(x); err != nil {
		return nil, nil, err
	}
	b, err = e.Eval(y)
	return a, b, err
}

func (e *Env) readAt(x annot.Expr) (*ir.Expr, error) {
	p, err := e.Locate(x)
	if err != nil {
		return nil, err
	}
	return e.Mem.Read(p)
}

func (e *Env) all(xs []annot.Expr) ([]*ir.Expr, error) {
	var out []*ir.Expr
	for _, x := range xs {
		v, err := e.Eval(x)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// toInt returns an integer as a value of Go's type int in this function.
func (e *Env) toInt(v *ir.Expr) *ir.Expr { return e.Mem.IntValue(v) }

// quantifier translates forall and exists. Variables range over the values of their type; references over the
// addresses of existing values of theirs, nil excluded.
func (e *Env) quantifier(x *annot.Quant) (*ir.Expr, error) {
	inner := *e
	inner.Bound = map[*annot.Bound]*ir.Expr{}
	for k, v := range e.Bound {
		inner.Bound[k] = v
	}
	var vars []*ir.Var
	range_ := ir.True
	for _, b := range x.Vars {
		s, err := e.Mem.Sort(b.Type)
		if err != nil {
			return nil, err
		}
		v := &ir.Var{Name: b.Name, Label: b.Name, Sort: s, Kind: ir.BoundVar}
		vars = append(vars, v)
		inner.Bound[b] = ir.V(v)
		range_ = ir.And(range_, e.ranges(v, b.Type))
	}
	body, err := inner.Eval(x.Body)
	if err != nil {
		return nil, err
	}
	if x.Exists {
		return ir.Exists(vars, ir.And(range_, body)), nil
	}
	return ir.Forall(vars, ir.Implies(range_, body)), nil
}

func (e *Env) ranges(v *ir.Var, t types.Type) *ir.Expr {
	switch {
	case v.Sort.Kind == ir.KindInt && v.Sort.Bits > 0:
		lo, hi := ir.Bounds(v.Sort)
		return ir.And(ir.Le(ir.BigInt(lo, ir.Int), ir.V(v)), ir.Le(ir.V(v), ir.BigInt(hi, ir.Int)))
	case v.Sort.Kind == ir.KindRef:
		cond := ir.Ne(ir.V(v), ir.Nil)
		if is := e.Mem.IsPlaceOf(analysis.Deref(t)); is != nil {
			cond = ir.And(cond, ir.Apply(is, ir.V(v)))
		}
		if e.Mem.Status != nil {
			exists := ir.Ne(e.Mem.StatusOf(ir.V(v)), ir.N(ir.Unallocated, ir.Int))
			cond = ir.And(cond, exists)
		}
		return cond
	}
	return ir.True
}

// Locate returns the place that x denotes.
func (e *Env) Locate(x annot.Expr) (heap.Place, error) {
	m := e.Mem
	switch x := x.(type) {
	case *annot.Var:
		if e.Vars != nil {
			if p, ok := e.Vars(x.Obj); ok {
				return p, nil
			}
		}
		if analysis.IsPackageVar(x.Obj) {
			return m.Global(x.Obj), nil
		}
		return heap.Place{}, fmt.Errorf("%s has no value here", x.Obj.Name())
	case *annot.Select:
		base, err := e.base(x.X, x.Deref)
		if err != nil {
			return heap.Place{}, err
		}
		if base.IsLocal() && m.Facts.Ghosts[x.Field] {
			return heap.Place{}, fmt.Errorf("%s: a struct value that is not an object has no ghosts", annot.String(x))
		}
		return m.Field(base, x.Field), nil
	case *annot.Star:
		v, err := e.Eval(x.X)
		if err != nil {
			return heap.Place{}, err
		}
		return m.Deref(v, x.T), nil
	case *annot.Index:
		return e.locateElement(x)
	case *annot.Objects:
		return m.Deref(e.every, x.T), nil
	}
	v, err := e.Eval(x)
	if err != nil {
		return heap.Place{}, err
	}
	return heap.ValuePlace(v, x.Type()), nil
}

// base returns the place of the struct x, or of the struct that the pointer x points to.
func (e *Env) base(x annot.Expr, isPointer bool) (heap.Place, error) {
	if !isPointer {
		return e.Locate(x)
	}
	v, err := e.Eval(x)
	if err != nil {
		return heap.Place{}, err
	}
	return e.Mem.Deref(v, analysis.Deref(x.Type())), nil
}

func (e *Env) locateElement(x *annot.Index) (heap.Place, error) {
	m := e.Mem
	if heap.IsMath(x.X.Type()) {
		return heap.Place{}, fmt.Errorf("%s stands for a value, not a location: name the ghost as a whole", annot.String(x))
	}
	if x.I == nil {
		p, err := e.wholeArray(x)
		if err != nil {
			return heap.Place{}, err
		}
		return m.Index(p, e.every), nil
	}
	i, err := e.Eval(x.I)
	if err != nil {
		return heap.Place{}, err
	}
	switch u := x.X.Type().Underlying().(type) {
	case *types.Map:
		v, err := e.lookup(x.X, i, heap.EntryValue)
		if err != nil {
			return heap.Place{}, err
		}
		return heap.ValuePlace(v, u.Elem()), nil
	case *types.Slice:
		s, err := e.Eval(x.X)
		if err != nil {
			return heap.Place{}, err
		}
		return m.Elem(s, u.Elem(), i), nil
	case *types.Array:
		p, err := e.Locate(x.X)
		if err != nil {
			return heap.Place{}, err
		}
		return m.Index(p, i), nil
	case *types.Pointer:
		v, err := e.Eval(x.X)
		if err != nil {
			return heap.Place{}, err
		}
		return m.Index(m.Deref(v, u.Elem()), i), nil
	}
	return heap.Place{}, fmt.Errorf("%s in an annotation", annot.String(x))
}

func (e *Env) element(x *annot.Index) (*ir.Expr, error) {
	if heap.IsMath(x.X.Type()) {
		return e.mathIndex(x)
	}
	if b, ok := x.X.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
		s, i, err := e.pair(x.X, x.I)
		if err != nil {
			return nil, err
		}
		return e.Mem.StringAt(s, i), nil
	}
	return e.readAt(x)
}

func (e *Env) slice(x *annot.Slice) (*ir.Expr, error) {
	if heap.IsMath(x.X.Type()) {
		return e.mathSlice(x)
	}
	m := e.Mem
	s, err := e.Eval(x.X)
	if err != nil {
		return nil, err
	}
	isString := s.Sort.Name == heap.StringSort.Name
	if !isString && s.Sort.Name != heap.SliceSort.Name {
		return nil, fmt.Errorf("%s in an annotation", annot.String(x))
	}
	lo, hi := ir.N(0, heap.IntSort), m.Length(s)
	if x.Lo != nil {
		if lo, err = e.Eval(x.Lo); err != nil {
			return nil, err
		}
		lo = m.AsInt(lo)
	}
	if x.Hi != nil {
		if hi, err = e.Eval(x.Hi); err != nil {
			return nil, err
		}
		hi = m.AsInt(hi)
	}
	if isString {
		return m.StringSub(s, lo, hi), nil
	}
	return m.MakeSliceValue(m.SliceArr(s), ir.Add(m.SliceOff(s), lo), ir.Sub(hi, lo), ir.Sub(m.SliceCap(s), lo)), nil
}

// address is the meaning of &x in an annotation.
func (e *Env) address(x *annot.Unary) (*ir.Expr, error) {
	p, err := e.Locate(x.X)
	if err != nil {
		return nil, err
	}
	if p.IsLocal() || p.Addr == nil {
		return nil, fmt.Errorf("%s, which no pointer leads to", annot.String(x))
	}
	return e.Mem.Address(p), nil
}

// Updated is the value of the map x.X with another element at x.I.
func (e *Env) Updated(x *annot.Index, v *ir.Expr) (*ir.Expr, error) {
	if _, ok := x.X.Type().(*annot.MapType); !ok {
		return nil, fmt.Errorf("assignment to an element of a %s", x.X.Type())
	}
	m, k, err := e.pair(x.X, x.I)
	if err != nil {
		return nil, err
	}
	return heap.MapWith(m, k, v), nil
}
