package analysis

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// In packages of which nobody asks whether they panic, a channel may be closed without a right to it, and a Done be
// called that the goroutine is not known to owe. All that others learn from closed channels and from Wait rests on
// these rights. So for each class of channels or WaitGroups that may be the same it is settled beforehand, by the
// program's text, whether there is an account of rights. If there is none, anybody may close the channels and pay the
// Dones, and nobody learns anything. Which classes these are is a guess but for two things: it is the same everywhere
// in the program, and code that is asked about has no such channel or WaitGroup.

// findUnaccounted returns the values that lead to channels or WaitGroups of which there is no account, and the fields and package variables
// that hold such channels.
func (p *Facts) findUnaccounted(c *aliasClasses) (map[ssa.Value]bool, map[*types.Var]bool) {
	if !p.mayPanic() {
		return nil, nil
	}
	g := &guess{c: c, p: p, adding: map[*ssa.Function]map[any]bool{}}
	free := g.free()
	if len(free) == 0 {
		return nil, nil
	}
	found, variables := map[ssa.Value]bool{}, map[*types.Var]bool{}
	for _, x := range slices.Concat(slices.Collect(maps.Keys(g.c.parent)), slices.Collect(maps.Keys(free))) {
		if v, ok := x.(*types.Var); ok && free[g.c.find(v)] {
			variables[v] = true
		}
	}
	g.c.eachValue(func(v ssa.Value, _ *ssa.Function) {
		if free[g.c.find(g.c.node(v))] {
			found[v] = true
		}
	})
	return found, variables
}

// anyChannel reports whether some of the values are channels.
func (p *Facts) anyChannel(values map[ssa.Value]bool) bool {
	for v := range values {
		if IsChan(v.Type()) {
			return true
		}
	}
	return false
}

// Unaccounted reports whether v leads to a channel that anybody may close, or to a WaitGroup of which anybody may pay a Done.
func (p *Facts) Unaccounted(v ssa.Value) bool { return v != nil && p.unaccounted[v] }

// UnaccountedIn reports whether a field or package variable may hold a channel that anybody may close.
func (p *Facts) UnaccountedIn(v *types.Var) bool {
	if v.IsField() {
		v = p.Field(v)
	}
	return p.unaccountedIn[v]
}

// UnaccountedChannels reports whether there are channels that anybody may close.
func (p *Facts) UnaccountedChannels() bool { return p.unaccountedChannels }

// mayPanic reports whether there is a package of which nobody asks whether it panics.
func (p *Facts) mayPanic() bool {
	for _, path := range p.Paths {
		if p.Packages[path].Annot.MayPanic() {
			return true
		}
	}
	return false
}

// eachValue visits the values that lead to channels or WaitGroups, with the functions that have them.
func (c *aliasClasses) eachValue(visit func(ssa.Value, *ssa.Function)) {
	if !c.gathered {
		c.gather()
	}
	for _, h := range c.had {
		visit(h.value, h.by)
	}
}

// A had is a value that a function has.
type had struct {
	value ssa.Value
	by    *ssa.Function
}

// gather finds those that eachValue visits, which are few among all.
func (c *aliasClasses) gather() {
	c.gathered = true
	var operands []*ssa.Value
	for _, fn := range c.prog.functions {
		one := func(v ssa.Value) {
			if classKey(v.Type()) != "" && !isNilConst(v) {
				c.had = append(c.had, had{v, fn})
			}
		}
		for _, v := range fn.Params {
			one(v)
		}
		for _, v := range fn.FreeVars {
			one(v)
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(ssa.Value); ok {
					one(v)
				}
				operands = instr.Operands(operands[:0])
				for _, op := range operands {
					if global, ok := (*op).(*ssa.Global); ok {
						one(global)
					}
				}
			}
		}
	}
}

// settle adds what nobody has looked at yet to the classes. If generic code has channels of any type that it does not
// follow, all that are not followed are in one class.
func (c *aliasClasses) settle() {
	keys := map[unfollowed]bool{}
	c.eachValue(func(v ssa.Value, _ *ssa.Function) {
		c.find(c.node(v))
		keys[classKey(v.Type())] = true
	})
	for x, y := range c.parent {
		for _, z := range []any{x, y} {
			if key, ok := z.(unfollowed); ok {
				keys[key] = true
			}
		}
	}
	if keys[anyType] {
		for key := range keys {
			if key != "group" {
				c.union(key, anyType)
			}
		}
	}
}

// A guess tells which classes there is an account of.
type guess struct {
	c      *aliasClasses
	p      *Facts
	adding map[*ssa.Function]map[any]bool // by which classes a function adds to a WaitGroup, or calls one that does
}

// free returns the classes of which there is no account.
func (g *guess) free() map[any]bool {
	free := map[any]bool{}
	for _, u := range g.c.uses {
		if !g.accounted(u) {
			free[g.c.find(g.c.node(u.value))] = true
		}
	}
	for _, v := range g.c.unseen {
		key := classKey(v.Type())
		switch {
		case key == "group":
			free[g.c.find(g.c.node(v))] = true
		case key == "": // a method as a value
			free[g.c.find(unfollowed("group"))] = true
		}
	}
	g.c.eachValue(func(v ssa.Value, fn *ssa.Function) {
		if g.isAsked(v, fn) {
			delete(free, g.c.find(g.c.node(v)))
		}
	})
	for _, v := range g.p.Channels { // where a channel hands over what is sent on it, nobody learns anything by its being closed
		if guard := g.p.Guard(v); !guard.Transfers || len(guard.Closes)+len(guard.Carries) > 0 {
			delete(free, g.c.find(v))
		}
	}
	return free
}

// isAsked reports whether an account is asked for: by code of which it is asked whether it panics.
func (g *guess) isAsked(v ssa.Value, fn *ssa.Function) bool {
	if global, ok := v.(*ssa.Global); ok && global.Pkg != nil {
		if info := g.p.Packages[global.Pkg.Pkg.Path()]; info != nil && !info.Annot.MayPanic() {
			return true
		}
	}
	if a, ok := v.(*ssa.FieldAddr); ok {
		if f := FieldOf(a); f.Pkg() != nil {
			if info := g.p.Packages[f.Pkg().Path()]; info != nil && !info.Annot.MayPanic() {
				return true
			}
		}
	}
	return g.p.AsksPanics(fn)
}

// accounted reports whether the goroutine seems to have a right to what it does.
func (g *guess) accounted(u use) bool {
	switch u.method {
	case "":
		return g.mayClose(u.value, u.fn, 0)
	case "Done":
		return g.mayPay(u.value, u.fn, 0)
	case "Add":
		return isCount(u.delta) || isNegative(u.delta) && g.mayPay(u.value, u.fn, 0) || IsFirst(u.call.Common())
	}
	return true
}

// isCount reports whether no less than nothing is added.
func isCount(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value != nil && constant.Sign(v.Value) >= 0
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return ok && (b.Name() == "len" || b.Name() == "cap")
	}
	return false
}

// isNegative reports whether less than nothing seems to be added.
func isNegative(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value != nil && constant.Sign(v.Value) < 0
	case *ssa.UnOp:
		return v.Op == token.SUB
	}
	return false
}

// IsFirst reports whether a call is the first that anybody does with a WaitGroup, which is a local variable: its counter is zero then.
func IsFirst(call *ssa.CallCommon) bool {
	a, ok := call.Args[0].(*ssa.Alloc)
	if !ok {
		return false
	}
	n := slices.IndexFunc(*a.Referrers(), func(use ssa.Instruction) bool {
		i, ok := use.(*ssa.Call)
		return ok && i.Common() == call
	})
	if n < 0 { // deferred, say
		return false
	}
	first := (*a.Referrers())[n]
	at := first.Block()
	for _, use := range *a.Referrers() {
		if _, debug := use.(*ssa.DebugRef); debug || use == first {
			continue
		}
		before := use.Block() == at && slices.Index(at.Instrs, use) < slices.Index(at.Instrs, first)
		if before || !at.Dominates(use.Block()) {
			return false
		}
	}
	return !comesAgain(at, a.Block())
}

// comesAgain reports whether control may come from a block to itself, not by way of another.
func comesAgain(at, by *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{by: true}
	next := slices.Clone(at.Succs)
	for len(next) > 0 && at != by {
		b := next[len(next)-1]
		next = next[:len(next)-1]
		if b == at {
			return true
		}
		if !seen[b] {
			seen[b] = true
			next = append(next, b.Succs...)
		}
	}
	return false
}

// deepest is how far a guess looks.
const deepest = 6

// mayClose reports whether fn seems to have the right to close a channel: it has made it, or whoever starts it as a
// goroutine hands it over.
func (g *guess) mayClose(v ssa.Value, fn *ssa.Function, depth int) bool {
	if depth > deepest {
		return false
	}
	switch i := v.(type) {
	case *ssa.MakeChan:
		return true
	case *ssa.ChangeType:
		return g.mayClose(i.X, fn, depth+1)
	case *ssa.Parameter:
		return g.everyStart(fn, func(s start) bool {
			n := slices.Index(fn.Params, i)
			return n >= 0 && n < len(s.args) && g.mayClose(s.args[n], s.by, depth+1)
		})
	case *ssa.UnOp:
		if i.Op != token.MUL {
			return false
		}
		switch at := i.X.(type) {
		case *ssa.Alloc:
			return g.assigned(at, depth)
		case *ssa.FreeVar:
			alloc := boundTo(at)
			return alloc != nil && !g.p.Loose[fn] && g.assigned(alloc, depth)
		case *ssa.FieldAddr:
			f := g.p.Field(FieldOf(at))
			if g.makes(fn, f, i, depth) {
				return true
			}
			return isGiven(at.X) && g.everyStart(fn, func(s start) bool { return g.makes(s.by, f, nil, depth) })
		}
	}
	return false
}

// assigned is mayClose for all that a variable is assigned where it is declared.
func (g *guess) assigned(a *ssa.Alloc, depth int) bool {
	some := false
	for _, use := range *a.Referrers() {
		if s, ok := use.(*ssa.Store); ok && s.Addr == a {
			if !g.mayClose(s.Val, a.Parent(), depth+1) {
				return false
			}
			some = true
		}
	}
	return some
}

// makes reports whether fn makes the channel that it assigns to a field, before it reads the field if read is not nil:
// a channel that is made when another has been closed, for those who wait next time, tells nothing of that other one.
func (g *guess) makes(fn *ssa.Function, field *types.Var, read *ssa.UnOp, depth int) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Store)
			if !ok || read != nil && !precedes(s, read) {
				continue
			}
			if a, ok := s.Addr.(*ssa.FieldAddr); ok && g.p.Field(FieldOf(a)) == field && g.mayClose(s.Val, fn, depth+1) {
				return true
			}
		}
	}
	return false
}

// precedes reports whether control comes by one instruction of a function on each way to another.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return slices.Index(a.Block().Instrs, a) < slices.Index(a.Block().Instrs, b)
}

// everyStart reports whether fn is run by goroutines that are started for it, and all that start one satisfy the condition.
func (g *guess) everyStart(fn *ssa.Function, is func(start) bool) bool {
	if !g.p.Spawned[fn] || g.p.Loose[fn] {
		return false
	}
	for _, s := range g.c.starts[fn] {
		if !is(s) {
			return false
		}
	}
	return len(g.c.starts[fn]) > 0
}

// mayPay reports whether fn seems to owe a Done: it adds to the WaitGroup, or whoever starts it as a goroutine does.
func (g *guess) mayPay(v ssa.Value, fn *ssa.Function, depth int) bool {
	class := g.c.find(g.c.node(v))
	if depth > deepest || g.p.Loose[fn] || IsWrapper(fn) {
		return false
	}
	if g.addsTo(fn, class, depth) {
		return true
	}
	if g.p.isReplaced(fn) {
		return isGiven(v)
	}
	if g.p.Spawned[fn] {
		return isGiven(v) && g.everyStart(fn, func(s start) bool { return g.owes(s.by, class, depth+1) })
	}
	return fn.Parent() != nil && (g.owes(fn.Parent(), class, depth+1) || g.mayPay(v, fn.Parent(), depth+1)) // the literal is called where it stands
}

// owes reports whether fn adds to a WaitGroup of the class, or is part of a function that does.
func (g *guess) owes(fn *ssa.Function, class any, depth int) bool {
	return g.addsTo(fn, class, depth) || fn.Parent() != nil && !g.p.Loose[fn] && !g.p.Spawned[fn] && depth <= deepest && g.owes(fn.Parent(), class, depth+1)
}

// addsTo reports whether fn adds to a WaitGroup of the class, by itself or by what it calls.
func (g *guess) addsTo(fn *ssa.Function, class any, depth int) bool {
	for _, u := range g.c.uses {
		if u.fn == fn && u.method == "Add" && g.c.find(g.c.node(u.value)) == class {
			return true
		}
	}
	if depth > deepest {
		return false
	}
	for _, call := range Calls(fn) {
		if callee := g.c.callee(call); callee != nil && callee != fn && g.addsTo(callee, class, depth+1) {
			return true
		}
	}
	return false
}

// boundTo returns the variable that a function literal captures.
func boundTo(fv *ssa.FreeVar) *ssa.Alloc {
	fn := fv.Parent()
	if fn.Parent() == nil || fn.Referrers() == nil {
		return nil
	}
	for _, ref := range *fn.Referrers() {
		mc, ok := ref.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		for n, v := range fn.FreeVars {
			if v != fv || n >= len(mc.Bindings) {
				continue
			}
			switch b := mc.Bindings[n].(type) {
			case *ssa.Alloc:
				return b
			case *ssa.FreeVar:
				return boundTo(b)
			}
		}
	}
	return nil
}

// isGiven reports whether v is a parameter, captured, or a field of what such a variable leads to.
func isGiven(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	case *ssa.UnOp:
		switch at := v.X.(type) {
		case *ssa.Alloc:
			_, ok := Spilled(at)
			return ok
		case *ssa.FreeVar:
			return true
		}
	case *ssa.FieldAddr:
		return isGiven(v.X)
	}
	return false
}
