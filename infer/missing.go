package infer

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/infer/memory"
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

// usualOf finds the lock under which most accesses to a variable are made, however few. If there is none, a call of a function that makes
// some may hold one.
func (p *program) usualOf(all []*access) usual {
	if lock := p.mostHeld(all, func(a *access) []holds { return []holds{a.held} }); lock.text != "" {
		return lock
	}
	return p.mostHeld(all, func(a *access) (calls []holds) {
		for _, c := range p.sites[a.fn] {
			calls = append(calls, c.held)
		}
		return calls
	})
}

// mostHeld is the lock that is held at most accesses. A channel that is closed, and a Once, are none. Where sync/atomic
// is used, too, it is one under which all is written: others then read without it by sync/atomic.
func (p *program) mostHeld(all []*access, held func(*access) []holds) usual {
	under := map[usual]map[*access]bool{}
	for _, a := range all {
		for _, locks := range held(a) {
			for l, m := range locks {
				if !m.allows(a.write) || isChannel(l) || lockKind(l) == annot.Once {
					continue
				}
				for _, n := range p.named(a, l) {
					u := usual{n, !inObject(a, l, n)}
					if under[u] == nil {
						under[u] = map[*access]bool{}
					}
					under[u][a] = true
				}
			}
		}
	}
	atomic := slices.ContainsFunc(all, func(a *access) bool { return a.atomic })
	maps.DeleteFunc(under, func(u usual, by map[*access]bool) bool {
		return u.indexed || atomic && slices.ContainsFunc(all, func(a *access) bool { return a.write && !by[a] })
	})
	if len(under) == 0 {
		return usual{}
	}
	return slices.MinFunc(slices.Collect(maps.Keys(under)), func(a, b usual) int {
		return cmp.Or(cmp.Compare(len(under[b]), len(under[a])), cmp.Compare(a.far, b.far), cmp.Compare(a.text, b.text))
	})
}

// inObject reports whether a lock is found by the object of the variable that is accessed.
func inObject(a *access, l *memory.Place, n guardLock) bool {
	if a.base == nil || n.far >= inPackage {
		return false
	}
	_, in := l.Under(a.base)
	return in || n.far >= elsewhere
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
