package main

import (
	"fmt"
	"strings"
	"sync"

	"corpus/inner"
)

type shape interface{ area() int }
type square struct{ side int }
type named struct {
	square
	*label
	name string
}
type label struct{ text string }

func (s square) area() int    { return s.side * s.side }
func (s *square) grow(n int)  { s.side += n }
func (l *label) get() string  { return l.text }
func (l label) copyOf() label { return l }

func methods() {
	s := square{2}
	p := &s
	p.grow(1)
	s.grow(1)
	fmt.Println(p.area(), s.area(), (*p).area())
	f, g := p.area, s.grow
	g(1)
	fmt.Println(f(), p.area())
	n := named{square{1}, &label{"l"}, "n"}
	pn := &n
	pn.grow(2)
	n.text = "changed"
	pn.label.text += "!"
	fmt.Println(n.area(), n.get(), pn.text, n.side, pn.copyOf().text)
	var sh shape = n
	fmt.Println(sh.area())
	h := square.area
	k := (*square).grow
	k(&n.square, 3)
	fmt.Println(h(n.square), named.area(n), (*named).get(pn))
	var np *square
	try(func() { fmt.Println(np.area()) })
	var nl *named
	try(func() { fmt.Println(nl.text) })
	var sb strings.Builder
	sb.WriteString("sb")
	fmt.Fprint(&sb, 1)
	fmt.Println(sb.String())
	type pair struct {
		a, b *square
	}
	pr := &pair{&square{1}, &square{2}}
	pr.a, pr.b = pr.b, pr.a
	pr.a.side, pr.b.side = pr.b.side, pr.a.side
	fmt.Println(pr.a.area(), pr.b.area())
}

func closures() {
	x := 1
	inc := func() int { x++; return x }
	fmt.Println(inc(), inc(), x)
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i *= 10; return i })
	}
	for i := range 2 {
		fs = append(fs, func() int { i += 5; return i })
	}
	for _, v := range []int{7, 8} {
		fs = append(fs, func() int { v++; return v })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
	var fact func(int) int
	fact = func(n int) int {
		if n <= 1 {
			return 1
		}
		return n * fact(n-1)
	}
	fmt.Println(fact(5))
	r, err := func() (n int, err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("recovered %v", r)
			}
		}()
		n = 4
		panic("oops")
	}()
	fmt.Println(r, err)
	a, b := 1, 2
	swap := func() { a, b = b, a }
	swap()
	fmt.Println(a, b)
	c, err := 3, error(nil)
	func() { c, err = 4, fmt.Errorf("e") }()
	fmt.Println(c, err)
	d, err := 5, fmt.Errorf("again")
	fmt.Println(d, err)
	if e, err := 1, error(nil); err == nil {
		func() { e++; err = nil }()
		fmt.Println(e)
	}
	switch z := x; {
	case z > 2:
		func() { z = 0 }()
		fmt.Println(z)
	}
	for i, ok := 0, true; ok; i, ok = i+1, i < 2 {
		func() { i += 0; _ = ok }()
		fmt.Print(i)
	}
	fmt.Println()
	m := map[string]int{}
	for m["i"] = 0; m["i"] < 3; m["i"]++ {
	}
	pp := &point{}
	for pp.x = 0; pp.x < 3; pp.x++ {
		pp.y += pp.x
	}
	for pp.x, pp.y = 5, 6; pp.x < 7; pp.x, pp.y = pp.x+1, pp.x {
	}
	fmt.Println(m, *pp)
}

type number interface{ ~int | ~float64 }

type stack[T any] struct {
	mu    sync.Mutex
	items []T
	index map[string]T
}

func (s *stack[T]) push(v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = append(s.items, v)
	if s.index == nil {
		s.index = map[string]T{}
	}
	s.index[fmt.Sprint(v)] = v
}

func (s *stack[T]) pop() (v T, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.items) == 0 {
		return v, false
	}
	v, s.items = s.items[len(s.items)-1], s.items[:len(s.items)-1]
	return v, true
}

func sum[S ~[]E, E number](s S) (total E) {
	defer func() { total += 0 }()
	for _, v := range s {
		total += v
	}
	return total
}

func mapOf[K comparable, V any, M ~map[K]V](m M, k K, f func(V) V) M {
	m[k] = f(m[k])
	for k := range m {
		_ = k
	}
	return m
}

func drain[C ~chan T, T any](c C) (out []T) {
	close(c)
	for v := range c {
		out = append(out, v)
	}
	return out
}

func ptr[T any](v T) *T { return &v }

type bytesOrString interface{ ~[]byte | ~string }

func first[T bytesOrString](v T) byte { return v[0] }

type setter[T any] interface {
	*T
	set(int)
}
type settable struct{ n int }

func (s *settable) set(n int) { s.n = n }

func build[T any, P setter[T]]() T {
	var v T
	P(&v).set(4)
	p := P(&v)
	p.set(5)
	return v
}

func generics() {
	var s stack[string]
	s.push("a")
	s.push("b")
	fmt.Println(s.pop())
	fmt.Println(s.pop())
	fmt.Println(s.pop())
	fmt.Println(sum([]int{1, 2}), sum(list{1, 2, 3}), sum([]celsius{1.5}))
	fmt.Println(mapOf(map[string]int{"a": 1}, "a", func(i int) int { return i + 1 }))
	c := make(chan int, 2)
	c <- 1
	c <- 2
	fmt.Println(drain(c), *ptr(3), first("abc"), first([]byte("xyz")), build[settable]())
	f := sum[[]int]
	fmt.Println(f([]int{4, 5}))
	type pair[A, B any] struct {
		a A
		b B
	}
	p := &pair[int, string]{1, "x"}
	p.a++
	p.b += "y"
	fmt.Println(*p)
}

func loops() {
	i := 0
	pi := &i
	for i < 3 {
		i++
	}
	for i = 0; i < 3; i += 2 {
	}
	fmt.Println(*pi)
	for i = range []int{1, 2, 3} {
	}
	var v int
	pv := &v
	for i, v = range []int{1, 2, 3} {
	}
	fmt.Println(*pi, *pv)
	for i = range 4 {
	}
	fmt.Println(*pi)
	var r rune
	pr := &r
	for i, r = range "abc" {
	}
	fmt.Println(*pi, *pr)
	n := 0
	for {
		n++
		if n > 3 {
			break
		}
	}
	s := []int{1, 2, 3}
	ps := &s
	for i := range *ps {
		(*ps)[i]++
		if i == 1 {
			*ps = nil
			break
		}
	}
	fmt.Println(s, n)
	for i, x := range [...]string{"a", "b"} {
		fmt.Print(i, x)
	}
	fmt.Println()
	for i, j := 0, 10; i < j; i, j = i+1, j-1 {
		defer func() { fmt.Print(i, j, ";") }()
	}
}

func defers() {
	defer fmt.Println()
	x := 1
	px := &x
	defer fmt.Println("deferred", x, *px)
	*px = 2
	defer func(n int) { fmt.Println("literal", n, x) }(x)
	for i := range 2 {
		defer func() { fmt.Println(i) }()
	}
	m := map[string]int{"a": 1}
	defer delete(m, "a")
	s := square{1}
	defer s.grow(3)
	defer fmt.Println(s.area())
	s.side = 5
	c := make(chan int)
	defer close(c)
	defer recover()
	defer func() {
		fmt.Println("recovered", recover())
	}()
	panic(fmt.Sprint("x", *px))
}

type locked struct{ sync.Locker }
type both struct {
	named
	guarded
	extra struct{ deepest struct{ n *int } }
}

func embedding() {
	l := locked{&sync.Mutex{}}
	l.Lock()
	l.Unlock()
	b := both{}
	pb := &b
	pb.Lock()
	pb.n = 4
	b.Unlock()
	pb.square.side = 3
	pb.extra.deepest.n = &pb.n
	*pb.extra.deepest.n++
	fmt.Println(pb.area(), b.n, *b.extra.deepest.n)
	anon := struct {
		sync.Mutex
		v int
	}{}
	anon.Lock()
	anon.v++
	anon.Unlock()
	fmt.Println(anon.v)
	var lk sync.Locker = &b.guarded
	lk.Lock()
	fmt.Println(b.TryLock())
	lk.Unlock()
	lk = pb
	lk.Lock()
	lk.Unlock()
}

func labels() {
	i := 0
	pi := &i
again:
	i++
	if *pi < 3 {
		goto again
	}
outer:
	for k := range map[string]int{"a": 1, "b": 2} {
		for _, v := range []int{1, 2, 3} {
			if v == 2 {
				continue outer
			}
			if k == "zzz" {
				break outer
			}
			i += v
		}
	}
	c := make(chan int, 3)
	c <- 1
	c <- 2
	c <- 3
receive:
	for v := range c {
		switch {
		case v == 1:
			continue receive
		case v == 2:
			break receive
		}
	}
	fmt.Println(i, len(c))
	switch x := any(i).(type) {
	case int, string:
		fmt.Printf("%T\n", x)
	case nil:
	}
	switch *pi {
	case i - 1:
	case i:
		fmt.Println("i")
		fallthrough
	default:
		fmt.Println("fell")
	}
	{
		i := i
		i++
	}
	fmt.Println(*pi)
}

func conversions() {
	var x any = 5
	px := &x
	n, ok := (*px).(int)
	fmt.Println(n, ok)
	b := []byte("abc")
	pb := &b
	s := string(*pb)
	(*pb)[0] = 'z'
	fmt.Println(s, string(b), [3]byte(b), []rune(s))
	type id int
	var i id = 3
	pi := &i
	fmt.Println(int(*pi)+1, float64(i)/2, complex(float64(i), 1), real(complex(1, 2)))
	arr := [2][2]int{{1, 2}, {3, 4}}
	pa := &arr
	pa[1][0] = 9
	fmt.Println(arr[1][0], arr[0], pa[1][1:])
	e := struct{ shape }{square{4}}
	fmt.Println(e.area())
	fmt.Println(len([3]int{}), len(arr), cap(arr[0][:]))
	const big = 1 << 40
	fmt.Println(big>>38, -*pi, ^*pi, !ok)
	f := func() (a, b int) { return 1, 2 }
	fmt.Println(f())
	if p := &(square{2}); p.area() > 3 {
		fmt.Println(*p, square{1} == (square{1}))
	}
}

// hidden calls methods of embedded fields that have no name here.
func hidden() {
	var h inner.Held
	p := inner.New()
	for _, l := range []sync.Locker{&h, p} {
		l.Lock()
		l.Unlock()
	}
	h.Lock()
	h.Inc()
	h.Unlock()
	pp := &p
	pp.Lock()
	pp.Inc()
	defer func() { fmt.Println(h.N(), pp.N(), h.TryLock()) }()
	defer pp.Unlock()
	f, n := pp.Inc, h.N
	h.Inc()
	f()
	defer h.Inc()
	fmt.Println(n(), p.N(), (*inner.Held).N(&h), inner.Pointed.TryLock(p))
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer h.Unlock()
		h.Lock()
	}()
	wg.Wait()
}
