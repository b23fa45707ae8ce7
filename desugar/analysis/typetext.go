package analysis

import (
	"fmt"
	"go/types"
	"strings"
)

// TypeText is a text that two types have just if they are identical. Memory is named by such texts, and package types
// has several for one type: it writes the names of aliases, byte and uint8, any and interface{}, the names of
// parameters, and interfaces as they are composed.
func TypeText(t types.Type) string {
	w := &typeWriter{}
	w.write(t)
	return w.String()
}

type typeWriter struct{ strings.Builder }

func (w *typeWriter) write(t types.Type) {
	switch u := types.Unalias(t).(type) {
	case *types.Basic:
		w.basic(u)
	case *types.Pointer:
		w.WriteString("*")
		w.write(u.Elem())
	case *types.Slice:
		w.WriteString("[]")
		w.write(u.Elem())
	case *types.Array:
		fmt.Fprintf(w, "[%d]", u.Len())
		w.write(u.Elem())
	case *types.Map:
		w.WriteString("map[")
		w.write(u.Key())
		w.WriteString("]")
		w.write(u.Elem())
	case *types.Chan:
		w.WriteString(map[types.ChanDir]string{types.SendRecv: "chan ", types.SendOnly: "chan<- ", types.RecvOnly: "<-chan "}[u.Dir()])
		w.WriteString("(")
		w.write(u.Elem())
		w.WriteString(")")
	case *types.Struct:
		w.fields(u)
	case *types.Signature:
		if u.TypeParams().Len() > 0 {
			w.WriteString(types.TypeString(u, nil))
			return
		}
		w.WriteString("func")
		w.signature(u)
	case *types.Interface:
		w.methods(u)
	case *types.Named:
		w.named(u)
	default: // a type parameter
		w.WriteString(types.TypeString(u, nil))
	}
}

// basic writes one name for byte and uint8, and one for rune and int32.
func (w *typeWriter) basic(u *types.Basic) {
	switch u.Kind() {
	case types.Uint8:
		w.WriteString("byte")
	case types.Int32:
		w.WriteString("int32")
	default:
		w.WriteString(types.TypeString(u, nil))
	}
}

func (w *typeWriter) fields(u *types.Struct) {
	w.WriteString("struct{")
	for i := range u.NumFields() {
		f := u.Field(i)
		if i > 0 {
			w.WriteString("; ")
		}
		if !f.Embedded() {
			if !f.Exported() && f.Pkg() != nil {
				w.WriteString(f.Pkg().Path() + ".")
			}
			w.WriteString(f.Name() + " ")
		}
		w.write(f.Type())
		if tag := u.Tag(i); tag != "" {
			fmt.Fprintf(w, " %q", tag)
		}
	}
	w.WriteString("}")
}

func (w *typeWriter) signature(u *types.Signature) {
	w.tuple(u.Params(), u.Variadic())
	if u.Results().Len() > 0 {
		w.WriteString(" ")
		w.tuple(u.Results(), false)
	}
}

func (w *typeWriter) tuple(u *types.Tuple, variadic bool) {
	w.WriteString("(")
	for i := range u.Len() {
		if i > 0 {
			w.WriteString(", ")
		}
		if variadic && i == u.Len()-1 {
			w.WriteString("...")
		}
		w.write(u.At(i).Type())
	}
	w.WriteString(")")
}

// methods writes the method set of an interface. Of a constraint that lists types it writes the text of package types.
func (w *typeWriter) methods(u *types.Interface) {
	switch {
	case u.Empty():
		w.WriteString("any")
		return
	case !u.IsMethodSet():
		w.WriteString(types.TypeString(u, nil))
		return
	}
	w.WriteString("interface{")
	for i := range u.NumMethods() { // in order of their names
		m := u.Method(i)
		if i > 0 {
			w.WriteString("; ")
		}
		if !m.Exported() && m.Pkg() != nil {
			w.WriteString(m.Pkg().Path() + ".")
		}
		w.WriteString(m.Name())
		w.signature(m.Signature())
	}
	w.WriteString("}")
}

// named writes the name of a type as package types does, with its type arguments as they are here.
func (w *typeWriter) named(u *types.Named) {
	if u.TypeArgs().Len() == 0 {
		w.WriteString(types.TypeString(u, nil))
		return
	}
	if pkg := u.Obj().Pkg(); pkg != nil {
		w.WriteString(pkg.Path() + ".")
	}
	w.WriteString(u.Obj().Name() + "[")
	for i := range u.TypeArgs().Len() {
		if i > 0 {
			w.WriteString(",")
		}
		w.write(u.TypeArgs().At(i))
	}
	w.WriteString("]")
}
