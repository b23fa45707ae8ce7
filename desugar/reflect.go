package desugar

import (
	"go/types"
	"strings"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
)

// A reflect.Value is a value of which nothing is known. It leads to memory, so it may be kept and asked what it is, but what reads
// or writes through it has no translation.

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

// asksOnly are the methods of reflect.Value that look at nothing but the value itself.
var asksOnly = map[string]bool{
	"Kind": true, "IsValid": true, "Type": true, "CanAddr": true, "CanSet": true, "CanInterface": true, "NumMethod": true,
	"CanInt": true, "CanUint": true, "CanFloat": true, "CanComplex": true,
}

// throughReflection reports whether a call of code that is not at hand may reach memory through a reflect.Value that it is passed.
func (t *translator) throughReflection(inv *emit.Invocation, args []passed) bool {
	method, ofValue := strings.CutPrefix(inv.Name, "(reflect.Value).")
	if ofValue && asksOnly[method] {
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
