package rt

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"
)

// A pool with transfers hands over what is put into it. In the pool it belongs to nobody, and then to whoever gets it.

// pooled is what lies in pools with transfers.
type pooled struct {
	pools   map[*sync.Pool]Site // their annotations
	objects []pooledObject
}

// A pooledObject is what a pointer that was put into a pool points to.
type pooledObject struct {
	from, to   uintptr
	annotation Site // of the pool
	put        Site
}

func (p *pooled) reset() {
	if p.pools == nil {
		p.pools = map[*sync.Pool]Site{}
	}
	clear(p.pools)
	p.objects = p.objects[:0]
}

// at returns the object in a pool that has the address, nil if none has.
func (p *pooled) at(address uintptr) *pooledObject {
	for i := range p.objects {
		if o := &p.objects[i]; o.from <= address && address < o.to {
			return o
		}
	}
	return nil
}

// Transferring is for a pool that transfers, as the annotation says, where one of its methods is called.
func Transferring(annotation Site, p *sync.Pool) *sync.Pool {
	if s, g := enter(); g != nil && s.annotations != nil {
		s.annotations.pooled.pools[p] = annotation
	}
	return p
}

// put notes that g puts x into a pool.
func (a *annotations) put(g *G, site Site, p *sync.Pool, x any) {
	annotation, transfers := a.pooled.pools[p]
	if !transfers {
		return
	}
	object, size := pointee(x)
	if object == nil {
		return
	}
	if a.inPool(g, touching{site: site, p: object}, "give away") {
		return
	}
	a.sharing.hand(g.alone(), object, size)
	from := uintptr(object)
	a.pooled.objects = append(a.pooled.objects, pooledObject{from, from + max(size, 1), annotation, site})
}

// got notes that g has got x out of a pool.
func (a *annotations) got(g *G, x any) {
	object, size := pointee(x)
	for i, o := range a.pooled.objects {
		if o.from == uintptr(object) {
			a.pooled.objects = append(a.pooled.objects[:i], a.pooled.objects[i+1:]...)
			a.sharing.take(g.alone(), object, size)
			return
		}
	}
}

// pointee is what a pointer in an interface points to, nil if there is none.
func pointee(x any) (unsafe.Pointer, uintptr) {
	v := reflect.ValueOf(x)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return nil, 0
	}
	return v.UnsafePointer(), v.Type().Elem().Size()
}

// inPool reports what g does to memory that lies in a pool.
func (a *annotations) inPool(g *G, t touching, verb string) bool {
	if len(a.pooled.objects) == 0 {
		return false
	}
	o := a.pooled.at(uintptr(t.p))
	if o == nil || a.exempt.has(t.site) {
		return false
	}
	a.report(g, t, o.annotation, func() string {
		return fmt.Sprintf("goroutine %d may not %s memory that is in a pool: %s\nit was put there at %v, and no goroutine owns it until Get returns it",
			g.name(), verb, o.annotation.Info().What, o.put)
	})
	return true
}
