package rt

import (
	"unsafe"
)

// This file has the forms in which instrumented code reads and writes memory. They are generic over the type of one
// operand alone, the variable, the slice or the map; what is assigned to it is converted as in an assignment of the
// language. All of them read and write at the time of the call: the compiler may delay what is left to it.

// Get reads a variable.
func Get[T any](site Site, p *T) T {
	Read(site, unsafe.Pointer(p), unsafe.Sizeof(*p))
	return *p
}

// Set assigns a value of the variable's own type.
func Set[T any](site Site, p *T, v T) {
	Write(site, unsafe.Pointer(p), unsafe.Sizeof(*p))
	*p = v
}

// A Place is a variable about to be assigned.
type Place[T any] struct {
	p    *T
	site Site
}

// At takes the variable of an assignment whose value may be of another type.
func At[T any](site Site, p *T) Place[T] { return Place[T]{p, site} }

// Set assigns the value.
func (x Place[T]) Set(v T) { Set(x.site, x.p, v) }

// Zero gives a variable its zero value, between executions.
func Zero[T any](p *T) {
	var zero T
	*p = zero
}

// A Map is a map about to be used.
type Map[M ~map[K]V, K comparable, V any] struct {
	m    M
	site Site
}

// M takes the map of an operation.
func M[M_ ~map[K]V, K comparable, V any](site Site, m M_) Map[M_, K, V] {
	return Map[M_, K, V]{m, site}
}

// Get is m[k].
func (x Map[M, K, V]) Get(k K) V {
	MapRead(x.site, x.m)
	follows(x.site, x.m, k)
	return x.m[k]
}

// Get2 is v, ok := m[k].
func (x Map[M, K, V]) Get2(k K) (V, bool) {
	MapRead(x.site, x.m)
	follows(x.site, x.m, k)
	v, ok := x.m[k]
	return v, ok
}

// Set is m[k] = v.
func (x Map[M, K, V]) Set(k K, v V) {
	MapWrite(x.site, x.m)
	x.m[k] = v
	follows(x.site, x.m, k)
}

// Delete is delete(m, k).
func (x Map[M, K, V]) Delete(k K) {
	MapWrite(x.site, x.m)
	delete(x.m, k)
}

// Len is len(m).
func (x Map[M, K, V]) Len() int {
	MapRead(x.site, x.m)
	return len(x.m)
}

// Clear is clear(m).
func (x Map[M, K, V]) Clear() {
	MapWrite(x.site, x.m)
	clear(x.m)
}

// A Slice is a slice about to be used as a whole.
type Slice[S ~[]E, E any] struct {
	s    S
	site Site
}

// S takes the slice of an operation.
func S[S_ ~[]E, E any](site Site, s S_) Slice[S_, E] { return Slice[S_, E]{s, site} }

// Append is append(s, v...).
func (x Slice[S, E]) Append(v ...E) S {
	x.grow(len(v))
	return append(x.s, v...)
}

// AppendSlice is append(s, t...) for another slice t.
func (x Slice[S, E]) AppendSlice(t []E) S {
	readAll(x.site, t)
	x.grow(len(t))
	return append(x.s, t...)
}

// grow publishes what appending n elements touches: the new elements where there is room for them, otherwise the old
// ones, which are copied.
func (x Slice[S, E]) grow(n int) {
	switch {
	case n == 0:
	case cap(x.s)-len(x.s) >= n:
		writeAll(x.site, []E(x.s)[len(x.s):len(x.s)+n])
	default:
		readAll(x.site, []E(x.s))
	}
}

// Clear is clear(s).
func (x Slice[S, E]) Clear() {
	writeAll(x.site, []E(x.s))
	clear(x.s)
}

// AppendString is append(s, t...) for a string t.
func AppendString[S ~[]E, E ~byte, T ~string](site Site, s S, t T) S {
	Slice[S, E]{s, site}.grow(len(t))
	return append(s, unsafe.Slice((*E)(unsafe.Pointer(unsafe.StringData(string(t)))), len(t))...)
}

// Copy is copy(dst, src).
func Copy[D ~[]E, S ~[]E, E any](site Site, dst D, src S) int {
	n := min(len(dst), len(src))
	readAll(site, []E(src[:n]))
	writeAll(site, []E(dst[:n]))
	return copy(dst, src)
}

// CopyString is copy(dst, src) for a string.
func CopyString[D ~[]E, E ~byte, S ~string](site Site, dst D, src S) int {
	n := min(len(dst), len(src))
	writeAll(site, []E(dst[:n]))
	for i := range n {
		dst[i] = E(src[i])
	}
	return n
}

// Converted is s, about to be converted to a string, with n negative, or to an array of n elements.
func Converted[S ~[]E, E any](site Site, n int, s S) S {
	if n < 0 || n > len(s) {
		n = len(s)
	}
	readAll(site, []E(s[:n]))
	return s
}

func readAll[E any](site Site, s []E) {
	if size := uintptr(len(s)) * unsafe.Sizeof(*new(E)); size > 0 {
		Read(site, unsafe.Pointer(unsafe.SliceData(s)), size)
	}
}

func writeAll[E any](site Site, s []E) {
	if size := uintptr(len(s)) * unsafe.Sizeof(*new(E)); size > 0 {
		Write(site, unsafe.Pointer(unsafe.SliceData(s)), size)
	}
}

// The first values of the variables of a loop that exist once for all iterations, as they do up to Go 1.21.

// ZeroSlice is for a loop over a slice.
func ZeroSlice[E any](s []E) (i int, e E) { return }

// ZeroMap1 is for a loop over the keys of a map.
func ZeroMap1[M ~map[K]V, K comparable, V any](m M) (k K) { return }

// ZeroMap2 is for a loop over the elements of a map.
func ZeroMap2[M ~map[K]V, K comparable, V any](m M) (k K, v V) { return }

// ZeroChan is for a loop over a channel.
func ZeroChan[T any](c <-chan T) (v T) { return }

// SendLen is len(c) for a channel that can only be sent to.
func SendLen[T any](site Site, c chan<- T) int { return Len(site, *(*<-chan T)(unsafe.Pointer(&c))) }

// SendCap is cap(c) for a channel that can only be sent to.
func SendCap[T any](site Site, c chan<- T) int { return Cap(site, *(*<-chan T)(unsafe.Pointer(&c))) }
