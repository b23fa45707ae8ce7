package p

import "sync"

type T struct {
	mu sync.Mutex
	rw sync.RWMutex
	//calvin:guarded_by mu
	//calvin:published_by done
	a error
	//calvin:published_by done
	b error
	//calvin:published_by done
	//calvin:guarded_by mu, rw
	c    error
	done chan struct{}
}
