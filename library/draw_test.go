package library

import (
	"bytes"
	"container/list"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync/atomic"
	"time"
)

// A chooser decides what is drawn: a generator of random numbers, or the input of a fuzz test.
type chooser interface{ IntN(n int) int }

// A tape decides by bytes, and by zero when they are used up.
type tape []byte

func (t *tape) IntN(n int) int {
	if len(*t) == 0 {
		return 0
	}
	b := int((*t)[0])
	*t = (*t)[1:]
	return b % n
}

func newChooser(seed uint64) chooser { return rand.New(rand.NewPCG(seed, 1)) }

// A drawer draws the arguments of one call.
type drawer struct {
	chooser
	texts  []string        // strings that were drawn: later ones may be parts of them
	slices []reflect.Value // slices that were drawn: later ones may share their memory
	shared bool            // some do
	hints  []int64         // numbers that matter to the function

	elements []*list.Element // of the lists that were drawn
	// prober counts calls that functions and methods of the arguments get.
	*prober
}

// A prober counts the calls of functions and methods of arguments.
// Some calls come from other goroutines.
type prober struct {
	funcs, methods, prints atomic.Int64
	returned               atomic.Bool  // the call has returned
	late                   atomic.Int64 // calls after that
}

func (p *prober) called(n *atomic.Int64) {
	n.Add(1)
	if p.returned.Load() {
		p.late.Add(1)
	}
}

// noisy values count what is called of them.
type noisy struct {
	*prober
	N int
}

func (n *noisy) String() string { n.called(&n.prints); return "noisy" }

func (n *noisy) Error() string { n.called(&n.prints); return "noisy" }

func (n *noisy) Is(error) bool { n.called(&n.methods); return n.N%2 == 0 }

func (n *noisy) Write(b []byte) (int, error) {
	n.called(&n.methods)
	if k := n.N & 7; k < len(b) {
		return k, io.ErrShortWrite
	}
	return len(b), nil
}

func (n *noisy) Read(b []byte) (int, error) {
	n.called(&n.methods)
	if n.N&7 == 0 {
		return 0, io.EOF
	}
	n.N--
	return copy(b, "noise"), nil
}

// failure is an error of a type that compares, but whose values may not.
type failure struct{ Cause any }

func (f failure) Error() string { return "failure" }

// many errors do not compare at all.
type many []int

func (m many) Error() string { return "many" }

var integers = []int64{
	0, 1, -1, 2, 3, 4, 7, 8, 9, 10, 16, 31, 32, 33, 36, 37, 63, 64, 65, 100, 127, 128, 255, 256, 1000, 2047, 2048, 65535, 65536,
	0xd800, 0xfffd, 0x10ffff, 0x110000, math.MaxInt32, math.MinInt32, 1 << 40, 1 << 47, 1<<47 + 1, 1 << 49, 1 << 60,
	math.MaxInt64, math.MaxInt64 - 1, math.MinInt64, math.MinInt64 + 1,
}

var floats = []float64{
	0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, 1e-300, 1e300, math.MaxFloat64, math.SmallestNonzeroFloat64, math.NaN(),
	math.Inf(1), math.Inf(-1), 1 << 53, 123456789.125,
}

var words = []string{
	"", "a", "x", "ab", "aaa", "a,b,c", ",", ", ", " \t\n", "héllo", "世界", "\xff", "a\xffb\xc0", "\u2028", "\"q\\\"", "`", "'", "12",
	"-7", "0x1f", "1_000", "1e9", "NaN", "true", "1h2m3s", "2006-01-02", "2024-02-29T12:00:00Z", time.RFC3339, "/a/b/../c", "..",
	"./", "a*b?[c]", "[", "(", "(a|b)+", "%d %s %v", "&lt;&amp;", "<>&", "\x00", "İ", "ǅ", "ﬀ",
}

func (d *drawer) one(n int) bool { return d.IntN(n) == 0 }

func (d *drawer) text() string {
	s := words[d.IntN(len(words))]
	switch {
	case d.one(4) && len(d.texts) > 0:
		s = d.texts[d.IntN(len(d.texts))]
		if len(s) > 0 {
			i := d.IntN(len(s))
			s = s[i : i+d.IntN(len(s)-i+1)]
		}
	case d.one(4):
		s += words[d.IntN(len(words))] + words[d.IntN(len(words))]
	case d.one(20):
		s = strings.Repeat(s, d.IntN(100))
	}
	d.texts = append(d.texts, s)
	return s
}

// encoded draws the input of a decoder: one of those given, or any text.
func (d *drawer) encoded(inputs ...string) string {
	if d.one(2) {
		return inputs[d.IntN(len(inputs))]
	}
	return d.text()
}

func (d *drawer) integer() int64 {
	switch {
	case len(d.hints) > 0 && d.one(3):
		return d.hints[d.IntN(len(d.hints))] + int64(d.IntN(3)) - 1
	case d.one(2):
		return int64(d.IntN(12)) - 2
	}
	return integers[d.IntN(len(integers))]
}

func (d *drawer) buffer() *bytes.Buffer {
	b := bytes.NewBuffer(make([]byte, 0, d.IntN(9)))
	b.WriteString(d.text())
	if d.one(2) {
		b.Next(1)
	}
	return b
}

// any draws what an interface without methods may hold.
func (d *drawer) any() any {
	var err error
	var n noisy
	return []any{
		nil, 0, 1, -1, "x", 1.5, true, []int{3, 1, 2}, []string{"b", "a"}, map[string]int{"a": 1}, &n.N, &err, (*error)(nil), new(failure), new(*noisy),
		&noisy{d.prober, d.IntN(4)}, failure{[]int{1}}, many{1}, struct{ A []int }{}, [2]int{1, 2}, func() {}, new(io.Reader), (*noisy)(nil), new(int),
	}[d.IntN(24)]
}

// draw returns a value of type t.
func (d *drawer) draw(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	if m := makers[t]; m != nil {
		if x := m(d); x != nil {
			v.Set(reflect.ValueOf(x))
		}
		return v
	}
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(d.one(2))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(d.integer())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(d.integer()))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(floats[d.IntN(len(floats))])
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(floats[d.IntN(len(floats))], floats[d.IntN(len(floats))]))
	case reflect.String:
		v.SetString(d.text())
	case reflect.Slice:
		v.Set(d.slice(t))
	case reflect.Array:
		for i := range t.Len() {
			v.Index(i).Set(d.draw(t.Elem()))
		}
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				v.Field(i).Set(d.draw(t.Field(i).Type))
			}
		}
	case reflect.Pointer:
		if !d.one(6) {
			v.Set(reflect.New(t.Elem()))
			v.Elem().Set(d.draw(t.Elem()))
		}
	case reflect.Map:
		if !d.one(6) {
			v.Set(reflect.MakeMap(t))
			for range d.IntN(4) {
				v.SetMapIndex(d.draw(t.Key()), d.draw(t.Elem()))
			}
		}
	case reflect.Func:
		if !d.one(8) {
			v.Set(d.function(t))
		}
	case reflect.Interface:
		if x := d.any(); t.NumMethod() == 0 && x != nil {
			v.Set(reflect.ValueOf(x))
		} else if t.NumMethod() > 0 {
			panic(fmt.Sprintf("no values of %v are drawn", t))
		}
	default:
		panic(fmt.Sprintf("no values of %v are drawn", t))
	}
	return v
}

// slice draws a slice: nil, empty, with spare capacity, or one that shares memory with another.
func (d *drawer) slice(t reflect.Type) reflect.Value {
	if d.one(8) {
		return reflect.Zero(t)
	}
	if d.one(6) {
		for _, s := range d.slices {
			if s.Type() == t && s.Cap() > 0 {
				d.shared = true
				i := d.IntN(s.Cap())
				return s.Slice(i, i+d.IntN(s.Cap()-i+1))
			}
		}
	}
	n := d.IntN(6)
	if d.one(10) {
		n = d.IntN(40)
	}
	spare := d.IntN(4)
	all := reflect.MakeSlice(t, n+spare, n+spare)
	for i := range all.Len() {
		all.Index(i).Set(d.draw(t.Elem()))
	}
	s := all.Slice(0, n)
	d.slices = append(d.slices, s)
	return s
}

// function draws a function that counts its calls, and returns what is drawn. An iterator yields a few values.
func (d *drawer) function(t reflect.Type) reflect.Value {
	isIterator := t.NumIn() == 1 && t.NumOut() == 0 && t.In(0).Kind() == reflect.Func && t.In(0).NumOut() == 1
	return reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		d.called(&d.funcs)
		if isIterator {
			for range d.IntN(5) {
				var in []reflect.Value
				for i := range t.In(0).NumIn() {
					in = append(in, d.draw(t.In(0).In(i)))
				}
				if !args[0].Call(in)[0].Bool() {
					break
				}
			}
		}
		var out []reflect.Value
		for i := range t.NumOut() {
			out = append(out, d.draw(t.Out(i)))
		}
		return out
	})
}
