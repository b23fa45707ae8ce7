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
	variable *Variable
	at       unsafe.Pointer // the variable; nil for an array, which is where it is
	object   unsafe.Pointer // that it lies in; nil for a package variable
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
			a.own(owner{h.array, h.array + uintptr(h.cap)*v.Size, v, p, object})
		}
	case HoldsMap:
		if m := *(*uintptr)(p); m != 0 {
			a.own(owner{m, m + 1, v, p, object})
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

// ownerOf returns the variable that owns the memory at p, with the number of the element there; nil for none.
func (a *annotations) ownerOf(p unsafe.Pointer) (o *owner, element int) {
	at := uintptr(p)
	i := sort.Search(len(a.owners), func(i int) bool { return a.owners[i].to > at })
	if i == len(a.owners) || a.owners[i].from > at {
		return nil, 0
	}
	o = &a.owners[i]
	switch o.variable.Holds {
	case HoldsSlice:
		h := (*sliceHeader)(o.at)
		if at < h.array || at >= h.array+uintptr(h.cap)*o.variable.Size {
			return nil, 0
		}
		return o, int((at - h.array) / o.variable.Size)
	case HoldsMap:
		if *(*uintptr)(o.at) != at {
			return nil, 0
		}
		return o, -1
	}
	return o, int((at - o.from) / o.variable.Size)
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
