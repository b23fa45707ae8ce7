package slice

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Which variables an instruction may access is told by types: where the address comes from, and what is stored there. A
// field is another variable than an element, or than a field of another struct; what is reached through a pointer may be
// any variable of the type. Conversions of pointers keep the underlying type, so that is what counts.

// A place is what an instruction accesses.
type place struct {
	kind   kind
	key    any             // what of the kind: the variable, the field; nil for elements
	leaves map[string]bool // the underlying types of the variables without parts that are there
	all    bool            // anything
	wide   bool            // more than one variable
	atomic bool            // by an operation of sync/atomic
}

type kind uint8

const (
	pointee kind = iota // reached through a pointer
	global
	local
	field
	element
	mapping // a map is one variable
)

// overlaps reports whether two places may have a variable in common.
func (w *world) overlaps(a, b *place) bool {
	switch {
	case a.all || b.all:
		return true
	case a.kind == mapping || b.kind == mapping:
		return a.kind == b.kind && a.key == b.key
	case !intersect(a.leaves, b.leaves):
		return false
	case a.kind == local && b.kind == local, a.kind == global && b.kind == global:
		return a.key == b.key
	case w.private(a, b) || w.private(b, a):
		return false
	case a.wide || b.wide || a.kind == pointee || b.kind == pointee:
		return true
	case a.kind != b.kind:
		return false
	}
	return a.key == b.key
}

// private reports whether a is a local variable that is accessed by its name alone, and b something that is not.
func (w *world) private(a, b *place) bool {
	if a.kind != local || b.kind == local {
		return false
	}
	return !addressed(a.key.(*ssa.Alloc), map[ssa.Value]bool{})
}

// addressed reports whether the address of a local variable is used for anything but to read, to write and to capture it.
func addressed(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if r.Val == v {
				return true
			}
		case *ssa.MakeClosure:
			for k, b := range r.Bindings {
				if b == v && addressed(r.Fn.(*ssa.Function).FreeVars[k], seen) {
					return true
				}
			}
		default:
			return true
		}
	}
	return false
}

func intersect(a, b map[string]bool) bool {
	for t := range a {
		if b[t] {
			return true
		}
	}
	return false
}

// placeAt returns the place at an address where something of type t is.
func (w *world) placeAt(addr ssa.Value, t types.Type) *place {
	p := &place{leaves: map[string]bool{}}
	parts := leaves(t, p.leaves)
	p.wide = parts > 1
	switch a := w.variable(addr).(type) {
	case *ssa.Global:
		p.kind, p.key = global, a
	case *ssa.Alloc:
		p.kind, p.key = local, a
	case *ssa.FieldAddr:
		s := a.X.Type().Underlying().(*types.Pointer).Elem().Underlying()
		p.kind, p.key = field, fmt.Sprintf("%s.%d", types.TypeString(s, nil), a.Field)
	case *ssa.IndexAddr:
		p.kind = element
	}
	return p
}

// atomicPlace is the place that an operation of sync/atomic accesses.
func (w *world) atomicPlace(c *ssa.CallCommon) *place {
	p := w.placeAt(c.Args[0], deref(c.Args[0].Type()))
	p.atomic = true
	return p
}

// placeOfMap returns that of a map.
func placeOfMap(t types.Type) *place {
	return &place{kind: mapping, key: types.TypeString(t.Underlying(), nil)}
}

// variable resolves an address that a function literal captures, if it is always that of the same variable.
func (w *world) variable(addr ssa.Value) ssa.Value {
	for {
		switch a := addr.(type) {
		case *ssa.ChangeType:
			addr = a.X
		case *ssa.FreeVar:
			list := w.closures[a.Parent()]
			if len(list) != 1 {
				return addr
			}
			for k, v := range a.Parent().FreeVars {
				if v == a {
					addr = list[0].Bindings[k]
				}
			}
			if addr == ssa.Value(a) {
				return addr
			}
		default:
			return addr
		}
	}
}

// leaves adds the types of the variables that one of type t consists of, and returns how many variables these are, at
// most two.
func leaves(t types.Type, into map[string]bool) int {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && strings.HasPrefix(n.Obj().Pkg().Path(), "sync") {
		into[types.TypeString(n, nil)] = true
		return 1
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		n := 0
		for f := range u.Fields() {
			n += leaves(f.Type(), into)
		}
		return min(n, 2)
	case *types.Array:
		return min(leaves(u.Elem(), into)*int(min(u.Len(), 2)), 2)
	case *types.Basic:
		into[u.Name()] = true
	default:
		into[fmt.Sprintf("%T", u)] = true
	}
	return 1
}

// reach is the place of all that values of some types lead to.
func reach(list []types.Type) *place {
	p := &place{kind: pointee, leaves: map[string]bool{}, wide: true}
	seen := map[string]bool{}
	var add func(t types.Type)
	add = func(t types.Type) {
		name := types.TypeString(t, nil)
		if seen[name] {
			return
		}
		seen[name] = true
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			leaves(u.Elem(), p.leaves)
			add(u.Elem())
		case *types.Slice:
			leaves(u.Elem(), p.leaves)
			add(u.Elem())
		case *types.Array:
			add(u.Elem())
		case *types.Struct:
			for f := range u.Fields() {
				add(f.Type())
			}
		case *types.Map, *types.Interface, *types.Signature, *types.Chan, *types.TypeParam:
			p.all = true
		case *types.Basic:
			p.all = p.all || u.Kind() == types.UnsafePointer
		}
	}
	for _, t := range list {
		add(t)
	}
	if len(p.leaves) == 0 && !p.all {
		return nil
	}
	return p
}

// An effect is what an instruction does to memory.
type effect struct {
	instr   ssa.Instruction
	place   *place
	address ssa.Value // what decides on the place
	visible bool      // the runs of the test show it
}

// writes lists what the functions write, in a fixed order.
func (w *world) writes() (out []*effect) {
	for _, f := range w.functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if e := w.write(i); e != nil {
					e.visible = len(w.units.sitesOf(i, "")) > 0
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// write returns what an instruction writes, nil for nothing.
func (w *world) write(i ssa.Instruction) *effect {
	switch i := i.(type) {
	case *ssa.Store:
		return &effect{instr: i, place: w.placeAt(i.Addr, i.Val.Type()), address: i.Addr}
	case *ssa.MapUpdate:
		return &effect{instr: i, place: placeOfMap(i.Map.Type()), address: i.Map}
	case ssa.CallInstruction:
		c := i.Common()
		if a := atomicOf(c); a != nil && a.writes {
			return &effect{instr: i, place: w.atomicPlace(c), address: c.Args[0]}
		}
		if b, ok := c.Value.(*ssa.Builtin); ok {
			return w.builtinWrite(i, b.Name(), c.Args)
		}
	}
	return nil
}

func (w *world) builtinWrite(i ssa.Instruction, name string, args []ssa.Value) *effect {
	switch name {
	case "append", "copy", "clear", "delete":
	default:
		return nil
	}
	switch t := args[0].Type().Underlying().(type) {
	case *types.Map:
		return &effect{instr: i, place: placeOfMap(t), address: args[0]}
	case *types.Slice:
		p := &place{kind: element, leaves: map[string]bool{}, wide: true}
		leaves(t.Elem(), p.leaves)
		return &effect{instr: i, place: p, address: args[0]}
	}
	return &effect{instr: i, place: &place{all: true}, address: args[0]}
}

// read returns what an instruction reads, nil for nothing that others write.
func (w *world) read(i ssa.Instruction) *place {
	switch i := i.(type) {
	case *ssa.UnOp:
		if _, ok := isLoad(i); ok {
			return w.placeAt(i.X, i.Type())
		}
	case *ssa.Lookup:
		if _, ok := i.X.Type().Underlying().(*types.Map); ok {
			return placeOfMap(i.X.Type())
		}
	case *ssa.Range:
		if _, ok := i.X.Type().Underlying().(*types.Map); ok {
			return placeOfMap(i.X.Type())
		}
	case *ssa.Next:
		if r, ok := i.Iter.(*ssa.Range); ok {
			return w.read(r)
		}
	case ssa.CallInstruction:
		c := i.Common()
		if a := atomicOf(c); a != nil && a.reads {
			return w.atomicPlace(c)
		}
		if b, ok := c.Value.(*ssa.Builtin); ok {
			return w.builtinRead(b.Name(), c.Args)
		}
	}
	return nil
}

func (w *world) builtinRead(name string, args []ssa.Value) *place {
	switch name {
	case "append", "copy":
		args = args[1:]
	case "len":
	default:
		return nil
	}
	if len(args) == 0 {
		return nil
	}
	switch t := args[0].Type().Underlying().(type) {
	case *types.Map:
		return placeOfMap(t)
	case *types.Slice:
		if name == "len" {
			return nil
		}
		p := &place{kind: element, leaves: map[string]bool{}, wide: true}
		leaves(t.Elem(), p.leaves)
		return p
	}
	return nil
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// exact reports whether the runs of the test show whether two accesses, both of which are visible, are to one variable.
func exact(a, b *place) bool {
	if a.all || b.all || a.atomic != b.atomic {
		return false
	}
	if a.kind == mapping {
		return true
	}
	return !a.wide && !b.wide && slices.Equal(slices.Sorted(maps.Keys(a.leaves)), slices.Sorted(maps.Keys(b.leaves)))
}
