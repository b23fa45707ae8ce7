//go:build go1.21

package main

import "fmt"

// In this file loop variables exist once for all iterations.
func old() {
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { return i })
	}
	for i := range []int{1, 2} {
		fs = append(fs, func() int { return i })
	}
	for _, v := range []int{5, 6} {
		fs = append(fs, func() int { return v })
	}
	for i, v := range [2]int{8, 9} {
		fs = append(fs, func() int { return i + v })
	}
	for k, v := range map[string]int{"a": 1} {
		fs = append(fs, func() int { return len(k) + v })
	}
	for k := range map[string]int{"abc": 1} {
		fs = append(fs, func() int { return len(k) })
	}
	for _, v := range map[string]int{"abc": 4} {
		fs = append(fs, func() int { return v })
	}
	for i, r := range "ab" {
		fs = append(fs, func() int { return i + int(r) })
	}
	c := make(chan int, 2)
	c <- 1
	c <- 2
	close(c)
label:
	for v := range c {
		fs = append(fs, func() int { return v })
		continue label
	}
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	fmt.Println()
}
