package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Contents is what is put into a variable.
type Contents struct {
	Keys, Values OneType
	Makers       []*ssa.Function // what New of a Pool may be
	Sets         int             // how often New is assigned, or the variable as a whole
	// untold: the variable is used in some other way, so that nothing is known. always: New is set where a package variable
	// gets its initial value, which is the only assignment if sets is 1.
	Untold, Always bool
}

// OneType is the type of all values that are put somewhere, nil as long as none is.
type OneType struct {
	Type     types.Type
	Mixed    bool // several, or one that is not known
	MaybeNil bool // some of them may be nil pointers, or the like
}

// add notes that v, an interface, is put there.
func (o *OneType) add(v ssa.Value) {
	mi, ok := v.(*ssa.MakeInterface)
	if ok {
		_, isNew := mi.X.(*ssa.Alloc)
		o.MaybeNil = o.MaybeNil || !isNew
	}
	switch {
	case !ok || IsGeneric(mi.X.Type()):
		o.Mixed = true
	case o.Type == nil:
		o.Type = mi.X.Type()
	case !types.Identical(o.Type, mi.X.Type()):
		o.Mixed = true
	}
}

// AddAll is add for what a function returns: go/ssa may put it into a variable of its own before.
func (o *OneType) AddAll(v ssa.Value) {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		o.add(v)
		return
	}
	a, ok := load.X.(*ssa.Alloc)
	if !ok {
		o.Mixed = true
		return
	}
	stored := false
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			o.Mixed = o.Mixed || use.Addr != a
			o.add(use.Val)
			stored = true
		default:
			o.Mixed = true
		}
	}
	o.Mixed = o.Mixed || !stored // it is nil
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
	return IsSyncType(t, "sync", "Map") || IsSyncType(t, "sync", "Pool") || IsSyncType(t, "sync/atomic", "Value")
}

// IsSyncType reports whether t is the type of that name of the package with that path.
func IsSyncType(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path && n.Obj().Name() == name
}

// findContents returns what is put into the variables that the checked packages alone can get at: fields of named types and
// package variables that are not exported.
func (p *Facts) findContents() map[*types.Var]*Contents {
	all, converted := map[*types.Var]*Contents{}, false
	of := func(v *types.Var) *Contents {
		if all[v] == nil {
			all[v] = &Contents{}
		}
		return all[v]
	}
	var operands []*ssa.Value
	p.eachInstruction(func(instr ssa.Instruction, init *ssa.Function) {
		switch i := instr.(type) {
		case *ssa.FieldAddr:
			if isContainer(Deref(i.Type())) {
				for _, use := range *i.Referrers() {
					of(FieldOf(i)).use(use, i, init)
				}
			}
		case *ssa.ChangeType: // a struct that becomes one of another type has other fields
			converted = converted || containsContainer(Deref(i.X.Type()))
		}
		operands = instr.Operands(operands[:0])
		for _, op := range operands {
			if g, ok := (*op).(*ssa.Global); ok && isContainer(Deref(g.Type())) {
				if v, ok := g.Object().(*types.Var); ok {
					of(v).use(instr, g, init)
				}
			}
		}
	})
	known := map[*types.Var]*Contents{} // what may be anything else is left out
	for v, c := range all {
		within := !v.IsField() || p.Owners[v] != "" && !v.Embedded()
		if within && !v.Exported() && !converted && !c.Untold && !p.Escapes.Vars[v] {
			known[v] = c
		}
	}
	return known
}

// use notes an instruction that has the address of the variable.
func (c *Contents) use(instr ssa.Instruction, addr ssa.Value, init *ssa.Function) {
	switch i := instr.(type) {
	case *ssa.DebugRef:
	case *ssa.FieldAddr:
		c.setsNew(i, init)
	case *ssa.Store:
		a := PoolLiteral(i.Val)
		if a == nil {
			c.Untold = true
			return
		}
		c.Sets++
		for _, use := range *a.Referrers() {
			if f, ok := use.(*ssa.FieldAddr); ok {
				c.Sets--
				c.setsNew(f, init)
			}
		}
	case ssa.CallInstruction:
		if !directSync(i.Common(), addr) {
			c.Untold = true
			return
		}
		op, ok := i.Common().StaticCallee().Object().(*types.Func)
		if !ok {
			c.Untold = true
			return
		}
		at := puts[op.FullName()]
		if at.key > 0 {
			c.Keys.add(i.Common().Args[at.key])
		}
		if at.value > 0 {
			c.Values.add(i.Common().Args[at.value])
		}
	default:
		c.Untold = true
	}
}

// setsNew notes the assignments of New through its address.
func (c *Contents) setsNew(addr *ssa.FieldAddr, init *ssa.Function) {
	for _, use := range *addr.Referrers() {
		if _, ok := use.(*ssa.DebugRef); ok {
			continue
		}
		s, ok := use.(*ssa.Store)
		if !ok || s.Addr != addr {
			c.Untold = true
			return
		}
		c.Sets++
		c.Always = s.Parent() == init
		c.make(s.Val)
	}
}

// make notes a function that is assigned to New.
func (c *Contents) make(f ssa.Value) {
	fn, ok := f.(*ssa.Function)
	if mc, isClosure := f.(*ssa.MakeClosure); isClosure {
		fn, ok = mc.Fn.(*ssa.Function)
	}
	if !ok || fn.Blocks == nil {
		c.Untold = true
		return
	}
	c.Makers = append(c.Makers, fn)
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			c.Values.AddAll(r.Results[0])
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
