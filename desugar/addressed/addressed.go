// Package addressed takes a call and gives the arguments that are addresses of variables, such as &s.name in
// rows.Scan(&s.name). Whoever passes one has the callee write the variable, unless it is known that it only reads.
package addressed

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// An Argument is a value that a call passes, in an interface or among variadic arguments, too.
type Argument struct {
	Index int // the receiver first; variadic ones count on
	Value ssa.Value
}

// Arguments returns the arguments of a call that are addresses of variables. The receiver of a method that is called
// through an interface is none of its arguments.
func Arguments(c *ssa.CallCommon) []Argument {
	var all []Argument
	add := func(i int, v ssa.Value) {
		if at, ok := Of(v); ok {
			all = append(all, Argument{Index: i, Value: at})
		}
	}
	for i, arg := range c.Args {
		if i == len(c.Args)-1 && c.Signature().Variadic() {
			eachElement(arg, map[ssa.Value]bool{}, func(k int, v ssa.Value) { add(i+k, v) })
		} else {
			add(i, arg)
		}
	}
	return all
}

// eachElement calls f for each value that the function around a call stores in a slice, as a variadic argument, in a
// literal or by append. Of those that append adds, the number is that of the first.
func eachElement(v ssa.Value, seen map[ssa.Value]bool, f func(k int, v ssa.Value)) {
	if seen[v] {
		return
	}
	seen[v] = true
	switch x := v.(type) {
	case *ssa.Slice:
		if array, ok := x.X.(*ssa.Alloc); ok {
			eachStored(array, f)
		}
	case *ssa.Phi:
		for _, e := range x.Edges {
			eachElement(e, seen, f)
		}
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			for _, arg := range x.Call.Args {
				eachElement(arg, seen, f)
			}
		}
	}
}

// eachStored calls f for each value that is stored into an array.
func eachStored(array *ssa.Alloc, f func(k int, v ssa.Value)) {
	for _, use := range *array.Referrers() {
		at, ok := use.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		k, ok := at.Index.(*ssa.Const)
		if !ok {
			continue
		}
		for _, use := range *at.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == at {
				f(int(k.Int64()), s.Val)
			}
		}
	}
}

// Of returns the address of a variable, or of a part of one, that a value is, or holds as an interface.
func Of(v ssa.Value) (ssa.Value, bool) {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.Alloc, *ssa.FreeVar:
			return v, true
		default:
			return nil, false
		}
	}
}

// PartOf returns what an address is part of: the address of a variable, or a pointer or slice that was read.
func PartOf(v ssa.Value) ssa.Value {
	for {
		switch at := v.(type) {
		case *ssa.FieldAddr:
			v = at.X
		case *ssa.IndexAddr:
			v = at.X
		default:
			return v
		}
	}
}

// Decodes reports whether a method of that name is one by which a value decodes itself: it writes what its receiver points to.
func Decodes(method string) bool {
	return strings.HasPrefix(method, "Unmarshal") || method == "GobDecode" || method == "Scan"
}
