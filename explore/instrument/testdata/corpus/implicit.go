package main

import (
	"errors"
	"fmt"
	"sync"
)

type wrong struct{}

func (*wrong) Error() string { return "wrong" }

// results returns in each way there is, with a deferred function that changes what is returned.
func results(how int) (n int, err error, f func() string, big any) {
	defer func() {
		n *= 2
		if err != nil {
			err = fmt.Errorf("deferred: %w", err)
		}
		if big == nil {
			big = "none"
		}
	}()
	defer func() { f = func() string { return "set" } }()
	switch how {
	case 0:
		n, err = 1, errors.New("bare")
		return
	case 1:
		return 1 << how, nil, nil, nil
	case 2:
		return how, (*wrong)(nil), func() string { return "literal" }, how > 1
	case 3:
		n, err := 5, errors.New("shadowed")
		return n, err, nil, n
	case 4:
		n = 7
		return n, err, f, 'x'
	}
	return pairs()
}

func pairs() (int, error, func() string, any) { return 8, errors.New("pairs"), nil, 8 }

func single() (x int) {
	p := &x
	defer func() { *p++ }()
	return say("single", 1)
}

func swapped() (x, y int) {
	defer func() { x, y = x*10, y*10 }()
	x, y = 1, 2
	return y, x
}

func implicit() {
	for how := range 6 {
		n, err, f, big := results(how)
		fmt.Println(n, err, f(), big)
	}
	fmt.Println(single())
	fmt.Println(swapped())

	var late []func() int
outer:
	for i, j := 0, 10; i < 6; i, j = i+1, j-1 {
		late = append(late, func() int { i++; j += 10; return i + j })
		late[len(late)-1]()
		for k := 0; ; k++ {
			if k == 1 {
				continue outer
			}
			if i > 4 {
				break outer
			}
		}
	}
	for _, f := range late {
		fmt.Println(f(), f())
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	sum := 0
	for i := 0; i < 3; {
		p := &i
		wg.Add(1)
		func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			sum += *p
		}()
		*p++
	}
	wg.Wait()
	fmt.Println(sum)
}
