package ir

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"go/token"
	"reflect"
	"slices"
	"unsafe"
)

// Places says how the positions in a value count in its digest.
type Places uint8

const (
	// Exact: each counts as it is.
	Exact Places = iota
	// Ordered: their order counts, and which are in one file: a function that moves within its file, or with it, keeps its digest.
	Ordered
)

// Digest returns a hash of values of the core language, with all that they lead to. Whatever is done with them depends on
// nothing else, but for positions. So two functions with one digest have the same proofs. It reports false of values too large for that.
//
// What functions of the core language know of their applications is Go code, which has no hash. So each is applied to
// variables, and to each other function that fits; what it says then is a part of the digest.
func Digest(places Places, values ...any) (sum [sha256.Size]byte, ok bool) {
	d := &digester{numbers: map[address]uint64{}, encoders: map[reflect.Type]encoder{}}
	for _, v := range values {
		d.value(reflect.ValueOf(v))
	}
	if !d.probe() {
		return sum, false
	}
	d.place(places)
	return sha256.Sum256(d.text), true
}

// maxProbed bounds the functions that are applied to each other.
const maxProbed = 400

// A digester writes out a value with all that it leads to. What occurs again is told by its number: expressions share
// their parts, and would be too long if written out.
type digester struct {
	text      []byte
	numbers   map[address]uint64
	encoders  map[reflect.Type]encoder
	positions []token.Position // in the order in which they occur
	fns       []*Fn
	heaps     []*Var
}

// An address tells a pointer from one to the first field of what it points to.
type address struct {
	to reflect.Type
	at unsafe.Pointer
}

type encoder func(reflect.Value)

var (
	positionType = reflect.TypeFor[token.Position]()
	fnType       = reflect.TypeFor[*Fn]()
	varType      = reflect.TypeFor[*Var]()
)

func (d *digester) value(v reflect.Value) {
	t := v.Type()
	encode := d.encoders[t]
	if encode == nil {
		encode = d.encoderOf(t)
		d.encoders[t] = encode
	}
	encode(v)
}

func (d *digester) number(n uint64) { d.text = binary.AppendUvarint(d.text, n) }

func (d *digester) string(s string) {
	d.number(uint64(len(s)))
	d.text = append(d.text, s...)
}

func (d *digester) flag(b bool) {
	if b {
		d.number(1)
	} else {
		d.number(0)
	}
}

// encoderOf returns what writes values of type t.
func (d *digester) encoderOf(t reflect.Type) encoder {
	if t == positionType {
		return func(v reflect.Value) { d.positions = append(d.positions, v.Interface().(token.Position)) }
	}
	switch t.Kind() {
	case reflect.Pointer:
		return func(v reflect.Value) { d.pointer(t, v) }
	case reflect.Interface:
		return func(v reflect.Value) {
			if v.IsNil() {
				d.string("")
				return
			}
			d.string(v.Elem().Type().String())
			d.value(v.Elem())
		}
	case reflect.Struct:
		return func(v reflect.Value) {
			for i := range v.NumField() {
				d.value(v.Field(i))
			}
		}
	case reflect.Slice, reflect.Array:
		return func(v reflect.Value) {
			d.number(uint64(v.Len()))
			for i := range v.Len() {
				d.value(v.Index(i))
			}
		}
	case reflect.String:
		return func(v reflect.Value) { d.string(v.String()) }
	case reflect.Func: // see probe
		return func(v reflect.Value) { d.flag(v.IsNil()) }
	case reflect.Bool:
		return func(v reflect.Value) { d.flag(v.Bool()) }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(v reflect.Value) { d.text = binary.AppendVarint(d.text, v.Int()) }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return func(v reflect.Value) { d.number(v.Uint()) }
	}
	panic("no digest of a " + t.String())
}

// pointer writes what v points to where it occurs first, and notes what is Go code there.
func (d *digester) pointer(t reflect.Type, v reflect.Value) {
	if v.IsNil() {
		d.number(0)
		return
	}
	a := address{t, v.UnsafePointer()}
	if n, ok := d.numbers[a]; ok {
		d.number(n)
		return
	}
	n := uint64(len(d.numbers) + 1)
	d.numbers[a] = n
	d.number(n)
	switch t {
	case fnType:
		if fn := (*Fn)(a.at); fn.Facts != nil || fn.Simplify != nil {
			d.fns = append(d.fns, fn)
		}
	case varType:
		if x := (*Var)(a.at); x.Heap != nil && (x.Heap.Values != nil || x.Heap.Points != nil) {
			d.heaps = append(d.heaps, x)
		}
	}
	d.value(v.Elem())
}

// probe writes what the Go code says that the value leads to. That may lead to more. It reports false if there is too much.
func (d *digester) probe() bool {
	for h, f := 0, 0; h < len(d.heaps) || f < len(d.fns); {
		if len(d.fns) > maxProbed {
			return false
		}
		if h < len(d.heaps) {
			d.contents(d.heaps[h])
			h++
			continue
		}
		fn := d.fns[f]
		d.apply(fn, variables(fn.Params))
		for _, other := range d.fns[:f+1] {
			d.nest(fn, other)
			if other != fn {
				d.nest(other, fn)
			}
		}
		f++
	}
	return true
}

// contents writes what is known of a value that the heap variable x may hold somewhere.
func (d *digester) contents(x *Var) {
	sort := x.Sort
	for range x.Heap.Keys {
		sort = sort.Elem
	}
	held := V(&Var{Name: "held", Sort: sort, Kind: BoundVar})
	for _, of := range []func(*Expr) []*Expr{x.Heap.Values, x.Heap.Points} {
		if of != nil {
			d.value(reflect.ValueOf(of(held)))
		}
	}
}

// nest writes what fn says of each argument that inner gives.
func (d *digester) nest(fn, inner *Fn) {
	for i, p := range fn.Params {
		if Same(p, inner.Result) {
			args := variables(fn.Params)
			args[i] = &Expr{Op: OpApply, Sort: inner.Result, Fn: inner, Args: variables(inner.Params)}
			d.apply(fn, args)
		}
	}
}

// apply writes what fn says of an application.
func (d *digester) apply(fn *Fn, args []*Expr) {
	if fn.Simplify != nil {
		d.value(reflect.ValueOf(fn.Simplify(args)))
	}
	if fn.Facts != nil {
		d.value(reflect.ValueOf(fn.Facts(&Expr{Op: OpApply, Sort: fn.Result, Fn: fn, Args: args})))
	}
}

// variables returns one of each sort.
func variables(sorts []*Sort) []*Expr {
	var all []*Expr
	for _, s := range sorts {
		all = append(all, V(&Var{Name: "argument", Sort: s, Kind: BoundVar}))
	}
	return all
}

// place writes the positions, or for each which one it is in the order of the source, and in which file.
func (d *digester) place(as Places) {
	if as == Exact {
		for _, p := range d.positions {
			d.string(p.Filename)
			d.number(uint64(p.Offset))
			d.number(uint64(p.Line))
			d.number(uint64(p.Column))
		}
		return
	}
	byPlace := func(a, b token.Position) int {
		return cmp.Or(cmp.Compare(a.Filename, b.Filename), cmp.Compare(a.Offset, b.Offset))
	}
	places := slices.SortedFunc(slices.Values(d.positions), byPlace)
	places = slices.CompactFunc(places, func(a, b token.Position) bool { return byPlace(a, b) == 0 })
	for i, p := range places {
		d.flag(i > 0 && p.Filename != places[i-1].Filename)
	}
	for _, p := range d.positions {
		n, _ := slices.BinarySearchFunc(places, p, byPlace)
		d.number(uint64(n))
	}
}
