package rt

import (
	"context"
	"slices"
	"time"
)

// A cancelCtx is what WithCancel and the like return: a context whose cancellation is under control. It follows
// package context. Closing the channel of Done is the only step that others can see; children are cancelled after
// their parent, one step each.
type cancelCtx struct {
	context.Context // the parent
	done            chan struct{}
	deadline        time.Time // zero if the context has none of its own
	timer           *time.Timer
	site            Site

	// Accessed by the goroutine whose turn it is. There is no lock: between two steps nothing else runs.
	err, cause error
	children   []*cancelCtx // in an order that does not depend on who was faster
	order      uint64
	after      func()      // of AfterFunc: what is started when it is cancelled
	parent     *cancelCtx  // whose children it is in
	stop       func() bool // ends waiting for a parent that is not one of ours
}

// ctxKey is the key for which a cancelCtx returns itself.
type ctxKey struct{}

func (c *cancelCtx) Value(key any) any {
	if _, ok := key.(ctxKey); ok {
		return c
	}
	return c.Context.Value(key)
}

func (c *cancelCtx) Done() <-chan struct{} { return c.done }

func (c *cancelCtx) Deadline() (time.Time, bool) {
	if !c.deadline.IsZero() {
		return c.deadline, true
	}
	return c.Context.Deadline()
}

// Err is a look at whether the channel of Done has been closed.
func (c *cancelCtx) Err() error {
	c.look(c.site)
	return c.err
}

// look is a step that comes before or after the cancellation of c.
func (c *cancelCtx) look(site Site) {
	if s, g := enter(); g != nil && !g.dying {
		m := s.channelOf(g, chanPointer(c.done), c.done, 0, 0)
		s.do(g, OpLen, site, m)
		if m.closed {
			g.acquire(m.closer)
		}
	}
}

func (c *cancelCtx) String() string { return "context" }

// AfterFunc lets contexts that package context derives from c follow it without a goroutine of their own.
func (c *cancelCtx) AfterFunc(f func()) (stop func() bool) { return afterFunc(c.site, c, f) }

// afterFunc starts f when ctx is cancelled. As in package context a child waits for that, which is no context for anyone
// else: f is started when it is cancelled, unless stop was first to do that.
func afterFunc(site Site, ctx context.Context, f func()) (stop func() bool) {
	c := derive(site, ctx)
	if c.err != nil {
		Go(site, f)
		return func() bool { return false }
	}
	c.after = f
	return func() bool {
		if _, g := enter(); g != nil && g.dying || !c.close(site, context.Canceled, context.Canceled) {
			return false
		}
		c.free(site, true)
		return true
	}
}

// cancel cancels c and its children. Unless its parent does that, it is none of the parent's children any more.
func (c *cancelCtx) cancel(site Site, err, cause error, leave bool) {
	if _, g := enter(); g != nil && g.dying {
		return
	}
	if cause == nil {
		cause = err
	}
	if !c.close(site, err, cause) {
		return // someone else was faster
	}
	children := c.children
	c.children = nil
	for _, child := range children {
		child.cancel(site, err, cause, false)
	}
	if c.after != nil {
		Go(c.site, c.after)
	}
	c.free(site, leave)
}

// free frees what c's cancellation makes superfluous. Whether the parent still finds c among its children is a matter of who is
// faster, and so a step.
func (c *cancelCtx) free(site Site, leave bool) {
	if p := c.parent; p != nil && leave {
		p.look(site)
		for i, child := range p.children {
			if child == c {
				p.children = append(p.children[:i], p.children[i+1:]...)
				break
			}
		}
	}
	if c.stop != nil {
		c.stop()
	}
	if c.timer != nil {
		TimerStop(site, c.timer)
		c.timer = nil
	}
}

// close closes the channel of Done and sets the error, in one step. It reports false if that was done before.
func (c *cancelCtx) close(site Site, err, cause error) bool {
	s, g := enter()
	if g != nil {
		s.do(g, OpClose, site, s.channelOf(g, chanPointer(c.done), c.done, 0, 0))
	}
	if c.err != nil {
		if g != nil { // the lock of the context
			g.acquire(s.channelOf(g, chanPointer(c.done), c.done, 0, 0).closer)
		}
		return false
	}
	c.err, c.cause = err, cause
	close(c.done)
	if g != nil {
		s.closed(g, s.channelOf(g, chanPointer(c.done), c.done, 0, 0))
	}
	return true
}

// adopt makes child one of c's children.
func (c *cancelCtx) adopt(child *cancelCtx) {
	if s, g := enter(); g != nil {
		child.order = s.orderOf(g)
	}
	child.parent = c
	i := len(c.children)
	for i > 0 && c.children[i-1].order > child.order {
		i--
	}
	c.children = slices.Insert(c.children, i, child)
}

// derive makes a child of parent.
func derive(site Site, parent context.Context) *cancelCtx {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	c := &cancelCtx{Context: parent, done: Make(make(chan struct{})), site: site}
	if parent.Done() == nil {
		return c
	}
	if p, ok := parent.Value(ctxKey{}).(*cancelCtx); ok && (<-chan struct{})(p.done) == parent.Done() {
		if err := p.Err(); err != nil {
			c.cancel(site, err, p.cause, false)
			return c
		}
		p.adopt(c)
		return c
	}
	if a, ok := parent.(interface{ AfterFunc(func()) func() bool }); ok {
		c.stop = a.AfterFunc(func() { c.cancel(site, parent.Err(), context.Cause(parent), false) })
		return c
	}
	Go(site, func() {
		up, own := OnRecv(parent.Done()), OnRecv((<-chan struct{})(c.done))
		if Select(site, false, up, own) == 0 {
			c.cancel(site, parent.Err(), ContextCause(site, parent), false)
		}
	})
	return c
}

// WithCancel is context.WithCancel(parent).
func WithCancel(site Site, parent context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := WithCancelCause(site, parent)
	return ctx, func() { cancel(nil) }
}

// WithCancelCause is context.WithCancelCause(parent).
func WithCancelCause(site Site, parent context.Context) (context.Context, context.CancelCauseFunc) {
	if _, g := enter(); g == nil {
		return context.WithCancelCause(parent)
	}
	c := derive(site, parent)
	return c, func(cause error) { c.cancel(site, context.Canceled, cause, true) }
}

// WithDeadline is context.WithDeadline(parent, d).
func WithDeadline(site Site, parent context.Context, d time.Time) (context.Context, context.CancelFunc) {
	return WithDeadlineCause(site, parent, d, nil)
}

// WithDeadlineCause is context.WithDeadlineCause(parent, d, cause).
func WithDeadlineCause(site Site, parent context.Context, d time.Time, cause error) (context.Context, context.CancelFunc) {
	if _, g := enter(); g == nil {
		return context.WithDeadlineCause(parent, d, cause)
	}
	c := derive(site, parent)
	cancelled := c.err != nil
	if have, ok := parent.Deadline(); !ok || d.Before(have) {
		c.deadline = d
		left := Until(site, d)
		switch {
		case left <= 0:
			c.cancel(site, context.DeadlineExceeded, cause, true)
		case !cancelled:
			timer := AfterFunc(site, left, func() { c.cancel(site, context.DeadlineExceeded, cause, true) })
			if c.look(site); c.err == nil {
				c.timer = timer
			} else {
				TimerStop(site, timer)
			}
		}
	}
	return c, func() { c.cancel(site, context.Canceled, nil, true) }
}

// WithTimeout is context.WithTimeout(parent, d).
func WithTimeout(site Site, parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return WithTimeoutCause(site, parent, d, nil)
}

// WithTimeoutCause is context.WithTimeoutCause(parent, d, cause).
func WithTimeoutCause(site Site, parent context.Context, d time.Duration, cause error) (context.Context, context.CancelFunc) {
	if _, g := enter(); g == nil {
		return context.WithTimeoutCause(parent, d, cause)
	}
	return WithDeadlineCause(site, parent, Now(site).Add(d), cause)
}

// ContextAfterFunc is context.AfterFunc(ctx, f).
func ContextAfterFunc(site Site, ctx context.Context, f func()) (stop func() bool) {
	if _, g := enter(); g == nil {
		return context.AfterFunc(ctx, f)
	}
	return afterFunc(site, ctx, f)
}

// ContextCause is context.Cause(ctx).
func ContextCause(_ Site, ctx context.Context) error {
	if c, ok := ctx.Value(ctxKey{}).(*cancelCtx); ok {
		if err := c.Err(); err == nil {
			return ctx.Err() // of a context between, if any
		}
		return c.cause
	}
	return context.Cause(ctx)
}
