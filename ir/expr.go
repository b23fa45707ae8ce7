package ir

import (
	"math/big"
	"slices"
)

// Op is the operator at the root of an expression.
type Op uint8

const (
	OpVar   Op = iota // Var: the variable's current value
	OpInt             // Int: a literal of an integer or bit-vector sort
	OpTrue            //
	OpFalse           //
	OpNil             // the reference nil
	OpFree            // the Tid that no goroutine has: the holder of a free lock
	OpConst           // Name: a constant of an opaque sort; constants of one sort and different names differ

	OpNot
	OpAnd // n-ary
	OpOr  // n-ary
	OpImplies
	OpEq // of any sort, Bool included
	OpIte

	OpAdd // on integers exact, on bit-vectors modular; likewise the next two
	OpSub
	OpMul
	OpNeg
	OpQuo  // truncated toward zero, as in Go; the divisor is asserted non-zero beforehand
	OpRem  // x - y*(x quo y)
	OpDiv  // Euclidean (floor for a positive divisor); integers only
	OpMod  // Euclidean; integers only
	OpLt   // signed or not by the operands' sort; likewise Le
	OpLe   //
	OpWrap // an exact integer brought into the range of Sort, modulo 2^Bits
	OpBitAnd
	OpBitOr
	OpBitXor
	OpBitNot
	OpShl // shift counts at or above the width give 0 (or the sign), as in Go
	OpShr // arithmetic if Sort is signed
	OpIntToBV
	OpBVToInt // signed or not by the operand's sort
	OpBVResize

	OpSelect     // Args: array, key, key of the inner array, ...
	OpStore      // Args: array, key, ..., value
	OpConstArray // Args: the value everywhere; Sort is the array's
	OpTuple      // Args: the components
	OpField      // Args: tuple; Index: which component
	OpUpdate     // Args: tuple, value; Index: which component
	OpApply      // Fn applied to Args

	OpForall // Bound, On, Args[0]
	OpExists // Bound, On, Args[0]
	OpOld    // Args[0] with every heap variable at its value at the start of the step or block
)

// An Expr is a side-effect free term. Expressions are immutable and may be shared.
//
// Build them with the constructors of this package: they set Sort and simplify a little, so that what is
// statically true never reaches a solver.
type Expr struct {
	Op    Op
	Sort  *Sort
	Args  []*Expr
	Var   *Var     // OpVar
	Int   *big.Int // OpInt
	Name  string   // OpConst
	Index int      // OpField, OpUpdate
	Fn    *Fn      // OpApply
	Bound []*Var   // quantifiers: the variables, of Kind BoundVar
	// On names, for a quantifier, the heap variables whose index terms it is to be instantiated at. Without it the
	// heap variables that the bound variables index in the body serve.
	On []*Var
}

// A Fn is an uninterpreted function with ground axioms.
type Fn struct {
	Name   string // unique
	Params []*Sort
	Result *Sort
	// Facts gives what is known of one application. The facts may mention the application's arguments and further
	// applications, so long as the chain of facts of facts ends. May be nil.
	Facts func(app *Expr) []*Expr
	// Indexing is set for a function that looks something up, as an array does: universals are instantiated at the
	// arguments of its applications as they are at the indices of arrays.
	Indexing bool
	// Simplify gives a simpler term for an application, or nil. May be nil.
	Simplify func(args []*Expr) *Expr
}

// VarKind says where a variable lives.
type VarKind uint8

const (
	LocalVar VarKind = iota // belongs to the function under check; no other goroutine changes it
	HeapVar                 // shared state: changed by steps and by the environment
	ConstVar                // fixed for the whole run: tid, parameters, prophecies
	BoundVar                // bound by a quantifier or a predicate
)

// A Var is a variable of a function or program, or a bound variable of an expression. Identity is the pointer.
type Var struct {
	Name  string // unique within its function; what dumps print
	Label string // as a Go programmer writes it; "" for a variable that has no counterpart in the source
	Sort  *Sort
	Kind  VarKind
	Heap  *Heap // HeapVar only
}

// V returns the expression that reads v.
func V(v *Var) *Expr { return &Expr{Op: OpVar, Sort: v.Sort, Var: v} }

// The constants without parameters.
var (
	True  = &Expr{Op: OpTrue, Sort: Bool}
	False = &Expr{Op: OpFalse, Sort: Bool}
	Nil   = &Expr{Op: OpNil, Sort: Ref}
	Free  = &Expr{Op: OpFree, Sort: Tid}
)

// B returns True or False.
func B(b bool) *Expr {
	if b {
		return True
	}
	return False
}

// N returns the integer or bit-vector literal n of the given sort.
func N(n int64, s *Sort) *Expr { return BigInt(big.NewInt(n), s) }

// BigInt returns the integer or bit-vector literal n of the given sort.
func BigInt(n *big.Int, s *Sort) *Expr { return &Expr{Op: OpInt, Sort: s, Int: n} }

// Const returns the constant called name of an opaque sort.
func Const(name string, s *Sort) *Expr { return &Expr{Op: OpConst, Sort: s, Name: name} }

// Not returns the negation of e.
func Not(e *Expr) *Expr {
	switch e.Op {
	case OpTrue:
		return False
	case OpFalse:
		return True
	case OpNot:
		return e.Args[0]
	}
	return &Expr{Op: OpNot, Sort: Bool, Args: []*Expr{e}}
}

// And returns the conjunction of es, flattened.
func And(es ...*Expr) *Expr { return junction(OpAnd, True, False, es) }

// Or returns the disjunction of es, flattened.
func Or(es ...*Expr) *Expr { return junction(OpOr, False, True, es) }

func junction(op Op, unit, zero *Expr, es []*Expr) *Expr {
	var args []*Expr
	for _, e := range es {
		switch {
		case e.Op == unit.Op:
		case e.Op == zero.Op:
			return zero
		case e.Op == op:
			args = append(args, e.Args...)
		case !slices.Contains(args, e):
			args = append(args, e)
		}
	}
	switch len(args) {
	case 0:
		return unit
	case 1:
		return args[0]
	}
	return &Expr{Op: op, Sort: Bool, Args: args}
}

// Implies returns a ==> b.
func Implies(a, b *Expr) *Expr {
	switch {
	case a.Op == OpTrue:
		return b
	case a.Op == OpFalse, b.Op == OpTrue:
		return True
	case b.Op == OpFalse:
		return Not(a)
	}
	return &Expr{Op: OpImplies, Sort: Bool, Args: []*Expr{a, b}}
}

// Eq returns a == b; on Bool it is the equivalence.
func Eq(a, b *Expr) *Expr {
	if Equal(a, b) {
		return True
	}
	if distinctLiterals(a, b) {
		return False
	}
	if a.Sort.Kind == KindBool {
		switch {
		case a.Op == OpTrue:
			return b
		case b.Op == OpTrue:
			return a
		case a.Op == OpFalse:
			return Not(b)
		case b.Op == OpFalse:
			return Not(a)
		}
	}
	return &Expr{Op: OpEq, Sort: Bool, Args: []*Expr{a, b}}
}

func distinctLiterals(a, b *Expr) bool {
	if a.Op != b.Op {
		return a.Op == OpTrue && b.Op == OpFalse || a.Op == OpFalse && b.Op == OpTrue
	}
	switch a.Op {
	case OpInt:
		return a.Int.Cmp(b.Int) != 0
	case OpConst:
		return a.Name != b.Name
	}
	return false
}

// Ne returns a != b.
func Ne(a, b *Expr) *Expr { return Not(Eq(a, b)) }

// Ite returns a if c holds and b otherwise.
func Ite(c, a, b *Expr) *Expr {
	switch {
	case c.Op == OpTrue:
		return a
	case c.Op == OpFalse:
		return b
	case Equal(a, b):
		return a
	case a.Op == OpTrue && b.Op == OpFalse:
		return c
	case a.Op == OpFalse && b.Op == OpTrue:
		return Not(c)
	}
	return &Expr{Op: OpIte, Sort: a.Sort, Args: []*Expr{c, a, b}}
}

// Bin returns the application of an arithmetic or bit operator; the result has a's sort. On integers it is exact:
// combine it with Wrap for Go's arithmetic.
func Bin(op Op, a, b *Expr) *Expr {
	s := a.Sort
	if s.Kind == KindInt {
		if a.Op == OpInt && b.Op == OpInt {
			if n := fold(op, a.Int, b.Int); n != nil {
				return BigInt(n, Int)
			}
		}
		s = Int
		switch zero := b.Op == OpInt && b.Int.Sign() == 0; {
		case zero && (op == OpAdd || op == OpSub):
			return a
		case op == OpAdd && a.Op == OpInt && a.Int.Sign() == 0:
			return b
		}
	}
	return &Expr{Op: op, Sort: s, Args: []*Expr{a, b}}
}

func fold(op Op, a, b *big.Int) *big.Int {
	switch op {
	case OpAdd:
		return new(big.Int).Add(a, b)
	case OpSub:
		return new(big.Int).Sub(a, b)
	case OpMul:
		return new(big.Int).Mul(a, b)
	}
	return nil
}

// Add returns a + b.
func Add(a, b *Expr) *Expr { return Bin(OpAdd, a, b) }

// Sub returns a - b.
func Sub(a, b *Expr) *Expr { return Bin(OpSub, a, b) }

// Un returns the application of OpNeg or OpBitNot.
func Un(op Op, a *Expr) *Expr {
	s := a.Sort
	if s.Kind == KindInt {
		s = Int
	}
	return &Expr{Op: op, Sort: s, Args: []*Expr{a}}
}

// Lt returns a < b.
func Lt(a, b *Expr) *Expr {
	if a.Op == OpInt && b.Op == OpInt && a.Sort.Kind == KindInt {
		return B(a.Int.Cmp(b.Int) < 0)
	}
	return &Expr{Op: OpLt, Sort: Bool, Args: []*Expr{a, b}}
}

// Le returns a <= b.
func Le(a, b *Expr) *Expr {
	if a.Op == OpInt && b.Op == OpInt && a.Sort.Kind == KindInt {
		return B(a.Int.Cmp(b.Int) <= 0)
	}
	return &Expr{Op: OpLe, Sort: Bool, Args: []*Expr{a, b}}
}

// Wrap brings an exact integer into the range of the bounded integer sort s as Go's conversions and arithmetic do.
// An unbounded s leaves e alone.
func Wrap(e *Expr, s *Sort) *Expr {
	if s.Bits == 0 {
		return e
	}
	if e.Op == OpInt {
		return BigInt(wrapBig(e.Int, s), s)
	}
	if within(e.Sort, s) {
		return e
	}
	return &Expr{Op: OpWrap, Sort: s, Args: []*Expr{e}}
}

// within reports whether every value of the integer sort a is one of b.
func within(a, b *Sort) bool {
	if a.Bits == 0 {
		return false
	}
	return a.Signed == b.Signed && a.Bits <= b.Bits || !a.Signed && b.Signed && a.Bits < b.Bits
}

func wrapBig(n *big.Int, s *Sort) *big.Int {
	mod := new(big.Int).Lsh(big.NewInt(1), uint(s.Bits))
	r := new(big.Int).Mod(n, mod)
	if s.Signed && r.Bit(s.Bits-1) == 1 {
		r.Sub(r, mod)
	}
	return r
}

// Bounds returns the least and the greatest value of a bounded integer sort.
func Bounds(s *Sort) (lo, hi *big.Int) {
	one := big.NewInt(1)
	if s.Signed {
		hi = new(big.Int).Lsh(one, uint(s.Bits-1))
		return new(big.Int).Neg(hi), new(big.Int).Sub(hi, one)
	}
	return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(s.Bits)), one)
}

// Convert returns the application of OpIntToBV, OpBVToInt or OpBVResize to sort s.
func Convert(op Op, e *Expr, s *Sort) *Expr { return &Expr{Op: op, Sort: s, Args: []*Expr{e}} }

// Select returns the element of array a at the keys, one for each nesting level wanted.
func Select(a *Expr, keys ...*Expr) *Expr {
	s := a.Sort
	for range keys {
		s = s.Elem
	}
	return &Expr{Op: OpSelect, Sort: s, Args: append([]*Expr{a}, keys...)}
}

// Store returns array a with the element at the keys replaced by v.
func Store(a *Expr, keys []*Expr, v *Expr) *Expr {
	args := append([]*Expr{a}, keys...)
	return &Expr{Op: OpStore, Sort: a.Sort, Args: append(args, v)}
}

// ConstArray returns the array of sort s that is v everywhere.
func ConstArray(s *Sort, v *Expr) *Expr { return &Expr{Op: OpConstArray, Sort: s, Args: []*Expr{v}} }

// MakeTuple returns the record of sort s with the given components.
func MakeTuple(s *Sort, components ...*Expr) *Expr {
	return &Expr{Op: OpTuple, Sort: s, Args: components}
}

// GetField returns component i of the record t.
func GetField(t *Expr, i int) *Expr {
	switch {
	case t.Op == OpTuple:
		return t.Args[i]
	case t.Op == OpUpdate && t.Index == i:
		return t.Args[1]
	case t.Op == OpUpdate:
		return GetField(t.Args[0], i)
	}
	return &Expr{Op: OpField, Sort: t.Sort.Fields[i].Sort, Args: []*Expr{t}, Index: i}
}

// UpdateField returns the record t with component i replaced by v.
func UpdateField(t *Expr, i int, v *Expr) *Expr {
	if t.Op == OpTuple {
		args := slices.Clone(t.Args)
		args[i] = v
		return MakeTuple(t.Sort, args...)
	}
	return &Expr{Op: OpUpdate, Sort: t.Sort, Args: []*Expr{t, v}, Index: i}
}

// Apply returns f applied to args.
func Apply(f *Fn, args ...*Expr) *Expr {
	if f.Simplify != nil {
		if e := f.Simplify(args); e != nil {
			return e
		}
	}
	return &Expr{Op: OpApply, Sort: f.Result, Args: args, Fn: f}
}

// Forall returns the universal quantification of body over vars, instantiated at the index terms of on.
func Forall(vars []*Var, body *Expr, on ...*Var) *Expr { return quantify(OpForall, vars, body, on) }

// Exists returns the existential quantification of body over vars, instantiated at the index terms of on.
func Exists(vars []*Var, body *Expr, on ...*Var) *Expr { return quantify(OpExists, vars, body, on) }

func quantify(op Op, vars []*Var, body *Expr, on []*Var) *Expr {
	if len(vars) == 0 || body.Op == OpTrue || body.Op == OpFalse {
		return body
	}
	return &Expr{Op: op, Sort: Bool, Args: []*Expr{body}, Bound: vars, On: on}
}

// Old returns e read at the start of the step or block.
func Old(e *Expr) *Expr { return &Expr{Op: OpOld, Sort: e.Sort, Args: []*Expr{e}} }

// Equal reports whether a and b are the same term.
func Equal(a, b *Expr) bool {
	if a == b {
		return true
	}
	if a.Op != b.Op || a.Var != b.Var || a.Name != b.Name || a.Index != b.Index || a.Fn != b.Fn ||
		len(a.Args) != len(b.Args) || len(a.Bound) > 0 || !Same(a.Sort, b.Sort) || a.Sort.Signed != b.Sort.Signed ||
		a.Sort.Bits != b.Sort.Bits {
		return false
	}
	if a.Op == OpInt && a.Int.Cmp(b.Int) != 0 {
		return false
	}
	for i := range a.Args {
		if !Equal(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}
