package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// The writer that a handler of HTTP is passed. Package net/http says that a handler uses it neither after it has
// returned nor at the same time as somebody else. So who passes a handler a writer of his own, such as one that notes
// the status, has it back afterwards. It is checked of the handlers in the checked packages, which may wrap the writer
// in a writer of their own.

// isHandler reports whether a signature is one of a handler: it begins with a writer and a request, and returns at most
// an error, or numbers and text.
func isHandler(sig *types.Signature) bool {
	if sig.Params().Len() < 2 || !IsResponseWriter(sig.Params().At(0).Type()) {
		return false
	}
	if req := sig.Params().At(1).Type(); IsResponseWriter(req) || !IsMessage(req) {
		return false
	}
	for v := range sig.Results().Variables() {
		if b, ok := v.Type().Underlying().(*types.Basic); !IsError(v.Type()) && (!ok || b.Kind() == types.UnsafePointer) {
			return false
		}
	}
	return true
}

// IsError reports whether a type is error.
func IsError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// LendsWriter reports whether a call of a handler that is not at hand passes a writer as argument i, which the caller has back afterwards.
func (p *Facts) LendsWriter(call *ssa.CallCommon, i int) bool {
	return p.lentWriters && p.lendsWriter(call, i)
}

func (p *Facts) lendsWriter(call *ssa.CallCommon, i int) bool {
	sig := call.Signature()
	if _, builtin := call.Value.(*ssa.Builtin); builtin || !isHandler(sig) {
		return false
	}
	fn := call.StaticCallee()
	if fn == nil {
		return i == 0
	}
	at := 0
	if sig.Recv() != nil {
		at = 1
	}
	return fn.Blocks == nil && i == at && p.isHandlerElsewhere(fn, i)
}

// isHandlerElsewhere reports whether a function that is not at hand is a handler by its name, or does not keep argument i.
func (p *Facts) isHandlerElsewhere(fn *ssa.Function, i int) bool {
	if fn.Name() == "ServeHTTP" {
		return true
	}
	row := p.RowOf(Object(fn))
	return row != nil && !row.Keeps(i) && !row.Later(i)
}

// findLentWriters fills lentWriters: whether checked handlers, and the methods of the writers that they are passed, keep no writer.
func (p *Facts) findLentWriters() {
	w := &writerWalk{prog: p, seen: map[ssa.Value]bool{}, returns: map[*ssa.Function]bool{}}
	p.lentWriters = true
	for _, fn := range p.functions {
		if !p.lentWriters {
			return
		}
		for i, param := range fn.Params {
			switch {
			case fn.Signature.Recv() != nil && i == 0:
				if p.isWriter(param.Type()) {
					p.lentWriters = p.lentWriters && w.value(param)
				}
			case IsResponseWriter(param.Type()) && isHandler(fn.Signature):
				w.unseen = append(w.unseen, fn)
				p.lentWriters = p.lentWriters && w.value(param)
			}
		}
	}
	p.lentWriters = p.lentWriters && w.results()
}

// isWriter reports whether values of a type of the checked packages are writers of responses.
func (p *Facts) isWriter(t types.Type) bool {
	for _, name := range []string{"Header", "Write", "WriteHeader"} {
		m, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if f, ok := m.(*types.Func); !ok || f.Signature().Recv() == nil {
			return false
		}
	}
	return true
}

// A writerWalk follows a writer, and what holds it, to what is done with it. Objects that are made here and hold it are followed as it is.
type writerWalk struct {
	prog    *Facts
	seen    map[ssa.Value]bool
	returns map[*ssa.Function]bool // functions that return it, or a part of it
	calls   []*ssa.Call            // calls of checked functions that are passed it
	unseen  []*ssa.Function        // handlers and literals that have it, whose calls the walk does not see
}

// stays reports whether a value stays in the function that has it, and in those that it calls.
func (p *Facts) stays(v ssa.Value) bool {
	w := &writerWalk{prog: p, seen: map[ssa.Value]bool{}, returns: map[*ssa.Function]bool{}}
	return w.value(v) && w.results() && !w.returns[v.Parent()]
}

// results follows what the functions return that were passed the writer.
func (w *writerWalk) results() bool {
	for {
		followed := len(w.seen)
		for _, call := range w.calls { // which the walk may add to
			if w.returns[call.Call.StaticCallee()] && !w.result(call) {
				return false
			}
		}
		if len(w.seen) == followed {
			return !slices.ContainsFunc(w.unseen, func(fn *ssa.Function) bool { return w.returns[fn] && w.leads(fn.Signature.Results()) })
		}
	}
}

func (w *writerWalk) value(v ssa.Value) bool {
	if w.seen[v] {
		return true
	}
	w.seen[v] = true
	if v.Referrers() == nil { // a package variable, say
		return false
	}
	return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool { return !w.use(v, use) })
}

func (w *writerWalk) use(v ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.MakeInterface:
		return w.followsMethods(use.X.Type()) && w.value(use)
	case *ssa.UnOp, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Phi, *ssa.TypeAssert, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field, *ssa.Index, *ssa.Slice, *ssa.Extract:
		return w.part(use.(ssa.Value))
	case *ssa.Store:
		return use.Addr == v || w.holder(use.Addr)
	case *ssa.MakeClosure:
		return w.captured(use, v)
	case *ssa.Return:
		w.returns[use.Parent()] = true
		return true
	case *ssa.Call:
		return w.call(&use.Call, v, use)
	case *ssa.Defer:
		return w.call(&use.Call, v, nil)
	}
	return false
}

// followsMethods reports whether the walk knows of what methods do that are called by an interface with a value of the
// type: those of writers it has followed, and of other packages' types the rows tell.
func (w *writerWalk) followsMethods(t types.Type) bool {
	n, ok := types.Unalias(Deref(t)).(*types.Named)
	return ok && (!w.prog.isOurs(n.Obj()) || w.prog.isWriter(t))
}

// part follows what is read of the writer, or of what holds it, if that may lead to a writer.
func (w *writerWalk) part(v ssa.Value) bool { return !w.leads(v.Type()) || w.value(v) }

// holder follows the variable, or the new object, in which the writer is stored.
func (w *writerWalk) holder(addr ssa.Value) bool {
	a := madeAt(addr)
	return a != nil && w.value(a)
}

// captured follows the variable that a function literal captures, if the literal is called before the function returns.
func (w *writerWalk) captured(made *ssa.MakeClosure, v ssa.Value) bool {
	fn, ok := made.Fn.(*ssa.Function)
	if !ok || fn.Blocks == nil || !(&UseWalk{Prog: w.prog, U: &Usage{}, Seen: map[ssa.Value]bool{}}).OnlyCalled(made) {
		return false
	}
	w.unseen = append(w.unseen, fn)
	for i, b := range made.Bindings {
		if b == v && !w.value(fn.FreeVars[i]) {
			return false
		}
	}
	return true
}

func (w *writerWalk) call(call *ssa.CallCommon, v ssa.Value, at *ssa.Call) bool {
	if _, builtin := call.Value.(*ssa.Builtin); builtin || !call.IsInvoke() && call.Value == v {
		return false
	}
	for i, arg := range call.Args {
		if arg == v && !w.argument(call, i, at) {
			return false
		}
	}
	return !(call.IsInvoke() && call.Value == v) || w.result(at)
}

// argument follows the writer into a call, and out of it.
func (w *writerWalk) argument(call *ssa.CallCommon, i int, at *ssa.Call) bool {
	if w.prog.lendsWriter(call, i) {
		return true
	}
	fn := call.StaticCallee()
	switch {
	case fn == nil:
		return false
	case fn.Blocks != nil:
		if at != nil {
			w.calls = append(w.calls, at)
		}
		return i < len(fn.Params) && w.value(fn.Params[i])
	}
	row := w.prog.RowOf(Object(fn))
	if row == nil || row.Unknown != "" || row.Keeps(i) || row.Later(i) || row.Copies(i) {
		return false
	}
	return !row.Aliases(i) || w.result(at)
}

// result follows what a call returns. A deferred call's result nobody has.
func (w *writerWalk) result(at *ssa.Call) bool { return at == nil || w.part(at) }

// leads reports whether a value of a type may lead to a writer.
func (w *writerWalk) leads(t types.Type) bool { return w.leadsFrom(t, map[types.Type]bool{}) }

func (w *writerWalk) leadsFrom(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if IsError(t) {
		return w.errorsLead(seen)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Interface, *types.Signature, *types.TypeParam:
		return true
	case *types.Struct:
		if n, ok := types.Unalias(t).(*types.Named); ok && !w.prog.isOurs(n.Obj()) {
			return true
		}
	}
	leads := false
	eachComponent(t, func(c types.Type) { leads = leads || w.leadsFrom(c, seen) })
	return leads
}

// errorsLead reports whether an error of a checked package may lead to a writer.
func (w *writerWalk) errorsLead(seen map[types.Type]bool) bool {
	iface := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	for _, fn := range w.prog.functions {
		recv := fn.Signature.Recv()
		if recv != nil && fn.Name() == "Error" && types.Implements(recv.Type(), iface) && w.leadsFrom(recv.Type(), seen) {
			return true
		}
	}
	return false
}
