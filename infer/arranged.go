package infer

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// arrangers are the packages whose functions call the methods of a collection that they are passed as an interface, and keep nothing of it.
var arrangers = map[string]bool{"container/heap": true, "sort": true}

// arrange calls the methods of a collection as sort.Sort and heap.Push do: what they access of it is accessed here. It
// returns false for all other calls.
func (f *flow) arrange(at ssa.CallInstruction, c *ssa.CallCommon, fn *types.Func, s *state) bool {
	if fn == nil || fn.Pkg() == nil || !arrangers[fn.Pkg().Path()] || len(c.Args) == 0 {
		return false
	}
	made, ok := c.Args[0].(*ssa.MakeInterface)
	if !ok {
		return false
	}
	into, found := f.Target(made.X), false
	for _, m := range f.behindInterface(made) {
		found = true
		if sum := f.summaryOf(m); sum != nil {
			if write, ok := sum.touches[m.Params[0]]; ok {
				f.access(at, into, write, false, s)
			}
		}
	}
	if !found {
		return false
	}
	for _, arg := range c.Args[1:] {
		f.put(into, arg, s)
	}
	return true
}

// behindInterface returns the methods that calls of an interface run, as far as they are analysed.
func (p *program) behindInterface(made *ssa.MakeInterface) (all []*ssa.Function) {
	iface, ok := made.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	prog := made.Parent().Prog
	set := prog.MethodSets.MethodSet(made.X.Type())
	for m := range iface.Methods() {
		sel := set.Lookup(m.Pkg(), m.Name())
		if sel == nil {
			continue
		}
		if fn := prog.FuncValue(sel.Obj().(*types.Func).Origin()); fn != nil && p.bodies[fn] && len(fn.Params) > 0 && memory.Refers(fn.Params[0].Type()) {
			all = append(all, fn)
		}
	}
	return all
}
