package lockorder

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// A lock is one as the function at hand names it.
type lock struct {
	class *class        // nil: only the callers can tell
	at    *memory.Place // nil: in some object
}

// A class is the locks of one variable: of a field in all objects of its type, or of a variable of its own.
type class struct {
	id   int
	root ssa.Value // a package variable, or a local one; nil: some object
	path []*hop    // from there to the lock
	name string
	text string // name and id
	// waiting: it is no lock; see wait.go.
	waiting Waiting
	core    *class // the locks of the innermost field: those that may be one of this class, or most of them
}

// key tells locks apart that are certainly not the same.
func (c *class) key() string { return c.core.text }

// A hop is a step of a class. The zero hop leads to an element, of whatever index.
type hop struct {
	field *types.Var
	deref bool // to what the pointer in the field points to
}

// classes makes them, each once.
type classes struct {
	by     map[string]*class
	owners map[*types.Var]*types.TypeName // of fields
	home   func(*types.Package) string    // how the name of a package variable begins
}

// of returns the class of a lock at a place, nil if the place does not tell.
func (cs *classes) of(p *memory.Place) *class {
	root, path, ok := cs.path(p)
	if !ok {
		return nil
	}
	return cs.intern(root, path)
}

func (cs *classes) intern(root ssa.Value, path []*hop) *class {
	var key strings.Builder
	if root != nil {
		fmt.Fprintf(&key, "%p", root)
	}
	for _, h := range path {
		fmt.Fprintf(&key, " %p %t", h.field, h.deref)
	}
	c := cs.by[key.String()]
	if c == nil {
		c = &class{id: len(cs.by) + 1, root: root, path: path}
		c.name = cs.nameOf(c)
		c.text = fmt.Sprintf("%s %d", c.name, c.id)
		cs.by[key.String()] = c
		c.core = c
		if last := lastField(path); last > 0 || last == 0 && root != nil {
			c.core = cs.intern(nil, path[last:])
		}
	}
	return c
}

// receivers returns the class of who receives from the channel of a class: a send waits for these.
func (cs *classes) receivers(c *class) *class {
	key := fmt.Sprintf("receivers %d", c.id)
	r := cs.by[key]
	if r == nil {
		r = &class{id: len(cs.by) + 1, root: c.root, path: c.path, name: "a receiver of " + c.name, waiting: Receiver}
		r.text = fmt.Sprintf("%s %d", r.name, r.id)
		cs.by[key] = r
		r.core = r
		if c.core != c {
			r.core = cs.receivers(c.core)
		}
	}
	return r
}

func lastField(path []*hop) int {
	last := -1
	for i, h := range path {
		if h.field != nil {
			last = i
		}
	}
	return last
}

// path returns the variable that a lock is in, and the way from there to the lock; of a lock in an object that is the way from
// the object.
func (cs *classes) path(p *memory.Place) (root ssa.Value, path []*hop, ok bool) {
	for ; p.Up != nil; p = p.Up {
		switch p.Step.Kind {
		case memory.ToField:
			path = append([]*hop{{field: p.Step.Field}}, path...)
		case memory.ToElement:
			if len(path) > 0 && p.Up.Step.Kind == memory.ToStore {
				return nil, path, true // some object in a slice or a map
			}
			path = append([]*hop{{}}, path...)
		case memory.ToTarget:
			if len(path) > 0 {
				return nil, path, true
			}
			path = []*hop{{deref: true}}
		}
	}
	switch v := p.Root.Value.(type) {
	case *ssa.Global:
		return v, path, true
	case *ssa.Alloc, *ssa.MakeChan:
		if len(path) == 0 || path[0].field == nil {
			return v, path, true
		}
	}
	return nil, path, len(path) > 0 && path[0].field != nil
}

func (cs *classes) nameOf(c *class) string {
	var b strings.Builder
	switch v := c.root.(type) {
	case *ssa.Global:
		b.WriteString(cs.home(v.Pkg.Pkg) + v.Name())
	case *ssa.Alloc:
		b.WriteString(v.Comment)
	case *ssa.MakeChan:
		b.WriteString("the channel")
	}
	for i, h := range c.path {
		switch {
		case h.field != nil:
			if owner := cs.owners[h.field]; owner != nil && i == 0 && c.root == nil {
				b.WriteString(owner.Name())
			}
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(h.field.Name())
		case !h.deref:
			b.WriteString("[…]")
		}
	}
	return b.String()
}

// mayBe reports whether a lock of one class may be one of the other: the path of one, which begins at some object, is the end of that
// of the other.
func (c *class) mayBe(d *class) bool {
	if c == d {
		return true
	}
	if (c.waiting == Receiver) != (d.waiting == Receiver) {
		return false
	}
	short, long := c, d
	if len(c.path) > len(d.path) || c.root != nil {
		short, long = d, c
	}
	if short.root != nil || len(short.path) == 0 || len(short.path) > len(long.path) {
		return false
	}
	for i, h := range long.path[len(long.path)-len(short.path):] {
		if *h != *short.path[i] {
			return false
		}
	}
	return true
}
