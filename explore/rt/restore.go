package rt

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// Part of the initialisation of packages cannot run twice, as it registers something for the whole process, say. The package
// variables that it has to do with are kept: before each execution they, and all memory that is reached from them, get the contents
// again that they had after the initialisation. What cannot be given back is said: a channel that was closed, what a
// function has captured.
//
// Where there is much memory, most of it never changes. Then only what has changed before is looked at every time, and the rest
// now and then, and at the end. What has changed in between is said, too.

// kept is what the packages of the binary say of such variables, and their memory.
var kept keptMemory

type keptMemory struct {
	roots    []keptRoot
	packages map[string]bool
	keeping  int         // kept pieces of the initialisation under way
	started  []earlyCall // goroutines that these have started

	taken  bool // the contents
	pieces []keptPiece
	active []keptPiece // have changed before
	times  int         // that they were given back
	said   map[string]bool
}

// A keptRoot is a package variable.
type keptRoot struct {
	name string
	at   reflect.Value // a pointer to it
}

// An earlyCall is a go statement of the initialisation, or a sleep after one.
type earlyCall struct {
	site   Site
	f      func() // nil for a sleep
	sleeps time.Duration
	ended  *atomic.Bool // it has run, as the initialisation waited for it
}

// A keptPiece is a piece of memory, a map or a channel.
type keptPiece interface {
	changed() bool
	restore() bool // reports whether all is as it was
	root() string
}

// RegisterKept says that a package variable is kept.
func RegisterKept(path, name string, at any) {
	if kept.packages == nil {
		kept.packages = map[string]bool{}
	}
	kept.packages[path] = true
	kept.roots = append(kept.roots, keptRoot{name, reflect.ValueOf(at)})
}

// Keep begins a piece of the initialisation that does not run again, and returns what ends it.
func Keep() func() {
	kept.keeping++
	return func() { kept.keeping-- }
}

// maxWatched is how many pieces are looked at every time.
const maxWatched = 2000

// reset gives all variables their contents again; the first time it takes them down.
func (k *keptMemory) reset() {
	if len(k.roots) == 0 {
		return
	}
	if !k.taken {
		k.take()
		return
	}
	k.times++
	if len(k.pieces) <= maxWatched || k.times < 16 || k.times&(k.times-1) == 0 {
		k.check(len(k.pieces) <= maxWatched || k.times == 1)
	}
	for _, p := range k.active {
		if p.changed() && !p.restore() {
			k.said[p.root()] = true
		}
	}
}

// check looks at all pieces; those that have changed are looked at every time from now on. Unless this is the first time since,
// executions may have seen the change.
func (k *keptMemory) check(first bool) {
	rest := k.pieces[:0]
	for _, p := range k.pieces {
		if !p.changed() {
			rest = append(rest, p)
			continue
		}
		if !first {
			k.said[p.root()] = true
		}
		k.active = append(k.active, p)
	}
	clear(k.pieces[len(rest):])
	k.pieces = rest
}

// list is what is kept that executions may have seen, sorted.
func (k *keptMemory) list() []string {
	if len(k.pieces) > maxWatched {
		k.check(k.times == 0)
	}
	var out []string
	for name := range k.said {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// take takes down the contents of all that is reached.
func (k *keptMemory) take() {
	k.taken, k.said = true, map[string]bool{}
	w := &keptWalk{keptMemory: k, seen: map[keptKey]bool{}}
	for _, r := range k.roots {
		w.name = r.name
		w.object(r.at.UnsafePointer(), r.at.Type().Elem())
		for len(w.work) > 0 {
			next := w.work[len(w.work)-1]
			w.work = w.work[:len(w.work)-1]
			w.visit(next.at, next.typ)
		}
	}
}

// A keptWalk goes through memory by its types.
type keptWalk struct {
	*keptMemory
	name string
	seen map[keptKey]bool
	work []keptKey
}

type keptKey struct {
	at  unsafe.Pointer
	typ reflect.Type
}

// maxKept is how many pieces are taken down at most.
const maxKept = 1 << 18

// object takes down an object, and has what it leads to visited.
func (w *keptWalk) object(at unsafe.Pointer, t reflect.Type) {
	k := keptKey{at, t}
	if at == nil || t.Size() == 0 || w.seen[k] || isOpaque(t) {
		return
	}
	if len(w.pieces) >= maxKept {
		w.said[w.name] = true
		return
	}
	w.seen[k] = true
	w.takeDown(at, t)
	w.work = append(w.work, k)
}

// takeDown makes pieces of an object: one, if it has no part that is special.
func (w *keptWalk) takeDown(at unsafe.Pointer, t reflect.Type) {
	switch {
	case t == syncMapType:
		m := &keptSyncMap{keptBase: keptBase{w.name}, m: (*sync.Map)(at)}
		m.m.Range(func(key, value any) bool {
			m.keys, m.values = append(m.keys, key), append(m.values, value)
			return true
		})
		w.pieces = append(w.pieces, m)
	case t == syncPoolType:
	case t.Kind() == reflect.Struct && hasSpecial(t):
		for i := range t.NumField() {
			f := t.Field(i)
			w.takeDown(unsafe.Add(at, f.Offset), f.Type)
		}
	case t.Kind() == reflect.Array && hasSpecial(t):
		for i := range t.Len() {
			w.takeDown(unsafe.Add(at, uintptr(i)*t.Elem().Size()), t.Elem())
		}
	case t.Size() > 0:
		copied := reflect.New(t)
		copied.Elem().Set(reflect.NewAt(t, at).Elem())
		w.pieces = append(w.pieces, &keptBytes{keptBase{w.name}, at, copied})
	}
}

var syncMapType, syncPoolType = reflect.TypeFor[sync.Map](), reflect.TypeFor[sync.Pool]()

// hasSpecial reports whether a sync.Map or sync.Pool is part of a value.
func hasSpecial(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if hasSpecial(t.Field(i).Type) {
				return true
			}
		}
		return t == syncMapType || t == syncPoolType
	case reflect.Array:
		return hasSpecial(t.Elem())
	}
	return false
}

// opaque are packages whose values do not change, or belong to the process.
var opaque = []string{"reflect", "regexp", "runtime", "os", "net", "testing", "syscall", "time", "unicode", "text/template", "html/template", "internal", "calvin"}

func isOpaque(t reflect.Type) bool {
	path := t.PkgPath()
	for _, p := range opaque {
		if rest, ok := strings.CutPrefix(path, p); ok && (rest == "" || rest[0] == '/') && !strings.HasPrefix(path, "net/") {
			return true
		}
	}
	return false
}

// visit takes down what the object at a place leads to.
func (w *keptWalk) visit(at unsafe.Pointer, t reflect.Type) {
	if isOpaque(t) || t == syncPoolType {
		return
	}
	if t == syncMapType {
		(*sync.Map)(at).Range(func(key, value any) bool {
			w.value(reflect.ValueOf(key))
			w.value(reflect.ValueOf(value))
			return true
		})
		return
	}
	v := reflect.NewAt(t, at).Elem()
	switch t.Kind() {
	case reflect.Pointer:
		w.object(v.UnsafePointer(), t.Elem())
	case reflect.Slice:
		if n := v.Cap(); n > 0 {
			w.object(v.UnsafePointer(), reflect.ArrayOf(n, t.Elem()))
		}
	case reflect.Interface:
		if !v.IsNil() {
			w.value(v.Elem())
		}
	case reflect.Struct:
		if elem, ok := atomicPointer(t); ok {
			w.object(*(*unsafe.Pointer)(at), elem)
			return
		}
		for i := range t.NumField() {
			f := t.Field(i)
			w.visit(unsafe.Add(at, f.Offset), f.Type)
		}
	case reflect.Array:
		if leads(t.Elem()) {
			for i := range t.Len() {
				w.visit(unsafe.Add(at, uintptr(i)*t.Elem().Size()), t.Elem())
			}
		}
	case reflect.Map:
		w.mapping(v)
	case reflect.Chan:
		w.channel(v)
	case reflect.Func:
		w.function(v)
	}
}

// leads reports whether values of a type lead to other memory.
func leads(t reflect.Type) bool {
	switch k := t.Kind(); k {
	case reflect.Array:
		return leads(t.Elem())
	case reflect.String, reflect.UnsafePointer:
		return false
	default:
		return k >= reflect.Array
	}
}

// atomicPointer is what an atomic.Pointer points to.
func atomicPointer(t reflect.Type) (reflect.Type, bool) {
	if t.PkgPath() != "sync/atomic" || !strings.HasPrefix(t.Name(), "Pointer[") {
		return nil, false
	}
	return t.Field(0).Type.Elem(), true
}

// value visits what a value leads to that has no place of its own.
func (w *keptWalk) value(v reflect.Value) {
	if !v.IsValid() || !leads(v.Type()) {
		return
	}
	held := reflect.New(v.Type())
	held.Elem().Set(v)
	w.visit(held.UnsafePointer(), v.Type())
}

func (w *keptWalk) mapping(v reflect.Value) {
	k := keptKey{v.UnsafePointer(), v.Type()}
	if v.IsNil() || w.seen[k] {
		return
	}
	w.seen[k] = true
	m := &keptMap{keptBase: keptBase{w.name}, m: v}
	for it := v.MapRange(); it.Next(); {
		m.keys, m.values = append(m.keys, it.Key()), append(m.values, it.Value())
		w.value(it.Key())
		w.value(it.Value())
	}
	w.pieces = append(w.pieces, m)
}

func (w *keptWalk) channel(v reflect.Value) {
	k := keptKey{v.UnsafePointer(), v.Type()}
	if v.IsNil() || w.seen[k] || v.Type().ChanDir() != reflect.BothDir {
		return
	}
	w.seen[k] = true
	c := &keptChan{keptBase: keptBase{w.name}, c: v}
	c.held, c.closed = drain(v)
	for _, x := range c.held {
		w.value(x)
		if !c.closed {
			v.Send(x)
		}
	}
	w.pieces = append(w.pieces, c)
}

// function says that a function is kept which may have captured variables: it is a literal of a package that has kept variables.
func (w *keptWalk) function(v reflect.Value) {
	if v.IsNil() {
		return
	}
	f := runtime.FuncForPC(v.Pointer())
	if f == nil {
		return
	}
	name := f.Name()
	slash := strings.LastIndexByte(name, '/') + 1
	pkg, rest, _ := strings.Cut(name[slash:], ".")
	if w.packages[name[:slash]+pkg] && strings.Contains(rest, ".func") && !strings.HasPrefix(rest, "init.func") && !strings.HasPrefix(rest, "glob..func") {
		w.said[w.name] = true
	}
}

type keptBase struct{ name string }

func (b keptBase) root() string { return b.name }

// keptBytes are the bytes of an object.
type keptBytes struct {
	keptBase
	at     unsafe.Pointer
	copied reflect.Value // a pointer to the copy
}

func (p *keptBytes) changed() bool {
	size := p.copied.Type().Elem().Size()
	return !slices.Equal(unsafe.Slice((*byte)(p.at), size), unsafe.Slice((*byte)(p.copied.UnsafePointer()), size))
}

func (p *keptBytes) restore() bool {
	reflect.NewAt(p.copied.Type().Elem(), p.at).Elem().Set(p.copied.Elem())
	return true
}

// keptMap is what is in a map.
type keptMap struct {
	keptBase
	m            reflect.Value
	keys, values []reflect.Value
}

func (p *keptMap) changed() bool {
	if p.m.Len() != len(p.keys) {
		return true
	}
	for i, k := range p.keys {
		if v := p.m.MapIndex(k); !v.IsValid() || !sameBytes(v, p.values[i]) {
			return true
		}
	}
	return false
}

func (p *keptMap) restore() bool {
	p.m.Clear()
	for i, k := range p.keys {
		p.m.SetMapIndex(k, p.values[i])
	}
	return true
}

// sameBytes reports whether two values of a type are the same to the bit.
func sameBytes(a, b reflect.Value) bool {
	size := a.Type().Size()
	x, y := reflect.New(a.Type()), reflect.New(b.Type())
	x.Elem().Set(a)
	y.Elem().Set(b)
	return slices.Equal(unsafe.Slice((*byte)(x.UnsafePointer()), size), unsafe.Slice((*byte)(y.UnsafePointer()), size))
}

// keptSyncMap is what is in a sync.Map.
type keptSyncMap struct {
	keptBase
	m            *sync.Map
	keys, values []any
}

func (p *keptSyncMap) changed() bool {
	n := 0
	p.m.Range(func(any, any) bool { n++; return true })
	if n != len(p.keys) {
		return true
	}
	for i, k := range p.keys {
		if v, ok := p.m.Load(k); !ok || !sameBytes(reflect.ValueOf(&v).Elem(), reflect.ValueOf(&p.values[i]).Elem()) {
			return true
		}
	}
	return false
}

func (p *keptSyncMap) restore() bool {
	p.m.Clear()
	for i, k := range p.keys {
		p.m.Store(k, p.values[i])
	}
	return true
}

// keptChan is what is in a channel, with nobody at its ends.
type keptChan struct {
	keptBase
	c      reflect.Value
	held   []reflect.Value
	closed bool
}

// drain empties a channel.
func drain(c reflect.Value) (held []reflect.Value, closed bool) {
	for {
		x, ok := c.TryRecv()
		if !ok {
			return held, x.IsValid()
		}
		held = append(held, x)
	}
}

func (p *keptChan) changed() bool {
	if p.closed {
		return p.c.Len() != 0
	}
	held, closed := drain(p.c)
	changed := closed || !slices.EqualFunc(held, p.held, sameBytes)
	for _, x := range held {
		if !closed {
			p.c.Send(x)
		}
	}
	return changed
}

func (p *keptChan) restore() bool {
	_, closed := drain(p.c)
	if closed {
		return p.closed
	}
	for _, x := range p.held {
		p.c.Send(x)
	}
	return true
}

// startKept starts the goroutines that the initialisation has started once and for all, and gives them the time that it has given them.
func (s *Scheduler) startKept(g *G) {
	for _, c := range kept.started {
		switch {
		case c.f == nil:
			Sleep(c.site, c.sleeps)
		case !c.ended.Load():
			s.spawn(g, c.site, c.f)
		}
	}
}
