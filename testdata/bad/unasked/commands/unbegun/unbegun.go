// Command unbegun has no annotations. It sets variables once others may run its code, by ways that are easy to overlook.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"
)

var a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q int

// sum is run by other goroutines.
func sum() int { return a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q }

func serve(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, sum()) }

type page struct{ title string }

func (p *page) ServeHTTP(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, p.title, sum()) }

func (p *page) tick() { p.title = fmt.Sprint(sum()) } // failed

func main() { // unfounded
	switch len(os.Args) {
	case 0:
		registered()
	case 1:
		handler()
	case 2:
		finalizer()
	case 3:
		sorted()
	case 4:
		deferred()
	case 5:
		once()
	case 6:
		group()
	case 7:
		value()
	case 8:
		method()
	case 9:
		printed()
	case 10:
		twice()
	case 11:
		found()
	case 12:
		sent()
	case 13:
		recovered()
	case 14:
		logged()
	case 15:
		encoded()
	default:
		again()
	}
}

// registered has a server use the handlers that are registered.
func registered() {
	a = 1
	http.HandleFunc("/", serve)
	a = 2
	srv := httptest.NewServer(nil)
	defer srv.Close()
	a = 3 // failed
}

// handler puts one into a struct of another package.
func handler() {
	srv := &http.Server{Handler: &page{}}
	b = 1
	srv.ListenAndServe()
	b = 2 // failed
}

func finalizer() {
	runtime.SetFinalizer(&page{}, (*page).tick)
	c = 1 // failed
}

// sorted starts a goroutine in a literal that code of others calls.
func sorted() {
	list := []int{2, 1}
	slices.SortFunc(list, func(x, y int) int {
		go sum()
		return x - y
	})
	d = 1 // failed
}

// deferred sets one when the function ends.
func deferred() {
	defer func() {
		e = 1 // failed
	}()
	go sum()
}

var starts sync.Once

func start() { go sum() }

func once() {
	starts.Do(start)
	f = 1 // failed
}

func group() {
	var wg sync.WaitGroup
	wg.Go(func() { sum() })
	g = 1 // failed
	wg.Wait()
}

var starting = map[string]func(){"start": start}

func value() {
	starting["start"]()
	h = 1 // failed
}

type starter interface{ start() }

type by struct{ n int }

func (s by) start() { go sum() }

func method() {
	var s starter = by{1}
	s.start()
	i = 1 // failed
}

// A shown starts a goroutine when it is printed.
type shown struct{}

func (shown) String() string {
	go sum()
	return ""
}

func printed() {
	fmt.Println(shown{})
	j = 1 // failed
}

// twice is called by a goroutine, too.
func twice() { // unfounded
	set()
	go func() {
		time.Sleep(time.Second)
		set()
	}()
}

func set() {
	k = 1 // failed
}

type keyed struct{ context.Context }

func (keyed) Value(any) any { return sum() }

// found has code of others have a value with methods, which a goroutine of theirs calls.
func found() {
	ctx, cancel := context.WithCancel(keyed{context.Background()})
	defer cancel()
	l = 1 // failed
	<-ctx.Done()
}

// sent has code of others have a function by a channel.
func sent() {
	ch := make(chan func(), 1)
	take(ch)
	ch <- func() { sum() }
	m = 1 // failed
}

// take has the channel leave the program.
func take(ch chan func()) {
	context.AfterFunc(context.Background(), func() {
		for f := range ch {
			f()
		}
	})
}

// recovered goes on after a panic of a function that had begun to run others.
func recovered() {
	func() {
		defer func() { recover() }()
		start()
		if a > 3 {
			panic("no")
		}
	}()
	n = 1 // failed
}

// again sets in a loop.
func again() {
	for range 3 {
		o++ // failed
		go sum()
	}
}

// A writer starts a goroutine when it is written to.
type writer struct{}

func (writer) Write(b []byte) (int, error) {
	go sum()
	return len(b), nil
}

func logged() {
	log.SetOutput(writer{})
	log.Print("go")
	p = 1 // failed
}

func encoded() {
	e := json.NewEncoder(writer{})
	e.Encode(3)
	q = 1 // failed
}
