package library

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

// opaque are types whose inside is no memory of the program's: what may be seen of them the functions of their package say.
var opaque = map[string]bool{
	"github.com/calvin-go/calvin/library.prober": true,
	"time.Location": true, "time.Timer": true, "time.Ticker": true, "regexp.Regexp": true, "strings.Replacer": true, "text/template.Template": true,
	"encoding/base64.Encoding": true, "reflect.rtype": true,
}

// image returns a text that shows all that a value leads to: elements up to the capacity of slices, unexported fields, what is
// behind pointers and interfaces.
func image(v reflect.Value) string {
	var b strings.Builder
	(&painter{out: &b, seen: map[unsafe.Pointer]bool{}}).paint(v)
	return b.String()
}

func isOpaque(t reflect.Type) bool {
	return opaque[t.PkgPath()+"."+t.Name()] || t.PkgPath() == "context"
}

type painter struct {
	out  *strings.Builder
	seen map[unsafe.Pointer]bool
}

func (p *painter) paint(v reflect.Value) {
	if !v.IsValid() {
		p.out.WriteString("nil")
		return
	}
	if isOpaque(v.Type()) {
		p.out.WriteString(v.Type().String())
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		p.pointer(v)
	case reflect.Interface:
		if !v.IsNil() {
			fmt.Fprintf(p.out, "%v:", v.Elem().Type())
		}
		p.paint(v.Elem())
	case reflect.Slice:
		fmt.Fprintf(p.out, "%v %d[", v.IsNil(), v.Len())
		if v.Type().Elem().Kind() == reflect.Uint8 {
			fmt.Fprintf(p.out, "%x", unsafe.Slice((*byte)(v.UnsafePointer()), v.Cap()))
		} else {
			p.elements(whole(v))
		}
		p.out.WriteString("]")
	case reflect.Array:
		p.elements(v)
	case reflect.Map:
		entries := map[string]string{}
		for it := v.MapRange(); it.Next(); {
			entries[image(it.Key())] += image(it.Value())
		}
		fmt.Fprint(p.out, v.IsNil(), entries) // package fmt sorts maps
	case reflect.Struct:
		p.out.WriteString("{")
		for i := range v.NumField() {
			p.paint(v.Field(i))
			p.out.WriteString(";")
		}
		p.out.WriteString("}")
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		fmt.Fprintf(p.out, "%x", v.Pointer())
	case reflect.Float32, reflect.Float64:
		fmt.Fprintf(p.out, "%x", v.Float())
	default:
		fmt.Fprintf(p.out, "%#v", v)
	}
}

func (p *painter) pointer(v reflect.Value) {
	switch at := v.UnsafePointer(); {
	case v.IsNil():
		p.out.WriteString("nil")
	case p.seen[at]:
		p.out.WriteString("seen")
	default:
		p.seen[at] = true
		p.out.WriteString("&")
		p.paint(v.Elem())
	}
}

func (p *painter) elements(v reflect.Value) {
	for i := range v.Len() {
		p.paint(v.Index(i))
		p.out.WriteString(",")
	}
}

// whole returns a slice up to its capacity.
func whole(v reflect.Value) reflect.Value {
	if v.IsNil() || v.Cap() == v.Len() {
		return v
	}
	return reflect.NewAt(reflect.ArrayOf(v.Cap(), v.Type().Elem()), v.UnsafePointer()).Elem()
}

// scramble changes all memory that a value leads to which its owner may change: elements, entries, what pointers point to,
// exported fields. If shallow it goes no further than elements and entries.
func scramble(v reflect.Value, shallow bool) {
	deeper := func(v reflect.Value) {
		if !shallow {
			scramble(v, false)
		}
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() && !isOpaque(v.Elem().Type()) {
			scramble(v.Elem(), shallow)
			if v.Kind() == reflect.Pointer {
				change(v.Elem())
			}
		}
	case reflect.Slice:
		all := whole(v)
		for i := range all.Len() {
			deeper(all.Index(i))
			change(all.Index(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			deeper(v.MapIndex(k))
			v.SetMapIndex(k, reflect.Zero(v.Type().Elem()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				deeper(v.Field(i))
				change(v.Field(i))
			}
		}
	}
}

// change gives a variable another value, if it has one that is easily changed.
func change(v reflect.Value) {
	if !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(^v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(^v.Uint() & (1<<(8*v.Type().Size()-1)*2 - 1))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(v.Float() + 1.5)
	case reflect.String:
		v.SetString(v.String() + "~")
	case reflect.Slice, reflect.Interface, reflect.Pointer:
		v.SetZero()
	}
}
