package infer

import (
	"go/types"
	"maps"
	"slices"

	"github.com/calvin-go/calvin/annot"
)

// A missing lock is one under which most accesses to a variable are made, and an access is not.
type missing struct {
	// name is what the function calls it, of what it calls the field of its type: "c.mu", "Cache.mu". Either may be unknown.
	name, of string
	// everywhere: the function is called by its name alone, and no call holds the lock.
	everywhere bool
}

// A usual lock is the one under which most accesses to a variable are made.
type usual struct {
	guardLock
	alone bool // its name does not begin with that of the object
}

// usualOf finds the lock under which most accesses to a variable are made, however few. A channel that is closed, and a Once, are none.
func (p *program) usualOf(all []*access) usual {
	for _, c := range p.candidates(all) {
		for _, a := range all {
			l := p.heldAs(a, c.text)
			if l == nil {
				continue
			}
			if c.indexed || isChannel(l) || lockKind(l) == annot.Once {
				break
			}
			inObject := c.far >= elsewhere && c.far < inPackage
			if a.base != nil && !inObject {
				_, inObject = l.Under(a.base)
			}
			return usual{c, !inObject}
		}
	}
	return usual{}
}

// usualLocks are those of all variables.
func (p *program) usualLocks() map[*types.Var]usual {
	by := map[*types.Var][]*access{}
	for _, key := range slices.SortedFunc(maps.Keys(p.accesses), func(a, b accessKey) int { return p.inOrder(a, b) }) {
		if a := p.accesses[key]; !a.fresh {
			by[key.variable] = append(by[key.variable], a)
		}
	}
	locks := map[*types.Var]usual{}
	for v, all := range by {
		locks[v] = p.usualOf(all)
	}
	return locks
}

// of is what the lock is called as a field of a type, or as a package variable.
func (p *program) of(v *types.Var, lock usual) string {
	st := p.structs[v]
	switch {
	case lock.alone && lock.far >= inPackage:
		return lock.text
	case lock.alone || lock.far >= elsewhere || st == nil || st.owner == nil:
		return ""
	}
	return st.owner.Name() + "." + lock.text
}

// missingAt is the usual lock of the variable, if this access is made without it.
func (p *program) missingAt(a *access, lock usual) missing {
	if lock.text == "" || p.holding(a, lock.text) {
		return missing{}
	}
	m := missing{of: p.of(a.variable, lock), everywhere: p.missingAtCalls(a, lock)}
	if lock.alone {
		m.name = lock.text
	} else if object := p.localText(a.fn, a.base); object != "" {
		m.name = object + "." + lock.text
	}
	return m
}

// missingAtCalls reports whether all calls of the function with an access are known, and none is made with the lock.
func (p *program) missingAtCalls(a *access, lock usual) bool {
	if p.open[a.fn] || a.fn.Parent() != nil || len(p.sites[a.fn]) == 0 {
		return false
	}
	for at, c := range p.sites[a.fn] {
		if !isCallOf(at, a.fn) {
			return false
		}
		for l := range c.held {
			for _, n := range p.named(a, l) {
				if n.text == lock.text {
					return false
				}
			}
		}
	}
	return true
}
