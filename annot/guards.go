package annot

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

const noOld = "old belongs in ensures, transition and inline actions, which relate two states"

// A guardReader collects the directives about one variable.
type guardReader struct {
	*checker
	t     *target
	v     *types.Var
	guard *Guard
	// discipline and elements are the directives that settled how the variable and its elements are shared.
	discipline, elements *directive
	// locks is a guarded_by that names locks alone, alone a confined_to: together they say more.
	locks, alone *ways
}

// ways are the conditions of reading and writing that one directive gives.
type ways struct {
	dir         *directive
	read, write []*Clause
}

// A directiveReader makes of the directives of one declaration what they say.
type directiveReader interface {
	checklocks(d *directive) // one of gVisor's
	read(d *directive)
	finish() // once all have been read
}

func readDirectives(r directiveReader, all []*directive) {
	for _, d := range all {
		if d.gvisor != "" {
			r.checklocks(d)
		} else {
			r.read(d)
		}
	}
	r.finish()
}

// guards reads the directives about variables.
func (c *checker) guards(t *target) {
	for _, v := range t.vars {
		r := &guardReader{checker: c, t: t, v: v, guard: &Guard{Pos: t.dirs[0].pos}}
		readDirectives(r, t.dirs)
		c.out.Guards[v] = r.guard
	}
}

func (r *guardReader) read(d *directive) {
	switch d.verb.name {
	case "accessible_if", "readable_if", "writable_if":
		r.predicate(d)
	case "guarded_by":
		if r.settle(&r.discipline, d) {
			r.guardedBy(d)
		}
	case "confined_to":
		if r.settle(&r.discipline, d) {
			r.confinedTo(d)
		}
	case "published_by":
		r.publishedBy(d)
	case "immutable":
		r.guard.Immutable = r.settle(&r.discipline, d)
	case "atomic_only":
		r.atomicOnly(d)
	case "transfers":
		r.transfers(d)
	case "condition_of":
		r.conditionOf(d)
	case "closable_if":
		r.closable(d)
	case "carries":
		r.carries(d)
	}
}

// settle records that d decides how the variable, or its elements, are shared, unless another directive has done so in
// a way that d contradicts or repeats. Lines of one verb that takes conditions add up.
func (r *guardReader) settle(by **directive, d *directive) bool {
	old := *by
	switch {
	case old == nil:
		*by = d
		return true
	case old.verb == d.verb && d.verb != nil && d.verb.indexed:
		return true
	case isSplit(old) && isSplit(d):
		return true
	case by == &r.discipline && r.mixes(old, d):
		if d.name() == "atomic_only" { // from here on readable_if contradicts
			*by = d
		}
		return true
	case by == &r.discipline && r.locks != nil && r.alone == nil && d.name() == "confined_to", by == &r.discipline && r.alone != nil && r.locks == nil && d.name() == "guarded_by":
		return true
	}
	what := r.v.Name()
	if by == &r.elements {
		what = "the elements of " + what
	}
	hint := ""
	switch {
	case old.name() != d.name():
		if old.verb != nil && d.verb != nil && old.verb.form != "" && d.verb.form != "" {
			hint = "write the whole condition in one form"
		}
		r.errorf(d, CodeConflict, hint, "%s contradicts the %s of %s", d.name(), old.name(), what)
	default:
		if d.name() == "guarded_by" {
			hint = "write several locks in one line: guarded_by a, b"
		}
		r.errorf(d, CodeConflict, hint, "%s is given twice for %s", d.name(), what)
	}
	return false
}

// isSplit reports whether d is one of the two directives that complement each other.
func isSplit(d *directive) bool { return d.name() == "readable_if" || d.name() == "writable_if" }

// mixes reports whether the directives together say that a variable is written through sync/atomic under a condition.
func (r *guardReader) mixes(a, b *directive) bool {
	if len(r.guard.Read) > 0 {
		return false
	}
	return a.name() == "atomic_only" && b.name() == "writable_if" || a.name() == "writable_if" && b.name() == "atomic_only"
}

// predicate reads accessible_if, readable_if and writable_if.
func (r *guardReader) predicate(d *directive) {
	by := &r.discipline
	s := r.t.scope(noOld)
	if d.index == nil && strings.HasPrefix(d.args, "[") {
		r.errorf(span{d.verbEnd, d.argsPos}, CodeSyntax, "the form is "+d.verb.usage(), "there is a space before the index")
		return
	}
	if d.index != nil {
		by = &r.elements
		if !r.bind(d) {
			return
		}
		s.index = &indexName{d.index.name, r.guard.Index}
		r.recordBound(d.index, r.guard.Index)
	}
	if !r.settle(by, d) {
		return
	}
	cl, later := r.clause(d, s)
	r.guard.Unsupported = append(r.guard.Unsupported, later...)
	if cl == nil {
		return
	}
	read, write := &r.guard.Read, &r.guard.Write
	if d.index != nil {
		read, write = &r.guard.ElemRead, &r.guard.ElemWrite
	}
	if d.verb.name != "writable_if" {
		*read = append(*read, cl)
	}
	if d.verb.name != "readable_if" {
		*write = append(*write, cl)
	}
}

// bind makes the element index of VERB[j].
func (r *guardReader) bind(d *directive) bool {
	if r.guard.Index != nil {
		return true
	}
	t := r.v.Type()
	if m, ok := t.Underlying().(*types.Map); ok {
		r.guard.Index = &Bound{d.index.name, m.Key(), d.index.start}
		r.guard.Unsupported = append(r.guard.Unsupported, Unsupported{d.index.start, "access predicates of map elements"})
		return true
	}
	if elem, _ := indexed(t); elem == nil || isString(t) {
		r.errorf(d.index, CodeType, "the [j] form is for arrays, slices and maps",
			"%s (type %s) has no elements", r.v.Name(), r.typeString(t))
		return false
	}
	r.guard.Index = &Bound{d.index.name, types.Typ[types.Int], d.index.start}
	return true
}

// guardedBy expands guarded_by: reading wants any of the locks, writing all of them. Who may close a channel may write what it guards, and
// everybody may read it once the channel is closed. With a WaitGroup it is the goroutine that owes its Done, and all once that is paid.
func (r *guardReader) guardedBy(d *directive) {
	xs, err := parse(d.args, d.argsPos, (*parser).exprs)
	if err != nil {
		r.report(err, d)
		return
	}
	later, _ := r.with(d, r.t.scope(noOld), func(e *exprChecker) {
		var any Expr
		var write []*Clause
		onlyLocks := true
		for _, x := range xs {
			if ch, v := e.guardChannel(x); ch != nil {
				may := closing(x, ch)
				cl := d.clause(x, may)
				write = append(write, cl)
				any = or(any, closed(x, ch))
				r.latches = append(r.latches, latch{v, may, cl})
				onlyLocks = false
				continue
			}
			if g := e.guardGroup(x); g != nil {
				onlyLocks = false
				write = append(write, d.clause(x, closing(x, g)))
				any = or(any, closed(x, g))
				continue
			}
			lock := e.guardLock(x, r.v)
			onlyLocks = onlyLocks && LockOf(lock.Type()) != Once
			write = append(write, d.clause(x, e.mayWrite(x, lock)))
			any = or(any, e.mayRead(x, lock))
		}
		list := span{xs[0].Pos(), xs[len(xs)-1].End()}
		r.guard.Read = []*Clause{d.clause(list, any)}
		r.guard.Write = write
		if onlyLocks {
			r.locks = &ways{d, r.guard.Read, r.guard.Write}
		}
		r.both(d)
	})
	r.guard.Unsupported = append(r.guard.Unsupported, later...)
}

// both makes of guarded_by and confined_to of one variable what they say together: the one goroutine writes under the
// locks, and so may read without them, and the others under one of them.
func (r *guardReader) both(d *directive) {
	if r.alone == nil || r.discipline == d {
		return // the first of the two, or the only one
	}
	if r.locks == nil {
		r.errorf(d, CodeConflict, "", "confined_to goes with guarded_by only if that names a Mutex, an RWMutex or a sync.Locker")
		return
	}
	list := span{r.locks.read[0].Start, r.locks.read[0].End}
	r.guard.Read = []*Clause{r.locks.dir.clause(list, or(r.locks.read[0].Expr, r.alone.read[0].Expr))}
	r.guard.Write = append(slices.Clone(r.locks.write), r.alone.write...)
	r.guard.Locked = &Guard{Pos: r.locks.dir.pos, Read: r.locks.read, Write: r.locks.write}
}

// guardLock resolves a lock that guards v.
func (e *exprChecker) guardLock(x syntax, v *types.Var) Expr {
	lock := e.lockLocation(e.expr(x))
	if s, ok := lock.(*Select); ok && s.Field == v {
		if _, ok := s.X.(*This); ok {
			e.fail(x, CodeConflict, "", "%s cannot guard itself", v.Name())
		}
	}
	if g, ok := lock.(*Var); ok && g.Obj == v {
		e.fail(x, CodeConflict, "", "%s cannot guard itself", v.Name())
	}
	return lock
}

// mayWrite is the condition of writing under a lock: to hold it, for a Mutex put as its holder being the goroutine.
func (e *exprChecker) mayWrite(x syntax, lock Expr) Expr {
	n := node(x, types.Typ[types.Bool])
	switch LockOf(lock.Type()) {
	case RWMutex:
		return &Held{n, lock, false}
	case Once:
		return e.mayWriteOnce(x, lock)
	}
	if IsLocker(lock.Type()) {
		return &Held{n, lock, false}
	}
	tid := node(x, TidType{})
	return &Binary{n, token.EQL, &Holder{tid, lock}, &Tid{tid}}
}

// mayRead is the condition of reading under a lock.
func (e *exprChecker) mayRead(x syntax, lock Expr) Expr {
	switch LockOf(lock.Type()) {
	case RWMutex:
		n := node(x, types.Typ[types.Bool])
		return or(&Held{n, lock, false}, &Held{n, lock, true})
	case Once:
		return e.mayReadOnce(x, lock)
	}
	return e.mayWrite(x, lock)
}

// or is the disjunction of a and b; of b alone if a is nil.
func or(a, b Expr) Expr {
	if a == nil {
		return b
	}
	return &Binary{Node{a.Pos(), b.End(), types.Typ[types.Bool]}, token.LOR, a, b}
}

func (r *guardReader) atomicOnly(d *directive) {
	if r.settle(&r.discipline, d) {
		r.atomically(d)
	}
}

// atomically notes that a variable is written through sync/atomic.
func (r *guardReader) atomically(d *directive) {
	if s, ok := r.v.Type().Underlying().(*types.Slice); ok && isAtomicInteger(s.Elem()) && d.name() == "atomic_only" {
		r.elementsAtomically(d)
		return
	}
	if !atomicallyAccessible(r.v.Type()) {
		r.errorf(d, CodeType, "sync/atomic works on int32, int64, uint32, uint64, uintptr and pointers",
			"%s (type %s) cannot be accessed through sync/atomic", r.v.Name(), r.typeString(r.v.Type()))
		return
	}
	r.guard.AtomicOnly = true
}

// elementsAtomically notes that the elements of a slice may be accessed by anybody at any time. Where several
// goroutines may, a plain access is a data race.
func (r *guardReader) elementsAtomically(d *directive) {
	if !r.settle(&r.elements, d) {
		return
	}
	always := literally(true, &Clause{Start: d.pos, End: d.end})
	r.guard.Index = &Bound{Name: "j", Type: types.Typ[types.Int]}
	r.guard.ElemRead, r.guard.ElemWrite = []*Clause{always}, []*Clause{always}
}

// atomicallyAccessible reports whether sync/atomic has functions for variables of type t, or t is one of its types, or
// an array of such.
func atomicallyAccessible(t types.Type) bool {
	if a, ok := t.Underlying().(*types.Array); ok {
		return atomicallyAccessible(a.Elem())
	}
	if atomicValue(t) != nil {
		return true
	}
	if _, ok := t.Underlying().(*types.Pointer); ok {
		return true
	}
	return isAtomicInteger(t)
}

// isAtomicInteger reports whether sync/atomic has functions for variables of type t, which is no pointer type.
func isAtomicInteger(t types.Type) bool {
	return every(t, func(b *types.Basic) bool {
		switch b.Kind() {
		case types.Int32, types.Int64, types.Uint32, types.Uint64, types.Uintptr, types.UnsafePointer:
			return true
		}
		return false
	})
}

// finish writes out what readable_if and writable_if leave unsaid without each other: what is only readable nobody may
// write; an atomic variable that is only said to be writable anybody may read, as without any directive.
func (r *guardReader) finish() {
	g := r.guard
	if g.AtomicOnly { // the locks of gVisor's mixed mode are for writing
		g.Read = nil
	}
	t := r.v.Type()
	elem, _ := indexed(t)
	complete(&g.Read, &g.Write, atomicValue(t) != nil || g.AtomicOnly)
	complete(&g.ElemRead, &g.ElemWrite, elem != nil && atomicValue(elem) != nil)
	r.finishPublication()
}

func complete(read, write *[]*Clause, atomic bool) {
	switch {
	case len(*read) > 0 && len(*write) == 0:
		*write = []*Clause{literally(false, (*read)[0])}
	case len(*read) == 0 && len(*write) > 0 && atomic:
		*read = []*Clause{literally(true, (*write)[0])}
	}
}

// literally is the condition true or false, placed at the clause that leaves it unsaid.
func literally(b bool, c *Clause) *Clause {
	n := Node{c.Start, c.End, types.Typ[types.Bool]}
	return &Clause{c.Start, c.End, strconv.FormatBool(b), &Const{n, constant.MakeBool(b)}}
}
