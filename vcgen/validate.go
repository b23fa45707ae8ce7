package vcgen

import (
	"fmt"

	"github.com/calvin-go/calvin/ir"
)

// A validator refuses expressions that are not well sorted, so that everything behind it may rely on shapes. It looks
// at each node of a graph once.
type validator struct {
	heed   func() // is asked before each statement
	seen   map[*ir.Expr]bool
	tuples map[string]*ir.Sort
}

func newValidator(heed func()) *validator {
	return &validator{heed: heed, seen: map[*ir.Expr]bool{}, tuples: map[string]*ir.Sort{}}
}

// program refuses programs with statements that have no encoding.
func (v *validator) program(p *ir.Program) error {
	for _, f := range p.Facts {
		if err := v.formula(f); err != nil {
			return fmt.Errorf("facts: %w", err)
		}
	}
	for _, b := range p.Blocks {
		for _, s := range b.Stmts {
			v.heed()
			if err := v.stmt(s); err != nil {
				return fmt.Errorf("block %s: %w", b.Name, err)
			}
		}
	}
	return nil
}

func (v *validator) stmt(s ir.Stmt) error {
	switch s := s.(type) {
	case *ir.Assume:
		return v.formula(s.Cond)
	case *ir.Assert:
		if err := v.formula(s.Cond); err != nil {
			return err
		}
		return v.shows(s.Check.Shows)
	case *ir.Assign:
		if err := v.check(s.Src); err != nil {
			return fmt.Errorf("assignment to %s: %w", s.Dst.Name, err)
		}
		if !ir.Same(s.Src.Sort, s.Dst.Sort) {
			return fmt.Errorf("assignment to %s: %s is not %s", s.Dst.Name, s.Src.Sort, s.Dst.Sort)
		}
		return v.variable(s.Dst)
	case *ir.Havoc:
		for _, x := range s.Vars {
			if err := v.variable(x); err != nil {
				return err
			}
		}
		return nil
	case *ir.Mark:
		if s.Mover != nil {
			if err := v.check(s.Mover); err != nil {
				return fmt.Errorf("mark: %w", err)
			}
		}
		return v.shows(s.Shows)
	case *ir.Cover:
		return v.shows(s.Check.Shows)
	}
	return fmt.Errorf("statement %T has no encoding", s)
}

// variable refuses what may not be changed.
func (v *validator) variable(x *ir.Var) error {
	if x.Kind == ir.ConstVar || x.Kind == ir.BoundVar {
		return fmt.Errorf("%s is changed, but it is not a variable", x.Name)
	}
	return v.checkSort(x.Sort)
}

func (v *validator) formula(e *ir.Expr) error {
	if err := v.check(e); err != nil {
		return err
	}
	if !isBool(e) {
		return fmt.Errorf("%s is not a formula", e.Sort)
	}
	return nil
}

func (v *validator) shows(shows []ir.Show) error {
	for _, s := range shows {
		if err := v.check(s.Value); err != nil {
			return fmt.Errorf("value of %s: %w", s.Label, err)
		}
	}
	return nil
}

func (v *validator) check(e *ir.Expr) error {
	if e == nil {
		return fmt.Errorf("an expression is missing")
	}
	if v.seen[e] {
		return nil
	}
	v.seen[e] = true
	for _, a := range e.Args {
		if err := v.check(a); err != nil {
			return err
		}
	}
	if err := v.checkSort(e.Sort); err != nil {
		return err
	}
	r, ok := rules[e.Op]
	if !ok {
		return fmt.Errorf("operator %d has no encoding", e.Op)
	}
	if len(e.Args) < r.least || r.most >= 0 && len(e.Args) > r.most || !r.ok(e) {
		return fmt.Errorf("operator %d is not well sorted: result %s, %d arguments%s", e.Op, e.Sort, len(e.Args),
			argSorts(e))
	}
	for _, b := range e.Bound {
		if b == nil || b.Kind != ir.BoundVar {
			return fmt.Errorf("a quantifier binds what is not a bound variable")
		}
		if err := v.checkSort(b.Sort); err != nil {
			return err
		}
	}
	return nil
}

func argSorts(e *ir.Expr) string {
	s := ""
	for _, a := range e.Args {
		s += " " + a.Sort.String()
	}
	return s
}

// checkSort refuses incomplete sorts, and two records of one name that differ.
func (v *validator) checkSort(s *ir.Sort) error {
	switch {
	case s == nil:
		return fmt.Errorf("an expression has no sort")
	case s.Kind > ir.KindTuple:
		return fmt.Errorf("sort kind %d has no encoding", s.Kind)
	case s.Kind == ir.KindBV && s.Bits <= 0, s.Bits < 0:
		return fmt.Errorf("sort %s has no width", s)
	case s.Kind == ir.KindArray:
		if err := v.checkSort(s.Key); err != nil {
			return err
		}
		return v.checkSort(s.Elem)
	case s.Kind == ir.KindTuple:
		return v.checkTuple(s)
	}
	return nil
}

func (v *validator) checkTuple(s *ir.Sort) error {
	old := v.tuples[s.Name]
	if old == s {
		return nil
	}
	if old != nil {
		if len(old.Fields) != len(s.Fields) {
			return fmt.Errorf("two records are called %s", s.Name)
		}
		for i, f := range s.Fields {
			if old.Fields[i].Name != f.Name || !ir.Same(old.Fields[i].Sort, f.Sort) {
				return fmt.Errorf("two records are called %s", s.Name)
			}
		}
		return nil
	}
	v.tuples[s.Name] = s
	for _, f := range s.Fields {
		if err := v.checkSort(f.Sort); err != nil {
			return fmt.Errorf("record %s: %w", s.Name, err)
		}
	}
	return nil
}

// A rule says how many arguments an operator takes and what must hold of their sorts.
type rule struct {
	least, most int // most < 0: any number
	ok          func(*ir.Expr) bool
}

// rules has every operator that has an encoding. OpOld has none: reduce resolves it.
var rules = map[ir.Op]rule{
	ir.OpVar:        {0, 0, func(e *ir.Expr) bool { return e.Var != nil && ir.Same(e.Var.Sort, e.Sort) }},
	ir.OpInt:        {0, 0, func(e *ir.Expr) bool { return e.Int != nil && numeric(e) }},
	ir.OpTrue:       {0, 0, isBool},
	ir.OpFalse:      {0, 0, isBool},
	ir.OpNil:        {0, 0, func(e *ir.Expr) bool { return e.Sort.Kind == ir.KindRef }},
	ir.OpFree:       {0, 0, func(e *ir.Expr) bool { return e.Sort.Kind == ir.KindTid }},
	ir.OpConst:      {0, 0, func(e *ir.Expr) bool { return e.Sort.Kind == ir.KindOpaque }},
	ir.OpNot:        {1, 1, allBool},
	ir.OpAnd:        {0, -1, allBool},
	ir.OpOr:         {0, -1, allBool},
	ir.OpImplies:    {2, 2, allBool},
	ir.OpEq:         {2, 2, func(e *ir.Expr) bool { return isBool(e) && sameArgs(e) }},
	ir.OpIte:        {3, 3, okIte},
	ir.OpAdd:        {2, 2, okArith},
	ir.OpSub:        {2, 2, okArith},
	ir.OpMul:        {2, 2, okArith},
	ir.OpNeg:        {1, 1, okArith},
	ir.OpQuo:        {2, 2, okArith},
	ir.OpRem:        {2, 2, okArith},
	ir.OpDiv:        {2, 2, okIntegers},
	ir.OpMod:        {2, 2, okIntegers},
	ir.OpLt:         {2, 2, func(e *ir.Expr) bool { return isBool(e) && sameArgs(e) && numeric(e.Args[0]) }},
	ir.OpLe:         {2, 2, func(e *ir.Expr) bool { return isBool(e) && sameArgs(e) && numeric(e.Args[0]) }},
	ir.OpWrap:       {1, 1, func(e *ir.Expr) bool { return okIntegers(e) && e.Sort.Bits > 0 }},
	ir.OpBitAnd:     {2, 2, okBits},
	ir.OpBitOr:      {2, 2, okBits},
	ir.OpBitXor:     {2, 2, okBits},
	ir.OpBitNot:     {1, 1, okBits},
	ir.OpShl:        {2, 2, okShift},
	ir.OpShr:        {2, 2, okShift},
	ir.OpIntToBV:    {1, 1, okConvert(ir.KindInt, ir.KindBV)},
	ir.OpBVToInt:    {1, 1, okConvert(ir.KindBV, ir.KindInt)},
	ir.OpBVResize:   {1, 1, okConvert(ir.KindBV, ir.KindBV)},
	ir.OpSelect:     {2, -1, func(e *ir.Expr) bool { return ir.Same(elemAt(e.Args[0].Sort, e.Args[1:]), e.Sort) }},
	ir.OpStore:      {3, -1, okStore},
	ir.OpConstArray: {1, 1, func(e *ir.Expr) bool { return isArray(e) && ir.Same(e.Sort.Elem, e.Args[0].Sort) }},
	ir.OpTuple:      {0, -1, okTuple},
	ir.OpField:      {1, 1, func(e *ir.Expr) bool { return hasField(e.Args[0].Sort, e.Index, e.Sort) }},
	ir.OpUpdate:     {2, 2, okUpdate},
	ir.OpApply:      {0, -1, okApply},
	ir.OpForall:     {1, 1, okQuantifier},
	ir.OpExists:     {1, 1, okQuantifier},
}

func isBool(e *ir.Expr) bool  { return e.Sort.Kind == ir.KindBool }
func isArray(e *ir.Expr) bool { return e.Sort.Kind == ir.KindArray }

func numeric(e *ir.Expr) bool { return e.Sort.Kind == ir.KindInt || e.Sort.Kind == ir.KindBV }

func sameArgs(e *ir.Expr) bool { return ir.Same(e.Args[0].Sort, e.Args[1].Sort) }

func allBool(e *ir.Expr) bool {
	for _, a := range e.Args {
		if !isBool(a) {
			return false
		}
	}
	return isBool(e)
}

func okIte(e *ir.Expr) bool {
	return isBool(e.Args[0]) && ir.Same(e.Args[1].Sort, e.Args[2].Sort) && ir.Same(e.Args[1].Sort, e.Sort)
}

func okArith(e *ir.Expr) bool {
	for _, a := range e.Args {
		if !ir.Same(a.Sort, e.Sort) {
			return false
		}
	}
	return numeric(e)
}

func okIntegers(e *ir.Expr) bool { return okArith(e) && e.Sort.Kind == ir.KindInt }
func okBits(e *ir.Expr) bool     { return okArith(e) && e.Sort.Kind == ir.KindBV }

// okShift admits shifts of integers by constants, which are products and quotients.
func okShift(e *ir.Expr) bool {
	if !ir.Same(e.Args[0].Sort, e.Sort) || !numeric(e.Args[1]) {
		return false
	}
	if e.Sort.Kind == ir.KindInt {
		n := e.Args[1]
		return n.Op == ir.OpInt && n.Int.Sign() >= 0 && n.Int.BitLen() < 16
	}
	return e.Sort.Kind == ir.KindBV
}

func okConvert(from, to ir.Kind) func(*ir.Expr) bool {
	return func(e *ir.Expr) bool { return e.Args[0].Sort.Kind == from && e.Sort.Kind == to }
}

// elemAt returns the sort of the element of an array of sort s at the keys, nil if they do not fit.
func elemAt(s *ir.Sort, keys []*ir.Expr) *ir.Sort {
	for _, k := range keys {
		if s.Kind != ir.KindArray || !ir.Same(s.Key, k.Sort) {
			return nil
		}
		s = s.Elem
	}
	return s
}

func okStore(e *ir.Expr) bool {
	last := len(e.Args) - 1
	return ir.Same(e.Args[0].Sort, e.Sort) && ir.Same(elemAt(e.Sort, e.Args[1:last]), e.Args[last].Sort)
}

func okTuple(e *ir.Expr) bool {
	if e.Sort.Kind != ir.KindTuple || len(e.Sort.Fields) != len(e.Args) {
		return false
	}
	for i, f := range e.Sort.Fields {
		if !ir.Same(f.Sort, e.Args[i].Sort) {
			return false
		}
	}
	return true
}

func hasField(tuple *ir.Sort, i int, field *ir.Sort) bool {
	return tuple.Kind == ir.KindTuple && 0 <= i && i < len(tuple.Fields) && ir.Same(tuple.Fields[i].Sort, field)
}

func okUpdate(e *ir.Expr) bool {
	return ir.Same(e.Sort, e.Args[0].Sort) && hasField(e.Sort, e.Index, e.Args[1].Sort)
}

func okApply(e *ir.Expr) bool {
	if e.Fn == nil || len(e.Fn.Params) != len(e.Args) || !ir.Same(e.Fn.Result, e.Sort) {
		return false
	}
	for i, p := range e.Fn.Params {
		if !ir.Same(p, e.Args[i].Sort) {
			return false
		}
	}
	return true
}

func okQuantifier(e *ir.Expr) bool { return allBool(e) && len(e.Bound) > 0 }
