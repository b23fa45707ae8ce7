package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// What a function that others may call stores where its callers look, it exposes as a result is: in a field with an
// exported name of an object that it was passed, in an element of a slice, in an entry of a map, in a variable of which
// it was passed the address; in a sync.Map, an atomic variable or a pool of theirs (exposedcontainers.go).

// ExposedStored returns the guarded variables of which an instruction stores the address there, or of a part, in order.
func (p *Facts) ExposedStored(instr ssa.Instruction) []*types.Var { return p.storedBehind[instr] }

// findExposedStored finds them, and adds them to those of which it is asked whether they are written.
func (p *Facts) findExposedStored(fn *ssa.Function, some map[*types.Var]bool) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			v := storedOutside(instr)
			if v == nil || !LeadsToMemory(v.Type()) {
				continue
			}
			o := &origins{prog: p, seen: map[origin]bool{}, args: map[*ssa.Parameter][]ssa.Value{}}
			if _, isCall := instr.(*ssa.Call); isCall {
				o.unguarded = p.usedPlainly
			}
			o.value(v)
			if len(o.behind) == 0 {
				continue
			}
			p.storedBehind[instr] = p.varsInOrder(o.behind)
			for _, v := range o.behind {
				some[v] = true
			}
		}
	}
}

// storedOutside returns what an instruction stores where the callers of its function look, nil if it stores nothing there.
func storedOutside(instr ssa.Instruction) ssa.Value {
	switch i := instr.(type) {
	case *ssa.Store:
		if _, isLocal := i.Addr.(*ssa.Alloc); !isLocal && isOfCaller(i.Addr, (*types.Var).Exported) {
			return i.Val
		}
	case *ssa.MapUpdate:
		if isOfCaller(i.Map, (*types.Var).Exported) {
			return i.Value
		}
	case *ssa.Call:
		if v, container := PutInto(i); v != nil && isOfOthers(container) {
			return v
		}
	}
	return nil
}

// isOfCaller reports whether a value leads from a parameter on to something, by fields of which all are as asked for:
// exported ones code of other packages can name.
func isOfCaller(v ssa.Value, isAsked func(*types.Var) bool) bool {
	for {
		switch at := v.(type) {
		case *ssa.Parameter:
			return true
		case *ssa.FieldAddr:
			if !isAsked(FieldOf(at)) {
				return false
			}
			v = at.X
		case *ssa.IndexAddr:
			v = at.X
		case *ssa.UnOp:
			if at.Op != token.MUL {
				return false
			}
			if a, ok := at.X.(*ssa.Alloc); ok {
				_, is := Spilled(a)
				return is
			}
			v = at.X
		default:
			return false
		}
	}
}
