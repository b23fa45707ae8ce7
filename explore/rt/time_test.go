package rt_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/rt"
)

func TestTime(t *testing.T) {
	check(t, []program{
		{name: "sleep takes virtual time", complete: 1, run: func(t *rt.T) {
			began := rt.Now(1)
			rt.Sleep(2, time.Hour)
			if d := rt.Since(3, began); d < time.Hour || d > time.Hour+time.Microsecond {
				t.Error(d)
			}
		}},
		{name: "sleeps in order", complete: some, run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			together(3, func(i int) {
				rt.Sleep(3, time.Duration(i+1)*time.Second)
				if rt.Add(4, x, 1) != int32(i+1) {
					t.Error("order")
				}
			})
		}},
		{name: "equal deadlines in either order", want: "failure", complete: some, run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			together(2, func(i int) {
				rt.Sleep(3, time.Second)
				if rt.Add(4, x, 1) != int32(i+1) {
					t.Error("order")
				}
			})
		}},
		{name: "a sleep as a join", want: "", complete: some, run: func(t *rt.T) {
			x := rt.New(new(atomic.Bool))
			rt.Go(1, func() { rt.Store(2, x, true) })
			rt.Sleep(3, time.Millisecond)
			if !rt.Load(4, x) {
				t.Error("too early")
			}
		}},
		{name: "a sleep as a join races with the clock", clockAny: true, want: "failure", complete: some, run: func(t *rt.T) {
			x := rt.New(new(atomic.Bool))
			rt.Go(1, func() { rt.Store(2, x, true) })
			rt.Sleep(3, time.Millisecond)
			if !rt.Load(4, x) {
				t.Error("too early")
			}
		}},
		{name: "a sleep does not order", want: "race", complete: some, run: func(t *rt.T) {
			n := new(int)
			rt.Go(1, func() { write(2, n, 1) })
			rt.Sleep(3, time.Millisecond)
			read(4, n)
		}},
		{name: "timer and timeout", complete: some, run: func(t *rt.T) {
			ch := rt.Make(make(chan int))
			if rt.Select(1, false, rt.OnRecv(ch), rt.OnRecv(rt.After(2, time.Second))) != 1 {
				t.Error("no timeout")
			}
		}},
		{name: "stop", complete: 1, run: func(t *rt.T) {
			tm := rt.NewTimer(1, time.Second)
			if !rt.TimerStop(2, tm) || rt.TimerStop(3, tm) {
				t.Error("stopped once")
			}
			rt.Sleep(4, time.Minute)
			if rt.Select(5, true, rt.OnRecv(tm.C)) != -1 {
				t.Error("fired")
			}
			rt.TimerReset(6, tm, time.Second)
			rt.Recv(7, tm.C)
		}},
		{name: "reset forgets what has fired", complete: 1, run: func(t *rt.T) {
			tm, began := rt.NewTimer(1, time.Second), rt.Now(2)
			rt.Sleep(3, time.Minute)
			if !rt.TimerReset(4, tm, time.Second) {
				t.Error("nobody has seen it fire")
			}
			if at := rt.Recv(5, tm.C); at.Sub(began).Truncate(time.Millisecond) != 61*time.Second {
				t.Error(at.Sub(began))
			}
		}},
		{name: "stop races with firing", clockAny: true, want: "failure", complete: some, run: func(t *rt.T) {
			fired := rt.New(new(atomic.Bool))
			tm := rt.AfterFunc(1, time.Second, func() { rt.Store(2, fired, true) })
			if !rt.TimerStop(3, tm) {
				t.Error("fired before")
			}
		}},
		{name: "stop at the deadline", want: "failure", complete: some, run: func(t *rt.T) {
			tm := rt.AfterFunc(1, time.Second, func() { t.Error("fired") })
			rt.Sleep(2, time.Second)
			rt.TimerStop(3, tm)
		}},
		{name: "ticker", complete: 1, run: func(t *rt.T) {
			tk, began := rt.NewTicker(1, time.Second), rt.Now(2)
			for range 3 {
				rt.Recv(3, tk.C)
			}
			rt.TickerReset(4, tk, time.Minute)
			rt.Recv(5, tk.C)
			if d := rt.Since(6, began).Truncate(time.Millisecond); d != 63*time.Second {
				t.Error(d)
			}
			rt.TickerStop(7, tk)
		}},
		{name: "a ticker that nobody stops", complete: 0, run: func(t *rt.T) {
			tick := rt.Tick(1, time.Second)
			rt.Go(2, func() {
				for range rt.RangeChan(3, tick) {
				}
			})
		}},
		{name: "creation orders the function", complete: some, run: func(t *rt.T) {
			n := new(int)
			write(1, n, 1)
			rt.AfterFunc(2, time.Second, func() { read(3, n) })
			rt.Sleep(4, time.Minute)
		}},
		{name: "no two readings are equal", complete: some, run: func(t *rt.T) {
			before := rt.Now(1)
			ch := rt.Make(make(chan time.Time))
			rt.Go(2, func() { rt.Send(3, ch, rt.Now(4)) })
			between := rt.Recv(5, ch)
			after := rt.Now(6)
			if again := rt.Now(6); !before.Before(between) || !between.Before(after) || !after.Before(again) {
				t.Error(before, between, after, again)
			}
			timer := rt.After(7, time.Nanosecond)
			if fired := rt.Recv(8, timer); !after.Before(fired) || !fired.Before(rt.Now(9)) {
				t.Error(after, fired)
			}
		}},
		{name: "equal deadlines after readings in either order", want: "failure", complete: some, run: func(t *rt.T) {
			x := rt.New(new(atomic.Int32))
			together(2, func(i int) {
				for range i {
					rt.Now(2)
				}
				rt.Sleep(3, time.Second)
				if rt.Add(4, x, 1) != int32(i+1) {
					t.Error("order")
				}
			})
		}},
		{name: "busy wait for the clock", complete: some, run: func(t *rt.T) {
			began := rt.Now(1)
			for rt.Since(2, began) < time.Second {
				rt.Spin(3)
			}
		}},
		{name: "busy wait that counts", complete: some, run: func(t *rt.T) {
			began := rt.Now(1)
			for n := 0; rt.Since(2, began) < time.Second; n++ {
			}
		}},
		{name: "busy wait for a timer", complete: some, run: func(t *rt.T) {
			tm, began := rt.After(1, time.Second), rt.Now(2)
			for n := 0; rt.Since(3, began) < time.Second; n++ {
			}
			if rt.Select(4, true, rt.OnRecv(tm)) < 0 {
				t.Error("time has passed it by")
			}
		}},
		{name: "busy wait for a deadline beside a ticker", complete: 1, run: func(t *rt.T) {
			tk, began, n := rt.NewTicker(1, time.Millisecond), rt.Now(2), 0
			for rt.Since(3, began) < 10*time.Millisecond {
				n++
			}
			if n > 1500 {
				t.Errorf("%d readings", n)
			}
			rt.TickerStop(6, tk)
		}},
		{name: "busy wait for the end of time", run: func(t *rt.T) {
			for rt.Now(1).Year() < 9999 {
				rt.Spin(2)
			}
		}},
		{name: "looking at the clock after the test", complete: some, run: func(t *rt.T) {
			rt.Go(1, func() {
				for n := 0; n >= 0; n++ {
					rt.Now(2)
				}
			})
		}},
		{name: "polling with a deadline", want: "failure", complete: some, run: func(t *rt.T) {
			x := rt.New(new(atomic.Bool))
			deadline := rt.Now(1).Add(10 * time.Millisecond)
			for !rt.Load(2, x) {
				rt.Spin(3)
				if rt.Now(4).After(deadline) {
					t.Fatal("never")
				}
				rt.Sleep(5, time.Millisecond)
			}
		}},
	})
}

// key is the key of a value in a context.
type key struct{}

func TestContext(t *testing.T) {
	check(t, []program{
		{name: "cancel", complete: some, run: func(t *rt.T) {
			ctx, cancel := rt.WithCancel(1, context.Background())
			rt.Go(2, cancel)
			rt.Recv(3, ctx.Done())
			if ctx.Err() != context.Canceled {
				t.Error(ctx.Err())
			}
		}},
		{name: "children", complete: some, run: func(t *rt.T) {
			parent, cancel := rt.WithCancelCause(1, context.Background())
			child, _ := rt.WithCancel(2, context.WithValue(parent, key{}, "v"))
			cause := errors.New("cause")
			rt.Go(3, func() { cancel(cause) })
			rt.Recv(4, child.Done())
			if child.Err() != context.Canceled || rt.ContextCause(5, child) != cause || child.Value(key{}) != "v" {
				t.Error(child.Err())
			}
		}},
		{name: "a child does not cancel its parent", complete: 1, run: func(t *rt.T) {
			parent, _ := rt.WithCancel(1, context.Background())
			child, cancel := rt.WithCancel(2, parent)
			cancel()
			if child.Err() == nil || parent.Err() != nil {
				t.Error(parent.Err())
			}
		}},
		{name: "timeout", complete: some, run: func(t *rt.T) {
			ctx, cancel := rt.WithTimeout(1, context.Background(), time.Second)
			defer cancel()
			rt.Recv(2, ctx.Done())
			if ctx.Err() != context.DeadlineExceeded {
				t.Error(ctx.Err())
			}
		}},
		{name: "deadline and cancel race", clockAny: true, want: "failure", complete: some, run: func(t *rt.T) {
			ctx, cancel := rt.WithTimeout(1, context.Background(), time.Second)
			cancel()
			if ctx.Err() == context.DeadlineExceeded {
				t.Error("deadline")
			}
		}},
		{name: "package context follows", complete: some, run: func(t *rt.T) {
			parent, cancel := rt.WithCancel(1, context.Background())
			child, stop := context.WithCancel(parent) // by code that is not instrumented
			defer stop()
			cancel()
			rt.Sleep(2, time.Second)
			if child.Err() == nil {
				t.Error("child goes on")
			}
		}},
		{name: "after", complete: some, run: func(t *rt.T) {
			ctx, cancel := rt.WithCancel(1, context.Background())
			ran := rt.New(new(atomic.Bool))
			rt.ContextAfterFunc(2, ctx, func() { rt.Store(3, ran, true) })
			stop := rt.ContextAfterFunc(4, ctx, func() { t.Error("stopped") })
			if !stop() {
				t.Error("not stopped")
			}
			cancel()
			rt.Sleep(5, time.Second)
			if !rt.Load(6, ran) {
				t.Error("not run")
			}
		}},
		{name: "forgotten cancel", want: "leak", blocked: some, run: func(t *rt.T) {
			ctx, _ := rt.WithCancel(1, context.Background())
			rt.Go(2, func() { rt.Recv(3, ctx.Done()) })
		}},
	})
}
