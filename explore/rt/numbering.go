package rt

import "unsafe"

// A Numbering gives goroutines and objects their numbers. In goes what they are, which means the same in every process
// that runs the test; the numbers mean something in this process only. So what is sent to another process goes with
// the [Names] of the numbers in it, and a [Dictionary] translates it there.
type Numbering struct{ goroutines, objects interner }

// NewNumbering makes a Numbering of what every execution has.
func NewNumbering() *Numbering {
	n := &Numbering{}
	n.goroutines.number(idKey{idChild, -1, 0}) // Clock
	n.goroutines.number(idKey{idChild, -1, 1}) // Main
	n.objects.number(idKey{idStatic, -1, 0})   // clockObject
	return n
}

// A Name says what a number stands for, in terms of other numbers.
type Name struct {
	Role byte
	Of   int32
	Nth  uint64
}

// Names are those of consecutive numbers.
type Names struct{ Goroutines, Objects []Name }

// here is an address that differs between two processes, if any does, by as much as those of all package variables.
var here byte

// Names returns all names but the first so many.
func (n *Numbering) Names(goroutines, objects int) Names {
	var out Names
	for _, k := range n.goroutines.keys[goroutines:] {
		out.Goroutines = append(out.Goroutines, k.name())
	}
	for _, k := range n.objects.keys[objects:] {
		out.Objects = append(out.Objects, k.name())
	}
	return out
}

func (k idKey) name() Name {
	if k.role == idStatic && k.a >= 0 {
		return Name{k.role, k.a, uint64(k.b - uintptr(unsafe.Pointer(&here)))}
	}
	return Name{k.role, k.a, uint64(k.b)}
}

// A Dictionary translates numbers of another process into those of a Numbering.
type Dictionary struct {
	own        *Numbering
	names      Names
	goroutines []int32 // unknown if it has not been looked up
	objects    []int32
}

const unknown = -2

// NewDictionary makes a Dictionary without words.
func NewDictionary(own *Numbering) *Dictionary { return &Dictionary{own: own} }

// Learn adds names, which follow those that are known.
func (d *Dictionary) Learn(names Names) {
	d.names.Goroutines = append(d.names.Goroutines, names.Goroutines...)
	d.names.Objects = append(d.names.Objects, names.Objects...)
	for range names.Goroutines {
		d.goroutines = append(d.goroutines, unknown)
	}
	for range names.Objects {
		d.objects = append(d.objects, unknown)
	}
}

// Goroutine translates the number of a goroutine.
func (d *Dictionary) Goroutine(g GID) GID {
	if g < 0 {
		return g
	}
	if at := &d.goroutines[g]; *at == unknown {
		*at = d.own.goroutines.number(d.key(d.names.Goroutines[g]))
	}
	return GID(d.goroutines[g])
}

// Object translates the number of an object.
func (d *Dictionary) Object(o ObjID) ObjID {
	if o < 0 {
		return o
	}
	if at := &d.objects[o]; *at == unknown {
		*at = d.own.objects.number(d.key(d.names.Objects[o]))
	}
	return ObjID(d.objects[o])
}

// key is what a name means here.
func (d *Dictionary) key(n Name) idKey {
	k := idKey{n.Role, n.Of, uintptr(n.Nth)}
	switch {
	case n.Role == idInside || n.Role == idTimed:
		k.a = int32(d.Object(ObjID(n.Of)))
	case n.Role == idStatic && n.Of >= 0:
		k.b += uintptr(unsafe.Pointer(&here))
	case n.Role != idStatic:
		k.a = int32(d.Goroutine(GID(n.Of)))
	}
	return k
}

// Child reports whether the name is that of the n-th goroutine that g started.
func (n Name) Child(g GID, nth int) bool {
	return n.Role == idChild && n.Of == int32(g) && n.Nth == uint64(nth)
}
