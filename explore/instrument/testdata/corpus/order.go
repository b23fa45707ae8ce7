package main

import "fmt"

type point struct{ x, y int }

type node struct {
	next *node
	val  int
	arr  [3]int
}

func say[T any](s string, v T) T {
	fmt.Println(s)
	return v
}

func order() {
	a := []int{1, 2, 3}
	i := 0
	p := &i
	*p = 1
	a[say("index", i)] = say("value", 7)
	fmt.Println(a)

	m := map[string]int{}
	m[say("key", "k")] = say("value", 3)
	m[say("key", "k")] += say("value", 4)
	m["k"]++
	fmt.Println(m)

	// The operands come first, the panic in the second phase.
	var none []int
	try(func() { none[say("i", 5)] = say("v", 1) })
	var nilNode *node
	try(func() { nilNode.val = say("v", 1) })
	try(func() { *(*int)(nil) = say("v", 1) })
	try(func() { nilNode.arr[say("i", 1)] = say("v", 1) })
	var nilMap map[string]int
	try(func() { nilMap[say("k", "x")] = say("v", 1) })
	try(func() { a[say("i", 2)], none[0] = say("v", 70), say("v", 80) })
	fmt.Println(a)

	// From the specification.
	i = 0
	i, a[i] = 1, 9
	fmt.Println(i, a)
	i = 0
	a[i], i = 2, 1
	fmt.Println(i, a)
	a[0], a[0] = 1, 2
	fmt.Println(a)
	x := []int{1, 2, 3}
	i = 0
	i, x[i] = 1, 2
	fmt.Println(i, x)
	a[1], a[2] = a[2], a[1]
	fmt.Println(a)
	var pt *point = &point{1, 2}
	pt.x, pt.y = pt.y, pt.x
	fmt.Println(*pt)
	q := pt
	try(func() { q, q.x = nil, 5 })
	fmt.Println(q == nil, *pt)

	n := &node{val: 1}
	n.next = &node{val: 2}
	n, n.next = n.next, n
	fmt.Println(n.val, n.next == nil)

	f := func(vs ...int) int { fmt.Println(vs); return len(vs) }
	fmt.Println(f(say("a", 1), f(say("b", 2)), say("c", 3)))
	b := say("l", true) || say("r", true)
	b = say("l", false) && say("r", true) || say("z", b)
	fmt.Println(b)
	arr := [3]int{1, 2, 3}
	brr := arr
	pa := &arr
	pa[1]++
	pa[say("i", 2)] <<= say("shift", uint(2))
	fmt.Println(arr, brr, len(pa), arr == brr)
	s := "héllo"
	ps := &s
	*ps += "!"
	fmt.Println(s[1], s[1:3], len(s), (*ps)[2])
	func() {
		defer func() { recover() }()
		var np *[3]int
		fmt.Println(len(np))
		for i := range np {
			fmt.Print(i, " ")
		}
		fmt.Println()
		fmt.Println(np[0])
	}()
}

func assign() {
	var e error
	pe := &e
	e = fmt.Errorf("x")
	*pe = nil
	fmt.Println(e == nil, *pe)
	var any1 any
	pany := &any1
	any1 = 3
	fmt.Println(*pany)
	any1, e = "s", nil
	fmt.Println(*pany, e)
	type yes bool
	var y yes
	py := &y
	u, v := 1, 2
	y = u < v
	fmt.Println(*py)
	y, u = u > v, 4
	fmt.Println(*py, u)
	var f32 float32
	pf := &f32
	f32 = 1 << 3
	f32 += 1
	var sh uint = 3
	f64 := float64(1)
	pg := &f64
	var i64 int64
	pi := &i64
	i64 = 1 << sh
	fmt.Println(*pf, *pg, *pi)
	g := func() (int, error) { return 5, fmt.Errorf("five") }
	u, e = g()
	fmt.Println(u, *pe)
	w, e := g()
	fmt.Println(w, *pe)
	_, e = g()
	_, _ = g()
	var ro <-chan int
	pro := &ro
	c := make(chan int, 1)
	ro = c
	c <- 1
	fmt.Println(<-*pro)
	var fn func(int) int
	pfn := &fn
	fn = func(i int) int { return i + 1 }
	fmt.Println((*pfn)(1), fn(2))
	var named celsius
	pn := &named
	named = 3
	named, u = 4, 5
	fmt.Println(*pn)
	var ints []int
	pis := &ints
	ints = list{1, 2}
	fmt.Println(*pis)
	if k, ok := any1.(string); ok {
		fmt.Println(k)
	}
	var ok bool
	pok := &ok
	_, ok = any1.(int)
	fmt.Println(*pok)
	var b byte = 255
	pb := &b
	b++
	fmt.Println(*pb)
	b--
	b &^= 0xf0
	fmt.Println(*pb)
	var st struct {
		a [2]struct{ z int }
		p *point
	}
	pst := &st
	st.a[1].z = 3
	pst.a[0].z += 2
	st.p = &point{}
	st.p.x++
	pst.p.y--
	fmt.Println(st.a, *pst.p)
	st.a, st.p = [2]struct{ z int }{{1}, {2}}, nil
	fmt.Println(pst.a)
	var z struct{}
	pz := &z
	z = struct{}{}
	*pz = z
	fmt.Println(z)
}

type celsius float64
type list []int
