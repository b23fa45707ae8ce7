package analysis

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/addressed"
	"github.com/calvin-go/calvin/library"
)

// CallersSynchronise reports whether a function may count on it that its caller alone has the plain memory that it is
// passed: the objects of types without synchronisation of their own, slices and maps. That is so where nothing else is
// written, and where each call of checked code is translated with the body in place, which checks every access with
// what the caller has; whoever calls it besides is told so by its documentation.
func (p *Facts) CallersSynchronise(fn *ssa.Function) bool {
	return p.CalledByName(fn) && countsBeside(p.ContractOf(fn))
}

// countsBeside reports whether a function counts on its callers beside its contract, if it has one. So it does beside
// one that nobody has written, and that says no more than which locks these hold, and not just for reading: calls are
// translated as they are without it. One that somebody has written says all that callers are told.
func countsBeside(spec *annot.FuncSpec) bool {
	if spec == nil {
		return true
	}
	if !spec.Inferred || spec.Performs != nil || spec.Pure || spec.Trusted || spec.Panics || len(spec.PanicsIf)+len(spec.Returns)+len(spec.Takes)+len(spec.Unsupported) > 0 {
		return false
	}
	return !slices.ContainsFunc(spec.Requires, func(c *annot.Clause) bool {
		held, ok := c.Expr.(*annot.Held)
		return !ok || held.Read
	})
}

// IsCheckedAlone reports whether a function is checked by itself, so that calls may count on what is asked
// where it returns. Of packages without annotations only some functions are.
func (p *Facts) IsCheckedAlone(fn *ssa.Function) bool {
	info := p.InfoOf(fn)
	return info != nil && info.Annot != nil && info.Annot.Annotated
}

// CalledByName reports whether checked code calls a function by its name alone, and lends it nothing: so each call may
// be translated with the body in place, if no contract stands for it.
func (p *Facts) CalledByName(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok || fn.Parent() != nil || !p.abstractTypes.isDeclared(fn) && !p.Outlined[fn] || IsInit(fn) || p.Spawned[fn] || p.dynamic[obj.Origin()] {
		return false
	}
	if p.Valued[obj.Origin()] && !p.inTables[obj.Origin()] && !p.passedMethods[obj.Origin()] {
		return false
	}
	if fn.Signature.Recv() != nil && slices.Contains(printing, fn.Name()) && !decodesItself(obj) && !p.flatReaders[obj.Origin()] { // reflection finds these
		return false
	}
	return len(p.lent[fn]) == 0
}

// WritesPlain reports whether a function, or one that it calls by its name, may write plain memory that it has not made itself.
func (p *Facts) WritesPlain(fn *ssa.Function) bool {
	return p.writesPlain(fn, map[*ssa.Function]bool{})
}

func (p *Facts) writesPlain(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Store:
				if _, isLocal := i.Addr.(*ssa.Alloc); !isLocal && !isFresh(i.Addr) {
					return true
				}
			case *ssa.MapUpdate:
				return true
			case ssa.CallInstruction:
				callee := i.Common().StaticCallee()
				switch b, isBuiltin := i.Common().Value.(*ssa.Builtin); {
				case isBuiltin && slices.Contains([]string{"append", "clear", "copy", "delete"}, b.Name()):
					return true
				case isBuiltin:
				case callee != nil && callee.Blocks == nil && p.onlyReads(callee):
				case callee == nil || callee.Blocks == nil:
					return true
				case p.writesPlain(callee, seen):
					return true
				}
			}
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool { return p.writesPlain(lit, seen) })
}

// onlyReads reports whether a function that is not at hand only reads, as its row says.
func (p *Facts) onlyReads(fn *ssa.Function) bool {
	obj := Object(fn)
	if obj == nil {
		return false
	}
	row := library.Of(obj.FullName())
	return row != nil && row.OnlyReads()
}

// WritesThrough reports whether a function, or one that it passes the parameter on to, may write memory behind the slice or map that a
// parameter is.
func (p *Facts) WritesThrough(param *ssa.Parameter) bool {
	switch param.Type().Underlying().(type) {
	case *types.Slice, *types.Map:
		w := &writeWalk{prog: p, seen: map[ssa.Value]bool{}}
		return w.value(param)
	}
	return false
}

// WritesArgument reports whether a call may write memory behind its argument number i, which is a slice or map.
func (p *Facts) WritesArgument(call *ssa.CallCommon, i int) bool {
	arg := call.Args[i]
	switch arg.Type().Underlying().(type) {
	case *types.Slice, *types.Map:
		return (&writeWalk{prog: p, seen: map[ssa.Value]bool{}}).call(arg, call)
	}
	return false
}

// writeWalk follows a slice or map to the places that write what is behind it.
type writeWalk struct {
	prog *Facts
	seen map[ssa.Value]bool
}

// value follows v, which is the slice or map, or the address of a variable that holds it.
func (w *writeWalk) value(v ssa.Value) bool {
	if w.seen[v] || v.Referrers() == nil {
		return false
	}
	w.seen[v] = true
	return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool { return w.use(v, use) })
}

func (w *writeWalk) use(v ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.Store:
		a, ok := use.Addr.(*ssa.Alloc)
		return use.Val == v && ok && w.value(a)
	case *ssa.IndexAddr:
		return use.X == v && slices.ContainsFunc(*use.Referrers(), func(to ssa.Instruction) bool {
			s, ok := to.(*ssa.Store)
			return ok && s.Addr == ssa.Value(use)
		})
	case *ssa.MapUpdate:
		return use.Map == v
	case *ssa.MakeClosure:
		for i, b := range use.Bindings {
			if b == v && w.value(use.Fn.(*ssa.Function).FreeVars[i]) {
				return true
			}
		}
	case ssa.CallInstruction:
		return w.call(v, use.Common())
	case *ssa.UnOp, *ssa.Slice, *ssa.Phi, *ssa.ChangeType:
		return w.value(use.(ssa.Value))
	}
	return false
}

// call reports whether a call that v is passed to may write what is behind it.
func (w *writeWalk) call(v ssa.Value, call *ssa.CallCommon) bool {
	fn := call.StaticCallee()
	for i, arg := range call.Args {
		if arg != v {
			continue
		}
		switch b, isBuiltin := call.Value.(*ssa.Builtin); {
		case isBuiltin && i == 0 && slices.Contains([]string{"append", "clear", "copy", "delete"}, b.Name()):
			return true
		case fn == nil:
		case fn.Blocks != nil:
			if w.value(fn.Params[i]) {
				return true
			}
		case Object(fn) != nil:
			if row := w.prog.RowOf(Object(fn)); row != nil && row.Unknown == "" && row.Writes(i) {
				return true
			}
		}
	}
	return false
}

// findDynamic returns the declared functions that may be called without their names: by a function value, or as a
// method of an interface. Unlike Unnamed it has methods with exported names only where values of their types become
// interfaces. Those of unshared types, which it leaves out, fill behindUnshared. Those of concurrent types are always
// among them.
func (p *Facts) findDynamic() map[*types.Func]bool {
	found := map[*types.Func]bool{}
	p.behindUnshared = map[*types.Func]bool{}
	called := map[string]bool{} // by checked code
	for _, fn := range p.functions {
		for _, call := range AllCalls(fn) {
			if call.IsInvoke() {
				called[call.Method.Id()] = true
			}
		}
	}
	for fn := range p.Unnamed {
		switch recv := fn.Signature().Recv(); {
		case p.inTables[fn] && (recv == nil || !called[fn.Id()]):
		case p.Valued[fn]:
			found[fn] = true
		case recv != nil && p.isUnsharedPointer(recv.Type()):
			p.behindUnshared[fn] = true
		case !p.isDispatched(fn):
			found[fn] = true
		}
	}
	for _, fn := range p.functions {
		for _, call := range AllCalls(fn) {
			p.constrained(call.StaticCallee(), found)
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(*ssa.MakeInterface); ok && !p.onlyArranged(v) && !isUnread(v) {
					p.converted(v, called, found)
				}
			}
		}
	}
	maps.Copy(found, p.concurrentMethods)
	return found
}

// constrained notes the methods that generic code which is not at hand may call, as the constraint of a type parameter asks for them, or as
// it may make an interface of the argument. The functions of the standard library that are known do not.
func (p *Facts) constrained(fn *ssa.Function, found map[*types.Func]bool) {
	if fn == nil || fn.Blocks != nil || fn.Origin() == nil {
		return
	}
	obj := Object(fn)
	known := obj != nil && library.Of(obj.FullName()) != nil
	params := fn.Origin().TypeParams()
	for i, arg := range fn.TypeArgs() {
		if i >= params.Len() {
			return
		}
		iface, ok := params.At(i).Constraint().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		set := p.Ssa.MethodSets.MethodSet(arg)
		for k := range set.Len() {
			if m, ok := set.At(k).Obj().(*types.Func); ok && (asks(iface, m) || !known && m.Exported()) {
				found[m.Origin()] = true
			}
		}
	}
}

// converted notes the methods that may be called by way of an interface.
func (p *Facts) converted(v *ssa.MakeInterface, called map[string]bool, found map[*types.Func]bool) {
	set := p.Ssa.MethodSets.MethodSet(v.X.Type())
	iface, _ := v.Type().Underlying().(*types.Interface)
	for i := range set.Len() {
		m, ok := set.At(i).Obj().(*types.Func)
		if !ok || p.isDispatched(m.Origin()) {
			continue
		}
		asked := called[m.Id()]
		switch {
		case p.flatReaders[m.Origin()] && p.passedToOthers(v):
			asked = false
		case asked:
		case printedOnly(v):
			asked = slices.Contains(printing, m.Name()) && !decodesItself(m)
		default: // code that is not at hand may ask the value for other interfaces, as io.Copy asks for io.WriterTo
			asked = m.Exported() || iface != nil && asks(iface, m)
		}
		switch {
		case !asked:
		case p.isUnsharedPointer(v.X.Type()) && types.Identical(m.Signature().Recv().Type(), v.X.Type()):
			p.behindUnshared[m.Origin()] = true
		default:
			found[m.Origin()] = true
		}
	}
}

// asks reports whether the interface has a method of the name.
func asks(iface *types.Interface, m *types.Func) bool {
	for i := range iface.NumMethods() {
		if iface.Method(i).Id() == m.Id() {
			return true
		}
	}
	return false
}

// printing are the methods by which values print, scan, compare or encode themselves: those that package fmt and its like call, also
// of what they find inside a value.
var printing = []string{
	"AppendBinary", "AppendText", "As", "Error", "Format", "GoString", "GobDecode", "GobEncode", "Is", "IsZero", "LogValue",
	"MarshalBinary", "MarshalJSON", "MarshalJSONTo", "MarshalText", "MarshalXML", "MarshalXMLAttr", "Scan", "String",
	"UnmarshalBinary", "UnmarshalJSON", "UnmarshalJSONFrom", "UnmarshalText", "UnmarshalXML", "UnmarshalXMLAttr", "Unwrap",
}

// decodesItself reports whether a method sets the value that its receiver points to. Whoever has it called has the
// value to himself: a call that may write what it is passed is a write of all of a value that has such a method.
func decodesItself(m *types.Func) bool {
	recv := m.Signature().Recv()
	if recv == nil || !addressed.Decodes(m.Name()) {
		return false
	}
	_, isPointer := types.Unalias(recv.Type()).(*types.Pointer)
	return isPointer
}

// DecodesItself reports whether a plain value of the type has a method by which it sets itself.
func (p *Facts) DecodesItself(t types.Type) bool {
	if !p.IsPlain(t) {
		return false
	}
	set := p.Ssa.MethodSets.MethodSet(types.NewPointer(t))
	for i := range set.Len() {
		if m, ok := set.At(i).Obj().(*types.Func); ok && decodesItself(m) {
			return true
		}
	}
	return false
}

// printers are the packages whose functions call no other methods of what they are passed as an empty interface.
var printers = []string{"encoding/json", "errors", "fmt", "log", "log/slog", "testing"}

// printedOnly reports whether an interface without methods is made for calls of functions that print or encode it.
func printedOnly(v *ssa.MakeInterface) bool {
	if iface, ok := v.Type().Underlying().(*types.Interface); !ok || iface.NumMethods() > 0 {
		return false
	}
	return onlyPassedTo(v, callsPrinter)
}

// onlyPassedTo reports whether an interface is only passed to calls of a kind, by themselves or in variadic arguments.
func onlyPassedTo(v *ssa.MakeInterface, kind func(ssa.CallInstruction) bool) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case ssa.CallInstruction:
			if !kind(use) {
				return false
			}
		case *ssa.Store: // an element of variadic arguments
			ix, ok := use.Addr.(*ssa.IndexAddr)
			if !ok || use.Val != v {
				return false
			}
			a, ok := ix.X.(*ssa.Alloc)
			if !ok || a.Comment != "varargs" || !slicedFor(a, kind) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func slicedFor(a *ssa.Alloc, kind func(ssa.CallInstruction) bool) bool {
	for _, use := range *a.Referrers() {
		s, ok := use.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, to := range *s.Referrers() {
			call, ok := to.(ssa.CallInstruction)
			if _, isDebug := to.(*ssa.DebugRef); !isDebug && (!ok || !kind(call)) {
				return false
			}
		}
	}
	return true
}

func callsPrinter(call ssa.CallInstruction) bool {
	fn := call.Common().StaticCallee()
	return fn != nil && fn.Pkg != nil && slices.Contains(printers, fn.Pkg.Pkg.Path())
}
