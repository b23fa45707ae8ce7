package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A call by way of an interface of a checked package may run the method of any type that becomes one. Where checked
// code alone makes these interfaces, calls them, and lets nobody else have them, it tells which types that are. Then a
// call is translated as a choice between their methods, each of which is called by its name, and any other code. So a
// plain type behind such an interface may count on its callers as it does where they name it.

// A Target is a method that such a call may run.
type Target struct {
	Type types.Type    // the pointer that the interface holds
	Func *ssa.Function // if the receiver is a value, made by go/ssa to read what the pointer leads to, and to call the declared method
}

// maxTargets bounds the choice.
const maxTargets = 8

// A dispatching is what checked code does with its interfaces.
type dispatching struct {
	prog       *Facts
	converted  map[*types.TypeName][]*types.TypeName // by interface the types that become one, as pointers
	flows      map[*types.TypeName][]*types.TypeName // by interface those that its values become
	types      map[*types.TypeName]bool              // that code which is not looked at may call by way of interfaces
	interfaces map[*types.TypeName]bool              // of which such code may have values
	methods    map[string]bool                       // that are called for type parameters, and the like
	open       map[*types.TypeName]bool              // interfaces that may hold other types than those
	nils       map[*types.TypeName]bool              // types of which what becomes an interface is not seen to be new, so that it may be nil
	operands   []*ssa.Value                          // of the instruction that is looked at
}

// findDispatched fills dispatched and undispatched, and adds the methods of generic types that such calls run to the functions.
func (p *Facts) findDispatched() {
	for range 4 { // a method of a generic type may have calls that need others
		d := &dispatching{
			prog: p, converted: map[*types.TypeName][]*types.TypeName{}, flows: map[*types.TypeName][]*types.TypeName{}, types: map[*types.TypeName]bool{},
			interfaces: map[*types.TypeName]bool{}, methods: map[string]bool{}, open: map[*types.TypeName]bool{},
			nils: map[*types.TypeName]bool{},
		}
		for _, fn := range p.functions {
			d.function(fn)
		}
		for _, path := range p.Paths {
			d.exported(p.Packages[path])
		}
		p.dispatched, p.undispatched = d.settle(), d.methods
		p.closed, p.behindNil = d.closed(), d.nils
		p.leaveRecursive()
		if !p.addTargets() {
			return
		}
	}
	p.dispatched = nil // there is no end to it
}

// addTargets adds the targets of calls, and the methods of generic types that the standard library calls by their
// names, to the functions of the program, and reports whether there are new ones.
func (p *Facts) addTargets() bool {
	known := map[*ssa.Function]bool{}
	for _, fn := range p.functions {
		known[fn] = true
	}
	before := len(p.functions)
	for i := 0; i < len(p.functions); i++ {
		for _, call := range AllCalls(p.functions[i]) {
			for _, target := range p.candidates(call) {
				p.functions = appendUsed(p.functions, target.Func, known)
			}
			for _, m := range p.ArrangedMethods(call) {
				p.functions = appendUsed(p.functions, m, known)
			}
		}
	}
	return len(p.functions) > before
}

func (d *dispatching) function(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.MakeInterface:
				d.convert(i)
			case *ssa.ChangeInterface:
				d.flow(i.X.Type(), i.Type())
			case *ssa.ChangeType: // between interfaces that have the same methods
				if IsInterface(i.Type()) {
					d.flow(i.X.Type(), i.Type())
				}
			case *ssa.TypeAssert:
				if IsInterface(i.AssertedType) || IsTypeParam(i.AssertedType) {
					d.flow(i.X.Type(), i.AssertedType)
				}
			case ssa.CallInstruction:
				d.call(i)
			}
			d.values(instr)
		}
	}
}

// convert notes that a value becomes an interface.
func (d *dispatching) convert(v *ssa.MakeInterface) {
	if isUnread(v) {
		return
	}
	to := interfaceName(v.Type())
	if IsTypeParam(v.X.Type()) { // of any type
		d.refuse(to)
		d.opens(v.Type())
		return
	}
	if printedOnly(v) || d.prog.onlyArranged(v) {
		return
	}
	d.promoted(v.X.Type())
	n, ok := types.Unalias(Deref(v.X.Type())).(*types.Named)
	if !ok {
		d.opens(v.Type())
		return
	}
	name := n.Origin().Obj()
	_, isPtr := types.Unalias(v.X.Type()).(*types.Pointer)
	_, isNew := v.X.(*ssa.Alloc)
	d.nils[name] = d.nils[name] || !isNew
	switch {
	case !isPtr || to == nil || !d.prog.isOurs(to) || !sameArguments(n, types.Unalias(v.Type()).(*types.Named)) || !d.declaresAll(n, v.Type()):
		d.types[name] = true
		d.opens(v.Type())
	case !slices.Contains(d.converted[to], name):
		d.converted[to] = append(d.converted[to], name)
	}
}

// promoted notes the types and interfaces inside a struct of which it has methods: whoever has an interface of the struct may call them.
func (d *dispatching) promoted(t types.Type) {
	set := d.prog.Ssa.MethodSets.MethodSet(t)
	for i := range set.Len() {
		if sel := set.At(i); len(sel.Index()) > 1 {
			recv := sel.Obj().(*types.Func).Signature().Recv().Type()
			if n, ok := types.Unalias(Deref(recv)).(*types.Named); ok {
				d.types[n.Origin().Obj()] = true
				d.interfaces[n.Origin().Obj()] = true
			}
			d.refuseEmbedded(t)
		}
	}
}

// refuseEmbedded notes all interfaces embedded in a struct: their methods may be declared by interfaces that these embed.
func (d *dispatching) refuseEmbedded(t types.Type) {
	st, ok := Deref(t).Underlying().(*types.Struct)
	if !ok {
		return
	}
	for f := range st.Fields() {
		if f.Embedded() {
			d.refuse(interfaceName(f.Type()))
			if !types.IsInterface(f.Type()) {
				d.refuseEmbedded(f.Type())
			}
		}
	}
}

// declaresAll reports whether a type declares the methods of an interface itself.
func (d *dispatching) declaresAll(n *types.Named, iface types.Type) bool {
	set := d.prog.Ssa.MethodSets.MethodSet(types.NewPointer(n))
	for m := range iface.Underlying().(*types.Interface).Methods() {
		sel := set.Lookup(m.Pkg(), m.Name())
		if sel == nil || len(sel.Index()) != 1 {
			return false
		}
	}
	return true
}

// flow notes that a value of one interface type becomes one of another.
func (d *dispatching) flow(from, to types.Type) {
	name, next := interfaceName(from), interfaceName(to)
	if name == nil {
		d.opens(to)
		return
	}
	if next == nil || !d.prog.isOurs(next) || IsGeneric(from) || IsGeneric(to) || isInstanceType(from) || isInstanceType(to) {
		d.refuse(name)
		d.opens(to)
		return
	}
	d.flows[name] = append(d.flows[name], next)
}

func isInstanceType(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.TypeArgs().Len() > 0
}

// call notes calls of which the translation does not tell what they run, and interfaces that generic code which is not at hand deals with.
func (d *dispatching) call(instr ssa.CallInstruction) {
	call := instr.Common()
	if call.IsInvoke() {
		name := interfaceName(call.Value.Type())
		_, isGo := instr.(*ssa.Go)
		switch {
		case IsTypeParam(call.Value.Type()) || name == nil:
			d.methods[call.Method.Id()] = true
		case isGo || !isTold(call.Value.Type()):
			d.refuse(name)
		}
		return
	}
	if fn := call.StaticCallee(); fn != nil && fn.Blocks == nil {
		for _, arg := range fn.TypeArgs() {
			d.mentioned(arg, map[types.Type]bool{})
		}
	}
}

// isTold reports whether the type arguments of an interface are types, or such with abstract types in place of type parameters.
func isTold(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	for arg := range n.TypeArgs().Types() {
		if mentionsParam(arg) {
			return false
		}
	}
	return true
}

// mentionsParam reports whether a type depends on type parameters as they are declared.
func mentionsParam(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		if isAbstract(t) {
			return false
		}
		return t.TypeArgs().Len() < t.TypeParams().Len() || slices.ContainsFunc(slices.Collect(t.TypeArgs().Types()), mentionsParam)
	case *types.Map:
		return mentionsParam(t.Key()) || mentionsParam(t.Elem())
	case interface{ Elem() types.Type }:
		return mentionsParam(t.Elem())
	case *types.Basic:
		return false
	}
	return IsGeneric(t)
}

// mentioned notes the interfaces and types that a type argument mentions.
func (d *dispatching) mentioned(t types.Type, seen map[types.Type]bool) {
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	seen[t] = true
	if n, ok := t.(*types.Named); ok {
		d.types[n.Origin().Obj()] = true
		d.interfaces[n.Origin().Obj()] = true
		for arg := range n.TypeArgs().Types() {
			d.mentioned(arg, seen)
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		d.mentioned(u.Key(), seen)
		d.mentioned(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			d.mentioned(f.Type(), seen)
		}
	case interface{ Elem() types.Type }:
		d.mentioned(u.Elem(), seen)
	}
}

// values notes methods of interfaces that are used as values.
func (d *dispatching) values(instr ssa.Instruction) {
	d.operands = instr.Operands(d.operands[:0])
	for _, op := range d.operands {
		fn, ok := (*op).(*ssa.Function)
		if !ok || fn.Synthetic == "" {
			continue
		}
		if m, ok := fn.Object().(*types.Func); ok && m.Signature().Recv() != nil && types.IsInterface(m.Signature().Recv().Type()) {
			d.methods[m.Id()] = true
		}
	}
}

// exported notes the interfaces that importers may make values of, as their names are exported or they occur in something that is.
func (d *dispatching) exported(info *PkgInfo) {
	for _, obj := range info.definitions() {
		if name, ok := obj.(*types.TypeName); ok && obj.Exported() {
			d.opens(name.Type())
		}
		f, isVar := obj.(*types.Var)
		fn, isFunc := obj.(*types.Func)
		switch {
		case !obj.Exported():
		case isFunc:
			for v := range fn.Signature().Params().Variables() {
				d.opensAll(v.Type(), map[types.Type]bool{})
			}
			for v := range fn.Signature().Results().Variables() {
				d.opensAll(v.Type(), map[types.Type]bool{})
			}
		case isVar:
			d.opensAll(f.Type(), map[types.Type]bool{})
		}
	}
}

// opensAll notes the interfaces that a type mentions, but not those in the declarations of types with a name.
func (d *dispatching) opensAll(t types.Type, seen map[types.Type]bool) {
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	seen[t] = true
	if n, ok := t.(*types.Named); ok {
		d.opens(n)
		for arg := range n.TypeArgs().Types() {
			d.opensAll(arg, seen)
		}
		return
	}
	switch u := t.(type) {
	case *types.Map:
		d.opensAll(u.Key(), seen)
		d.opensAll(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			d.opensAll(f.Type(), seen)
		}
	case *types.Signature:
		d.opensAll(u.Params(), seen)
		d.opensAll(u.Results(), seen)
	case *types.Tuple:
		for v := range u.Variables() {
			d.opensAll(v.Type(), seen)
		}
	case *types.Interface:
		for m := range u.Methods() {
			d.opensAll(m.Type(), seen)
		}
	case interface{ Elem() types.Type }:
		d.opensAll(u.Elem(), seen)
	}
}

// opens notes that an interface may hold other types than those that become one as pointers.
func (d *dispatching) opens(t types.Type) {
	if name := interfaceName(t); name != nil {
		d.open[name] = true
	}
}

// closed returns the interfaces of which all types are known that they may hold.
func (d *dispatching) closed() map[*types.TypeName]bool {
	for changed := true; changed; {
		changed = false
		for from, all := range d.flows {
			for _, to := range all {
				if d.open[from] && !d.open[to] {
					d.open[to], changed = true, true
				}
			}
		}
	}
	closed := map[*types.TypeName]bool{}
	for name, all := range d.converted {
		closed[name] = !d.open[name] && !d.interfaces[name] && !slices.ContainsFunc(all, func(t *types.TypeName) bool { return d.types[t] })
	}
	return closed
}

func (d *dispatching) refuse(name *types.TypeName) {
	if name != nil {
		d.interfaces[name] = true
	}
}

// settle returns the types that an interface may hold, for each where that is told.
func (d *dispatching) settle() map[*types.TypeName][]*types.TypeName {
	for changed := true; changed; {
		changed = false
		for from, all := range d.flows {
			for _, to := range all {
				if d.interfaces[to] && !d.interfaces[from] {
					d.interfaces[from], changed = true, true
				}
				for _, name := range d.converted[from] {
					if !slices.Contains(d.converted[to], name) {
						d.converted[to], changed = append(d.converted[to], name), true
					}
				}
			}
		}
		for name, all := range d.converted {
			if len(all) > maxTargets && !d.interfaces[name] {
				d.interfaces[name], changed = true, true
			}
			for _, t := range all {
				if d.interfaces[name] && !d.types[t] {
					d.types[t], changed = true, true
				}
			}
		}
	}
	told := map[*types.TypeName][]*types.TypeName{}
	for name, all := range d.converted {
		all = slices.DeleteFunc(slices.Clone(all), func(t *types.TypeName) bool { return d.types[t] || !d.prog.isOurs(t) })
		if len(all) > 0 {
			slices.SortFunc(all, byPathAndName)
			told[name] = all
		}
	}
	return told
}

// leaveRecursive leaves out the types whose methods run themselves by way of an interface.
func (p *Facts) leaveRecursive() {
	recursive := map[*types.TypeName]bool{}
	for _, all := range p.dispatched {
		for _, t := range all {
			for m := range t.Type().(*types.Named).Methods() {
				fn := p.Ssa.FuncValue(m)
				if fn = p.abstractTypes.checked(fn); fn != nil && p.runsItself(fn, fn, map[*ssa.Function]bool{}) {
					recursive[t] = true
				}
			}
		}
	}
	for name, all := range p.dispatched {
		p.dispatched[name] = slices.DeleteFunc(all, func(t *types.TypeName) bool { return recursive[t] })
	}
}

// runsItself reports whether a function that is reached calls another by way of an interface.
func (p *Facts) runsItself(reached, fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[reached] {
		return false
	}
	seen[reached] = true
	for _, call := range AllCalls(reached) {
		for _, target := range p.candidates(call) {
			if p.abstractTypes.checkedFor(Wrapped(target.Func)) == fn || p.runsItself(target.Func, fn, seen) {
				return true
			}
		}
		if callee := call.StaticCallee(); callee != nil && p.runsItself(callee, fn, seen) {
			return true
		}
	}
	return slices.ContainsFunc(reached.AnonFuncs, func(lit *ssa.Function) bool { return p.runsItself(lit, fn, seen) })
}

// candidates returns the methods that a call by way of an interface may run, of types of any kind, in a fixed order.
func (p *Facts) candidates(call *ssa.CallCommon) (all []Target) {
	if !call.IsInvoke() || p.undispatched[call.Method.Id()] || p.ByInterface(call) != nil {
		return nil
	}
	iface, ok := types.Unalias(call.Value.Type()).(*types.Named)
	if !ok {
		return nil
	}
	for _, name := range p.dispatched[iface.Origin().Obj()] {
		typ := name.Type()
		if iface.TypeArgs().Len() > 0 {
			var err error
			if typ, err = types.Instantiate(nil, typ, slices.Collect(iface.TypeArgs().Types()), false); err != nil {
				continue
			}
		}
		ptr := types.NewPointer(typ)
		sel := p.Ssa.MethodSets.MethodSet(ptr).Lookup(call.Method.Pkg(), call.Method.Name())
		if sel == nil {
			continue
		}
		if fn := p.Ssa.MethodValue(sel); fn != nil && fn.Blocks != nil {
			all = append(all, Target{ptr, fn})
		}
	}
	return all
}

// Targets returns the methods that a call by way of an interface may run and that may count on it, in a fixed order.
func (p *Facts) Targets(call *ssa.CallCommon) []Target {
	all, _ := p.targets(call)
	return all
}

// targets is Targets. It reports whether the field that the interface is read from tells that the call runs one of them.
func (p *Facts) targets(call *ssa.CallCommon) (all []Target, told bool) {
	all = slices.DeleteFunc(p.candidates(call), func(t Target) bool {
		m := Object(Wrapped(t.Func))
		return m == nil || !p.isDispatched(m.Origin()) || p.Contract(m) != nil
	})
	held, ok := p.behindField(call)
	if !ok {
		return all, false
	}
	ofField := slices.DeleteFunc(slices.Clone(all), func(t Target) bool { return !slices.Contains(held, t.name()) })
	if len(ofField) < len(held) {
		return all, false
	}
	return ofField, true
}

// name is that of the type.
func (t Target) name() *types.TypeName {
	return types.Unalias(Deref(t.Type)).(*types.Named).Origin().Obj()
}

// OnlyTargets reports whether a call by way of an interface runs one of its targets for certain.
func (p *Facts) OnlyTargets(call *ssa.CallCommon) bool {
	if _, told := p.targets(call); told {
		return true
	}
	name := interfaceName(call.Value.Type())
	return name != nil && p.closed[name] && len(p.Targets(call)) == len(p.dispatched[name])
}

// MayHoldNil reports whether the pointer that an interface holds for a target may be nil, as far as the code tells that
// makes the interfaces.
func (p *Facts) MayHoldNil(t Target) bool {
	return p.behindNil[t.name()]
}

// TargetsAreCarried reports whether an interface that holds none of the targets of a call holds nothing that may be in a region.
func (p *Facts) TargetsAreCarried(call *ssa.CallCommon) bool {
	targets := map[*types.TypeName]bool{}
	for _, t := range p.Targets(call) {
		targets[p.pointedTo(Deref(t.Type))] = true
	}
	iface := call.Value.Type().Underlying().(*types.Interface)
	for name := range p.carried {
		if targets[name] {
			continue
		}
		if p.pointersImplement(name, iface) || IsGeneric(call.Value.Type()) && p.hasNames(types.NewPointer(name.Type()), iface) {
			return false
		}
	}
	return true
}

// isDispatched reports whether each call of a method by way of an interface is translated as a choice between methods,
// of which it is one: the type has no synchronisation of its own, and some guard leads to such an interface.
func (p *Facts) isDispatched(m *types.Func) bool {
	if m.Signature().Recv() == nil || p.undispatched[m.Id()] {
		return false
	}
	n, ok := types.Unalias(Deref(m.Signature().Recv().Type())).(*types.Named)
	return ok && p.carried[n.Origin().Obj()] && p.IsTarget(n)
}

// IsTarget reports whether pointers to a type become interfaces that checked code alone has: of the same type
// arguments, which never become others.
func (p *Facts) IsTarget(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	for _, all := range p.dispatched {
		if slices.Contains(all, n.Origin().Obj()) {
			return true
		}
	}
	return false
}

// interfaceName returns the name that an interface type is declared with, nil for all others.
func interfaceName(t types.Type) *types.TypeName {
	if n, ok := types.Unalias(t).(*types.Named); ok && types.IsInterface(n) && !IsTypeParam(n) {
		return n.Origin().Obj()
	}
	return nil
}

// sameArguments reports whether two types have the same type arguments, in the same order.
func sameArguments(a, b *types.Named) bool {
	if a.TypeArgs().Len() != b.TypeArgs().Len() {
		return false
	}
	for i := range a.TypeArgs().Len() {
		if !types.Identical(a.TypeArgs().At(i), b.TypeArgs().At(i)) {
			return false
		}
	}
	return true
}
