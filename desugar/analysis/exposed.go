package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/addressed"
	"github.com/calvin-go/calvin/desugar/sequential"
)

// A function that other packages may call can return a slice or map that a guard owns, or the address of a variable
// that is guarded. Its caller knows nothing of the guard, and uses what it gets without it.

// Exposed returns the variables of which fn may return the slice or map, or a part of it, to callers that are not
// checked, in order: those that own what they hold, and whose elements some checked code may write where they are.
func (p *Facts) Exposed(fn *ssa.Function) []*types.Var { return p.exposed[fn] }

// ExposedBehind returns the variables of which what a return gives to callers that are not checked leads to a part,
// where the value itself does not tell: by an address, an interface, an iterator, an array of slices. They are in
// order.
func (p *Facts) ExposedBehind(ret *ssa.Return) []*types.Var { return p.exposedBehind[ret] }

// findExposed finds both.
func (p *Facts) findExposed() {
	p.exposed, p.exposedBehind = map[*ssa.Function][]*types.Var{}, map[*ssa.Return][]*types.Var{}
	p.storedBehind = map[ssa.Instruction][]*types.Var{}
	some := map[*types.Var]bool{}
	for _, fn := range p.functions {
		if pkg := genericOf(fn).Pkg; pkg == nil || pkg.Pkg.Name() == "main" || fn.Blocks == nil || !p.CalledByOthers(fn) {
			continue
		}
		p.findReturned(fn)
		p.findExposedStored(fn, some)
		for _, v := range p.exposed[fn] {
			some[v] = true
		}
		for _, ret := range returnsOf(fn) {
			for _, v := range p.exposedBehind[ret] {
				some[v] = true
			}
		}
	}
	p.findExposedSent(some)
	rewritten := p.findRewritten(some)
	dropUnwritten(p.exposedSent, rewritten)
	dropUnwritten(p.sentBehind, rewritten)
	dropUnwritten(p.storedBehind, rewritten)
	dropUnwritten(p.exposed, rewritten)
	dropUnwritten(p.exposedBehind, rewritten)
}

// dropUnwritten leaves the variables that are written where they are.
func dropUnwritten[K comparable](all map[K][]*types.Var, rewritten map[*types.Var]bool) {
	for k, vars := range all {
		vars = slices.DeleteFunc(vars, func(v *types.Var) bool { return !rewritten[v] })
		if len(vars) == 0 {
			delete(all, k)
			continue
		}
		all[k] = vars
	}
}

// returnsOf returns the return instructions of a function.
func returnsOf(fn *ssa.Function) (all []*ssa.Return) {
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			all = append(all, ret)
		}
	}
	return all
}

// findReturned finds the variables of which fn may return what they own, or a part of themselves.
func (p *Facts) findReturned(fn *ssa.Function) {
	var owned []*types.Var
	for _, ret := range returnsOf(fn) {
		o := &origins{prog: p, seen: map[origin]bool{}, args: map[*ssa.Parameter][]ssa.Value{}}
		for _, v := range ret.Results {
			o.value(v)
		}
		for _, v := range o.found {
			if !slices.Contains(owned, v) {
				owned = append(owned, v)
			}
		}
		if len(o.behind) > 0 {
			p.exposedBehind[ret] = p.varsInOrder(o.behind)
		}
	}
	if len(owned) > 0 {
		p.exposed[fn] = p.varsInOrder(owned)
	}
}

// varsInOrder sorts variables by their positions.
func (p *Facts) varsInOrder(vars []*types.Var) []*types.Var {
	slices.SortFunc(vars, func(a, b *types.Var) int { return InOrder(p.Fset, a.Pos(), b.Pos()) })
	return vars
}

// An origin is a value that leads to what a function returns: by itself, or by something that it is in.
type origin struct {
	value           ssa.Value
	wrapped, hidden bool // see origins
}

// origins follows slices, maps and addresses back to the variables that they were read from, or are of.
type origins struct {
	prog    *Facts
	seen    map[origin]bool
	args    map[*ssa.Parameter][]ssa.Value // of the calls that were met
	wrapped bool                           // what is followed is behind something else in the result
	hidden  bool                           // it is in a field that only checked code can name
	found   []*types.Var                   // those that own the result itself
	behind  []*types.Var                   // those to which it leads otherwise

	unguarded func(ssa.Value) bool // if not nil: which addresses of variables without a guard count, too
}

// results follows result number i of a function back, or all if i is negative.
func (o *origins) results(fn *ssa.Function, i int) {
	for _, ret := range returnsOf(fn) {
		for k, v := range ret.Results {
			if i < 0 || k == i {
				o.value(v)
			}
		}
	}
}

func (o *origins) value(v ssa.Value) {
	if o.seen[origin{v, o.wrapped, o.hidden}] {
		return
	}
	o.seen[origin{v, o.wrapped, o.hidden}] = true
	switch v := v.(type) {
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			o.readFrom(v.X)
		case token.ARROW:
			o.received(v.Type())
		}
	case *ssa.Slice:
		o.value(v.X)
	case *ssa.ChangeType:
		o.value(v.X)
	case *ssa.ChangeInterface:
		o.value(v.X)
	case *ssa.MakeInterface:
		o.inside(func() { o.value(v.X) })
	case *ssa.Phi:
		for _, e := range v.Edges {
			o.value(e)
		}
	case *ssa.Extract:
		switch from := v.Tuple.(type) {
		case *ssa.Call:
			o.call(from, v.Index)
		case *ssa.UnOp: // a receive
			o.value(from)
		}
	case *ssa.Call:
		o.call(v, 0)
	case *ssa.Parameter:
		for _, arg := range o.args[v] {
			o.value(arg)
		}
	case *ssa.Alloc: // a pointer to what the function has made
		o.variable(v)
	case *ssa.MakeMap:
		o.entries(v)
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global:
		o.address(v)
	}
}

// inside follows something to which the result leads by something else.
func (o *origins) inside(follow func()) {
	was := o.wrapped
	o.wrapped = true
	follow()
	o.wrapped = was
}

// received follows what checked code sends on channels of such elements.
func (o *origins) received(elem types.Type) {
	if tuple, ok := elem.(*types.Tuple); ok {
		elem = tuple.At(0).Type()
	}
	for _, fn := range o.prog.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.Send:
					if types.Identical(i.X.Type(), elem) {
						o.value(i.X)
					}
				case *ssa.Select:
					for _, state := range i.States {
						if state.Dir == types.SendOnly && types.Identical(state.Send.Type(), elem) {
							o.value(state.Send)
						}
					}
				}
			}
		}
	}
}

// readFrom follows what was read at an address.
func (o *origins) readFrom(addr ssa.Value) {
	if v := o.prog.variableAt(addr); v != nil && o.prog.OwnsStore(v) {
		if g := o.prog.Guard(v); len(g.ElemRead)+len(g.ElemWrite) == 0 || o.prog.HasAtomicElements(v) {
			o.note(v, o.wrapped)
		}
		return
	}
	if a := madeAt(addr); a != nil {
		o.variable(a)
	}
}

func (o *origins) note(v *types.Var, behind bool) {
	list := &o.found
	if behind {
		if list = &o.behind; o.hidden {
			return
		}
	}
	if !slices.Contains(*list, v) {
		*list = append(*list, v)
	}
}

// address follows the address of a part of a variable that is guarded, or of an element of what one owns.
func (o *origins) address(at ssa.Value) {
	part := at
	visible := hasVisible(Deref(part.Type())) || o.prog.hasUsingMethods(Deref(part.Type())) // of a part of what others cannot name, too
	for {
		v := o.prog.variableAt(at)
		if v != nil && visible && (o.prog.isGuardedPlain(v) || o.unguarded != nil && o.unguarded(at)) {
			o.note(v, true)
			return
		}
		switch a := at.(type) {
		case *ssa.FieldAddr:
			at = a.X
		case *ssa.IndexAddr:
			if _, isSlice := a.X.Type().Underlying().(*types.Slice); isSlice {
				if at != part || !IsComposite(Deref(a.Type())) { // see resultsLeave of package desugar for structs
					o.inside(func() { o.value(a.X) })
				}
				return
			}
			at = a.X
		default:
			// A part of an object that a variable leads to is its guard's, as the object is.
			if v := sequential.VariableOf(at); v != nil && at != part && visible && !IsComposite(Deref(part.Type())) && o.prog.IsRegional(Deref(at.Type())) && o.prog.isGuardedPlain(o.prog.Field(v)) {
				o.note(o.prog.Field(v), true)
			}
			return
		}
	}
}

// isGuardedPlain reports whether somebody has said when a variable may be accessed, by what others hold or are, and
// whoever has its address can access it plainly. Of one with an exported name they know that anyhow.
func (p *Facts) isGuardedPlain(v *types.Var) bool {
	g := p.Guard(v)
	return !v.Exported() && g != nil && !g.Immutable && !g.AtomicOnly && !g.Transfers && len(g.Read)+len(g.Write)+len(g.ElemRead)+len(g.ElemWrite) > 0 && !holdsSynchronised(v.Type())
}

// hasVisible reports whether code of other packages can name a variable of a type, or a part of one, given its address.
func hasVisible(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return true
	}
	for f := range st.Fields() {
		if f.Exported() && hasVisible(f.Type()) {
			return true
		}
	}
	return false
}

// hasUsingMethods reports whether a struct type of the checked packages has methods with exported names that look at
// the object: others call them, given its address.
func (p *Facts) hasUsingMethods(t types.Type) bool {
	n := StructName(t)
	if n == nil || !p.isOurs(n) {
		return false
	}
	for _, fn := range p.functions {
		recv := fn.Signature.Recv()
		if recv != nil && token.IsExported(fn.Name()) && StructName(Deref(recv.Type())) == n && p.UseOf(fn.Params[0]) != Untouched {
			return true
		}
	}
	return false
}

// holdsSynchronised reports whether there is a lock, an atomic variable or a channel in a value of a type itself: then
// who gets its address may well keep to rules of its own.
func holdsSynchronised(t types.Type) bool {
	if IsSyncValue(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return true
	case *types.Array:
		return holdsSynchronised(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if holdsSynchronised(f.Type()) {
				return true
			}
		}
	}
	return false
}

// madeAt returns the variable or object made in the function that an address leads into, nil if it is none.
func madeAt(addr ssa.Value) *ssa.Alloc {
	a, _ := addressed.PartOf(addr).(*ssa.Alloc)
	return a
}

// variable follows all that is stored in a variable of a function, or in parts of it.
func (o *origins) variable(addr ssa.Value) {
	if addr.Referrers() == nil {
		return
	}
	for _, use := range *addr.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Addr == addr {
				o.value(use.Val)
			}
		case *ssa.FieldAddr:
			was := o.hidden
			o.hidden = was || !FieldOf(use).Exported()
			o.variable(use)
			o.hidden = was
		case *ssa.IndexAddr:
			o.inside(func() { o.variable(use) })
		case *ssa.UnOp: // of a map, which is filled later
			if _, isMap := use.Type().Underlying().(*types.Map); isMap {
				o.entries(use)
			}
		}
	}
}

// entries follows all that is put into a map.
func (o *origins) entries(m ssa.Value) {
	for _, use := range usesOf(m) {
		if put, ok := use.(*ssa.MapUpdate); ok && put.Map == m {
			o.inside(func() { o.value(put.Value) })
		}
	}
}

// call follows result number i of a call into the callee, and the first argument of append.
func (o *origins) call(call *ssa.Call, i int) {
	if IsBuiltin(call, "append") {
		o.value(call.Call.Args[0])
		if literal, ok := call.Call.Args[1].(*ssa.Slice); ok && madeAt(literal.X) != nil {
			o.variable(literal.X)
		}
		return
	}
	fn := call.Call.StaticCallee()
	if fn == nil {
		return
	}
	if fn.Blocks == nil {
		o.foreign(call, fn)
		return
	}
	for k, param := range fn.Params {
		if k < len(call.Call.Args) && !slices.Contains(o.args[param], call.Call.Args[k]) {
			o.args[param] = append(o.args[param], call.Call.Args[k])
			if o.seen[origin{param, o.wrapped, o.hidden}] { // another call has followed it already
				o.value(call.Call.Args[k])
			}
		}
	}
	o.results(fn, i)
}

// foreign follows what a function that is not at hand returns a part of, or something that leads to it.
func (o *origins) foreign(call *ssa.Call, fn *ssa.Function) {
	row := o.prog.RowOf(Object(fn))
	for k, arg := range call.Call.Args {
		if row == nil || !row.Aliases(k) {
			continue
		}
		switch call.Type().Underlying().(type) {
		case *types.Slice, *types.Map:
			o.value(arg)
		default:
			o.inside(func() { o.value(arg) })
		}
	}
}

// findRewritten returns those of some variables of which checked code may write a part where it is, or elements of what
// they own. It does not if it only reads elements, appends to them, and puts whole slices and maps in their place.
func (p *Facts) findRewritten(some map[*types.Var]bool) map[*types.Var]bool {
	rewritten := map[*types.Var]bool{}
	if len(some) == 0 {
		return rewritten
	}
	var operands []*ssa.Value
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				operands = instr.Operands(operands[:0])
				for _, op := range operands {
					if v := p.variableAt(*op); v != nil && some[v] && !rewritten[v] {
						rewritten[v] = p.rewrites(instr, *op, v)
					}
				}
			}
		}
	}
	return rewritten
}

// rewrites reports whether an instruction may lead to a write of a part of a variable, or of an element of what it owns, given its address.
func (p *Facts) rewrites(instr ssa.Instruction, addr ssa.Value, v *types.Var) bool {
	switch i := instr.(type) {
	case *ssa.DebugRef:
		return false
	case *ssa.UnOp:
		w := p.newUseWalk()
		w.keeper = v
		w.value(i)
		return w.use == Writes
	case *ssa.Store:
		if i.Addr != addr {
			return true
		}
		switch v.Type().Underlying().(type) {
		case *types.Slice, *types.Map:
			return false
		}
		return madeAt(addr) == nil
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return !onlyLoaded(i.(ssa.Value))
	}
	return true // who has its address may do anything
}
