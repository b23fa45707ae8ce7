package desugar

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// byteType is the type of a string's elements.
var byteType = types.Typ[types.Uint8]

// specEnv gives annotation expressions their meaning: the heap as m lays it out, in the current state.
type specEnv struct {
	mem     *memory
	tid     *ir.Expr
	this    *ir.Expr // a reference to the object that a field's or type's directive is about
	vars    scope    // parameters and locals; nil: none
	results []*ir.Expr
	bound   map[*annot.Bound]*ir.Expr
	calls   []*types.Func // pure functions around, innermost last
	every   *ir.Expr      // the index of any element, for [*]
}

// clause translates a condition.
func (e *specEnv) clause(c *annot.Clause) (*ir.Clause, error) {
	cond, err := e.eval(c.Expr)
	if err != nil {
		return nil, err
	}
	return &ir.Clause{Span: e.mem.clauseSpan(c), Text: c.Text, Cond: cond}, nil
}

// eval returns the value of x.
func (e *specEnv) eval(x annot.Expr) (*ir.Expr, error) {
	m := e.mem
	switch x := x.(type) {
	case *annot.Const:
		return m.literal(x.Value, x.T)
	case *annot.NilLit:
		return m.zero(x.T)
	case *annot.This:
		return e.this, nil
	case *annot.Result:
		if x.Index >= len(e.results) {
			return nil, fmt.Errorf("result is not known here")
		}
		return e.results[x.Index], nil
	case *annot.BoundVar:
		if v := e.bound[x.Var]; v != nil {
			return v, nil
		}
		return nil, fmt.Errorf("%s is not bound here", x.Var.Name)
	case *annot.Tid:
		return e.tid, nil
	case *annot.Free:
		return ir.Free, nil
	case *annot.Holder, *annot.Held:
		return e.lockState(x)
	case *annot.AtomicValue:
		return e.readAt(x.X)
	case *annot.Local:
		m.wantsOwnership = true
		if u, ok := x.X.(*annot.Unary); ok && u.Op == token.AND {
			if p, err := e.locate(u.X); err == nil && p.isLocal() { // nobody has its address
				return ir.True, nil
			}
		}
		v, err := e.eval(x.X)
		if err != nil {
			return nil, err
		}
		return e.local(v, x.X.Type()), nil
	case *annot.Old:
		v, err := e.eval(x.X)
		if err != nil {
			return nil, err
		}
		return ir.Old(v), nil
	case *annot.Quant:
		return e.quantifier(x)
	case *annot.Literal:
		return e.mathLiteral(x)
	case *annot.Var:
		if s := m.sentinel(x.Obj); s != nil {
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
// such an array.
func (e *specEnv) local(v *ir.Expr, t types.Type) *ir.Expr {
	all := ir.True
	_, isSlice := t.Underlying().(*types.Slice)
	for _, ref := range e.mem.publishable(v, t) {
		ours := e.mem.whole(ref)
		if isSlice { // nil has no array that might be anybody else's
			ours = ir.Or(ir.Eq(ref, ir.Nil), ours)
		}
		all = ir.And(all, ours)
	}
	return all
}

func (e *specEnv) operator(x annot.Expr) (*ir.Expr, error) {
	m := e.mem
	switch x := x.(type) {
	case *annot.Unary:
		if x.Op == token.AND {
			return e.address(x)
		}
		v, err := e.eval(x.X)
		if err != nil {
			return nil, err
		}
		if annot.IsInteger(x.T) {
			if x.Op != token.SUB {
				return nil, fmt.Errorf("%s of an integer without bounds", x.Op)
			}
			return unlimited(ir.OpSub, ir.N(0, ir.Int), v), nil
		}
		return m.unary(x.Op, v, x.T)
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
		v, err := e.eval(x.X)
		if err != nil {
			return nil, err
		}
		return m.convert(v, x.X.Type(), x.T)
	case *annot.Builtin:
		return e.builtin(x)
	case *annot.Call:
		return e.pureCall(x)
	}
	return nil, fmt.Errorf("%s in an annotation", annot.String(x))
}

func (e *specEnv) binary(x *annot.Binary) (*ir.Expr, error) {
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
	case exact[x.Op] != 0 && (isExact(a) || isExact(b) || annot.IsInteger(x.X.Type())):
		return unlimited(exact[x.Op], a, b), nil
	}
	switch x.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		if annot.IsInteger(x.X.Type()) {
			return nil, fmt.Errorf("%s of integers without bounds", x.Op)
		}
	}
	return e.mem.binary(x.Op, a, b, x.X.Type(), x.Y.Type())
}

// exact has the operators that do not wrap around if an operand is without bounds: the length of a sequence, or of type
// integer.
var exact = map[token.Token]ir.Op{token.ADD: ir.OpAdd, token.SUB: ir.OpSub, token.MUL: ir.OpMul}

// unlimited is the result of an operator that does not wrap around.
func unlimited(op ir.Op, a, b *ir.Expr) *ir.Expr {
	e := *ir.Bin(op, a, b)
	e.Sort = ir.Int
	return &e
}

func isExact(e *ir.Expr) bool { return e.Sort.Kind == ir.KindInt && e.Sort.Bits == 0 }

func (e *specEnv) pair(x, y annot.Expr) (a, b *ir.Expr, err error) {
	if a, err = e.eval(x); err != nil {
		return nil, nil, err
	}
	b, err = e.eval(y)
	return a, b, err
}

func (e *specEnv) readAt(x annot.Expr) (*ir.Expr, error) {
	p, err := e.locate(x)
	if err != nil {
		return nil, err
	}
	return e.mem.read(p)
}

// lockState translates a lock's holder, held and rheld.
func (e *specEnv) lockState(x annot.Expr) (*ir.Expr, error) {
	var at annot.Expr
	held, isHeld := x.(*annot.Held)
	if isHeld {
		at = held.X
	} else {
		at = x.(*annot.Holder).X
	}
	if isHeld && annot.IsLocker(at.Type()) {
		return e.heldBehind(at)
	}
	p, err := e.locate(at)
	if err != nil {
		return nil, err
	}
	l, err := e.mem.lock(p)
	switch {
	case err != nil:
		return nil, err
	case !isHeld:
		return l.holderValue(), nil
	case !held.Read:
		return l.holds(e.tid), nil
	case l.readers == nil:
		return nil, fmt.Errorf("rheld needs an RWMutex")
	}
	return l.reads(e.tid), nil
}

// locate returns the place that x denotes.
func (e *specEnv) locate(x annot.Expr) (place, error) {
	m := e.mem
	switch x := x.(type) {
	case *annot.Var:
		if e.vars != nil {
			if p, ok := e.vars(x.Obj); ok {
				return p, nil
			}
		}
		if analysis.IsPackageVar(x.Obj) {
			return m.global(x.Obj), nil
		}
		return place{}, fmt.Errorf("%s has no value here", x.Obj.Name())
	case *annot.Select:
		base, err := e.base(x.X, x.Deref)
		if err != nil {
			return place{}, err
		}
		if base.isLocal() && m.prog.Ghosts[x.Field] {
			return place{}, fmt.Errorf("%s: a struct that is a value, and no object, has no ghosts", annot.String(x))
		}
		return m.field(base, x.Field), nil
	case *annot.Star:
		v, err := e.eval(x.X)
		if err != nil {
			return place{}, err
		}
		return m.deref(v, x.T), nil
	case *annot.Index:
		return e.locateElement(x)
	case *annot.Objects:
		return m.deref(e.every, x.T), nil
	}
	v, err := e.eval(x)
	if err != nil {
		return place{}, err
	}
	return valuePlace(v, x.Type()), nil
}

// base returns the place of the struct x, or of the struct that the pointer x points to.
func (e *specEnv) base(x annot.Expr, isPointer bool) (place, error) {
	if !isPointer {
		return e.locate(x)
	}
	v, err := e.eval(x)
	if err != nil {
		return place{}, err
	}
	return e.mem.deref(v, analysis.Deref(x.Type())), nil
}

func (e *specEnv) locateElement(x *annot.Index) (place, error) {
	m := e.mem
	if isMath(x.X.Type()) {
		return place{}, fmt.Errorf("%s stands for a value, not a location: name the ghost as a whole", annot.String(x))
	}
	if x.I == nil {
		p, err := e.wholeArray(x)
		if err != nil {
			return place{}, err
		}
		return m.index(p, e.every), nil
	}
	i, err := e.eval(x.I)
	if err != nil {
		return place{}, err
	}
	switch u := x.X.Type().Underlying().(type) {
	case *types.Map:
		v, err := e.lookup(x.X, i, entryValue)
		if err != nil {
			return place{}, err
		}
		return valuePlace(v, u.Elem()), nil
	case *types.Slice:
		s, err := e.eval(x.X)
		if err != nil {
			return place{}, err
		}
		return m.elem(s, u.Elem(), i), nil
	case *types.Array:
		p, err := e.locate(x.X)
		if err != nil {
			return place{}, err
		}
		return m.index(p, i), nil
	case *types.Pointer:
		v, err := e.eval(x.X)
		if err != nil {
			return place{}, err
		}
		return m.index(m.deref(v, u.Elem()), i), nil
	}
	return place{}, fmt.Errorf("%s in an annotation", annot.String(x))
}

func (e *specEnv) element(x *annot.Index) (*ir.Expr, error) {
	if isMath(x.X.Type()) {
		return e.mathIndex(x)
	}
	if b, ok := x.X.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
		s, i, err := e.pair(x.X, x.I)
		if err != nil {
			return nil, err
		}
		return e.mem.stringAt(s, i), nil
	}
	return e.readAt(x)
}

func (e *specEnv) slice(x *annot.Slice) (*ir.Expr, error) {
	if isMath(x.X.Type()) {
		return e.mathSlice(x)
	}
	m := e.mem
	s, err := e.eval(x.X)
	if err != nil {
		return nil, err
	}
	isString := s.Sort.Name == stringSort.Name
	if !isString && s.Sort.Name != sliceSort.Name {
		return nil, fmt.Errorf("%s in an annotation", annot.String(x))
	}
	lo, hi := ir.N(0, intSort), m.length(s)
	if x.Lo != nil {
		if lo, err = e.eval(x.Lo); err != nil {
			return nil, err
		}
		lo = m.asInt(lo)
	}
	if x.Hi != nil {
		if hi, err = e.eval(x.Hi); err != nil {
			return nil, err
		}
		hi = m.asInt(hi)
	}
	if isString {
		return m.stringSub(s, lo, hi), nil
	}
	return m.makeSliceValue(m.sliceArr(s), ir.Add(m.sliceOff(s), lo), ir.Sub(hi, lo), ir.Sub(m.sliceCap(s), lo)), nil
}

// length returns the length of a string or slice value.
func (m *memory) length(s *ir.Expr) *ir.Expr {
	if s.Sort.Name == stringSort.Name {
		return m.stringLen(s)
	}
	return m.sliceLen(s)
}

func (e *specEnv) builtin(x *annot.Builtin) (*ir.Expr, error) {
	if f := synchronisation(x.Name); f != nil {
		return f(e, x)
	}
	if len(x.Args) > 0 && isMath(x.Args[0].Type()) {
		return e.mathBuiltin(x)
	}
	if _, ok := x.Args[0].Type().Underlying().(*types.Map); ok {
		return e.ofMap(x)
	}
	if len(x.Args) != 1 || x.Name != "len" && x.Name != "cap" {
		return nil, fmt.Errorf("%s in an annotation", x.Name)
	}
	t := x.Args[0].Type()
	if a := analysis.ArrayType(analysis.Deref(t)); a != nil {
		return ir.N(a.Len(), intSort), nil
	}
	v, err := e.eval(x.Args[0])
	switch {
	case err != nil:
		return nil, err
	case v.Sort.Name == sliceSort.Name && x.Name == "cap":
		return e.toInt(e.mem.sliceCap(v)), nil
	case v.Sort.Name == sliceSort.Name, v.Sort.Name == stringSort.Name:
		return e.toInt(e.mem.length(v)), nil
	}
	return nil, fmt.Errorf("%s of %s in an annotation", x.Name, t)
}

// toInt returns an integer as a value of Go's type int in this function.
func (e *specEnv) toInt(v *ir.Expr) *ir.Expr { return e.mem.intValue(v) }

// intValue returns an integer as a value of Go's type int in this function.
func (m *memory) intValue(v *ir.Expr) *ir.Expr {
	s, err := m.basicSort(types.Typ[types.Int])
	if err != nil {
		return v
	}
	return convertInteger(v, s)
}

// quantifier translates forall and exists. Variables range over the values of their type; references over the
// addresses of existing values of theirs, nil excluded.
func (e *specEnv) quantifier(x *annot.Quant) (*ir.Expr, error) {
	inner := *e
	inner.bound = map[*annot.Bound]*ir.Expr{}
	for k, v := range e.bound {
		inner.bound[k] = v
	}
	var vars []*ir.Var
	range_ := ir.True
	for _, b := range x.Vars {
		s, err := e.mem.sort(b.Type)
		if err != nil {
			return nil, err
		}
		v := &ir.Var{Name: b.Name, Label: b.Name, Sort: s, Kind: ir.BoundVar}
		vars = append(vars, v)
		inner.bound[b] = ir.V(v)
		range_ = ir.And(range_, e.ranges(v, b.Type))
	}
	body, err := inner.eval(x.Body)
	if err != nil {
		return nil, err
	}
	if x.Exists {
		return ir.Exists(vars, ir.And(range_, body)), nil
	}
	return ir.Forall(vars, ir.Implies(range_, body)), nil
}

func (e *specEnv) ranges(v *ir.Var, t types.Type) *ir.Expr {
	switch {
	case v.Sort.Kind == ir.KindInt && v.Sort.Bits > 0:
		lo, hi := ir.Bounds(v.Sort)
		return ir.And(ir.Le(ir.BigInt(lo, ir.Int), ir.V(v)), ir.Le(ir.V(v), ir.BigInt(hi, ir.Int)))
	case v.Sort.Kind == ir.KindRef:
		cond := ir.Ne(ir.V(v), ir.Nil)
		if is := e.mem.isPlaceOf(analysis.Deref(t)); is != nil {
			cond = ir.And(cond, ir.Apply(is, ir.V(v)))
		}
		if e.mem.status != nil {
			exists := ir.Ne(e.mem.statusOf(ir.V(v)), ir.N(ir.Unallocated, ir.Int))
			cond = ir.And(cond, exists)
		}
		return cond
	}
	return ir.True
}
