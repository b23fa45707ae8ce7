package ir

import (
	"fmt"
	"maps"
)

// termChecker checks terms.
type termChecker struct {
	declared map[*Var]bool
	bound    map[*Var]bool  // the variables of the binders above
	old      bool           // OpOld may occur
	seen     map[*Expr]bool // found well-formed under these binders
}

// under checks e below a binder of vars. What is below no binder is for term.
func (t termChecker) under(vars []*Var, e *Expr) error {
	bound := maps.Clone(t.bound)
	if bound == nil {
		bound = map[*Var]bool{}
	}
	for _, v := range vars {
		if v == nil || v.Kind != BoundVar {
			return fmt.Errorf("%s is bound and is no bound variable", name(v))
		}
		bound[v] = true
	}
	t.bound = bound
	t.seen = map[*Expr]bool{}
	return t.term(e)
}

func (t termChecker) term(e *Expr) error {
	if t.seen[e] {
		return nil
	}
	if e.Sort == nil {
		return fmt.Errorf("term with operator %d has no sort", e.Op)
	}
	for _, a := range e.Args {
		if a == nil {
			return fmt.Errorf("operator %d has a missing argument", e.Op)
		}
	}
	if err := t.root(e); err != nil {
		return err
	}
	t.seen[e] = true
	return nil
}

func (t termChecker) root(e *Expr) error {
	switch e.Op {
	case OpForall, OpExists:
		for _, v := range e.On {
			if !t.declared[v] {
				return fmt.Errorf("%s: instantiated on %s, which is not declared", e, name(v))
			}
		}
		if len(e.Args) != 1 || e.Args[0].Sort.Kind != KindBool || e.Sort.Kind != KindBool {
			return fmt.Errorf("quantifier over what is no condition")
		}
		return t.under(e.Bound, e.Args[0])
	case OpOld:
		if !t.old {
			return fmt.Errorf("%s: old cannot be used here", e)
		}
	}
	for _, a := range e.Args {
		if err := t.term(a); err != nil {
			return err
		}
	}
	if e.Op == OpVar {
		return t.variable(e)
	}
	rule, ok := rules[e.Op]
	if !ok {
		return fmt.Errorf("unknown operator %d", e.Op)
	}
	if !rule(e) {
		return fmt.Errorf("%s: operator of sort %s does not fit arguments of sorts %v", e, e.Sort, sortsOf(e.Args))
	}
	return nil
}

func (t termChecker) variable(e *Expr) error {
	switch {
	case e.Var == nil:
		return fmt.Errorf("variable missing")
	case !Same(e.Sort, e.Var.Sort):
		return fmt.Errorf("%s has sort %s and is read as %s", e.Var.Name, e.Var.Sort, e.Sort)
	case e.Var.Kind == BoundVar && !t.bound[e.Var]:
		return fmt.Errorf("bound variable %s occurs outside its binder", e.Var.Name)
	case e.Var.Kind != BoundVar && !t.declared[e.Var]:
		return fmt.Errorf("%s is not declared", e.Var.Name)
	}
	return nil
}

func sortsOf(es []*Expr) []string {
	var names []string
	for _, e := range es {
		names = append(names, e.Sort.String())
	}
	return names
}

// rules says, for each operator whose arguments are all alike terms, whether sorts and number of arguments fit.
var rules = map[Op]func(*Expr) bool{
	OpInt:   func(e *Expr) bool { return arity(e, 0) && e.Int != nil && numeric(e.Sort) },
	OpTrue:  func(e *Expr) bool { return arity(e, 0) && is(e, KindBool) },
	OpFalse: func(e *Expr) bool { return arity(e, 0) && is(e, KindBool) },
	OpNil:   func(e *Expr) bool { return arity(e, 0) && is(e, KindRef) },
	OpFree:  func(e *Expr) bool { return arity(e, 0) && is(e, KindTid) },
	OpConst: func(e *Expr) bool { return arity(e, 0) && is(e, KindOpaque) && e.Name != "" },

	OpNot:     func(e *Expr) bool { return arity(e, 1) && connective(e) },
	OpAnd:     connective,
	OpOr:      connective,
	OpImplies: func(e *Expr) bool { return arity(e, 2) && connective(e) },
	OpEq:      func(e *Expr) bool { return arity(e, 2) && is(e, KindBool) && Same(e.Args[0].Sort, e.Args[1].Sort) },
	OpIte: func(e *Expr) bool {
		return arity(e, 3) && is(e.Args[0], KindBool) && Same(e.Args[1].Sort, e.Sort) && Same(e.Args[2].Sort, e.Sort)
	},

	OpAdd: arithmetic,
	OpSub: arithmetic,
	OpMul: arithmetic,
	OpQuo: arithmetic,
	OpRem: arithmetic,
	OpDiv: func(e *Expr) bool { return arithmetic(e) && is(e, KindInt) },
	OpMod: func(e *Expr) bool { return arithmetic(e) && is(e, KindInt) },
	OpNeg: func(e *Expr) bool { return arity(e, 1) && numeric(e.Sort) && allSame(e) },
	OpLt:  comparison,
	OpLe:  comparison,
	OpWrap: func(e *Expr) bool {
		return arity(e, 1) && is(e, KindInt) && e.Sort.Bits > 0 && is(e.Args[0], KindInt)
	},

	OpBitAnd:   bits,
	OpBitOr:    bits,
	OpBitXor:   bits,
	OpBitNot:   func(e *Expr) bool { return arity(e, 1) && is(e, KindBV) && allSame(e) },
	OpShl:      bits,
	OpShr:      bits,
	OpIntToBV:  func(e *Expr) bool { return arity(e, 1) && is(e, KindBV) && is(e.Args[0], KindInt) },
	OpBVToInt:  func(e *Expr) bool { return arity(e, 1) && is(e, KindInt) && is(e.Args[0], KindBV) },
	OpBVResize: func(e *Expr) bool { return arity(e, 1) && is(e, KindBV) && is(e.Args[0], KindBV) },

	OpSelect: func(e *Expr) bool { return len(e.Args) >= 2 && indexes(e.Args[0], e.Args[1:], e.Sort) },
	OpStore: func(e *Expr) bool {
		last := len(e.Args) - 1
		return last >= 2 && Same(e.Sort, e.Args[0].Sort) && indexes(e.Args[0], e.Args[1:last], e.Args[last].Sort)
	},
	OpConstArray: func(e *Expr) bool { return arity(e, 1) && is(e, KindArray) && Same(e.Sort.Elem, e.Args[0].Sort) },

	OpTuple: func(e *Expr) bool { return is(e, KindTuple) && matches(e.Args, fieldSorts(e.Sort)) },
	OpField: func(e *Expr) bool { return arity(e, 1) && Same(component(e.Args[0], e.Index), e.Sort) },
	OpUpdate: func(e *Expr) bool {
		return arity(e, 2) && Same(e.Sort, e.Args[0].Sort) && Same(component(e.Args[0], e.Index), e.Args[1].Sort)
	},
	OpApply: func(e *Expr) bool { return e.Fn != nil && Same(e.Sort, e.Fn.Result) && matches(e.Args, e.Fn.Params) },
	OpOld:   func(e *Expr) bool { return arity(e, 1) && allSame(e) },
}

func arity(e *Expr, n int) bool { return len(e.Args) == n }
func is(e *Expr, k Kind) bool   { return e.Sort.Kind == k }
func numeric(s *Sort) bool      { return s.Kind == KindInt || s.Kind == KindBV && s.Bits > 0 }

// allSame reports whether the arguments have the sort of the whole.
func allSame(e *Expr) bool {
	for _, a := range e.Args {
		if !Same(a.Sort, e.Sort) {
			return false
		}
	}
	return true
}

func connective(e *Expr) bool { return len(e.Args) > 0 && is(e, KindBool) && allSame(e) }
func arithmetic(e *Expr) bool { return arity(e, 2) && numeric(e.Sort) && allSame(e) }
func bits(e *Expr) bool       { return arithmetic(e) && is(e, KindBV) }
func comparison(e *Expr) bool {
	return arity(e, 2) && is(e, KindBool) && numeric(e.Args[0].Sort) && Same(e.Args[0].Sort, e.Args[1].Sort) &&
		(e.Args[0].Sort.Kind == KindInt || e.Args[0].Sort.Signed == e.Args[1].Sort.Signed)
}

// indexes reports whether the keys lead from the array to a value of the sort.
func indexes(array *Expr, keys []*Expr, value *Sort) bool {
	s := array.Sort
	for _, k := range keys {
		if s.Kind != KindArray || !Same(s.Key, k.Sort) {
			return false
		}
		s = s.Elem
	}
	return Same(s, value)
}

// component returns the sort of a tuple's component, nil if it has none such.
func component(tuple *Expr, i int) *Sort {
	if !is(tuple, KindTuple) || i < 0 || i >= len(tuple.Sort.Fields) {
		return nil
	}
	return tuple.Sort.Fields[i].Sort
}

func fieldSorts(tuple *Sort) []*Sort {
	var sorts []*Sort
	for _, f := range tuple.Fields {
		sorts = append(sorts, f.Sort)
	}
	return sorts
}

func matches(args []*Expr, sorts []*Sort) bool {
	if len(args) != len(sorts) {
		return false
	}
	for i, a := range args {
		if !Same(a.Sort, sorts[i]) {
			return false
		}
	}
	return true
}
