package rt_test

import (
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
)

func TestChannel(t *testing.T) {
	check(t, []program{
		{name: "rendezvous orders both", complete: some, run: func(t *rt.T) {
			ch, a, b := rt.Make(make(chan int)), new(int), new(int)
			rt.Go(1, func() {
				write(2, a, 1)
				rt.Send(3, ch, 7)
				read(4, b)
			})
			write(5, b, 1)
			if rt.Recv(6, ch) != 7 || read(7, a) != 1 {
				t.Error("wrong element")
			}
		}},
		{name: "a buffered send does not order the sender", want: "race", complete: some, run: func(t *rt.T) {
			ch, b := rt.Make(make(chan int, 1)), new(int)
			rt.Go(1, func() {
				rt.Send(3, ch, 7)
				read(4, b)
			})
			write(5, b, 1)
			rt.Recv(6, ch)
		}},
		{name: "a full buffer orders the sender", complete: some, run: func(t *rt.T) {
			ch, b := rt.Make(make(chan int, 1)), new(int)
			rt.Go(1, func() {
				rt.Send(2, ch, 7)
				rt.Send(3, ch, 8)
				read(4, b)
			})
			write(5, b, 1)
			if rt.Recv(6, ch) != 7 || rt.Recv(7, ch) != 8 {
				t.Error("order")
			}
		}},
		{name: "pipeline", complete: some, run: func(t *rt.T) {
			a, b := rt.Make(make(chan int)), rt.Make(make(chan int))
			rt.Go(1, func() {
				for i := range 2 {
					rt.To(2, a).Send(i)
				}
				rt.Close(3, a)
			})
			rt.Go(4, func() {
				for v := range rt.RangeChan(5, a) {
					rt.Send(6, b, v*2)
				}
				rt.Close(7, b)
			})
			sum := 0
			for v := range rt.RangeChan(8, b) {
				sum += v
			}
			if sum != 2 {
				t.Error(sum)
			}
		}},
		{name: "nil channel", want: "deadlock", says: "receive", blocked: 1, run: func(t *rt.T) {
			var ch chan int
			rt.Recv(3, ch)
		}},
		{name: "send on nil channel leaks", want: "leak", blocked: some, run: func(t *rt.T) {
			var ch chan int
			rt.Go(1, func() { rt.Send(3, ch, 1) })
		}},
		{name: "send on closed channel", want: "panic", says: "send on closed channel", run: func(t *rt.T) {
			ch := make(chan int, 1)
			rt.Close(3, ch)
			rt.Send(4, ch, 1)
		}},
		{name: "close while a sender waits", want: "panic", says: "send on closed channel", run: func(t *rt.T) {
			ch := rt.Make(make(chan int))
			rt.Go(1, func() { rt.Send(2, ch, 1) })
			rt.Close(3, ch)
		}},
		{name: "panics of channels can be recovered", complete: 1, run: func(t *rt.T) {
			ch, n := make(chan int, 1), 0
			try := func(f func()) {
				defer func() {
					if recover() != nil {
						n++
					}
				}()
				f()
			}
			rt.Close(3, ch)
			try(func() { rt.Send(4, ch, 1) })
			try(func() { rt.Close(5, ch) })
			try(func() { rt.Close[int](6, nil) })
			if n != 3 {
				t.Error(n)
			}
		}},
		{name: "double close", want: "panic", says: "close of closed channel", run: func(t *rt.T) {
			ch := rt.Make(make(chan int))
			together(2, func(int) { rt.Close(3, ch) })
		}},
		{name: "go close", complete: some, run: func(t *rt.T) {
			ch := rt.Make(make(chan int, 1))
			rt.Go(1, func() { rt.Close(2, ch) })
			if v, ok := rt.Recv2(3, ch); v != 0 || ok {
				t.Error(v, ok)
			}
		}},
		{name: "close orders receivers", complete: some, run: func(t *rt.T) {
			ch, n := rt.Make(make(chan struct{})), new(int)
			for range 2 {
				rt.Go(1, func() {
					rt.Recv(2, ch)
					read(3, n)
				})
			}
			write(4, n, 1)
			rt.Close(5, ch)
		}},
		{name: "the rest of a closed channel", complete: 1, run: func(t *rt.T) {
			ch := make(chan int, 3)
			rt.Send(1, ch, 1)
			rt.Send(2, ch, 2)
			if rt.Len(3, ch) != 2 || rt.Cap(3, ch) != 3 {
				t.Error("len or cap")
			}
			rt.Close(4, ch)
			a, b := rt.Recv(5, ch), rt.Recv(6, ch)
			if v, ok := rt.Recv2(7, ch); a != 1 || b != 2 || v != 0 || ok {
				t.Error(a, b, v, ok)
			}
		}},
		{name: "forgotten sender", want: "leak", says: "send", blocked: some, run: func(t *rt.T) {
			ch := rt.Make(make(chan int))
			for range 2 {
				rt.Go(1, func() { rt.Send(2, ch, 1) })
			}
			rt.Recv(3, ch)
		}},
		{name: "the function's return is not the end", want: "failure", complete: some, run: func(t *rt.T) {
			ch := rt.Make(make(chan int, 1))
			rt.Go(1, func() {
				rt.Recv(2, ch)
				t.Error("after the return")
			})
			rt.Send(3, ch, 1)
		}},
		{name: "a leak shows after the return", want: "leak", complete: some, blocked: some, run: func(t *rt.T) {
			a, b := rt.Make(make(chan int, 1)), rt.Make(make(chan int, 1))
			rt.Go(1, func() {
				rt.Recv(2, a)
				rt.Recv(3, b)
			})
			rt.Go(4, func() {
				c0, c1 := rt.OnRecv(a), rt.OnSend(b).With(1)
				rt.Select(5, false, c0, c1)
			})
			rt.Send(6, a, 1)
			rt.Send(7, a, 1)
		}},
		{name: "elements of a channel from before", complete: 1, run: func(t *rt.T) {
			ch, shut := make(chan int, 2), make(chan int)
			ch <- 1
			close(shut)
			if rt.Recv(3, ch) != 1 {
				t.Error("not the one")
			}
			if _, ok := rt.Recv2(4, shut); ok {
				t.Error("not closed")
			}
		}},
		{name: "channel of channels", complete: some, run: func(t *rt.T) {
			requests := rt.Make(make(chan chan int))
			rt.Go(1, func() { rt.Send(3, rt.Recv(2, requests), 7) })
			answer := rt.Make(make(chan int))
			rt.Send(4, requests, answer)
			if rt.Recv(5, answer) != 7 {
				t.Error("answer")
			}
		}},
		{name: "interface elements", complete: 1, run: func(t *rt.T) {
			ch := make(chan any, 1)
			rt.To(1, ch).Send(nil)
			if rt.Recv(2, ch) != nil {
				t.Error("not nil")
			}
			rt.To(1, ch).Send("x")
			if rt.Recv(2, ch) != "x" {
				t.Error("not x")
			}
		}},
		{name: "semaphore", complete: some, run: func(t *rt.T) {
			sem, n := rt.Make(make(chan struct{}, 1)), new(int)
			together(3, func(int) {
				rt.Send(3, sem, struct{}{})
				write(4, n, read(5, n)+1)
				rt.Recv(6, sem)
			})
		}},
	})
}

func TestSelect(t *testing.T) {
	check(t, []program{
		{name: "either", want: "failure", says: "second", complete: 2, run: func(t *rt.T) {
			a, b := make(chan int, 1), make(chan int, 1)
			rt.Send(1, a, 1)
			rt.Send(2, b, 2)
			if c0, c1 := rt.OnRecv(a), rt.OnRecv(b); rt.Select(3, false, c0, c1) == 1 {
				t.Error("second")
			}
		}},
		{name: "default", complete: 1, run: func(t *rt.T) {
			ch := make(chan int)
			if rt.Select(1, true, rt.OnRecv(ch)) != -1 || rt.Select(2, true, rt.OnSend(ch).With(1)) != -1 {
				t.Error("nobody is there")
			}
		}},
		{name: "a send can find a receiver or not", complete: some, want: "failure leak", blocked: some, run: func(t *rt.T) {
			ch := rt.Make(make(chan int))
			rt.Go(1, func() { rt.Recv(2, ch) })
			if rt.Select(3, true, rt.OnSend(ch).With(1)) == 0 {
				t.Error("sent")
			}
		}},
		{name: "a receive can find a sender or not", complete: some, want: "failure leak", blocked: some, run: func(t *rt.T) {
			ch := rt.Make(make(chan int))
			rt.Go(1, func() { rt.Send(2, ch, 9) })
			if c := rt.OnRecv(ch); rt.Select(3, true, c) == 0 && c.V == 9 && c.OK {
				t.Error("received")
			}
		}},
		{name: "no case", want: "deadlock", says: "select", blocked: 1, run: func(t *rt.T) { rt.Select(1, false) }},
		{name: "nil channels only", want: "deadlock", blocked: 1, run: func(t *rt.T) {
			var ch chan int
			rt.Select(1, false, rt.OnRecv(ch), rt.OnSend(ch))
		}},
		{name: "two selects meet", complete: some, run: func(t *rt.T) {
			a, b := rt.Make(make(chan int)), rt.Make(make(chan int))
			rt.Go(1, func() {
				rt.Select(2, false, rt.OnSend(a).With(1), rt.OnSend(b).With(2))
			})
			c0, c1 := rt.OnRecv(a), rt.OnRecv(b)
			if i := rt.Select(3, false, c0, c1); c0.V+c1.V != i+1 {
				t.Error(i, c0.V, c1.V)
			}
		}},
		{name: "a plain sender meets a select", complete: some, run: func(t *rt.T) {
			a, stop := rt.Make(make(chan int)), rt.Make(make(chan int))
			rt.Go(1, func() { rt.Send(2, a, 5) })
			c0, c1 := rt.OnRecv(a), rt.OnRecv(stop)
			if rt.Select(3, false, c0, c1) != 0 || c0.V != 5 || !c0.OK {
				t.Error(c0.V)
			}
		}},
		{name: "a plain receiver meets a select", complete: some, run: func(t *rt.T) {
			a, stop := rt.Make(make(chan int)), rt.Make(make(chan int))
			rt.Go(1, func() { rt.Select(2, false, rt.OnSend(a).With(5), rt.OnRecv(stop)) })
			if rt.Recv(3, a) != 5 {
				t.Error("wrong element")
			}
		}},
		{name: "buffered and unbuffered", complete: some, run: func(t *rt.T) {
			a, b := rt.Make(make(chan int)), rt.Make(make(chan int, 1))
			rt.Go(1, func() { rt.Send(2, b, 5) })
			c0, c1 := rt.OnRecv(a), rt.OnRecv(b)
			if rt.Select(3, false, c0, c1) != 1 || c1.V != 5 {
				t.Error(c1.V)
			}
		}},
		{name: "stop", complete: some, run: func(t *rt.T) {
			work, stop := rt.Make(make(chan int)), rt.Make(make(chan struct{}))
			rt.Go(1, func() {
				for {
					c0, c1 := rt.OnRecv(work), rt.OnRecv(stop)
					if rt.Select(2, false, c0, c1) == 1 {
						return
					}
				}
			})
			rt.Send(3, work, 1)
			rt.Close(4, stop)
		}},
		{name: "send case on closed channel", want: "panic", says: "send on closed channel", run: func(t *rt.T) {
			ch, other := rt.Make(make(chan int)), rt.Make(make(chan int))
			rt.Go(1, func() { rt.Select(2, false, rt.OnSend(ch).With(1), rt.OnRecv(other)) })
			rt.Close(3, ch)
		}},
		{name: "timeout forgets the sender", want: "leak", says: "send", complete: some, blocked: some, run: func(t *rt.T) {
			result, quit := rt.Make(make(chan int)), rt.Make(make(chan int, 1))
			rt.Go(1, func() { rt.Send(2, result, 1) })
			rt.Go(3, func() { rt.Send(4, quit, 1) })
			rt.Select(5, false, rt.OnRecv(result), rt.OnRecv(quit))
		}},
		{name: "same channel twice", complete: 2, run: func(t *rt.T) {
			ch := make(chan int, 1)
			rt.Send(1, ch, 3)
			c0, c1 := rt.OnRecv(ch), rt.OnRecv(ch)
			if i := rt.Select(2, false, c0, c1); i == 0 && c0.V != 3 || i == 1 && c1.V != 3 {
				t.Error("element lost")
			}
		}},
	})
}
