package desugar

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
)

// A reflect.Value is a value of which nothing is known. It leads to memory, so it may be kept and asked what it is, but what reads
// or writes through it has no translation. What reads the value itself has one where the text shows that it is no variable.

// holdsReflectValue reports whether a value of type t may have a reflect.Value in it, or lead to one.
func holdsReflectValue(t types.Type) bool {
	return holdsReflect(t, map[types.Type]bool{})
}

func holdsReflect(t types.Type, seen map[types.Type]bool) bool {
	if analysis.IsReflectValue(t) {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if holdsReflect(f.Type(), seen) {
				return true
			}
		}
	case *types.Array:
		return holdsReflect(u.Elem(), seen)
	case *types.Slice:
		return holdsReflect(u.Elem(), seen)
	case *types.Pointer:
		return holdsReflect(u.Elem(), seen)
	case *types.Map:
		return holdsReflect(u.Key(), seen) || holdsReflect(u.Elem(), seen)
	case *types.Chan:
		return holdsReflect(u.Elem(), seen)
	}
	return false
}

// asksOnly are the methods of reflect.Value that look at nothing but the value itself, and its type. What Elem leads to
// is looked at by others.
var asksOnly = map[string]bool{
	"Kind": true, "IsValid": true, "Type": true, "CanAddr": true, "CanSet": true, "CanInterface": true, "NumMethod": true,
	"CanInt": true, "CanUint": true, "CanFloat": true, "CanComplex": true, "NumField": true, "Field": true, "Addr": true,
	"OverflowInt": true, "OverflowUint": true, "OverflowFloat": true, "OverflowComplex": true,
}

// looksInside are those that look at what an interface holds by value, if that is what the reflect.Value was made of.
// Nobody writes it. Len is none of them: it reads how many entries a map has.
var looksInside = map[string]bool{
	"Int": true, "Uint": true, "Float": true, "Complex": true, "Bool": true, "String": true, "IsNil": true, "IsZero": true,
	"Cap": true, "Pointer": true, "Elem": true,
}

// throughReflection reports whether a call of code that is not at hand may reach memory through a reflect.Value that it is passed.
func (t *translator) throughReflection(inv *emit.Invocation, args []passed) bool {
	method, ofValue := strings.CutPrefix(inv.Name, "(reflect.Value).")
	switch {
	case ofValue && asksOnly[method],
		(ofValue && looksInside[method] || inv.Name == "reflect.Indirect") && isDetached(inv.Argv[0], false),
		ofValue && method == "Interface" && isDetached(inv.Argv[0], true): // it is what ValueOf was passed
		return false
	}
	for _, p := range args {
		ptr, ok := p.typ.Underlying().(*types.Pointer)
		if ok && isSynchronised(ptr.Elem()) {
			continue // such as a template, which holds the functions that it has been given
		}
		if holdsReflectValue(p.typ) {
			return true
		}
	}
	return false
}

// isDetached reports whether a reflect.Value surely is what reflect.ValueOf has made of an interface, or a field of
// that: no variable, but a value that nobody can write. If whole is true it is all of what ValueOf was passed.
func isDetached(v ssa.Value, whole bool) bool {
	return (&detachedWalk{whole: whole, seen: map[ssa.Value]bool{}}).value(v)
}

// A detachedWalk follows reflect.Values to where they come from. Those that it has seen already come from nowhere else.
type detachedWalk struct {
	whole bool
	seen  map[ssa.Value]bool
}

func (w *detachedWalk) value(v ssa.Value) bool {
	if w.seen[v] {
		return true
	}
	w.seen[v] = true
	switch v := v.(type) {
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		if fn == nil || analysis.Object(fn) == nil {
			return false
		}
		switch analysis.Object(fn).FullName() {
		case "reflect.ValueOf":
			return true
		case "reflect.Zero", "reflect.New":
			return !w.whole
		case "(reflect.Value).Field":
			return !w.whole && w.value(v.Call.Args[0])
		}
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		return ok && v.Op == token.MUL && w.variable(a, v)
	}
	return false
}

// variable is value for what a load reads of a variable of the function.
func (w *detachedWalk) variable(a *ssa.Alloc, load *ssa.UnOp) bool {
	var stored []ssa.Value
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if use.Addr != ssa.Value(a) {
				return false
			}
			stored = append(stored, use.Val)
		default:
			return false
		}
	}
	if last := lastStored(a, load); last != nil {
		return w.value(last)
	}
	return !slices.ContainsFunc(stored, func(x ssa.Value) bool { return !w.value(x) })
}

// lastStored returns what the variable holds at a load, if one assignment comes before it on all ways: by looking back
// as long as there is one way.
func lastStored(a *ssa.Alloc, load *ssa.UnOp) ssa.Value {
	b := load.Block()
	before := b.Instrs[:slices.Index(b.Instrs, ssa.Instruction(load))]
	for range len(b.Parent().Blocks) {
		for _, instr := range slices.Backward(before) {
			if s, ok := instr.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
				return s.Val
			}
		}
		if len(b.Preds) != 1 {
			return nil
		}
		b = b.Preds[0]
		before = b.Instrs
	}
	return nil
}
