package vcgen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// sorts translates sorts, and declares them before their first use.
type sorts struct {
	decls    []string
	declared map[string]bool
	texts    map[*ir.Sort]string
}

func newSorts() *sorts { return &sorts{declared: map[string]bool{}, texts: map[*ir.Sort]string{}} }

// text returns the sort as the solver knows it.
func (s *sorts) text(x *ir.Sort) string {
	if t, ok := s.texts[x]; ok {
		return t
	}
	t := s.translate(x)
	s.texts[x] = t
	return t
}

func (s *sorts) translate(x *ir.Sort) string {
	switch x.Kind {
	case ir.KindBool:
		return "Bool"
	case ir.KindInt:
		return "Int"
	case ir.KindBV:
		return "(_ BitVec " + strconv.Itoa(x.Bits) + ")"
	case ir.KindRef:
		s.declare("Ref", "(declare-sort Ref 0)", "(declare-const nil Ref)")
		return "Ref"
	case ir.KindTid:
		s.declare("Tid", "(declare-sort Tid 0)", "(declare-const free Tid)")
		return "Tid"
	case ir.KindArray:
		return "(Array " + s.text(x.Key) + " " + s.text(x.Elem) + ")"
	case ir.KindTuple:
		return s.tuple(x)
	}
	name := quote(x.Name + ".sort")
	s.declare(name, "(declare-sort "+name+" 0)")
	return name
}

// tuple declares a record as a datatype with one constructor.
func (s *sorts) tuple(x *ir.Sort) string {
	name := quote(x.Name + ".tuple")
	if s.declared[name] {
		return name
	}
	var fields strings.Builder
	for i, f := range x.Fields {
		fmt.Fprintf(&fields, " (%s %s)", selector(x, i), s.text(f.Sort))
	}
	s.declare(name, fmt.Sprintf("(declare-datatypes ((%s 0)) (((%s%s))))", name, constructor(x), fields.String()))
	return name
}

func (s *sorts) declare(name string, decls ...string) {
	if !s.declared[name] {
		s.declared[name] = true
		s.decls = append(s.decls, decls...)
	}
}

func constructor(x *ir.Sort) string     { return quote("mk." + x.Name) }
func selector(x *ir.Sort, i int) string { return quote(x.Name + "." + x.Fields[i].Name) }

// sortKey identifies a sort, the bounds of integers and the signs of bit-vectors included.
func sortKey(s *ir.Sort) string {
	switch s.Kind {
	case ir.KindInt, ir.KindBV:
		return fmt.Sprintf("%d:%d:%t", s.Kind, s.Bits, s.Signed)
	case ir.KindArray:
		return "[" + sortKey(s.Key) + "]" + sortKey(s.Elem)
	case ir.KindOpaque, ir.KindTuple:
		return fmt.Sprintf("%d:%q", s.Kind, s.Name)
	}
	return strconv.Itoa(int(s.Kind))
}

// keySorts returns the sorts of the keys of a nested array, and the sort of its elements.
func keySorts(s *ir.Sort) (keys []*ir.Sort, elem *ir.Sort) {
	for s.Kind == ir.KindArray {
		keys = append(keys, s.Key)
		s = s.Elem
	}
	return keys, s
}
