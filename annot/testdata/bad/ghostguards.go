package p

import "sync"

//calvin:ghost a int guarded_by n
//calvin:ghost b int guarded_by
//calvin:ghost c int accessible_if n
//calvin:ghost d int immutable
//calvin:ghost e tid accessible_if e == 1
//calvin:ghost g []tid
//calvin:ghost h set[int] guarded_by mu guarded_by mu
type T struct {
	mu sync.Mutex
	n  int
}

func f(t *T) {
	//calvin:set t.h = t.h * t.h
	//calvin:set t.h = t.h - set[string]{"a"}
	//calvin:set t.e = 0
	t.mu.Lock()
}
