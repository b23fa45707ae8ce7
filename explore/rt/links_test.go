package rt_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// TestLinks: the first execution that fails, its links, and what objects are after each event.
func TestLinks(t *testing.T) {
	for _, test := range []struct {
		name     string
		run      func(t *rt.T)
		links    string
		statuses string
	}{
		{"mutex", func(t *rt.T) {
			mu := rt.New(new(sync.Mutex))
			rt.Lock(1, mu)
			rt.Go(2, func() {
				rt.Lock(3, mu)
				rt.Unlock(4, mu)
				t.Error("end")
			})
			rt.Unlock(5, mu)
		}, "G1 unlock > G2 lock", "held by G1, free, held by G2, free"},
		{"WaitGroup", func(t *rt.T) {
			together(2, func(int) {})
			t.Error("end")
		}, "G2 done > G1 wait; G3 done > G1 wait", "1, 2, 1, 0, 0"},
		{"buffered channel", func(t *rt.T) {
			ch := rt.Make(make(chan int, 1))
			rt.Go(1, func() {
				rt.Send(2, ch, 1)
				rt.Send(3, ch, 2)
				rt.Close(4, ch)
			})
			for range rt.RangeChan(5, ch) {
			}
			t.Error("end")
		}, "G2 send > G1 receive; G1 receive > G2 send; G2 send > G1 receive; G2 close > G1 receive",
			"1 of 1, 0 of 1, 1 of 1, closed with 1 of 1, closed, closed"},
		{"receive first", func(t *rt.T) {
			ch := rt.Make(make(chan int))
			rt.Go(1, func() {
				rt.Send(2, ch, 1)
			})
			rt.Recv(3, ch)
			t.Error("end")
		}, "G2 send > G1 receive", "1 waiting to receive, empty"},
		{"send first", func(t *rt.T) {
			ch := rt.Make(make(chan int))
			rt.Go(1, func() {
				rt.Recv(3, ch)
				t.Error("end")
			})
			rt.Send(2, ch, 1)
		}, "G1 send > G2 receive; G2 receive > G1 send", "1 waiting to send, empty"},
		{"select", func(t *rt.T) {
			a, b := rt.Make(make(chan int)), rt.Make(make(chan int))
			rt.Go(1, func() { rt.Send(2, b, 1) })
			rt.Select(3, false, rt.OnRecv(a), rt.OnRecv(b))
			t.Error("end")
		}, "G2 send > G1 select", "1 waiting to receive, 1 waiting to receive, empty"},
		{"close wakes", func(t *rt.T) {
			ch := rt.Make(make(chan int))
			rt.Go(1, func() { rt.Close(2, ch) })
			rt.Recv(3, ch)
			t.Error("end")
		}, "G2 close > G1 receive", "1 waiting to receive, closed"},
		{"atomic", func(t *rt.T) {
			var n atomic.Int32
			rt.Go(1, func() { rt.Store(2, &n, 7) })
			for range 2 {
				if rt.Load[int32](3, &n) == 7 {
					t.Error("end")
				}
			}
		}, "G2 store > G1 load", "0, 7, 7"},
		{"atomic, not looked at", func(t *rt.T) {
			var n atomic.Int64
			rt.AddOnly(1, &n, 2)
			rt.AddOnly(1, &n, -3) // might be a large unsigned number
			t.Error("end")
		}, "", "2"},
		{"through a third", func(t *rt.T) {
			a, b := rt.Make(make(chan int, 1)), rt.Make(make(chan int, 1))
			rt.Go(1, func() { rt.Send(2, a, 1) })
			rt.Go(3, func() { rt.Recv(4, a); rt.Send(5, b, 1) })
			rt.Recv(6, b) // knows of the first goroutine through the second
			t.Error("end")
		}, "G2 send > G3 receive; G3 send > G1 receive", "1 of 1, 0 of 1, 1 of 1, 0 of 1"},
		{"signal", func(t *rt.T) {
			mu := rt.New(new(sync.Mutex))
			c := rt.New(sync.NewCond(mu))
			rt.Lock(1, mu)
			rt.Go(2, func() {
				rt.Lock(3, mu)
				rt.CondSignal(4, c)
				rt.Unlock(5, mu)
			})
			rt.CondWait(6, c)
			rt.Unlock(7, mu)
			t.Error("end")
		}, "G1 unlock > G2 lock; G2 signal > G1 unlock; G2 unlock > G1 lock",
			"held by G1, 1 waiting, free, held by G2, 0 waiting, free, held by G1, free"},
		{"clock", func(t *rt.T) {
			rt.Sleep(1, 5)
			t.Error("end")
		}, "G0 timer fires > G1 sleep", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rt.Explore(rt.Config{Strategy: strategy.NewDFS(), StopAtBug: true}, test.run)
			if len(r.Bugs) != 1 {
				t.Fatal(describe(r))
			}
			b := r.Bugs[0]
			name := func(n int32) string { return fmt.Sprintf("G%d %v", b.Numbers[b.Events[n].G], b.Events[n].Kind) }
			var links, statuses []string
			for _, l := range b.Links {
				links = append(links, name(l.From)+" > "+name(l.To))
			}
			for _, list := range b.Statuses {
				for _, s := range list {
					statuses = append(statuses, s.Text)
				}
			}
			if got := strings.Join(links, "; "); got != test.links {
				t.Errorf("links %s, want %s", got, test.links)
			}
			if got := strings.Join(statuses, ", "); got != test.statuses {
				t.Errorf("statuses %s, want %s", got, test.statuses)
			}
		})
	}
}

// TestLinksOfMany: of an execution with many events, those of the last.
func TestLinksOfMany(t *testing.T) {
	r := rt.Explore(rt.Config{Strategy: strategy.NewDFS(), StopAtBug: true}, func(t *rt.T) {
		ch := rt.Make(make(chan int, 1))
		rt.Go(1, func() {
			for range 4000 {
				rt.Send(2, ch, 1)
			}
		})
		for range 4000 {
			rt.Recv(3, ch)
		}
		t.Error("end")
	})
	if len(r.Bugs) != 1 {
		t.Fatal(describe(r))
	}
	b := r.Bugs[0]
	n := int32(len(b.Events))
	if n != 8000 || len(b.Statuses) != 8000 || len(b.Statuses[2999]) != 0 || len(b.Statuses[3000]) != 1 {
		t.Errorf("%d events, %d statuses, at the boundary %v, %v", n, len(b.Statuses), b.Statuses[2999], b.Statuses[3000])
	}
	if first, last := b.Links[0], b.Links[len(b.Links)-1]; first != (rt.Link{From: 3000, To: 3001}) || last != (rt.Link{From: n - 2, To: n - 1}) {
		t.Errorf("links from %v to %v", first, last)
	}
}
