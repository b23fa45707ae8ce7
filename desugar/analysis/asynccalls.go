package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// CallsAsynchronously reports whether a call leaves its argument v, a function, for later.
func (p *Facts) CallsAsynchronously(call *ssa.CallCommon, v ssa.Value) bool {
	l := &asyncWalk{prog: p, active: map[*ssa.Parameter]bool{}}
	return call.Value != v && l.call(call, v)
}

type asyncWalk struct {
	prog   *Facts
	active map[*ssa.Parameter]bool
}

func (l *asyncWalk) call(call *ssa.CallCommon, v ssa.Value) bool {
	callees, receiver := l.prog.behindAny(call), 0
	if call.IsInvoke() {
		receiver = 1
	}
	for i, arg := range call.Args {
		if arg != v {
			continue
		}
		for _, fn := range callees {
			if fn.Blocks == nil && !isAsynchronousCaller(fn) || fn.Blocks != nil && !l.parameter(fn.Params[i+receiver]) {
				return false
			}
		}
	}
	return len(callees) > 0
}

// AsynchronousCallers are the functions of the standard library that have another goroutine call a function.
var AsynchronousCallers = []string{"context.AfterFunc", "time.AfterFunc"}

// isAsynchronousCaller reports whether fn is one of these.
func isAsynchronousCaller(fn *ssa.Function) bool {
	obj := Object(fn)
	return obj != nil && slices.Contains(AsynchronousCallers, obj.FullName())
}

// behindAny returns the functions that a call may run, if all of them can be told.
func (p *Facts) behindAny(call *ssa.CallCommon) []*ssa.Function {
	if fn := call.StaticCallee(); fn != nil {
		return []*ssa.Function{fn}
	}
	if !call.IsInvoke() {
		return nil
	}
	it, ok := call.Value.Type().Underlying().(*types.Interface)
	if !ok || IsTypeParam(call.Value.Type()) {
		return nil
	}
	var out []*ssa.Function
	for ptr, sel := range p.methodsNamed(call.Method) {
		switch {
		case IsGeneric(ptr):
			return nil
		case types.Implements(ptr, it):
			out = append(out, p.Ssa.MethodValue(sel))
		}
	}
	if slices.Contains(out, nil) {
		return nil
	}
	return out
}

// parameter reports whether a function leaves what it gets as its parameter v for later.
func (l *asyncWalk) parameter(v *ssa.Parameter) bool {
	if l.active[v] {
		return true // as far as others do
	}
	l.active[v] = true
	kept := false
	return l.value(v, &kept) && !(kept && l.prog.callsStored(v.Parent(), v.Type()))
}

// value reports whether nothing calls v here, and notes whether it is kept in memory.
func (l *asyncWalk) value(v ssa.Value, kept *bool) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.BinOp, *ssa.Go:
		case *ssa.Store:
			a, ok := use.Addr.(*ssa.Alloc)
			if !ok || a.Heap {
				*kept = true
			} else if !l.loads(a, kept) {
				return false
			}
		case *ssa.MakeInterface:
			*kept = true
		case *ssa.ChangeType:
			if !l.value(use, kept) {
				return false
			}
		case ssa.CallInstruction:
			if use.Common().Value == v || !l.call(use.Common(), v) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// loads is value for what the local variable a holds.
func (l *asyncWalk) loads(a *ssa.Alloc, kept *bool) bool {
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.Store:
		case *ssa.UnOp:
			if !l.value(use, kept) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// mayCallOne reports whether a call is one of a function value of the type, or gives one to code that is not at hand and may
// call it, as a Once does.
func (p *Facts) mayCallOne(call *ssa.CallCommon, typ types.Type) bool {
	is := func(v ssa.Value) bool { return types.Identical(v.Type().Underlying(), typ.Underlying()) }
	fn := call.StaticCallee()
	if fn == nil {
		return !call.IsInvoke() && is(call.Value)
	}
	return fn.Blocks == nil && !isAsynchronousCaller(fn) && slices.ContainsFunc(call.Args, is)
}

// callsStored reports whether fn, or what it calls, may call a function of the type that it finds in memory.
func (p *Facts) callsStored(fn *ssa.Function, typ types.Type) bool {
	seen := map[*ssa.Function]bool{}
	var visit func(*ssa.Function) bool
	visit = func(fn *ssa.Function) bool {
		if seen[fn] {
			return false
		}
		seen[fn] = true
		for _, call := range Calls(fn) {
			if _, ok := call.Value.(*ssa.Builtin); ok {
				continue
			}
			if p.mayCallOne(call, typ) {
				return true
			}
			if slices.ContainsFunc(p.behindAny(call), visit) {
				return true
			}
		}
		return slices.ContainsFunc(PassedOn(fn, onlyCalls), visit)
	}
	return visit(fn)
}
