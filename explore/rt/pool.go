package rt

import (
	"sync"
	"unsafe"
)

// A syncPool models a sync.Pool: what was put last is got first. The real pool, whose contents depend on the garbage
// collector and on the processor, is not used, so it drops nothing.
type syncPool struct {
	header
	items []any
}

func (*syncPool) enabled(*G) bool { return true }

func (p *syncPool) effect(g *G) Class {
	if g.op.kind == OpPoolGet && len(p.items) == 0 {
		return ClassRead
	}
	return ClassWrite
}

func (s *Scheduler) poolOf(g *G, p *sync.Pool) *syncPool {
	if o, ok := s.objects.lookup(unsafe.Pointer(p)).(*syncPool); ok {
		return o
	}
	o := s.models.pools.get()
	clear(o.items)
	*o = syncPool{header: s.newHeader(g, unsafe.Pointer(p), o.header), items: o.items[:0]}
	s.objects.insert(unsafe.Pointer(p), o)
	return o
}

// PoolGet is p.Get().
func PoolGet(site Site, p *sync.Pool) any {
	s, g := enter()
	switch {
	case g == nil:
		return p.Get()
	case g.dying:
		if p.New != nil {
			return p.New()
		}
		return nil
	}
	o := s.poolOf(g, p)
	s.do(g, OpPoolGet, site, o)
	if n := len(o.items); n > 0 {
		x := o.items[n-1]
		o.items[n-1] = nil
		o.items = o.items[:n-1]
		g.acquire(o.rel)
		if s.annotations != nil {
			s.annotations.got(g, x)
		}
		return x
	}
	if p.New == nil {
		return nil
	}
	return p.New()
}

// PoolPut is p.Put(x).
func PoolPut(site Site, p *sync.Pool, x any) {
	s, g := enter()
	switch {
	case g == nil:
		p.Put(x)
	case x == nil || g.dying:
	default:
		o := s.poolOf(g, p)
		s.do(g, OpPoolPut, site, o)
		if s.annotations != nil {
			s.annotations.put(g, site, p, x)
		}
		o.items = append(o.items, x)
		g.releaseJoin(&o.rel)
	}
}
