package analysis

import "go/types"

// LeadsNowhereTo reports whether what a value of type t leads to is told by types alone, and no pointer, slice or map
// in it can lead to an object of the struct type of, or into one.
func (p *Facts) LeadsNowhereTo(t, of types.Type) bool {
	w := &apartWalk{of: of, seen: map[types.Type]bool{}}
	return StructName(of) != nil && !IsGeneric(of) && w.apart(t)
}

// An apartWalk follows types to those of what values lead to.
type apartWalk struct {
	of   types.Type
	seen map[types.Type]bool
}

// apart reports whether a value of type t does not lead to what is looked for.
func (w *apartWalk) apart(t types.Type) bool {
	if w.seen[t] {
		return true
	}
	w.seen[t] = true
	if IsSyncValue(t) {
		return isMutex(t)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Pointer:
		if array := ArrayType(u.Elem()); array != nil && holdsArrayOf(w.of, array.Elem()) { // one that a slice was converted to points to a part of a longer one
			return false
		}
		return !holds(w.of, u.Elem()) && w.apart(u.Elem())
	case *types.Slice: // the elements may be part of an array in it
		return !holdsArrayOf(w.of, u.Elem()) && w.apart(u.Elem())
	case *types.Array:
		return w.apart(u.Elem())
	case *types.Map:
		return w.apart(u.Key()) && w.apart(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !w.apart(f.Type()) {
				return false
			}
		}
		return true
	}
	return false // a function, an interface, a channel may have anything behind it
}

// isMutex reports whether a type of package sync is that of a lock, in which there is nothing else.
func isMutex(t types.Type) bool {
	return IsSyncType(t, "sync", "Mutex") || IsSyncType(t, "sync", "RWMutex")
}

// holds reports whether a value of type t is, or has in it, a value of the type part. Types that may be one count as one.
func holds(t, part types.Type) bool {
	if types.IdenticalIgnoreTags(t.Underlying(), part.Underlying()) || IsGeneric(t) || IsGeneric(part) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return holds(u.Elem(), part)
	case *types.Struct:
		for f := range u.Fields() {
			if holds(f.Type(), part) {
				return true
			}
		}
	}
	return false
}

// holdsArrayOf reports whether a value of type t has in it an array of elements of the type, or of such that it is in.
func holdsArrayOf(t, elem types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return holds(u.Elem(), elem) || holdsArrayOf(u.Elem(), elem)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsArrayOf(f.Type(), elem) {
				return true
			}
		}
	}
	return false
}
