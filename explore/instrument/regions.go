package instrument

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
)

// A guarded field owns the plain objects that it leads to (docs/language.md). Here the types tell what may be owned so; what is owned shows
// in the run, see regions.go of the runtime.

// regions has the types of what guarded variables lead to: plain structs behind pointers, slices and maps.
type regions struct{ numbers map[string]int }

func newRegions(a *annotations) regions {
	found := map[string]bool{}
	for v, g := range a.guards {
		if a.owns(v, g) {
			a.leadsTo(v.Type(), found)
		}
	}
	r := regions{map[string]int{}}
	for i, key := range slices.Sorted(maps.Keys(found)) {
		r.numbers[key] = i + 1
	}
	return r
}

// leadsTo adds the types of what a value of type t leads to.
func (a *annotations) leadsTo(t types.Type, found map[string]bool) {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if st, ok := u.Elem().Underlying().(*types.Struct); ok && a.ownable(u.Elem()) {
			if key := typeKey(t); !found[key] {
				found[key] = true
				for f := range st.Fields() {
					a.leadsTo(f.Type(), found)
				}
			}
		}
	case *types.Slice:
		a.leadsToContent(t, u.Elem(), found)
	case *types.Map:
		a.leadsToContent(t, u.Elem(), found)
	case *types.Array:
		a.leadsTo(u.Elem(), found)
	case *types.Struct:
		if a.plain(t) {
			for f := range u.Fields() {
				a.leadsTo(f.Type(), found)
			}
		}
	}
}

func (a *annotations) leadsToContent(t, content types.Type, found map[string]bool) {
	if key := typeKey(t); !found[key] && !hasTypeParam(content) {
		found[key] = true
		a.leadsTo(content, found)
	}
}

// ownable reports whether a guard may own objects of the struct type t. Of types of other modules nothing is said.
func (a *annotations) ownable(t types.Type) bool {
	if isGeneric(t) || a.sizes.Sizeof(t) == 0 || !a.plain(t) {
		return false
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return true
	}
	p := a.packages[n.Obj().Pkg()]
	if p == nil || a.elsewhere[p.Types] || n.Obj().Parent() != n.Obj().Pkg().Scope() { // two functions may have types of one name
		return false
	}
	spec := p.Named[n.Obj()]
	return spec == nil || spec.Immutable == nil
}

// lead writes what the value of a place of type t leads to, "" for nothing that may be owned.
func (a *annotations) lead(rt string, t types.Type) string {
	if a == nil || t == nil {
		return ""
	}
	number := a.regions.numbers[typeKey(t)]
	if number == 0 {
		return ""
	}
	holds, size := "HoldsMap", int64(1)
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if !a.ownable(u.Elem()) { // of the same name as another type
			return ""
		}
		holds, size = "HoldsPointer", a.sizes.Sizeof(u.Elem())
	case *types.Slice:
		if hasTypeParam(u.Elem()) {
			return ""
		}
		holds, size = "HoldsSlice", a.sizes.Sizeof(u.Elem())
	}
	return fmt.Sprintf("%s.Lead{%[1]s.%s, %d, %d}", rt, holds, size, number)
}
