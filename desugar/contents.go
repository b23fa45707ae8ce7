package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// What is put into a sync.Map, a sync.Pool or an atomic.Value comes out as an interface of which nothing is known. Where all
// that the program puts into a variable has one type, and nothing else can get at the variable, that type is known of what
// comes out. A program keeps to this by its text alone, so it needs no check.

// contents is what is put into a variable.
type contents struct {
	keys, values oneType
	makers       []*ssa.Function // what New of a Pool may be
	sets         int             // how often New is assigned, or the variable as a whole
	// untold: the variable is used in some other way, so that nothing is known. always: New is set where a package variable
	// gets its initial value, which is the only assignment if sets is 1.
	untold, always bool
}

// oneType is the type of all values that are put somewhere, nil as long as none is.
type oneType struct {
	typ      types.Type
	mixed    bool // several, or one that is not known
	maybeNil bool // some of them may be nil pointers, or the like
}

// add notes that v, an interface, is put there.
func (o *oneType) add(v ssa.Value) {
	mi, ok := v.(*ssa.MakeInterface)
	if ok {
		_, isNew := mi.X.(*ssa.Alloc)
		o.maybeNil = o.maybeNil || !isNew
	}
	switch {
	case !ok || isGeneric(mi.X.Type()):
		o.mixed = true
	case o.typ == nil:
		o.typ = mi.X.Type()
	case !types.Identical(o.typ, mi.X.Type()):
		o.mixed = true
	}
}

// addAll is add for what a function returns: go/ssa may put it into a variable of its own before.
func (o *oneType) addAll(v ssa.Value) {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		o.add(v)
		return
	}
	a, ok := load.X.(*ssa.Alloc)
	if !ok {
		o.mixed = true
		return
	}
	stored := false
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			o.mixed = o.mixed || use.Addr != a
			o.add(use.Val)
			stored = true
		default:
			o.mixed = true
		}
	}
	o.mixed = o.mixed || !stored // it is nil
}

// puts has the positions of arguments, the receiver being 0, that operations put into their receiver.
var puts = map[string]struct{ key, value int }{
	"(*sync.Map).Store":                   {1, 2},
	"(*sync.Map).LoadOrStore":             {1, 2},
	"(*sync.Map).Swap":                    {1, 2},
	"(*sync.Map).CompareAndSwap":          {0, 3},
	"(*sync.Pool).Put":                    {0, 1},
	"(*sync/atomic.Value).Store":          {0, 1},
	"(*sync/atomic.Value).Swap":           {0, 1},
	"(*sync/atomic.Value).CompareAndSwap": {0, 2},
}

// isContainer reports whether t is sync.Map, sync.Pool or atomic.Value.
func isContainer(t types.Type) bool {
	return isSyncType(t, "sync", "Map") || isSyncType(t, "sync", "Pool") || isSyncType(t, "sync/atomic", "Value")
}

func isSyncType(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path && n.Obj().Name() == name
}

// findContents returns what is put into the variables that the checked packages alone can get at: fields of named types and
// package variables that are not exported.
func (p *Facts) findContents() map[*types.Var]*contents {
	all, converted := map[*types.Var]*contents{}, false
	of := func(v *types.Var) *contents {
		if all[v] == nil {
			all[v] = &contents{}
		}
		return all[v]
	}
	p.eachInstruction(func(instr ssa.Instruction, init *ssa.Function) {
		switch i := instr.(type) {
		case *ssa.FieldAddr:
			if isContainer(deref(i.Type())) {
				for _, use := range *i.Referrers() {
					of(fieldOf(i)).use(use, i, init)
				}
			}
		case *ssa.ChangeType: // a struct that becomes one of another type has other fields
			converted = converted || containsContainer(deref(i.X.Type()))
		}
		for _, op := range instr.Operands(nil) {
			if g, ok := (*op).(*ssa.Global); ok && isContainer(deref(g.Type())) {
				if v, ok := g.Object().(*types.Var); ok {
					of(v).use(instr, g, init)
				}
			}
		}
	})
	known := map[*types.Var]*contents{} // what may be anything else is left out
	for v, c := range all {
		within := !v.IsField() || p.owners[v] != "" && !v.Embedded()
		if within && !v.Exported() && !converted && !c.untold && !p.escapes.vars[v] {
			known[v] = c
		}
	}
	return known
}

// use notes an instruction that has the address of the variable.
func (c *contents) use(instr ssa.Instruction, addr ssa.Value, init *ssa.Function) {
	switch i := instr.(type) {
	case *ssa.DebugRef:
	case *ssa.FieldAddr:
		c.setsNew(i, init)
	case *ssa.Store:
		a := poolLiteral(i.Val)
		if a == nil {
			c.untold = true
			return
		}
		c.sets++
		for _, use := range *a.Referrers() {
			if f, ok := use.(*ssa.FieldAddr); ok {
				c.sets--
				c.setsNew(f, init)
			}
		}
	case ssa.CallInstruction:
		if !directSync(i.Common(), addr) {
			c.untold = true
			return
		}
		op, ok := i.Common().StaticCallee().Object().(*types.Func)
		if !ok {
			c.untold = true
			return
		}
		at := puts[op.FullName()]
		if at.key > 0 {
			c.keys.add(i.Common().Args[at.key])
		}
		if at.value > 0 {
			c.values.add(i.Common().Args[at.value])
		}
	default:
		c.untold = true
	}
}

// setsNew notes the assignments of New through its address.
func (c *contents) setsNew(addr *ssa.FieldAddr, init *ssa.Function) {
	for _, use := range *addr.Referrers() {
		if _, ok := use.(*ssa.DebugRef); ok {
			continue
		}
		s, ok := use.(*ssa.Store)
		if !ok || s.Addr != addr {
			c.untold = true
			return
		}
		c.sets++
		c.always = s.Parent() == init
		c.make(s.Val)
	}
}

// make notes a function that is assigned to New.
func (c *contents) make(f ssa.Value) {
	fn, ok := f.(*ssa.Function)
	if mc, isClosure := f.(*ssa.MakeClosure); isClosure {
		fn, ok = mc.Fn.(*ssa.Function)
	}
	if !ok || fn.Blocks == nil {
		c.untold = true
		return
	}
	c.makers = append(c.makers, fn)
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			c.values.addAll(r.Results[0])
		}
	}
}

// containsContainer reports whether values of a type have a sync.Map, sync.Pool or atomic.Value in them.
func containsContainer(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if isContainer(t) {
			return true
		}
		for f := range u.Fields() {
			if containsContainer(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return containsContainer(u.Elem())
	}
	return false
}

// typed is the condition that an interface which comes out of a variable, and is not nil, has the one type that is put there;
// true if none is known.
func (t *translator) typed(v *ir.Expr, o oneType) *ir.Expr {
	if o.mixed || o.typ == nil {
		return ir.True
	}
	k, err := t.mem.dynamic.functions(o.typ)
	if err != nil {
		return ir.True
	}
	is := ir.Eq(t.mem.dynamic.dynamicType(v), k.term)
	if x := ir.Apply(k.unwrap, v); !o.maybeNil {
		is = ir.And(is, ir.Ne(x, zeroOf(x.Sort)))
	}
	return ir.Or(ir.Eq(v, nilInterface), is)
}

// contentsAt returns what is put into the variable at p, nothing known if it may be any.
func (t *translator) contentsAt(p place) *contents {
	if p.variable != nil {
		if c := t.prog.contents[p.variable]; c != nil {
			return c
		}
	}
	return &contents{untold: true, keys: oneType{mixed: true}, values: oneType{mixed: true}}
}

// container returns the place of the sync.Map, sync.Pool or atomic.Value that an operation is about.
func (t *translator) container(inv *invocation) (place, bool) {
	p, ok := t.receiverPlace(inv)
	if !ok || p.isLocal() || p.family == nil {
		t.unsupported(inv.pos, "a %s that cannot be told", t.mem.shortType(deref(inv.argv[0].Type())))
		return p, false
	}
	return p, true
}
