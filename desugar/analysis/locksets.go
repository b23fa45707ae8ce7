package analysis

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A LockPath is a lock that a function may acquire, as far as its caller can tell: in what a parameter points to, in a
// package variable, or in some object of a type.
type LockPath struct {
	Param  int          // the parameter's number, or -1
	Global *types.Var   // or a package variable
	Type   types.Type   // or any object of this type
	Slice  bool         // which is an element of a slice
	Made   *types.Var   // or was made to be stored in this field
	Steps  []*types.Var // fields; nil for some element of an array
}

// Key tells paths apart: two have the same if they lead to the same lock.
func (p LockPath) Key() string {
	var b strings.Builder
	fmt.Fprint(&b, p.Param)
	switch {
	case p.Global != nil:
		fmt.Fprintf(&b, " %s@%d", p.Global.Name(), p.Global.Pos())
	case p.Param < 0:
		fmt.Fprintf(&b, " %s %t", types.TypeString(types.Unalias(p.Type), nil), p.Slice)
		if p.Made != nil {
			fmt.Fprintf(&b, " %s@%d", p.Made.Name(), p.Made.Pos())
		}
	}
	for _, f := range p.Steps {
		if f == nil {
			b.WriteString("[]")
		} else {
			fmt.Fprintf(&b, ".%s@%d", f.Name(), f.Pos())
		}
	}
	return b.String()
}

// Behind is the path of a method's lock as a call through an interface has it, which has no receiver among its arguments.
func (p LockPath) Behind(method *ssa.Function) LockPath {
	switch {
	case p.Param == 0:
		p.Param, p.Type = -1, Deref(method.Params[0].Type())
	case p.Param > 0:
		p.Param--
	}
	return p
}

// PassedOn returns the functions that may be called by who knows whom while fn runs: those that it uses as values, and not
// only calls where they stand, has a goroutine run, or uses in some other harmless way.
func PassedOn(fn *ssa.Function, harmless func(use ssa.Instruction, v ssa.Value) bool) []*ssa.Function {
	var out []*ssa.Function
	eachValued(fn, func(used *ssa.Function, at ssa.Instruction) {
		mc, isClosure := at.(*ssa.MakeClosure)
		if !isClosure && harmless(at, used) || isClosure && !slices.ContainsFunc(*mc.Referrers(), func(use ssa.Instruction) bool {
			return !harmless(use, mc)
		}) {
			return
		}
		out = append(out, used)
	})
	return out
}

// LeavesAlone reports whether an instruction that uses the function v only calls it, has a goroutine run it, or leaves it for
// later.
func (p *Facts) LeavesAlone(use ssa.Instruction, v ssa.Value) bool {
	call, ok := use.(*ssa.Call)
	return onlyCalls(use, v) || ok && p.CallsAsynchronously(call.Common(), v)
}

// onlyCalls reports whether an instruction that uses the function v calls it or has a goroutine run it, and does nothing else
// with it.
func onlyCalls(use ssa.Instruction, v ssa.Value) bool {
	switch use := use.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.Store:
		return Starts(use, v)
	case ssa.CallInstruction:
		return StartedBy(use) == v || use.Common().Value == v && !slices.Contains(use.Common().Args, v)
	}
	return false
}

// Calls returns the calls that fn makes itself: not those of the goroutines that it starts.
func Calls(fn *ssa.Function) []*ssa.CallCommon {
	var out []*ssa.CallCommon
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Call:
				out = append(out, &instr.Call)
			case *ssa.Defer:
				out = append(out, &instr.Call)
			}
		}
	}
	return out
}

// PathOf returns the path of the variable that the pointer v points to.
func (p *Facts) PathOf(v ssa.Value) LockPath {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		path := p.PathOf(v.X)
		path.Steps = append(slices.Clone(path.Steps), FieldOf(v))
		return path
	case *ssa.IndexAddr:
		if _, ok := v.X.Type().Underlying().(*types.Slice); ok {
			return LockPath{Param: -1, Type: Deref(v.Type()), Slice: true}
		}
		path := p.PathOf(v.X)
		path.Steps = append(slices.Clone(path.Steps), nil)
		return path
	case *ssa.Global:
		if g, ok := v.Object().(*types.Var); ok {
			return LockPath{Param: -1, Global: g}
		}
	case *ssa.Parameter:
		return LockPath{Param: slices.Index(v.Parent().Params, v)}
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			if param, ok := Spilled(a); ok {
				return p.PathOf(param)
			}
		}
		if f := p.fieldRead(v); f != nil && p.MadeLock(f) != nil {
			return LockPath{Param: -1, Type: Deref(v.Type()), Made: f}
		}
	}
	return LockPath{Param: -1, Type: Deref(v.Type())}
}

// Spilled returns the parameter that the variable a holds, if it never holds anything else.
func Spilled(a *ssa.Alloc) (*ssa.Parameter, bool) {
	var only *ssa.Parameter
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			p, ok := use.Val.(*ssa.Parameter)
			if !ok || only != nil || use.Addr != a {
				return nil, false
			}
			only = p
		case *ssa.MakeClosure:
			for n, b := range use.Bindings {
				if b == a && !onlyRead(use.Fn.(*ssa.Function).FreeVars[n]) {
					return nil, false
				}
			}
		default:
			return nil, false
		}
	}
	return only, only != nil
}
