package prover

import (
	"context"
	"time"

	"github.com/calvin-go/calvin/prover/memory"
	"github.com/calvin-go/calvin/prover/threads"
)

// libSession is a session with a context of the library. Calls run on the context's thread while the caller waits, so
// that they can be interrupted.
type libSession struct {
	threads *threads.Threads
	thread  *threads.Thread // the context's
	context *z3Context      // nil once deleted or given up
	memory  *memory.Account
}

const (
	// interruptEvery is how often Z3 is told to stop: it forgets an interrupt that arrives between two checks.
	interruptEvery = 5 * time.Millisecond
	// interruptGrace is how long it may take to stop. A thread inside a library cannot be killed; after this the
	// session is abandoned and its context deleted when the call returns.
	interruptGrace = 5 * time.Second
)

func (s *libSession) tell(ctx context.Context, t *theory) error {
	_, err := during(ctx, s, func(c *z3Context) (struct{}, error) { return struct{}{}, c.tell(t) })
	return err
}

func (s *libSession) check(ctx context.Context, q question) (answer, error) {
	return during(ctx, s, func(c *z3Context) (answer, error) { return c.check(q) })
}

func (s *libSession) values(ctx context.Context, terms []string) ([]string, error) {
	return during(ctx, s, func(c *z3Context) ([]string, error) { return c.values(terms) })
}

func (s *libSession) meets(ctx context.Context, qs []question) ([]bool, error) {
	return during(ctx, s, func(c *z3Context) ([]bool, error) { return c.meets(qs) })
}

func (s *libSession) renew() bool {
	if s.context == nil {
		return false
	}
	s.thread.Run(s.context.renew) // what is asked next comes after it
	return true
}

func (s *libSession) close() {
	if c := s.context; c != nil {
		s.context = nil
		s.delete(c)
	}
}

// delete deletes the context, which must be the last thing to happen on its thread.
func (s *libSession) delete(c *z3Context) {
	<-s.thread.Run(c.delete)
	s.memory.Leave()
	s.threads.Give(s.thread)
}

// during runs f, until ctx ends.
func during[T any](ctx context.Context, s *libSession, f func(*z3Context) (T, error)) (T, error) {
	var none T
	if s.context == nil {
		return none, faultf(LibZ3, "its session has ended")
	}
	if err := ctx.Err(); err != nil {
		s.close()
		return none, err
	}
	var value T
	var err error
	c := s.context
	ended := s.thread.Run(func() { value, err = f(c) })
	select {
	case <-ended:
		if err != nil {
			s.memory.Failed(err)
			s.close()
		}
		return value, err
	case <-ctx.Done():
		s.stop(ended)
		return none, ctx.Err() // f may still be running
	}
}

// stop interrupts the running call and gives the session up.
func (s *libSession) stop(ended <-chan struct{}) {
	c := s.context
	s.context = nil
	tick := time.NewTicker(interruptEvery)
	defer tick.Stop()
	grace := time.After(interruptGrace)
	for {
		c.z.interrupt(c.context)
		select {
		case <-ended:
			s.delete(c)
			return
		case <-tick.C:
		case <-grace:
			go func() {
				<-ended
				s.delete(c)
			}()
			return
		}
	}
}
