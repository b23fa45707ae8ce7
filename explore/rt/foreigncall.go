package rt

import (
	"io"
	"reflect"
	"slices"
	"strings"
	"time"
	"unsafe"

	"github.com/calvin-go/calvin/explore/border"
)

// A call of a function that is not instrumented is written f(Pass(how, x), Calls(site, ...)): what it is passed, the receiver
// first, is noted one after the other, and with the last of it the call happens. Of a container, such as a bytes.Buffer, it reads
// or writes the memory. Other calls are an operation on all that they may reach, which nobody else reaches but by such a call: by
// what they are passed, and by the state of their package. What it does there is not known, so such an operation is in conflict with
// every other one on the same, comes after all that was before those, and before all that is after later ones, as if there were a
// lock. That may be more than is so. No race is lost by it: the operations never wait, so where one
// of them stands between two accesses, the accesses come the other way round in an execution with the other order.

// A How says how an operand is passed to a function: what the function does to it, and what it is.
type How int

// What a function does to an operand, the first three bits of a How.
const (
	Reaches    How = 1 + iota // it may keep it, or do anything with it
	Reads                     // a container, which it reads
	Writes                    // or writes
	UsesSource                // it reads the receiver, and writes a container behind the interface that comes first there
	Dispatches                // the receiver of an interface's method
	Logs                      // a log.Logger, which writes to its Writer, under a lock
	effects    How = 7
)

// What an operand is.
const (
	AsWord    How = (1 + iota) << 3 // a pointer, a map, a channel
	AsSlice                         // its elements
	AsValue                         // an interface value, of which it depends on the type
	AsMap                           // a map that is read or written
	AsPointer                       // a pointer or map that is passed as an interface
	shapes    How = 7 << 3
)

// A Callee is a function that is not instrumented.
type Callee struct {
	Name     string // (*container/list.List).PushBack
	Package  string // of which it may use the state, "" for none
	Method   string // of an interface: what it is depends on the receiver
	Operates bool   // a call is an operation on what it reaches
	Believed bool   // nothing is known of what it does
	Reflects bool   // it goes through what it is passed by reflection, and keeps nothing
	Logs     bool   // it writes to what the log.Logger does that is its receiver, or the default one
	Trusted  bool   // the caller is of the standard library: what it shares by way of that is not looked at
	Outside  string // why nothing that it does is under control
}

// callees are those that packages have registered, by number.
var callees []*Callee

// RegisterCallees says what the numbers first, first+1, ... of callees stand for.
func RegisterCallees(first int, list []Callee) {
	for len(callees) < first+len(list) {
		callees = append(callees, nil)
	}
	for i := range list {
		list[i].Package = intern(list[i].Package)
		callees[first+i] = &list[i]
	}
}

// instrumented are the packages that are.
var instrumented = map[string]bool{}

// RegisterInstrumented says that a package is instrumented.
func RegisterInstrumented(path string) { instrumented[path] = true }

// A passed is an operand of a call.
type passed struct {
	how How
	at  unsafe.Pointer
	of  any // with AsValue
	// size is that of the memory that is accessed, if it is no container: the first element of a slice, what a pointer points to if
	// that is no struct.
	size uintptr
}

// pass describes x.
func pass[T any](how How, x *T) passed {
	p := passed{how: how}
	switch how & shapes {
	case AsWord, AsMap, AsSlice:
		p.at = *(*unsafe.Pointer)(unsafe.Pointer(x))
		if how&shapes == AsSlice && how&effects != Reaches && (*[3]int)(unsafe.Pointer(x))[1] > 0 {
			p.size = reflect.TypeFor[T]().Elem().Size()
		}
	case AsPointer:
		p.at, p.size = *(*unsafe.Pointer)(unsafe.Pointer(x)), certain[T](how)
	case AsValue:
		p.of = *x
		p.at = pointerIn(p.of)
	}
	return p
}

// certain is the size of what a T points to that a function writes for certain, or reads: 0 if that is not certain. Of a struct it may
// leave fields alone, and it may print a pointer as such.
func certain[T any](how How) uintptr {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Pointer || how&effects != Writes {
		return 0
	}
	switch t.Elem().Kind() {
	case reflect.Struct, reflect.Array:
		return 0
	}
	return t.Elem().Size()
}

// pointerIn returns the pointer that v is, nil if it is none.
func pointerIn(v any) unsafe.Pointer {
	if v == nil {
		return nil
	}
	switch reflect.TypeOf(v).Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return (*[2]unsafe.Pointer)(unsafe.Pointer(&v))[1]
	}
	return nil
}

// Pass notes an operand of a call that is about to happen.
func Pass[T any](how How, x T) T {
	if _, g := enter(); g != nil && !g.dying {
		g.passed = append(g.passed, pass(how, &x))
	}
	return x
}

// Calls is Pass for the last operand of a call: it happens now. Before that n operands have been passed.
func Calls[T any](site Site, callee, n int, how How, x T) T {
	if s, g := enter(); g != nil && !g.dying {
		g.passed = append(g.passed, pass(how, &x))
		s.calls(g, site, callee, n+1)
	}
	return x
}

// CallsUntil is Calls for a method that takes a deadline: code that is not instrumented has the real clock. What is zero means none.
func CallsUntil(site Site, callee, n int, how How, deadline time.Time) time.Time {
	s, g := enter()
	if g == nil || g.dying {
		return deadline
	}
	own := false
	if n > 0 {
		recv := g.passed[len(g.passed)-n].of
		own = recv != nil && dynamicOf(reflect.TypeOf(recv)).harmless
	}
	Calls(site, callee, n, how, deadline)
	if own || deadline.IsZero() {
		return deadline
	}
	return time.Now().Add(deadline.Sub(s.time.reading(g, nil)))
}

// Called is for a call with no operand that can be noted: f is the function that is called now.
func Called[F any](site Site, callee int, f F) F {
	if s, g := enter(); g != nil && !g.dying {
		s.calls(g, site, callee, 0)
	}
	return f
}

// A Passed is an operand of a deferred call.
type Passed struct{ passed }

// P makes a Passed.
func P[T any](how How, x T) Passed { return Passed{pass(how, &x)} }

// Deferred is deferred after a call, and so happens right before it.
func Deferred(site Site, callee int, operands ...Passed) {
	if s, g := enter(); g != nil && !g.dying {
		for _, p := range operands {
			g.passed = append(g.passed, p.passed)
		}
		s.calls(g, site, callee, len(operands))
	}
}

// calls is what it means that g calls a function, and passes the last n operands.
func (s *Scheduler) calls(g *G, site Site, callee, n int) {
	g.calledAt = site
	from := max(0, len(g.passed)-n)
	s.callsForeign(foreignCall{g, site, callees[callee], callee, g.passed[from:]})
	clear(g.passed[from:])
	g.passed = g.passed[:from]
}

// A foreignCall is a call of a function that is not instrumented.
type foreignCall struct {
	g        *G
	site     Site
	callee   *Callee
	number   int
	operands []passed
}

// callsForeign is what a call means.
func (s *Scheduler) callsForeign(c foreignCall) {
	f := c.callee
	switch {
	case f.Method != "":
		s.dispatches(c)
		return
	case f.Logs:
		s.logs(c)
	}
	if f.Outside != "" {
		s.outOfControl(c.site, f.Outside)
		if allocations[f.Name] {
			s.x.beside = "allocations"
		}
	}
	for i := range c.operands {
		s.uses(c, &c.operands[i])
	}
	if f.Believed || f.Reflects && len(s.all) > 1 {
		s.believe(f.Name)
	}
	if f.Operates {
		s.called[f.Package] = true
		s.operates(c, f.Package, nil)
	}
}

// dispatches is callsForeign for a method of an interface.
func (s *Scheduler) dispatches(c foreignCall) {
	recv := &c.operands[0]
	if recv.of == nil {
		return
	}
	d := dynamicOf(reflect.TypeOf(recv.of))
	method := c.callee.Method
	switch {
	case d.container != nil:
		recv.how = howOf[d.container.Method(method)]
		s.uses(c, recv)
	case d.harmless || d.isError && ofErrors[method]:
	default:
		recv.how = Reaches
		if !c.callee.Trusted || strings.Contains(d.pkg, ".") {
			s.believe(d.method(method))
		}
		s.called[d.pkg] = true
		if !d.stateless {
			s.operates(c, d.pkg, nil)
		}
	}
}

// ofErrors are the methods of errors, which only look at them.
var ofErrors = map[string]bool{"Error": true, "Unwrap": true, "Is": true, "As": true, "Timeout": true, "Temporary": true}

// howOf has what the methods of a container do to it.
var howOf = map[border.Effect]How{border.Unknown: Reaches, border.Read: Reads, border.Write: Writes, border.Through: UsesSource}

// uses is what a function does to an operand that is a container.
func (s *Scheduler) uses(c foreignCall, p *passed) {
	if p.at == nil || p.of != nil && dynamicOf(reflect.TypeOf(p.of)).container == nil {
		return
	}
	size := wordSized
	if how := p.how & shapes; how == AsSlice || how == AsPointer {
		if size = p.size; size == 0 {
			return
		}
	}
	if p.how&shapes == AsMap || p.of != nil && reflect.TypeOf(p.of).Kind() == reflect.Map {
		size = 1
	}
	switch p.how & effects {
	case Reads:
		s.reads(c.g, OpCallRead, c.site, p.at, size)
	case Writes:
		s.writes(c.g, OpCall, c.site, p.at, size)
	case UsesSource:
		s.reads(c.g, OpCallRead, c.site, p.at, size)
		source := any(*(*error)(p.at)) // all interfaces with methods look the same
		s.uses(c, &passed{how: Writes, at: pointerIn(source), of: source})
	}
}

// logs is what a method of a log.Logger does to what it writes to, if that is a container: the Logger has a lock around it.
func (s *Scheduler) logs(c foreignCall) {
	var logger any
	switch {
	case len(c.operands) > 0 && c.operands[0].how&effects == Logs:
		logger = c.operands[0].of
	case defaultLogger != nil:
		logger = defaultLogger()
	}
	l, ok := logger.(interface{ Writer() io.Writer })
	if !ok || pointerIn(logger) == nil {
		return
	}
	w := l.Writer()
	if w == nil || dynamicOf(reflect.TypeOf(w)).container == nil {
		return
	}
	c.operands = []passed{{how: Reaches, at: pointerIn(logger), of: logger}}
	s.operates(c, "", &passed{how: Writes, at: pointerIn(w), of: w})
}

// defaultLogger is log.Default, if some package imports log.
var defaultLogger func() any

// RegisterLogger says what log.Default is.
func RegisterLogger[L any](f func() L) { defaultLogger = func() any { return f() } }

// A reached is an object that calls of functions which are not instrumented may reach, or the state of a package.
type reached struct{ header }

func (*reached) enabled(*G) bool { return true }
func (*reached) effect(*G) Class { return ClassWrite }

// reach adds to what the next operation of g reaches.
func (s *Scheduler) reach(g *G, h *header) {
	if !slices.Contains(g.reaches, h) {
		g.reaches = append(g.reaches, h)
	}
}

// operates is an operation on what a function may reach. If inside is not nil, it is a container that the function writes to, while it
// has a lock.
func (s *Scheduler) operates(c foreignCall, pkg string, inside *passed) {
	g := c.g
	g.reaches = g.reaches[:0]
	if pkg != "" {
		s.reach(g, &s.stateOf(pkg).header)
	}
	for i := range c.operands {
		if p := &c.operands[i]; p.how&effects == Reaches && p.at != nil && (p.of == nil || !dynamicOf(reflect.TypeOf(p.of)).modelled) {
			s.reach(g, &s.reachedAt(g, p.at).header)
		}
	}
	n := len(g.reaches)
	if n == 0 {
		return
	}
	if inside != nil {
		s.reach(g, &s.cellOf(g, inside.at).header)
	}
	if len(s.all) > 1 { // else all that is after it comes after it
		s.do(g, OpCall, c.site, s.outer.lookup(g.reaches[0].addr))
		for _, h := range g.reaches {
			s.wrote(h)
		}
		s.disturb()
	}
	for _, h := range g.reaches[:n] {
		g.acquire(h.rel)
	}
	if inside != nil {
		s.writes(g, OpNone, c.site, inside.at, wordSized)
	}
	for _, h := range g.reaches[:n] {
		h.rel.set(g.clock)
	}
	g.tick()
}

// wordSized is the size of the access that stands for one to a container: the first word is accessed.
const wordSized = unsafe.Sizeof(uintptr(0))

// callParts completes e, a call by g.
func (s *Scheduler) callParts(g *G, e *Event) {
	if _, ok := g.op.obj.(*reached); !ok || len(g.reaches) < 2 {
		return
	}
	e.parts = int32(len(s.x.parts))
	for _, h := range g.reaches {
		s.x.parts = append(s.x.parts, Part{Obj: h.id, Class: ClassWrite})
	}
	e.nparts = int32(len(g.reaches))
	e.Obj = NoObj
}

// reachedAt returns the model of what is at p for code that is not instrumented. It is apart from other models of what is there.
func (s *Scheduler) reachedAt(g *G, p unsafe.Pointer) *reached {
	if o, ok := s.outer.lookup(p).(*reached); ok {
		return o
	}
	o := s.models.reached.get()
	*o = reached{s.newHeader(g, p, o.header)}
	s.outer.insert(p, o)
	return o
}

// stateOf returns the model of the state of a package.
func (s *Scheduler) stateOf(pkg string) *reached {
	at := unsafe.Pointer(unsafe.StringData(pkg)) // one for each package, see RegisterCallees
	if o, ok := s.outer.lookup(at).(*reached); ok {
		return o
	}
	o := s.models.reached.get()
	id := ObjID(s.ids.number(idKey{idStatic, -2, keyHash(pkg)}))
	*o = reached{header{id: id, addr: at, rel: o.rel[:0]}}
	s.outer.insert(at, o)
	return o
}

// believe notes that verdicts depend on what a function does.
func (s *Scheduler) believe(name string) {
	if !s.believed[name] {
		s.believed[name] = true
	}
}

// allocations are functions that tell what is allocated, by whomever: also by the scheduler.
var allocations = map[string]bool{"runtime.ReadMemStats": true, "runtime/metrics.Read": true, "testing.AllocsPerRun": true}

// A dynamic is what matters of a type that is behind an interface.
type dynamic struct {
	pkg       string // its path
	name      string
	pointer   bool
	container *border.Type // nil if it is none
	modelled  bool         // what matters of it is under control
	harmless  bool         // that, or it is of a package that is instrumented
	stateless bool
	isError   bool
}

// dynamics has them by type.
var dynamics = map[reflect.Type]*dynamic{}

func dynamicOf(t reflect.Type) *dynamic {
	if d := dynamics[t]; d != nil {
		return d
	}
	d := &dynamic{isError: t.Implements(reflect.TypeFor[error]())}
	named := t
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		named, d.pointer = t.Elem(), true
	}
	d.pkg, d.name = intern(named.PkgPath()), named.Name()
	d.container = border.Of(d.pkg, d.name)
	d.stateless = border.Stateless(d.pkg)
	d.modelled = border.Modelled(d.pkg)
	d.harmless = d.pkg == "" || instrumented[d.pkg] || d.modelled
	dynamics[t] = d
	return d
}

// method names a method of the type.
func (d *dynamic) method(name string) string {
	star := ""
	if d.pointer {
		star = "*"
	}
	return "(" + star + d.pkg + "." + d.name + ")." + name
}

// interned has the paths of packages, each once.
var interned = map[string]string{}

func intern(path string) string {
	if _, ok := interned[path]; !ok {
		interned[path] = path
	}
	return interned[path]
}
