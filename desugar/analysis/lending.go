package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An option is a function that is called without its name to set up an object: `type Option func(*Server)`, or a method
// `apply(*options)` of an interface. Whoever calls it has the object to himself, lends it for the call, and has it to
// himself afterwards. Which functions are options is told by the types of function values, and by the names and types
// of methods. It is a guess of what the program means, and made once for all of it. Nothing rests on the guess: each
// call is checked to lend what is the goroutine's own, and each function to keep nothing of it.

// A nameless kind is that of the functions which a call without a name may run, as far as types tell.
type nameless struct {
	sig     *types.Signature
	at      []int           // the parameters that are pointers to structs of the checked packages, without the receiver
	fns     []*ssa.Function // those of the program
	refused bool            // some cannot be checked, or are called by code that is not
	written map[int]bool    // one writes what the parameter leads to, and takes no lock
	lends   map[int]bool    // a call passes an object that its function has made
}

// LentParams returns the numbers of the parameters by which callers that do not name fn lend it an object of their own, the receiver first.
func (p *Facts) LentParams(fn *ssa.Function) []int { return p.lent[fn] }

// LentArguments is LentParams for a call that does not tell its callee, without the receiver.
func (p *Facts) LentArguments(call *ssa.CallCommon) []int {
	return p.lending[p.namelessKey(call)]
}

// OwnBehind returns the fields of a struct type whose slices or maps options write to. They have to be the lender's own as well.
func (p *Facts) OwnBehind(t types.Type) (fields []*types.Var) {
	if st, ok := t.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			if p.lentBehind[f.Origin()] {
				fields = append(fields, f)
			}
		}
	}
	return fields
}

// A namelessKey tells the functions that such a call may run: by the type, and by the name of a method. Types count
// that are identical, whatever they are called.
type namelessKey struct {
	method    string // its name, with the package if it is not exported; else ""
	signature *types.Signature
}

func (p *Facts) namelessKey(call *ssa.CallCommon) namelessKey {
	if call.IsInvoke() {
		return namelessKey{call.Method.Id(), p.interned(call.Method.Signature())}
	}
	return namelessKey{"", p.interned(call.Signature())}
}

// interned returns the first signature that was noted of those that are identical but for type arguments, nil if none was.
func (p *Facts) interned(sig *types.Signature) *types.Signature {
	first, _ := p.signatures.At(erased(sig)).(*types.Signature)
	return first
}

// lendable returns the numbers of the parameters that are pointers to structs of the checked packages, or to those of
// others that these write.
func (p *Facts) lendable(sig *types.Signature) (at []int) {
	for i := range sig.Params().Len() {
		ptr, ok := types.Unalias(sig.Params().At(i).Type()).(*types.Pointer)
		if !ok || IsTypeParam(ptr.Elem()) || IsSyncValue(ptr.Elem()) {
			continue
		}
		if n, ok := types.Unalias(ptr.Elem()).(*types.Named); ok && IsComposite(n) && (p.isOurs(n.Obj()) || p.IsRegional(n) && !isUnsynchronised(n.Obj())) {
			at = append(at, i)
		}
	}
	return at
}

// findLending fills lending and lent.
func (p *Facts) findLending() {
	l := &lendings{prog: p, kinds: map[namelessKey]*nameless{}, open: map[token.Pos]bool{}, own: map[*ssa.Parameter]bool{}}
	p.openCalls = map[[2]int]bool{}
	for _, fn := range p.functions {
		l.ofAnyType(fn)
	}
	for _, fn := range p.functions {
		l.values(fn)
		l.calls(fn)
	}
	l.methods()
	l.handedOn()
	p.lending, p.lent, p.lentBehind = map[namelessKey][]int{}, map[*ssa.Function][]int{}, map[*types.Var]bool{}
	for key, k := range l.kinds {
		at := slices.DeleteFunc(k.at, func(i int) bool { return !k.written[i] })
		if k.refused || !slices.ContainsFunc(at, func(i int) bool { return k.lends[i] }) {
			continue
		}
		p.lending[key] = at
		for _, fn := range k.fns {
			for _, i := range at {
				p.lent[fn] = append(p.lent[fn], i+receivers(fn))
			}
			p.writtenBehind(fn)
		}
	}
	l.helpers()
	for fn, at := range p.lent { // kinds come in any order
		slices.Sort(at)
		p.lent[fn] = slices.Compact(at)
	}
}

func receivers(fn *ssa.Function) int {
	if fn.Signature.Recv() != nil {
		return 1
	}
	return 0
}

// writtenBehind notes the fields of what fn is lent to whose slices or maps it writes.
func (p *Facts) writtenBehind(fn *ssa.Function) {
	note := func(v ssa.Value) {
		load, ok := v.(*ssa.UnOp)
		if !ok {
			return
		}
		at, ok := load.X.(*ssa.FieldAddr)
		if !ok {
			return
		}
		f := FieldOf(at)
		if param := leadsFrom(at); param != nil && slices.Contains(p.lent[fn], slices.Index(fn.Params, param)) {
			p.lentBehind[f] = true
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Store:
				if at, ok := i.Addr.(*ssa.IndexAddr); ok {
					note(at.X)
				}
			case *ssa.MapUpdate:
				note(i.Map)
			case *ssa.Call:
				if _, ok := i.Call.Value.(*ssa.Builtin); ok && len(i.Call.Args) > 0 {
					note(i.Call.Args[0])
				}
			}
		}
	}
}

type lendings struct {
	prog   *Facts
	onward []onward
	kinds  map[namelessKey]*nameless
	open   map[token.Pos]bool      // calls in generic code that in an instance may be of any kind with as many parameters and results
	own    map[*ssa.Parameter]bool // for which a call by name passes an object that its function has made
}

// An onward call passes on a parameter.
type onward struct {
	param  *ssa.Parameter
	to     *nameless
	method string // that is called, as in a namelessKey
	at     int
}

// ofAnyType notes the calls of a function whose type has type parameters in place of whole types. The types of
// importers may be anything, so whose functions such a call may run is an assumption.
func (l *lendings) ofAnyType(fn *ssa.Function) {
	for _, call := range AllCalls(fn) {
		if _, ok := call.Value.(*ssa.Builtin); !ok && call.StaticCallee() == nil && !isErasable(call.Signature()) {
			l.open[call.Pos()] = true
			l.prog.openCalls[arity(call.Signature())] = true
		}
	}
}

// OpenCalls reports whether generic code calls functions with as many parameters and results, of types that are told by its type arguments.
func (p *Facts) OpenCalls(sig *types.Signature) bool { return p.openCalls[arity(sig)] }

// isHelper reports whether a function that passes on a parameter is told by its name alone that this is the caller's
// own: each call is translated with the body in place.
func (l *lendings) isHelper(param *ssa.Parameter) bool {
	fn := param.Parent()
	obj := Object(fn)
	return l.own[param] && obj != nil && fn.Parent() == nil && l.canBeLent(fn) && !l.prog.dynamic[obj] && !l.prog.Valued[obj] && !l.prog.isDispatched(obj)
}

// helpers has functions take a parameter for lent that they pass on: `func apply(s *Server, opts ...Option)`.
func (l *lendings) helpers() {
	for _, o := range l.onward {
		key := namelessKey{o.method, l.prog.interned(o.to.sig)}
		if fn := o.param.Parent(); slices.Contains(l.prog.lending[key], o.at) && l.isHelper(o.param) {
			l.prog.lent[fn] = append(l.prog.lent[fn], slices.Index(fn.Params, o.param))
			l.prog.writtenBehind(fn)
		}
	}
}

// handedOn notes the calls that lend what their function was lent itself, or what is its caller's own.
func (l *lendings) handedOn() {
	for _, o := range l.onward {
		if l.isHelper(o.param) {
			o.to.lends[o.at] = true
		}
	}
	lent := map[*ssa.Parameter]bool{}
	for changed := true; changed; {
		changed = false
		for _, k := range l.kinds {
			for _, fn := range k.fns {
				for _, i := range k.at {
					if param := fn.Params[i+receivers(fn)]; k.lends[i] && !lent[param] {
						lent[param], changed = true, true
					}
				}
			}
		}
		for _, o := range l.onward {
			if lent[o.param] && !o.to.lends[o.at] {
				o.to.lends[o.at], changed = true, true
			}
		}
	}
	l.writtenOn()
}

// writtenOn notes the parameters that functions pass on to such as write what they point to.
func (l *lendings) writtenOn() {
	writes := map[*ssa.Parameter]bool{}
	for changed := true; changed; {
		changed = false
		for _, o := range l.onward {
			if o.to.written[o.at] && !o.to.refused && !writes[o.param] {
				writes[o.param], changed = true, true
			}
		}
		for _, k := range l.kinds {
			for _, fn := range k.fns {
				for _, i := range k.at {
					if writes[fn.Params[i+receivers(fn)]] && !k.written[i] {
						k.written[i], changed = true, true
					}
				}
			}
		}
	}
}

// ParameterOf returns the parameter that v is, or is read from.
func ParameterOf(v ssa.Value) *ssa.Parameter {
	if load, ok := v.(*ssa.UnOp); ok {
		if a, ok := load.X.(*ssa.Alloc); ok {
			param, _ := Spilled(a)
			return param
		}
	}
	param, _ := v.(*ssa.Parameter)
	return param
}

func (l *lendings) kind(method string, sig *types.Signature) *nameless {
	if l.prog.interned(sig) == nil {
		l.prog.signatures.Set(erased(sig), sig)
	}
	key := namelessKey{method, l.prog.interned(sig)}
	k := l.kinds[key]
	if k == nil {
		k = &nameless{sig: sig, at: l.prog.lendable(sig)}
		k.refused, k.written, k.lends = len(k.at) == 0, map[int]bool{}, map[int]bool{}
		l.kinds[key] = k
	}
	return k
}

// values notes the functions that fn uses as values.
func (l *lendings) values(fn *ssa.Function) {
	eachValued(fn, func(used *ssa.Function, _ ssa.Instruction) {
		sig := used.Signature
		if sig.Recv() != nil {
			return
		}
		k := l.kind("", sig)
		switch {
		case used.Parent() != nil && l.prog.isInstance(used): // it is checked as what is checked in place of the instance
			k.refused = k.refused || !l.prog.isErasableLiteral(used)
		case used.Parent() != nil && used.Synthetic == "" && !l.prog.Loose[used]: // it is at hand wherever it is called, but tells what such functions are for
			l.writes(used, k)
		case l.canBeLent(used):
			l.add(k, used)
		default:
			k.refused = true
		}
	})
}

func (l *lendings) add(k *nameless, fn *ssa.Function) {
	if !slices.Contains(k.fns, fn) {
		k.fns = append(k.fns, fn)
		l.writes(fn, k)
	}
}

// canBeLent reports whether a function can be checked as one that is lent what it is passed.
func (l *lendings) canBeLent(fn *ssa.Function) bool {
	p := l.prog
	if fn.Blocks == nil || fn.Parent() == nil && !p.abstractTypes.isDeclared(fn) || fn.Parent() != nil && fn.Synthetic != "" || p.Spawned[fn] || fn.Parent() == nil && fn.TypeParams().Len() > len(fn.TypeArgs()) || p.ContractOf(fn) != nil {
		return false
	}
	return p.InfoOf(fn) != nil && !p.isInstance(fn) && !IsInit(fn)
}

// methods adds the methods that may be behind the interfaces of the calls.
func (l *lendings) methods() {
	for _, path := range l.prog.Paths {
		info := l.prog.Packages[path]
		for obj := range info.decls {
			if obj.Signature().Recv() == nil {
				continue
			}
			if !isErasable(obj.Signature()) { // in an instance it may be any method of that name
				l.refuseMethods(obj)
			}
			k := l.kinds[namelessKey{obj.Id(), l.prog.interned(obj.Signature())}]
			if k == nil {
				continue
			}
			fn := l.prog.abstractTypes.checked(info.Ssa.Prog.FuncValue(obj))
			if fn == nil || l.prog.Valued[obj.Origin()] || !l.canBeLent(fn) {
				k.refused = true
				continue
			}
			l.add(k, fn)
		}
	}
}

// refuseMethods refuses the methods with a name and as many parameters and results.
func (l *lendings) refuseMethods(m *types.Func) {
	for key, k := range l.kinds {
		if key.method == m.Id() && arity(k.sig) == arity(m.Signature()) {
			k.refused = true
		}
	}
}

// calls notes how fn calls functions without their names, and whom it passes function values to.
func (l *lendings) calls(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case ssa.CallInstruction:
				l.call(i)
			case *ssa.MakeInterface: // code that is not at hand may find it there
				l.leaves(i.X.Type())
			}
		}
	}
}

func (l *lendings) call(instr ssa.CallInstruction) {
	call := instr.Common()
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return
	}
	callee := call.StaticCallee()
	if callee != nil {
		if callee.Blocks == nil || l.prog.InfoOf(callee) == nil {
			for _, arg := range call.Args {
				l.leaves(arg.Type())
			}
		}
		for i, arg := range call.Args {
			if to := l.prog.CheckedFor(callee); i < len(to.Params) && isOwnObject(arg) {
				l.own[to.Params[i]] = true
			}
		}
		return
	}
	method := ""
	if call.IsInvoke() {
		method = call.Method.Id()
	}
	k := l.kind(method, call.Signature())
	if _, ok := instr.(*ssa.Call); !ok || call.IsInvoke() && (IsTypeParam(call.Value.Type()) || l.prog.ByInterface(call) != nil) {
		k.refused = true
	}
	if l.open[call.Pos()] && isErasable(call.Signature()) { // in an instance, of which nobody checks what it lends
		k.refused = true
	}
	for _, i := range k.at {
		k.lends[i] = k.lends[i] || isOwnObject(call.Args[i])
		if param := ParameterOf(call.Args[i]); param != nil {
			l.onward = append(l.onward, onward{param, k, method, i})
		}
	}
}

func arity(sig *types.Signature) [2]int { return [2]int{sig.Params().Len(), sig.Results().Len()} }

// leaves notes that code which is not at hand gets a function value, or several.
func (l *lendings) leaves(t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Signature:
		if n, ok := types.Unalias(t).(*types.Named); ok && n.NumMethods() > 0 {
			return // what is called is a method
		}
		l.kind("", u).refused = true
	case *types.Slice:
		l.leaves(u.Elem())
	}
}

// isOwnObject reports whether a pointer leads to, or into, an object that the function has made, or has just been given
// by one that may have, or to one that a field of such an object leads to.
func isOwnObject(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.FieldAddr:
		return isOwnObject(v.X)
	case *ssa.UnOp:
		if at, ok := v.X.(*ssa.FieldAddr); ok {
			return isOwnObject(at.X)
		}
		a, ok := v.X.(*ssa.Alloc)
		if !ok {
			return false
		}
		own := false
		for _, use := range *a.Referrers() {
			s, ok := use.(*ssa.Store)
			if !ok || s.Addr != ssa.Value(a) {
				continue
			}
			switch x := s.Val.(type) {
			case *ssa.Alloc:
				own = true
			case *ssa.Call:
				fn := x.Call.StaticCallee()
				own = fn != nil && fn.Blocks != nil
			}
			if !own {
				return false
			}
		}
		return own
	}
	return false
}

// writes notes the parameters by which a function writes a part of what they point to, if it calls no method of a lock.
func (l *lendings) writes(fn *ssa.Function, k *nameless) {
	for _, call := range AllCalls(fn) {
		if callee := call.StaticCallee(); callee != nil && callee.Signature.Recv() != nil && LockMethods[callee.Name()] {
			return
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			var addr ssa.Value
			switch i := instr.(type) {
			case *ssa.Store:
				addr = i.Addr
			case *ssa.MapUpdate:
				addr = i.Map
			default:
				continue
			}
			if param := leadsFrom(addr); param != nil {
				k.written[slices.Index(fn.Params, param)-receivers(fn)] = true
			}
		}
	}
}

// leadsFrom returns the parameter by which a place is found that is a field of what it points to, or behind one.
func leadsFrom(v ssa.Value) *ssa.Parameter {
	inside := false
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v, inside = x.X, true
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.Alloc:
			param, ok := Spilled(x)
			if !ok || !inside {
				return nil
			}
			return param
		case *ssa.Parameter:
			if !inside {
				return nil
			}
			return x
		default:
			return nil
		}
	}
}
