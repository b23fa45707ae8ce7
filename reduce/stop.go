package reduce

import "context"

// A stopper ends a reduction once its context has ended: a function may be so large that the reduction alone takes longer than
// there is.
type stopper struct {
	ctx   context.Context
	ended error
}

// heed ends the reduction if its context has ended. It is asked wherever something is done for each block, statement or heap variable.
func (s *stopper) heed() {
	if s.ended = s.ctx.Err(); s.ended != nil {
		panic(s.ended) // from deep in whatever walk it is
	}
}

// stoppable reduces, until the context ends. Then the error is that of the context.
func stoppable[T any](ctx context.Context, reduce func(*stopper) (T, error)) (result T, err error) {
	s := &stopper{ctx: ctx}
	defer func() {
		if s.ended != nil { // another panic goes on, from where it began
			_, err = recover(), s.ended
		}
	}()
	return reduce(s)
}
