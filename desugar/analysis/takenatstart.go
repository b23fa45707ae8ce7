package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/liveness"
)

// A goroutine often gets an object for itself: go pump(bufio.NewReader(conn)), or a scanner that only the function
// literal uses which it runs. Where the text suggests that of each start, the goroutine counts on its starter for the
// object. Each start is checked to give away an object that is the starter's own, and stored nowhere.

// TakenAtStart reports whether the goroutine that runs a function has to itself what a parameter or a captured variable leads to.
func (p *Facts) TakenAtStart(input ssa.Value) bool { return p.takenAtStart[input] }

// findTakenAtStart finds these parameters and variables.
func (p *Facts) findTakenAtStart() map[ssa.Value]bool {
	taken, kept := map[ssa.Value]bool{}, map[ssa.Value]bool{}
	note := func(input ssa.Value, given bool) {
		if given {
			taken[input] = true
		} else {
			kept[input] = true
		}
	}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				g, ok := instr.(*ssa.Go)
				if !ok {
					continue
				}
				run := g.Call.StaticCallee()
				if run == nil || run.Blocks == nil || !p.runByGoAlone(run) || len(run.Params) != len(g.Call.Args) {
					continue
				}
				for i, param := range run.Params {
					if p.mayBeTaken(param.Type()) {
						note(param, p.isGivenAway(g.Call.Args[i], g, nil))
					}
				}
				lit, ok := g.Call.Value.(*ssa.MakeClosure)
				if !ok {
					continue
				}
				for i, fv := range run.FreeVars {
					if ptr, isPtr := fv.Type().Underlying().(*types.Pointer); isPtr && p.mayBeTaken(ptr.Elem()) {
						note(fv, p.isGivenBy(lit.Bindings[i], g, lit))
					}
				}
			}
		}
	}
	for input := range kept {
		delete(taken, input)
	}
	return taken
}

// runByGoAlone reports whether nobody runs a function without its name, but go statements.
func (p *Facts) runByGoAlone(fn *ssa.Function) bool {
	root := Root(fn)
	generic := root.TypeParams().Len() > 0 || len(root.TypeArgs()) > 0 || root.Signature.RecvTypeParams().Len() > 0
	return p.Spawned[fn] && !p.ByGroup[fn] && !p.Outlined[fn] && !p.CalledByOthers(fn) && !IsWrapper(fn) && p.ContractOf(fn) == nil && !generic
}

// mayBeTaken reports whether a type is that of pointers to objects of which one goroutine at a time may use a value, or
// to plain structs that lead nowhere, in which no part is known to others that the object itself does not tell.
func (p *Facts) mayBeTaken(t types.Type) bool {
	ptr, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	name := StructName(ptr.Elem())
	return name != nil && (isUnsynchronised(name) || p.isOurs(name) && p.IsRegional(ptr.Elem()) && !LeadsToMemory(ptr.Elem()) && !p.hasGuards(ptr.Elem()))
}

// isGivenAway reports whether the text suggests that a value which a goroutine gets is an object that was made for it.
func (p *Facts) isGivenAway(v ssa.Value, g *ssa.Go, lit *ssa.MakeClosure) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return !liveness.After(v, g)
	case *ssa.Call:
		return p.makesFor(v)
	case *ssa.UnOp:
		cell, ok := v.X.(*ssa.Alloc)
		return ok && p.isGivenBy(cell, g, lit)
	}
	return false
}

// isGivenBy reports the same of what a variable of the function holds, which is not used after the go statement.
func (p *Facts) isGivenBy(v ssa.Value, g *ssa.Go, lit *ssa.MakeClosure) bool {
	cell, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	stores := 0
	for _, use := range *cell.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Addr != ssa.Value(cell) || !p.isGivenAway(use.Val, g, lit) {
				return false
			}
			stores++
		case *ssa.MakeClosure:
			if use != lit {
				return false
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return stores == 1 && !liveness.After(cell, g)
}

// makesFor reports whether a call makes an object, out of nothing that its caller may go on to write.
func (p *Facts) makesFor(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || Object(fn) == nil || slices.ContainsFunc(call.Call.Args, p.mayBeWrittenOn) {
		return false
	}
	if fn.Blocks != nil {
		return p.returnsNew(fn, 0, true, map[*ssa.Function]bool{})
	}
	name := Object(fn).FullName()
	return MakesNew[name] || Wraps[name]
}

// mayBeWrittenOn reports whether the caller of a function may go on to write what an argument leads to, and the
// function keep that: a slice, or a buffer behind an interface.
func (p *Facts) mayBeWrittenOn(arg ssa.Value) bool {
	t := unwrapped(arg).Type()
	if isSliceOrMap(t) {
		return true
	}
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	name := StructName(ptr.Elem())
	return name == nil || isUnsynchronised(name) || p.IsRegional(ptr.Elem())
}
