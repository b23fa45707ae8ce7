package fusion

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A value is what an SSA value is in the trace: a number, which also has a term, or one of the others, which have none.
// Those are concrete: where another schedule might give another value, a check of the trace says so.
type value any

type (
	// A number is an integer or a truth value.
	number struct{ *term }
	// A pointer points to a cell; nil if that is nil. A value of a channel type is one, too.
	pointer struct{ to *cell }
	// An aggregate is a struct, an array or a tuple.
	aggregate []value
	// A slice is a part of an array.
	slice struct {
		array    *cell
		off, len int
		cap      int
	}
	// A closure is a function with what it captures.
	closure struct {
		fn   *ssa.Function
		free []value
	}
	// A boxed is the value of an interface.
	boxed struct {
		typ types.Type
		v   value
	}
	// A text is a string.
	text string
	// An opaque is a value that is not known. Every one differs from all others.
	opaque struct{ what string }
)

func num(k kind, v int64) number { return number{fixedTerm(k, k.wrap(v))} }

func boolean(b bool) number {
	if b {
		return num(truth, 1)
	}
	return num(truth, 0)
}

// kindOf is the kind of numbers of a type, false if its values are none.
func kindOf(t types.Type) (kind, bool) {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return kind{}, false
	}
	switch b.Kind() {
	case types.Bool, types.UntypedBool:
		return truth, true
	case types.Int8:
		return kind{8, true}, true
	case types.Int16:
		return kind{16, true}, true
	case types.Int32, types.UntypedRune:
		return kind{32, true}, true
	case types.Int, types.Int64, types.UntypedInt:
		return kind{64, true}, true
	case types.Uint8:
		return kind{8, false}, true
	case types.Uint16:
		return kind{16, false}, true
	case types.Uint32:
		return kind{32, false}, true
	case types.Uint, types.Uint64, types.Uintptr:
		return kind{64, false}, true
	}
	return kind{}, false
}

// zero is the zero value of a type.
func zero(t types.Type) value {
	if k, ok := kindOf(t); ok {
		return num(k, 0)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return text("")
		}
	case *types.Pointer, *types.Chan:
		return pointer{}
	case *types.Slice:
		return slice{}
	case *types.Signature:
		return closure{}
	case *types.Interface:
		return boxed{}
	case *types.Struct:
		var fields aggregate
		for f := range u.Fields() {
			fields = append(fields, zero(f.Type()))
		}
		return fields
	case *types.Array:
		elems := make(aggregate, u.Len())
		for i := range elems {
			elems[i] = zero(u.Elem())
		}
		return elems
	}
	return &opaque{t.String()}
}

// same reports whether two values that are no numbers are known to be equal.
func same(a, b value) bool {
	switch a := a.(type) {
	case number:
		b, ok := b.(number)
		return ok && a.val == b.val
	case closure:
		b, ok := b.(closure)
		return ok && a.fn == b.fn && len(a.free) == 0 && len(b.free) == 0
	case aggregate:
		b, ok := b.(aggregate)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !same(a[i], b[i]) {
				return false
			}
		}
		return true
	case boxed:
		b, ok := b.(boxed)
		return ok && (a.typ == nil && b.typ == nil || a.typ != nil && b.typ != nil && types.Identical(a.typ, b.typ) && same(a.v, b.v))
	}
	return a == b
}

// A cell is a place in memory: a variable, or a part of one.
type cell struct {
	id    int
	name  string
	typ   types.Type
	parts []*cell // of a struct or array; its value is theirs
	val   value
	local bool // nothing but the function that declares it can reach it
	quiet bool // it is a variable, or a part of one, that accesses to are not instrumented
	obj   int32
	known bool // obj is its number in the trace

	channel *channel // what a value of a channel type points to, nil for all others
}

// fixedAs has the types of which a variable is one cell, whatever is in it.
func isObject(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	switch n.Obj().Pkg().Path() {
	case "sync", "sync/atomic", "testing":
		return true
	}
	return false
}

// newCell makes a cell of a type with its zero value.
func (m *machine) newCell(name string, t types.Type, local bool) *cell {
	m.cells++
	c := &cell{id: m.cells, name: name, typ: t, local: local}
	if isObject(t) {
		c.val = initialObject(t)
		return c
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		c.parts = []*cell{}
		for f := range u.Fields() {
			c.parts = append(c.parts, m.newCell(name+"."+f.Name(), f.Type(), local))
		}
	case *types.Array:
		if u.Len() > maxArray {
			m.unable("the array %s has %d elements", name, u.Len())
		}
		c.parts = []*cell{}
		for i := range u.Len() {
			c.parts = append(c.parts, m.newCell(fmt.Sprintf("%s[%d]", name, i), u.Elem(), local))
		}
	default:
		c.val = zero(t)
	}
	return c
}

// maxArray is the greatest array that is followed.
const maxArray = 4096

// atomicKinds are the types of sync/atomic whose values are numbers.
var atomicKinds = map[string]kind{
	"Int32": {32, true}, "Int64": {64, true}, "Uint32": {32, false}, "Uint64": {64, false}, "Uintptr": {64, false}, "Bool": truth,
}

// initialObject is the zero value of an object of the standard library.
func initialObject(t types.Type) value {
	n := types.Unalias(t).(*types.Named).Obj()
	if k, ok := atomicKinds[n.Name()]; ok && n.Pkg().Path() == "sync/atomic" {
		return num(k, 0)
	}
	if n.Pkg().Path() == "sync/atomic" && n.Name() == "Pointer" {
		return pointer{}
	}
	return &opaque{n.Name()}
}

// silence makes c and its parts quiet.
func (c *cell) silence() {
	c.quiet = true
	for _, p := range c.parts {
		p.silence()
	}
}

// leaves calls f for the parts of c that hold a value.
func (c *cell) leaves(f func(*cell)) {
	if c.parts == nil {
		f(c)
		return
	}
	for _, p := range c.parts {
		p.leaves(f)
	}
}
