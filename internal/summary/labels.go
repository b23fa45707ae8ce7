package summary

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// A labeler knows the cells of types.
type labeler struct {
	leaves map[types.Type][]string
}

// of returns the labels of the cells that a value of type t has, but for those without references: one for a pointer, those of all
// fields for a struct. Strings count as no references, since nobody writes what they lead to.
func (l *labeler) of(t types.Type) []string {
	if list, ok := l.leaves[t]; ok {
		return list
	}
	var list []string
	l.collect(t, &list)
	slices.Sort(list)
	list = slices.Compact(list)
	if slices.Contains(list, all) {
		list = []string{all}
	}
	l.leaves[t] = list
	return list
}

func (l *labeler) collect(t types.Type, list *[]string) {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		*list = append(*list, all)
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.UnsafePointer {
			*list = append(*list, "unsafe.Pointer")
		}
	case *types.Struct:
		for i := range u.NumFields() {
			*list = append(*list, l.of(u.Field(i).Type())...)
		}
	case *types.Array:
		*list = append(*list, l.of(u.Elem())...)
	case *types.Tuple:
		for i := range u.Len() {
			*list = append(*list, l.of(u.At(i).Type())...)
		}
	default:
		var b strings.Builder
		if !write(&b, u) {
			*list = append(*list, all)
			return
		}
		*list = append(*list, b.String())
	}
}

// write writes a type so that identical types look the same, and reports whether it has no parameter of a type in it, which may be
// any. That different types may look the same costs only precision. Type arguments are left out: a cell has the same label in a
// generic function and in its users.
func write(b *strings.Builder, t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return false
	case *types.Named:
		if pkg := t.Obj().Pkg(); pkg != nil {
			b.WriteString(pkg.Path())
			b.WriteByte('.')
		}
		b.WriteString(t.Obj().Name())
	case *types.Basic:
		fmt.Fprint(b, t.Kind())
	case *types.Pointer:
		b.WriteByte('*')
		return write(b, t.Elem())
	case *types.Slice:
		b.WriteString("[]")
		return write(b, t.Elem())
	case *types.Array:
		fmt.Fprintf(b, "[%d]", t.Len())
		return write(b, t.Elem())
	case *types.Chan:
		b.WriteString("chan ")
		return write(b, t.Elem())
	case *types.Map:
		b.WriteString("map[")
		ok := write(b, t.Key())
		b.WriteByte(']')
		return write(b, t.Elem()) && ok
	case *types.Signature:
		b.WriteString("func")
	case *types.Interface: // identical ones have methods of the same names
		b.WriteString("interface")
		for i := range t.NumMethods() {
			b.WriteByte(' ')
			b.WriteString(t.Method(i).Name())
		}
	case *types.Struct:
		b.WriteString("struct")
	default:
		return false
	}
	return true
}

func isInterface(label string) bool { return strings.HasPrefix(label, "interface") }

// typeKey names a concrete type for the lookup of its methods: *net/http.Client. It is empty of a type that has no name, or is local.
func typeKey(t types.Type) string {
	star := ""
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		star, t = "*", types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Parent() != named.Obj().Pkg().Scope() {
		return ""
	}
	return star + named.Obj().Pkg().Path() + "." + named.Obj().Name()
}

// withoutMethods reports whether values of a type have no methods.
func withoutMethods(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named, *types.TypeParam:
		return false
	case *types.Pointer:
		_, basic := types.Unalias(t.Elem()).(*types.Basic)
		return basic
	case *types.Struct:
		return t.NumFields() == 0
	}
	return true
}

// packageOf returns the package of a key of a type or a function: what stands before the last dot after the last slash.
func packageOf(key string) string {
	key = strings.TrimLeft(key, "(*")
	slash := strings.LastIndexByte(key, '/') + 1
	path, _, _ := strings.Cut(key[slash:], ".")
	return key[:slash] + path
}
