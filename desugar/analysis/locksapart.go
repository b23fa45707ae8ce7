package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// expectsApart reports whether a function of which some calls are steps of their own may count on its callers for a
// guard: such a call shows that the guard is satisfied, and that what the function is lent belongs to it. So there is
// one guard group alone, whose locks nobody gives back meanwhile. What is confined to a goroutine is so for good.
func (p *Facts) expectsApart(fn *ssa.Function) bool {
	n := 0
	for _, param := range fn.Params {
		groups, _ := p.locksExpected(fn, param)
		n += len(groups)
		for _, g := range groups {
			if p.IsHandedOver(g.Variable) || p.HandsOverEach(g.Variable) || p.ownLocks(g) == nil && !p.isConfined(g) {
				return false
			}
		}
		if ptr, isPointer := param.Type().Underlying().(*types.Pointer); p.CountsOn(param) && (!isPointer || StructName(ptr.Elem()) == nil) {
			return false
		}
	}
	return n == 1
}

// ownLocks returns the locks that guard a group, if these are all fields of the struct that the group's variables are fields of.
func (p *Facts) ownLocks(g *Group) map[*types.Var]bool {
	owner, guard := p.OwnerType(g.Variable), p.Guard(g.Variable)
	if !g.Variable.IsField() || owner == nil || guard == nil || guard.Confined != nil {
		return nil
	}
	locks := map[*types.Var]bool{}
	for _, c := range guard.Write {
		p.locksNamed(c.Expr, locks)
	}
	for lock := range locks {
		if lock == nil || !lock.IsField() || p.OwnerType(lock) == nil || !types.Identical(p.OwnerType(lock), owner) || !IsSyncValue(lock.Type()) {
			return nil
		}
	}
	if len(locks) == 0 {
		return nil
	}
	return locks
}

// heldApart returns the locks that are held from the beginning where calls of the function are steps of their own: those that its contract
// names, and those that it counts on its callers to hold.
func (p *Facts) heldApart(fn *ssa.Function) map[*types.Var]bool {
	held := p.HeldFor(fn)
	for _, param := range fn.Params {
		groups, _ := p.locksExpected(fn, param)
		for _, g := range groups {
			for lock := range p.ownLocks(g) {
				held[lock] = true
			}
		}
	}
	return held
}
