// Package copies overwrites and copies what has no model as a value.
package copies

import (
	"bytes"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
)

type part struct {
	n   int
	out bytes.Buffer
}

//calvin:atomic
func appends(bs []bytes.Buffer) []bytes.Buffer {
	return append(bs, bytes.Buffer{}) // unknown
}

//calvin:atomic
func copied(bs, cs []bytes.Buffer) {
	copy(bs, cs) // unknown
}

//calvin:atomic
func all(ps, qs []part) []part {
	return append(ps, qs...) // unknown
}

//calvin:atomic
func sorted(ps []part) {
	sort.Slice(ps, func(i, j int) bool { return i < j }) // unknown
}

//calvin:atomic
func reversed(ps []part) {
	slices.Reverse(ps) // unknown
}

type counter struct{ n atomic.Value }

//calvin:atomic
func (c *counter) reset() {
	*c = counter{} // unknown
}

//calvin:atomic
func (c *counter) copied() {
	d := *c // unknown
	d.n.Store(1)
}

type table struct{ m sync.Map }

//calvin:atomic
func (t *table) reset() {
	t.m = sync.Map{} // unknown
}

type pool struct{ p sync.Pool }

//calvin:atomic
func (p *pool) copied() {
	q := *p // unknown
	q.p.Put(nil)
}

type cond struct{ c sync.Cond }

//calvin:atomic
func (c *cond) reset() {
	c.c = sync.Cond{} // unknown
}
