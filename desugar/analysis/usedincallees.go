package analysis

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/sequential"
)

// A method may be all that a goroutine runs, go t.print(n), and use what a field of its receiver leads to. So of each
// function it is noted what it uses behind the fields of its parameters.

// A calleeUse is one by a function of what a parameter leads to, or a package variable.
type calleeUse struct {
	of    source // of which the root is the parameter or the variable
	v     ssa.Value
	reads bool
	held  []source // the locks that are held there
}

// usesOfCallee returns what a call of a function at hand uses, but for the interfaces that it is passed.
func (w *togetherWalk) usesOfCallee(call *ssa.CallCommon) (all []sequentialUse) {
	fn := call.StaticCallee()
	if fn == nil || fn.Blocks == nil || fn.Parent() != nil || len(fn.Params) != len(call.Args) {
		return nil
	}
	for _, u := range w.usesIn(fn) {
		of, ok := passedFor(w, u.of, call)
		if param, is := u.of.root.(*ssa.Parameter); !ok || is && u.of.path == "" && sequential.Is(param.Type()) {
			continue
		}
		use := sequentialUse{of: of, v: u.v, reads: u.reads}
		for _, lock := range u.held {
			if of, ok := passedFor(w, lock, call); ok {
				use.held = append(use.held, of)
			}
		}
		all = append(all, use)
	}
	return all
}

// passedFor returns what a source in a callee is at a call.
func passedFor(w *togetherWalk, of source, call *ssa.CallCommon) (source, bool) {
	param, ok := of.root.(*ssa.Parameter)
	if !ok {
		return of, true
	}
	its, ok := w.originOf(call.Args[slices.Index(param.Parent().Params, param)])
	its.path += of.path
	return its, ok
}

// usesIn returns what a function uses of its parameters and of package variables, by itself or by functions that it
// calls. What it does after it has waited for somebody does not count, nor what literals do.
func (w *togetherWalk) usesIn(fn *ssa.Function) []calleeUse {
	if all, ok := w.uses[fn]; ok {
		return all
	}
	w.uses[fn] = nil // for functions that call themselves
	in := &togetherWalk{prog: w.prog, starts: map[*ssa.Function][]ssa.Instruction{}, uses: w.uses}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Call); ok {
				in.use(instr)
			}
		}
	}
	var all []calleeUse
	for _, u := range in.all {
		if u.by == nil && isOutside(u.of) && !in.waitsBefore(u, 0) {
			all = append(all, calleeUse{u.of, u.v, u.reads, append(in.heldAlong(u, 0), u.held...)})
		}
	}
	w.uses[fn] = all
	return all
}

// isOutside reports whether callers may know a source.
func isOutside(of source) bool {
	switch of.root.(type) {
	case *ssa.Parameter, *ssa.Global:
		return true
	}
	return false
}

// isOpen reports whether goroutines may share an object by the methods that only read.
func isOpen(v ssa.Value) bool {
	for _, use := range usesOf(v) {
		if call, ok := use.(ssa.CallInstruction); ok {
			if recv, _ := sequential.Receiver(call.Common()); recv == v {
				return true
			}
		}
	}
	return false
}
