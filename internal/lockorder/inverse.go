package lockorder

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// A link is a fact that the code makes true: the field of an object leads to another, directly or in a slice or map.
type link struct {
	from  *memory.Place
	field *types.Var
	to    *memory.Place
}

// findInverse finds pairs of fields of which one leads back where the other comes from, as parent and children do: where code has one
// object lead to another by one field, it has the other lead to this by the other field.
func (p *program) findInverse() {
	own := map[*ssa.Function][]link{}
	for _, fn := range p.functions {
		own[fn] = p.linksIn(fn)
	}
	for _, fn := range p.functions {
		all := own[fn]
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok {
					if to := memory.Callee(call.Common()); to != nil {
						all = append(all, p.linksAt(call, to, own[to])...)
					}
				}
			}
		}
		to := map[[2]*memory.Place][]*types.Var{}
		for _, l := range all {
			to[[2]*memory.Place{l.from, l.to}] = append(to[[2]*memory.Place{l.from, l.to}], l.field)
		}
		for _, l := range all {
			for _, back := range to[[2]*memory.Place{l.to, l.from}] {
				p.inverse[[2]*types.Var{l.field, back}] = true
			}
		}
	}
}

// linksIn returns the links that a function makes.
func (p *program) linksIn(fn *ssa.Function) []link {
	var all []link
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store:
				all = p.linked(p.Target(instr.Addr), instr.Val, all)
			case *ssa.MapUpdate:
				all = p.linked(p.Target(instr.Map), instr.Value, all)
			}
		}
	}
	return all
}

func (p *program) linked(at *memory.Place, v ssa.Value, all []link) []link {
	from := at
	for from.Up != nil && (from.Step.Kind == memory.ToElement || from.Step.Kind == memory.ToStore) {
		from = from.Up
	}
	if from.Up == nil || from.Step.Kind != memory.ToField {
		return all
	}
	for _, w := range appended(v, 0) {
		if _, isPtr := w.Type().Underlying().(*types.Pointer); isPtr {
			all = append(all, link{from.Object(), from.Step.Field, p.Target(w)})
		}
	}
	return all
}

// appended returns the values in a value that append has made, or the value itself.
func appended(v ssa.Value, depth int) []ssa.Value {
	call, ok := v.(*ssa.Call)
	if !ok || depth > 3 {
		return []ssa.Value{v}
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); !ok || b.Name() != "append" || len(call.Call.Args) < 2 {
		return []ssa.Value{v}
	}
	slice, ok := call.Call.Args[1].(*ssa.Slice)
	if !ok {
		return nil
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	all := appended(call.Call.Args[0], depth+1)
	for _, use := range *array.Referrers() {
		if at, ok := use.(*ssa.IndexAddr); ok {
			for _, store := range *at.Referrers() {
				if s, ok := store.(*ssa.Store); ok {
					all = append(all, s.Val)
				}
			}
		}
	}
	return all
}

// linksAt returns the links that a callee makes, as its caller names the objects. A new object that it returns is the call.
func (p *program) linksAt(call ssa.CallInstruction, fn *ssa.Function, own []link) []link {
	if len(own) == 0 {
		return nil
	}
	result := map[*memory.Place]*memory.Place{}
	if v, ok := call.(ssa.Value); ok {
		for _, b := range fn.Blocks {
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
				for i, r := range ret.Results {
					if memory.Refers(r.Type()) && !memory.IsNil(r) {
						result[p.Target(r)] = p.Places.At(memory.Root{Value: v, Result: i + 1})
					}
				}
			}
		}
	}
	name := func(at *memory.Place) *memory.Place {
		if q := result[at]; q != nil {
			return q
		}
		if _, ok := at.Root.Value.(*ssa.Const); ok {
			return nil
		}
		return p.Outward(fn, call, call.Common(), at)
	}
	var all []link
	for _, l := range own {
		if from, to := name(l.from), name(l.to); from != nil && to != nil {
			all = append(all, link{from, l.field, to})
		}
	}
	return all
}
