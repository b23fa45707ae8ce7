package ir

import (
	"fmt"
	"strings"
)

// Kind says what a Sort is a sort of.
type Kind uint8

const (
	KindBool   Kind = iota
	KindInt         // mathematical integers; Bits and Signed, if set, bound the values that occur
	KindBV          // bit-vectors of width Bits; Signed says how comparisons, division and right shift read them
	KindRef         // identities of heap objects and of places inside them
	KindTid         // identities of goroutines, and Free
	KindOpaque      // an uninterpreted sort called Name (strings, interfaces, floats, functions)
	KindArray       // total maps from Key to Elem
	KindTuple       // records called Name with the given Fields
)

// A Sort is the type of an expression. Sorts are immutable and may be shared.
type Sort struct {
	Kind   Kind
	Bits   int    // KindInt: the Go type's width, 0 for unbounded; KindBV: the width
	Signed bool   // KindInt and KindBV
	Name   string // KindOpaque and KindTuple; unique to the sort
	Key    *Sort  // KindArray
	Elem   *Sort  // KindArray
	Fields []Field
}

// A Field is one component of a tuple.
type Field struct {
	Name string // unique within the tuple
	Sort *Sort
}

// The sorts without parameters.
var (
	Bool = &Sort{Kind: KindBool}
	Int  = &Sort{Kind: KindInt}
	Ref  = &Sort{Kind: KindRef}
	Tid  = &Sort{Kind: KindTid}
)

// Integer returns the sort of mathematical integers known to lie in the range of a Go integer type.
func Integer(bits int, signed bool) *Sort {
	return &Sort{Kind: KindInt, Bits: bits, Signed: signed}
}

// BitVector returns the sort of bit-vectors of the given width.
func BitVector(bits int, signed bool) *Sort {
	return &Sort{Kind: KindBV, Bits: bits, Signed: signed}
}

// Opaque returns the uninterpreted sort called name.
func Opaque(name string) *Sort { return &Sort{Kind: KindOpaque, Name: name} }

// Array returns the sort of total maps from key to elem.
func Array(key, elem *Sort) *Sort { return &Sort{Kind: KindArray, Key: key, Elem: elem} }

// Tuple returns the record sort called name.
func Tuple(name string, fields ...Field) *Sort {
	return &Sort{Kind: KindTuple, Name: name, Fields: fields}
}

// Same reports whether s and t have the same values as far as a solver can tell: bounds on integers do not count.
func Same(s, t *Sort) bool {
	if s == t {
		return true
	}
	if s == nil || t == nil || s.Kind != t.Kind {
		return false
	}
	switch s.Kind {
	case KindBV:
		return s.Bits == t.Bits
	case KindOpaque, KindTuple:
		return s.Name == t.Name
	case KindArray:
		return Same(s.Key, t.Key) && Same(s.Elem, t.Elem)
	}
	return true
}

// FieldIndex returns the position of the field called name, or -1.
func (s *Sort) FieldIndex(name string) int {
	for i, f := range s.Fields {
		if f.Name == name {
			return i
		}
	}
	return -1
}

// String returns the sort as it is written in dumps.
func (s *Sort) String() string {
	switch s.Kind {
	case KindBool:
		return "bool"
	case KindInt:
		if s.Bits == 0 {
			return "integer"
		}
		return fmt.Sprintf("%s%d", sign(s.Signed), s.Bits)
	case KindBV:
		return fmt.Sprintf("bv%d", s.Bits)
	case KindRef:
		return "ref"
	case KindTid:
		return "tid"
	case KindArray:
		return "[" + s.Key.String() + "]" + s.Elem.String()
	case KindTuple:
		var b strings.Builder
		b.WriteString(s.Name)
		return b.String()
	}
	return s.Name
}

func sign(signed bool) string {
	if signed {
		return "int"
	}
	return "uint"
}
