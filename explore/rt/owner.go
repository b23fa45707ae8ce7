package rt

import (
	"sort"
	"unsafe"
)

// A slice or map variable with a guard owns what is behind it, which is reached through other variables, too. So whenever
// such a variable is read or assigned, what it holds is noted; an access there is one to an element of the variable for as
// long as that still holds it.

// An owner is memory that belongs to an annotated variable.
type owner struct {
	from, to uintptr
	variable *Variable      // nil if it does by way of other memory, see regions.go
	at       unsafe.Pointer // the variable, or place; nil for an array, which is where it is
	object   unsafe.Pointer // that it lies in; nil for a package variable
	lead     Lead           // what the place leads to, if that is no variable which holds a slice or map by itself
	value    *mapped        // of the map at the place
}

// A sliceHeader is a slice as it lies in memory.
type sliceHeader struct {
	array    uintptr
	len, cap int
}

// bind notes what is behind the variable v at p.
func (a *annotations) bind(v *Variable, p, object unsafe.Pointer) {
	switch v.Holds {
	case HoldsSlice:
		if h := (*sliceHeader)(p); h.cap > 0 && v.Size > 0 {
			a.own(owner{from: h.array, to: h.array + uintptr(h.cap)*v.Size, variable: v, at: p, object: object})
		}
	case HoldsMap:
		if m := *(*uintptr)(p); m != 0 {
			a.own(owner{from: m, to: m + 1, variable: v, at: p, object: object})
		}
	}
}

// own adds an owner in place of those that have some of the same memory.
func (a *annotations) own(o owner) {
	i := sort.Search(len(a.owners), func(i int) bool { return a.owners[i].to > o.from })
	j := i
	for j < len(a.owners) && a.owners[j].from < o.to {
		j++
	}
	if j == i+1 && a.owners[i] == o {
		return
	}
	a.owners = append(a.owners[:i], append([]owner{o}, a.owners[j:]...)...)
}

// covering returns the owner that was noted last for what is at an address, nil for none.
func (a *annotations) covering(at uintptr) *owner {
	i := sort.Search(len(a.owners), func(i int) bool { return a.owners[i].to > at })
	if i == len(a.owners) || a.owners[i].from > at {
		return nil
	}
	return &a.owners[i]
}

// elementAt returns the number of the element at p of the variable by which o owns it. It reports whether the variable still does.
func (o *owner) elementAt(p unsafe.Pointer) (element int, owned bool) {
	at := uintptr(p)
	switch o.variable.Holds {
	case HoldsSlice:
		h := (*sliceHeader)(o.at)
		if at < h.array || at >= h.array+uintptr(h.cap)*o.variable.Size {
			return 0, false
		}
		return int((at - h.array) / o.variable.Size), true
	case HoldsMap:
		if *(*uintptr)(o.at) != at {
			return 0, false
		}
		return -1, true
	}
	return int((at - o.from) / o.variable.Size), true
}

// Item is an element of an array that is the variable with the given number and lies so far behind the beginning of its
// object, or is a package variable.
func Item[E any](variable int, inObject bool, offset uintptr, array []E, i int) *E {
	p := &array[i]
	if s, g := enter(); g != nil && !g.dying && s.annotations != nil {
		a, base := s.annotations, unsafe.Pointer(unsafe.SliceData(array))
		o := owner{from: uintptr(base), to: uintptr(base) + uintptr(len(array))*unsafe.Sizeof(*p), variable: a.variables[variable]}
		if inObject {
			o.object = unsafe.Add(base, -int(offset))
		}
		a.own(o)
	}
	return p
}
