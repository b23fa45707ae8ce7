package strategy

import "github.com/calvin-go/calvin/explore/rt"

// Until is a strategy that ends when an execution has what is looked for.
type Until struct {
	inner rt.Strategy
	found func(*rt.Execution) bool
}

// NewUntil makes an Until of a strategy.
func NewUntil(inner rt.Strategy, found func(*rt.Execution) bool) *Until { return &Until{inner, found} }

// Next is the inner strategy's.
func (u *Until) Next(s *rt.State) int { return u.inner.Next(s) }

// Done is the inner strategy's, unless the execution is the one.
func (u *Until) Done(x *rt.Execution) bool { return u.inner.Done(x) && !u.found(x) }
