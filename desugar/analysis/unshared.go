package analysis

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// Unshared types are plain struct types of which no two goroutines know an object, as far as checked code is concerned:
// an escape analysis by types alone. A goroutine lets others know of something by a go statement, a channel, a package
// variable, an object that others know already, a function literal that outlives the call, or code that is not at hand
// and keeps it. None of these may lead to an object of such a type, by pointers, containers or interfaces. So whoever
// calls a method of it by way of an interface has the object to himself, although the call does not tell which object
// that is. Whoever imports the packages is told so, as of methods that are called by their names.
//
// Objects that such an object leads to are not of such types by themselves. So where a pointer to it becomes an
// interface, all that it leads to is the goroutine's own.

// findUnshared fills unshared and leadToUnshared.
func (p *Facts) findUnshared() {
	p.unshared, p.leadToUnshared = map[*types.TypeName]bool{}, map[*types.TypeName][]types.Type{}
	s := &sharing{prog: p}
	for name := range p.boxed {
		if p.plain[name] && p.regional[name] && !p.carried[name] && !p.owned[name] && !p.concurrent[name] && !IsGeneric(name.Type()) {
			s.candidates = append(s.candidates, name)
		}
	}
	if len(s.candidates) == 0 {
		return
	}
	for _, fn := range p.functions {
		s.conversions(fn)
	}
	s.leading = make([]typeutil.Map, len(s.candidates))
	s.shared = make([]bool, len(s.candidates))
	for _, path := range p.Paths {
		s.declared(p.Packages[path])
	}
	for _, fn := range p.functions {
		s.function(fn)
	}
	for i, name := range s.candidates {
		if s.shared[i] {
			continue
		}
		p.unshared[name] = true
		for _, x := range s.converted.Keys() {
			if s.leads(i, x) {
				p.leadToUnshared[name] = append(p.leadToUnshared[name], x)
			}
		}
		slices.SortFunc(p.leadToUnshared[name], func(x, y types.Type) int { return cmp.Compare(TypeKey(x), TypeKey(y)) })
	}
}

// IsUnshared reports whether no two goroutines of checked code know the same object of a struct type, which pointers in interfaces lead to.
func (p *Facts) IsUnshared(t types.Type) bool {
	name := StructName(t)
	return name != nil && p.unshared[name]
}

// MayLeadTo reports whether a value of a type may lead to an object of an unshared type; a function value may.
func (p *Facts) MayLeadTo(t types.Type, name *types.TypeName) bool {
	if _, ok := t.Underlying().(*types.Signature); ok {
		return true
	}
	s := &sharing{prog: p, changes: true}
	for _, x := range p.leadToUnshared[name] {
		s.converted.Set(x, true)
	}
	return s.walk(name, t, &typeutil.Map{})
}

func (p *Facts) isUnsharedPointer(t types.Type) bool {
	ptr, ok := types.Unalias(t).(*types.Pointer)
	return ok && p.IsUnshared(ptr.Elem())
}

// sharing is what checked code does by which others may come to know something.
type sharing struct {
	prog       *Facts
	candidates []*types.TypeName
	shared     []bool
	leading    []typeutil.Map // by candidate: whether values of a type lead to an object of it
	converted  typeutil.Map   // the types of which values become interfaces
	empty      typeutil.Map   // those of them that become interfaces without methods
	changes    bool           // some interface becomes one without methods
}

// conversions notes what becomes an interface.
func (s *sharing) conversions(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.MakeInterface:
				if isUnread(i) {
					continue
				}
				s.converted.Set(i.X.Type(), true)
				if isEmptyInterface(i.Type()) && !printedOnly(i) {
					s.empty.Set(i.X.Type(), true)
				}
			case *ssa.ChangeInterface:
				s.changes = s.changes || isEmptyInterface(i.Type()) && !isEmptyInterface(i.X.Type())
			case *ssa.TypeAssert:
				s.changes = s.changes || isEmptyInterface(i.AssertedType) && !isEmptyInterface(i.X.Type())
			}
		}
	}
}

func isEmptyInterface(t types.Type) bool {
	u, ok := t.Underlying().(*types.Interface)
	return ok && u.NumMethods() == 0
}

// leads reports whether values of a type may lead to an object of a candidate.
func (s *sharing) leads(i int, t types.Type) bool {
	if known := s.leading[i].At(t); known != nil {
		return known.(bool)
	}
	leads := s.walk(s.candidates[i], t, &typeutil.Map{})
	s.leading[i].Set(t, leads)
	return leads
}

func (s *sharing) walk(name *types.TypeName, t types.Type, seen *typeutil.Map) bool {
	t = types.Unalias(t)
	if seen.At(t) != nil {
		return false
	}
	seen.Set(t, true)
	switch {
	case IsTypeParam(t): // what is a type argument counts as shared
		return false
	case StructName(t) == name:
		return true
	}
	if n, ok := t.(*types.Named); ok {
		if slices.ContainsFunc(slices.Collect(n.TypeArgs().Types()), func(arg types.Type) bool { return s.walk(name, arg, seen) }) {
			return true
		}
		if _, isStruct := n.Underlying().(*types.Struct); isStruct && !s.prog.isOurs(n.Obj()) {
			return false // what such objects are given is taken for shared
		}
	}
	switch t.Underlying().(type) {
	case *types.Interface:
		return s.mayHold(name, t, seen)
	case *types.Signature: // what a function literal captures is looked at where it is made
		return false
	}
	leads := false
	eachComponent(t, func(c types.Type) { leads = leads || s.walk(name, c, seen) })
	return leads
}

// mayHold reports whether an interface of type t may hold a value that leads to such an object.
func (s *sharing) mayHold(name *types.TypeName, t types.Type, seen *typeutil.Map) bool {
	iface, from := t.Underlying().(*types.Interface), &s.converted
	if iface.NumMethods() == 0 && !s.changes {
		from = &s.empty
	}
	return slices.ContainsFunc(from.Keys(), func(x types.Type) bool {
		return types.Implements(x, iface) && s.walk(name, x, seen)
	})
}

// known notes that other goroutines may come to know what a value of the type leads to.
func (s *sharing) known(t types.Type) {
	for i := range s.candidates {
		s.shared[i] = s.shared[i] || s.leads(i, t)
	}
}

// declared notes what package variables lead to, and fields of structs with synchronisation of their own: several goroutines use these.
func (s *sharing) declared(info *PkgInfo) {
	for _, obj := range info.definitions() {
		switch obj := obj.(type) {
		case *types.Var:
			if IsPackageVar(obj) && obj.Name() != "_" {
				s.known(obj.Type())
			}
		case *types.TypeName:
			for _, inst := range s.prog.instances[obj] {
				for arg := range inst.(*types.Named).TypeArgs().Types() {
					s.known(arg)
				}
			}
			st, ok := obj.Type().Underlying().(*types.Struct)
			if !ok || s.prog.plain[obj] {
				continue
			}
			for f := range st.Fields() {
				s.known(f.Type())
			}
		}
	}
}

func (s *sharing) function(fn *ssa.Function) {
	if s.isForeignWrapper(fn) {
		return
	}
	for _, arg := range fn.TypeArgs() {
		s.known(arg)
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			s.instruction(instr)
		}
	}
}

// isForeignWrapper reports whether a function is made for interfaces that hold a pointer to a value of a type of other
// packages: it passes on what it is passed by way of the interface, where that is looked at.
func (s *sharing) isForeignWrapper(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil || !IsWrapper(fn) || fn.Parent() != nil {
		return false
	}
	n, ok := types.Unalias(Deref(recv.Type())).(*types.Named)
	return ok && !s.prog.isOurs(n.Obj())
}

func (s *sharing) instruction(instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.Send:
		s.known(i.X.Type())
	case *ssa.Select:
		for _, c := range i.States {
			if c.Send != nil {
				s.known(c.Send.Type())
			}
		}
	case *ssa.Go:
		s.all(i.Operands(nil))
		if made, ok := i.Call.Value.(*ssa.MakeClosure); ok {
			s.values(made.Bindings)
		}
	case *ssa.MakeClosure:
		if !s.staysHere(i) {
			s.values(i.Bindings)
		}
	case *ssa.FieldAddr:
		if n, ok := types.Unalias(Deref(i.X.Type())).(*types.Named); ok && !s.prog.isOurs(n.Obj()) {
			s.known(i.Type())
		}
	case *ssa.Store:
		if _, ok := i.Addr.(*ssa.Global); ok {
			s.known(i.Val.Type())
		}
	case *ssa.Convert:
		if basic, ok := i.Type().Underlying().(*types.Basic); ok && basic.Kind() == types.UnsafePointer {
			s.known(i.X.Type())
		}
	case ssa.CallInstruction:
		s.call(i)
	}
}

func (s *sharing) all(operands []*ssa.Value) {
	for _, op := range operands {
		if *op != nil {
			s.known((*op).Type())
		}
	}
}

func (s *sharing) values(vs []ssa.Value) {
	for _, v := range vs {
		s.known(v.Type())
	}
}

// staysHere reports whether a function literal is called where it stands alone, or passed to functions that call it before they return.
func (s *sharing) staysHere(made *ssa.MakeClosure) bool {
	if (&UseWalk{Prog: s.prog, U: &Usage{}, Seen: map[ssa.Value]bool{}}).OnlyCalled(made) {
		return true
	}
	for _, use := range *made.Referrers() {
		if _, debug := use.(*ssa.DebugRef); debug {
			continue
		}
		call, ok := use.(*ssa.Call)
		if !ok || call.Call.IsInvoke() || call.Call.Value == made {
			return false
		}
		for i, arg := range call.Call.Args {
			if arg == ssa.Value(made) && !s.letsGo(&call.Call, i) {
				return false
			}
		}
	}
	return true
}

// call notes what code that is not at hand is passed, and may keep.
func (s *sharing) call(at ssa.CallInstruction) {
	call := at.Common()
	if fn := call.StaticCallee(); fn != nil {
		for _, arg := range fn.TypeArgs() {
			s.known(arg)
		}
		if fn.Blocks != nil {
			return
		}
	}
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return
	}
	for i, arg := range call.Args {
		if made, ok := arg.(*ssa.MakeInterface); ok {
			arg = made.X
		}
		if !s.prog.LendsWriter(call, i) && (call.IsInvoke() || !s.letsGo(call, i) && !s.staysInResult(at, i)) {
			s.known(arg.Type())
		}
	}
}

// letsGo reports whether a function that is not at hand keeps nothing of an argument, also not in its results.
func (s *sharing) letsGo(call *ssa.CallCommon, i int) bool {
	fn := call.StaticCallee()
	if fn == nil || fn.Blocks != nil {
		return false
	}
	row := s.prog.RowOf(Object(fn))
	return row != nil && row.Unknown == "" && !row.Keeps(i) && !row.Later(i) && !row.Aliases(i) && !row.Copies(i)
}

// staysInResult reports whether a function that is not at hand keeps an argument in its result alone, which stays here:
// json.NewEncoder, say.
func (s *sharing) staysInResult(at ssa.CallInstruction, i int) bool {
	call, ok := at.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	row := s.prog.RowOf(Object(call.Call.StaticCallee()))
	return row != nil && row.Unknown == "" && !row.Keeps(i) && !row.Later(i) && !row.Copies(i) && row.Aliases(i) && s.prog.stays(call)
}

// IsBehindUnshared reports whether a method may be called by way of an interface, and counts on its callers all the
// same, as the type of its receiver is unshared.
func (p *Facts) IsBehindUnshared(fn *ssa.Function) bool {
	obj := Object(fn)
	return obj != nil && p.behindUnshared[obj]
}

// SynchronisedFor reports whether a function may count on it that its caller alone has the plain memory that a
// parameter leads to. If it may be called by way of an interface, that is so of its receiver, and of the bytes that
// Read and Write of package io are passed. Functions that are values count on it for slices that they only read.
func (p *Facts) SynchronisedFor(param *ssa.Parameter) bool {
	fn := param.Parent()
	if p.isLentBytes(param) || p.isLentSlice(param) {
		return true
	}
	return p.CallersSynchronise(fn) && (!p.IsBehindUnshared(fn) || param == fn.Params[0])
}
