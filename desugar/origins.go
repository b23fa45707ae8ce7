package desugar

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/emit"
)

// A helper passes on what it is passed: func load(path string, v any) error { …; return json.Unmarshal(b, v) }. What
// the callee then writes is what the helper's caller has named. So values are followed back to where they come from:
// through variables of functions, parameters of functions whose bodies take the place of the call, and results of
// checked functions.

// An origin is a value that is followed no further, and the activation that has it.
type origin struct {
	value ssa.Value
	frame *emit.Frame
}

// originsOf returns where a value of an activation may come from, as far as the text shows it.
func originsOf(v ssa.Value, f *emit.Frame) []origin {
	w := &originWalk{seen: map[ssa.Value]bool{}}
	w.follow(v, f)
	return w.found
}

type originWalk struct {
	seen  map[ssa.Value]bool
	found []origin
}

func (w *originWalk) follow(v ssa.Value, f *emit.Frame) {
	if v == nil || w.seen[v] {
		return
	}
	w.seen[v] = true
	switch x := v.(type) {
	case *ssa.ChangeInterface:
		w.follow(x.X, f)
	case *ssa.ChangeType:
		w.follow(x.X, f)
	case *ssa.Phi:
		for _, e := range x.Edges {
			w.follow(e, f)
		}
	case *ssa.UnOp:
		if x.Op != token.MUL || !w.loaded(x.X, f) {
			w.found = append(w.found, origin{v, f})
		}
	case *ssa.Parameter:
		if arg, by := argumentOf(x, f); arg != nil {
			w.follow(arg, by)
			return
		}
		w.found = append(w.found, origin{v, f})
	case *ssa.Extract:
		if call, ok := x.Tuple.(*ssa.Call); ok && w.returned(call, x.Index, f) {
			return
		}
		w.found = append(w.found, origin{v, f})
	case *ssa.Call:
		if !w.returned(x, 0, f) {
			w.found = append(w.found, origin{v, f})
		}
	default:
		w.found = append(w.found, origin{v, f})
	}
}

// argumentOf returns what a function is passed whose body takes the place of a call, and the activation that passes it;
// nil if it is not known. The function is that of an activation, or one around a literal that is called there.
func argumentOf(p *ssa.Parameter, f *emit.Frame) (ssa.Value, *emit.Frame) {
	for f != nil && f.Fn != p.Parent() {
		f = f.Caller
	}
	if f == nil || f.Caller == nil || f.Caller.Calling == nil {
		return nil, nil
	}
	argv := f.Caller.Calling.Argv
	i := slices.Index(p.Parent().Params, p) - (len(p.Parent().Params) - len(argv)) // a method that is called through an interface has its receiver besides
	if i < 0 || i >= len(argv) {
		return nil, nil
	}
	return argv[i], f.Caller
}

// loaded follows what the code stores in a variable of a function; false if it is no such variable.
func (w *originWalk) loaded(at ssa.Value, f *emit.Frame) bool {
	if free, ok := at.(*ssa.FreeVar); ok {
		if a := capturedAlloc(free); a != nil {
			at = a
		}
	}
	a, ok := at.(*ssa.Alloc)
	if !ok {
		return false
	}
	w.stored(a, f)
	return true
}

// stored follows what is assigned to a variable, by the function that declares it, and by literals that capture it.
func (w *originWalk) stored(at ssa.Value, f *emit.Frame) {
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Addr == at {
				w.follow(use.Val, f)
			}
		case *ssa.MakeClosure:
			for i, bound := range use.Bindings {
				if bound == at {
					w.stored(use.Fn.(*ssa.Function).FreeVars[i], nil)
				}
			}
		}
	}
}

// returned follows a result of a call of a checked function; false if it is none.
func (w *originWalk) returned(call *ssa.Call, result int, f *emit.Frame) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Blocks == nil {
		return false
	}
	inside := &emit.Frame{Fn: fn, Caller: &emit.Frame{Fn: call.Parent(), Calling: &emit.Invocation{Argv: call.Call.Args}}}
	if f != nil {
		inside.Caller.Caller = f.Caller
	}
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && result < len(ret.Results) {
			w.follow(ret.Results[result], inside)
		}
	}
	return true
}

// passedAs returns where an interface is made that is an argument of a call, or of the call whose place the function
// takes that passes it on; nil if it is not known, or there are several.
func passedAs(v ssa.Value, f *emit.Frame) *ssa.MakeInterface {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			return x
		case *ssa.UnOp:
			if v = onlyStored(x.X); v == nil || x.Op != token.MUL {
				return nil
			}
		case *ssa.Parameter:
			if v, f = argumentOf(x, f); v == nil {
				return nil
			}
		default:
			return nil
		}
	}
}

// onlyStored returns the parameter that a variable of a function always holds; nil if it may hold something else.
func onlyStored(at ssa.Value) ssa.Value {
	a, ok := at.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var held *ssa.Parameter
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			p, ok := use.Val.(*ssa.Parameter)
			if !ok || held != nil {
				return nil
			}
			held = p
		default:
			return nil
		}
	}
	if held == nil {
		return nil
	}
	return held
}
