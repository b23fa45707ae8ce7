// Package config publishes configurations that never change once they are published.
package config

import "sync/atomic"

// A Config is immutable once it is in a Holder.
type Config struct {
	Limit   int
	Verbose bool
}

// A Holder holds the present configuration.
type Holder struct{ current atomic.Pointer[Config] }

// Replace publishes a new configuration.
//
//calvin:atomic
//calvin:modifies h.current
//calvin:ensures  h.current != nil && h.current.Limit == limit && h.current.Verbose == verbose
func (h *Holder) Replace(limit int, verbose bool) {
	c := &Config{}
	c.Limit = limit
	c.Verbose = verbose
	h.current.Store(c)
}

// Get returns the present configuration, or nil if there was none yet.
//
//calvin:atomic
//calvin:ensures result == h.current
func (h *Holder) Get() *Config {
	return h.current.Load()
}

// Limit returns the present limit, or fallback if there is no configuration yet.
//
//calvin:atomic
//calvin:ensures h.current == nil ==> result == fallback
//calvin:ensures h.current != nil ==> result == h.current.Limit
func (h *Holder) Limit(fallback int) int {
	c := h.current.Load()
	if c == nil {
		return fallback
	}
	return c.Limit
}

// Raise adds n to the limit, if there is a configuration, and leaves the rest as it is.
//
//calvin:performs None [] Raised
//calvin:action   None
//calvin:ensures  h.current == nil && !result
//calvin:action   Raised
//calvin:modifies h.current
//calvin:ensures  old(h.current) != nil && h.current != nil && result
//calvin:ensures  h.current.Limit == old(h.current.Limit)+n && h.current.Verbose == old(h.current.Verbose)
func (h *Holder) Raise(n int) bool {
	for {
		c := h.current.Load()
		if c == nil {
			return false
		}
		next := &Config{Limit: c.Limit + n, Verbose: c.Verbose}
		if h.current.CompareAndSwap(c, next) {
			return true
		}
	}
}
