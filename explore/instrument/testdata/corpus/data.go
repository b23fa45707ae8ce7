package main

import (
	"fmt"
	"maps"
	"slices"
	"sort"
)

type key struct{ a, b int }

func maps_() {
	m := map[any]string{}
	m["a"] = "x"
	m[3] = "y"
	m[key{1, 2}] = "z"
	fmt.Println(m["a"], m[3], m[key{1, 2}], len(m))
	v, ok := m["none"]
	fmt.Printf("%q %v\n", v, ok)
	if _, ok := m[3]; ok {
		delete(m, 3)
	}
	_, ok = m[3]
	fmt.Println(ok, len(m))
	nested := map[string]map[string][]int{"a": {"b": {1, 2}}}
	nested["a"]["b"][1] = 5
	nested["a"]["b"] = append(nested["a"]["b"], 6)
	nested["c"] = map[string][]int{}
	nested["c"]["d"] = nil
	fmt.Println(nested)
	sum := 0
	for k, v := range map[int]int{1: 2, 3: 4} {
		sum += k * v
	}
	for k := range map[int]int{1: 2, 3: 4} {
		sum += k
	}
	for range map[int]int{1: 2} {
		sum++
	}
	for _, v := range map[int]int{1: 2, 9: 4} {
		if v == 2 {
			continue
		}
		sum += v
	}
	fmt.Println(sum)
	del := map[int]bool{1: true, 2: true, 3: true}
	n := 0
	for k := range del {
		for j := range del {
			if j != k {
				delete(del, j)
			}
		}
		n++
	}
	fmt.Println(n, len(del))
	clear(del)
	fmt.Println(len(del))
	type named map[string]int
	nm := named{"a": 1}
	nm["a"]++
	nm["b"] |= 4
	fmt.Println(nm)
	pts := map[string]point{"p": {1, 2}}
	fmt.Println(pts["p"].x, pts["q"].y)
	ptrs := map[string]*point{"p": {1, 2}}
	ptrs["p"].x++
	fmt.Println(*ptrs["p"])
	fns := map[string]func() int{"f": func() int { return 4 }}
	fmt.Println(fns["f"]())
	fmt.Println(slices.Sorted(maps.Keys(nm)))
	var none map[string]int
	fmt.Println(none["x"], len(none))
	for range none {
		fmt.Println("no")
	}
	func() {
		var k, v int
		pk := &k
		for k, v = range map[int]int{7: 8} {
		}
		fmt.Println(*pk, v)
	}()
	outer := map[string]int{"a": 1}
	for outer["i"], outer["v"] = range []int{4, 5} {
	}
	fmt.Println(outer)
}

func slices_() {
	var s []int
	s = append(s, 1)
	s = append(s, 2, 3)
	t := append(s[:1], 9)
	fmt.Println(s, t, cap(t) == cap(s))
	s = append(s, t...)
	s = append(s)
	fmt.Println(s)
	b := append([]byte("ab"), "cd"...)
	n := copy(b, "xy")
	fmt.Println(string(b), n, copy(b[1:], b))
	fmt.Println(string(b))
	clear(b[:1])
	fmt.Println(b)
	var errs []error
	errs = append(errs, fmt.Errorf("a"), nil)
	fmt.Println(len(errs), errs)
	var anys []any
	anys = append(anys, 1, "a", nil, errs[0])
	fmt.Println(anys...)
	l := list{3, 1, 2}
	l = append(l, 0)
	sort.Ints(l)
	fmt.Println(l)
	grid := [][]int{{1, 2}, {3, 4}}
	for i, row := range grid {
		for j := range row {
			grid[i][j] *= 10
		}
	}
	for _, row := range grid {
		for _, v := range row {
			fmt.Print(v, " ")
		}
	}
	fmt.Println()
	structs := []point{{1, 2}, {3, 4}}
	for i := range structs {
		structs[i].x++
	}
	for _, p := range structs {
		p.x = 100
	}
	fmt.Println(structs)
	grow := []int{1, 2}
	for i, v := range grow {
		grow = append(grow, v)
		grow[i] = 0
	}
	fmt.Println(grow)
	arr := [3]int{1, 2, 3}
	for i, v := range arr {
		arr[2] = 10
		fmt.Print(i, v, " ")
	}
	for i, v := range &arr {
		arr[2] = 20
		fmt.Print(i, v, " ")
	}
	fmt.Println(arr[:], arr[1:2:3])
	ptrs := []*point{{1, 2}, {x: 3}}
	fmt.Println(ptrs[0].y, ptrs[1].x)
	mk := make([]point, 2, 5)
	mk[1].y = 5
	fmt.Println(mk, len(mk), cap(mk), cap(mk[:1]))
	var z [3]struct{}
	for i, e := range z[:] {
		fmt.Print(i, e)
	}
	fmt.Println()
	for i := range 3 {
		fmt.Print(i)
	}
	for range 2 {
		fmt.Print("x")
	}
	for i, r := range "aé" {
		fmt.Print(i, string(r))
	}
	fmt.Println()
	for v := range func(yield func(int) bool) {
		for i := range 5 {
			if !yield(i) {
				return
			}
		}
	} {
		if v == 3 {
			break
		}
		fmt.Print(v)
	}
	fmt.Println()
	type bs []byte
	x := bs("ab")
	x = append(x, "c"...)
	fmt.Println(string(x), new(5) != nil)
	fmt.Println(min(len(x), 2), max(s[0], s[1]))
}
