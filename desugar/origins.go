package desugar

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/emit"
)

// A helper passes on what it is passed: func load(path string, v any) error { …; return json.Unmarshal(b, v) }. What the callee then writes is what the helper's caller has
// named. So values are followed back to where they come from: through variables of functions, parameters of functions whose bodies take the place of the call, and results of checked
// functions.

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
		if arg := argumentOf(x, f); arg != nil {
			w.follow(arg, f.Caller)
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

// argumentOf returns what a function is passed whose body takes the place of a call; nil if it is not known.
func argumentOf(p *ssa.Parameter, f *emit.Frame) ssa.Value {
	if f == nil || f.Caller == nil || f.Caller.Calling == nil || f.Fn != p.Parent() {
		return nil
	}
	argv := f.Caller.Calling.Argv
	i := slices.Index(p.Parent().Params, p) - (len(p.Parent().Params) - len(argv)) // a method that is called through an interface has its receiver besides
	if i < 0 || i >= len(argv) {
		return nil
	}
	return argv[i]
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
	for _, use := range *a.Referrers() {
		if s, ok := use.(*ssa.Store); ok && s.Addr == a {
			w.follow(s.Val, f)
		}
	}
	return true
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

// passedAs returns where an interface is made that is an argument of a call, or of the call whose place the function takes that passes it on; nil if it is not known, or
// there are several.
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
			if v = argumentOf(x, f); v == nil {
				return nil
			}
			f = f.Caller
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
