package p

import "sync"

type T struct {
	mu   sync.Mutex
	once sync.Once
	n    int
	done chan struct{}
	//calvin:published_by
	a error
	//calvin:published_by dome
	b error
	//calvin:published_by mu
	c error
	//calvin:published_by n
	d error
	//calvin:published_by done, mu
	e error
	//calvin:published_by done
	//calvin:published_by done
	f error
	//calvin:immutable
	//calvin:published_by done
	g error
	//calvin:guarded_by once
	//calvin:published_by done
	h error
	//calvin:confined_to run
	//calvin:published_by done
	i error
}

func (t *T) run() {}

//calvin:published_by done
var v error
