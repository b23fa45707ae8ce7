package desugar

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"slices"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// needs is what a translation has to provide for; each pass over a function may find more.
type needs struct {
	bits      map[types.BasicKind]bool // integer types that need bit-vectors, by widthKind
	ownership bool                     // objects are created: tell whose they are
	lending   bool                     // memory is lent to goroutines
	channels  bool                     // account is kept of what is still to come by channels
	families  map[string]bool          // heap variables to initialise in a new object
}

// memory lays out the heap for one function: which heap variable holds a place, by what keys, under which predicates.
//
// There is one heap variable (a family of places) a field, indexed by the struct's reference and, for array fields, the
// element's index; one a package variable; one an element type for what slices hold; and one a type for variables
// whose address is a value somewhere, indexed by the address.
type memory struct {
	*refs
	dynamic   *dynamic
	prog      *Program
	path      string // import path of the function's package
	need      needs
	tid       *ir.Expr
	newLocal  func(label string, s *ir.Sort) *ir.Var
	families  map[string]*ir.Var
	answers   map[*ir.Var]accessFunc // what is said of each of these
	readers   map[*ir.Var]*ir.Var    // the readers of an RWMutex, by its writer
	dones     map[*ir.Var]*ir.Var    // whether a Once is done, by who runs it
	structs   map[string]*ir.Sort
	keyings   map[string]*keying // by type of key
	seqs      map[string]*seqFns // functions on sequences, by their sort's name
	setFns    map[string]*ir.Fn  // union and difference of sets, by name and sort
	sortNames map[string]bool
	status    *ir.Var
	stored    *ir.Var
	bound     *binding
	owners    map[*ir.Var]*types.Var // the variable that owns arrays or stores, by heap variable
	lending   *lending
	allocated map[*types.TypeName]bool
	// wantsOwnership: something was translated that depends on ownership.
	wantsOwnership bool
	wantsLending   bool // memory is lent
	wantsChannels  bool // something comes back by a channel
	// alone: the function runs during package initialisation, before any other goroutine.
	alone bool
	// lookedAt: the function's package has no annotations, and is only looked at for what it does to those of others.
	lookedAt bool
	// fromLiteral: what is stored is a new literal, whose locks and atomic variables are zero, as those are in its place.
	fromLiteral bool
	placeNames  map[string]*types.Var
	// arbitrary has, by variable, the length of the array that it is any index into.
	arbitrary map[*ir.Var]int64
	noteGuard map[*types.Var]bool // guards whose problems are listed already
	problems  []ir.Note
}

func newMemory(p *Program, need needs, path string, tid *ir.Expr) *memory {
	m := &memory{
		refs:       newRefs(),
		prog:       p,
		path:       path,
		need:       need,
		tid:        tid,
		families:   map[string]*ir.Var{},
		answers:    map[*ir.Var]accessFunc{},
		readers:    map[*ir.Var]*ir.Var{},
		owners:     map[*ir.Var]*types.Var{},
		structs:    map[string]*ir.Sort{},
		keyings:    map[string]*keying{},
		seqs:       map[string]*seqFns{},
		setFns:     map[string]*ir.Fn{},
		sortNames:  map[string]bool{},
		allocated:  map[*types.TypeName]bool{},
		noteGuard:  map[*types.Var]bool{},
		dones:      map[*ir.Var]*ir.Var{},
		placeNames: map[string]*types.Var{},
		arbitrary:  map[*ir.Var]int64{},
	}
	m.dynamic = newDynamic(m)
	if need.ownership {
		m.status = &ir.Var{Name: "status", Sort: ir.Array(ir.Ref, ir.Int), Kind: ir.HeapVar}
		m.stored = &ir.Var{Name: "stored", Sort: ir.Array(ir.Ref, ir.Bool), Kind: ir.HeapVar}
	}
	return m
}

// more updates need with what this translation found out, and reports whether there was anything new.
func (m *memory) more(need *needs) bool {
	if !m.wantsOwnership {
		return false
	}
	changed := !need.ownership || m.wantsLending && !need.lending || m.wantsChannels && !need.channels
	need.ownership, need.lending = true, need.lending || m.wantsLending
	need.channels = need.channels || m.wantsChannels
	families := maps.Clone(need.families)
	for id := range m.families {
		if !families[id] {
			families[id] = true
			changed = true
		}
	}
	need.families = families
	return changed
}

// heapVars returns the heap variables in use, sorted by name.
func (m *memory) heapVars() []*ir.Var {
	vars := slices.Collect(maps.Values(m.families))
	slices.SortFunc(vars, func(a, b *ir.Var) int { return cmp.Compare(a.Name, b.Name) })
	return vars
}

// A place is an lvalue: a cell of the function's own, a part of such a cell or of a value, or a place in the heap.
type place struct {
	typ types.Type

	// A local place: cell is the variable, or else value is a value that only needs reading; path leads to the part.
	cell  *ir.Var
	value *ir.Expr
	path  []step

	// A heap place: family and keys if it is held by one heap variable; the address always. A field has its struct's
	// reference as owner.
	family   *ir.Var
	keys     []*ir.Expr
	addr     func() *ir.Expr
	variable *types.Var
	owner    *ir.Expr
}

// A step leads from a struct to its field number index, or from an array to its element at.
type step struct {
	field int
	at    *ir.Expr
}

// localPlace returns the place of a variable that belongs to this function alone.
func localPlace(v *ir.Var, t types.Type) place { return place{typ: t, cell: v} }

// valuePlace returns a value as a place to read parts from.
func valuePlace(v *ir.Expr, t types.Type) place { return place{typ: t, value: v} }

func (p place) isLocal() bool { return p.cell != nil || p.value != nil }

// address returns the address of a heap place.
func (m *memory) address(p place) *ir.Expr {
	if p.isLocal() {
		panic("address of a local place")
	}
	return p.addr()
}

// isAddressed reports whether what a place of type t holds is always found through its address.
func isAddressed(t types.Type) bool {
	if a := analysis.ArrayType(t); a != nil {
		return isAddressed(a.Elem())
	}
	return analysis.IsComposite(t)
}

// deref returns the place that ptr points to.
func (m *memory) deref(ptr *ir.Expr, elem types.Type) place {
	p := place{typ: elem, addr: func() *ir.Expr { return ptr }}
	if !analysis.IsComposite(elem) && analysis.ArrayType(elem) == nil {
		p.family, p.keys = m.cells(elem), []*ir.Expr{ptr}
	}
	return p
}

// global returns the place of a package variable.
func (m *memory) global(v *types.Var) place {
	addr := func() *ir.Expr { return m.rootRef(v) }
	switch {
	case isAddressed(v.Type()), m.prog.Escapes.Vars[v]:
		p := m.deref(addr(), v.Type())
		p.variable = v
		return p
	}
	return place{typ: v.Type(), family: m.variable(v, v.Type(), nil), addr: addr, variable: v}
}

// field returns the place p.f.
func (m *memory) field(p place, f *types.Var) place {
	f = m.prog.Field(f)
	if p.isLocal() {
		st := p.typ.Underlying().(*types.Struct)
		for i := range st.NumFields() {
			if m.prog.Field(st.Field(i)) == f {
				return p.part(step{field: i}, st.Field(i).Type())
			}
		}
		panic(fmt.Sprintf("no field %s in %s", f.Name(), p.typ))
	}
	t := m.prog.FieldType(p.typ, f)
	ref := p.addr()
	addr := func() *ir.Expr { return m.fieldRef(f, ref) }
	if isAddressed(t) || m.prog.Escapes.Vars[f] {
		p := m.deref(addr(), t)
		p.variable, p.owner = f, ref
		return p
	}
	family := m.variable(f, t, []*ir.Sort{ir.Ref})
	return place{typ: t, family: family, keys: []*ir.Expr{ref}, addr: addr, variable: f, owner: ref}
}

func (p place) part(s step, t types.Type) place {
	return place{typ: t, cell: p.cell, value: p.value, path: append(slices.Clone(p.path), s)}
}

// index returns the place p[i] of an array place p.
func (m *memory) index(p place, i *ir.Expr) place {
	elem := analysis.ArrayType(p.typ).Elem()
	i = m.asInt(i)
	switch {
	case p.isLocal():
		return p.part(step{at: i}, elem)
	case p.family == nil: // an array known by its address
		return m.element(p.addr(), i, elem)
	case isAddressed(elem), m.prog.Escapes.Elems[analysis.TypeKey(elem)]:
		return m.deref(m.elemRef(p.addr(), i), elem)
	}
	addr := p.addr
	return place{
		typ: elem, family: p.family, keys: append(slices.Clone(p.keys), i),
		addr: func() *ir.Expr { return m.elemRef(addr(), i) },
	}
}

// elem returns the place s[i] of the slice value s.
func (m *memory) elem(s *ir.Expr, elem types.Type, i *ir.Expr) place {
	return m.element(m.sliceArr(s), ir.Add(m.sliceOff(s), m.asInt(i)), elem)
}

// element returns the place of element i of the array at arr.
func (m *memory) element(arr, i *ir.Expr, elem types.Type) place {
	addr := func() *ir.Expr { return m.elemRef(arr, i) }
	if isAddressed(elem) || m.prog.Escapes.Elems[analysis.TypeKey(elem)] {
		return m.deref(addr(), elem)
	}
	return place{typ: elem, family: m.elements(elem), keys: []*ir.Expr{arr, i}, addr: addr}
}

// read returns the value at p in the current state.
func (m *memory) read(p place) (*ir.Expr, error) {
	v, _, err := m.load(p)
	return v, err
}

// maxUnrolled bounds the arrays that are read, written or compared as a whole, element by element.
const maxUnrolled = 64

// load returns the value at p and the locations that reading it touches.
func (m *memory) load(p place) (*ir.Expr, []ir.Access, error) {
	if p.isLocal() {
		v := p.value
		if p.cell != nil {
			v = ir.V(p.cell)
		}
		for _, s := range p.path {
			v = s.get(v)
		}
		return v, nil, nil
	}
	s, err := m.sort(p.typ)
	if err != nil {
		return nil, nil, err
	}
	if analysis.IsComposite(p.typ) || analysis.ArrayType(p.typ) != nil {
		return m.loadParts(p, s)
	}
	if p.family == nil {
		return nil, nil, m.noFamily(p.typ)
	}
	v := ir.V(p.family)
	if len(p.keys) > 0 {
		v = ir.Select(v, p.keys...)
	}
	return v, []ir.Access{{Map: p.family, Index: p.keys}}, nil
}

// noFamily is why there is no heap variable for a place of type t: the type has no sort, or what is declared there is a
// type parameter.
func (m *memory) noFamily(t types.Type) error {
	if _, err := m.sort(t); err != nil {
		return err
	}
	return fmt.Errorf("%s in a generic type", t)
}

func (m *memory) loadParts(p place, s *ir.Sort) (*ir.Expr, []ir.Access, error) {
	if family, keys, some, ok := m.row(p); ok {
		row := ir.V(family)
		if len(keys) > 0 {
			row = ir.Select(row, keys...)
		}
		return row, []ir.Access{{Map: family, Index: append(slices.Clone(keys), some)}}, nil
	}
	parts, err := m.parts(p)
	if err != nil {
		return nil, nil, err
	}
	var values []*ir.Expr
	var acc []ir.Access
	for _, part := range parts {
		v, a, err := m.load(part)
		if err != nil {
			return nil, nil, err
		}
		values, acc = append(values, v), append(acc, a...)
	}
	if s.Kind == ir.KindTuple {
		return ir.MakeTuple(s, values...), acc, nil
	}
	arr := zeroOf(s)
	for i, v := range values {
		arr = ir.Store(arr, []*ir.Expr{ir.N(int64(i), intSort)}, v)
	}
	return arr, acc, nil
}

// row returns the heap variable that holds a large array of scalars as a row of its own, the keys of that row, and an arbitrary
// index into it, for the access. That it is in range is for the step to say (translator.accesses).
func (m *memory) row(p place) (family *ir.Var, keys []*ir.Expr, some *ir.Expr, ok bool) {
	a := analysis.ArrayType(p.typ)
	if a == nil || a.Len() <= maxUnrolled || !isPlainRow(a) {
		return nil, nil, nil, false
	}
	at := m.newLocal("", intSort)
	e := m.index(p, ir.V(at))
	if e.family == nil || len(e.keys) != len(e.family.Heap.Keys) || !ir.Equal(e.keys[len(e.keys)-1], ir.V(at)) {
		return nil, nil, nil, false
	}
	m.arbitrary[at] = a.Len()
	return e.family, e.keys[:len(e.keys)-1], ir.V(at), true
}

// parts returns the fields of a struct place, or the elements of an array place. Of a literal the fields that only package
// sync may touch are left out; else the only ones that a copy may have are Mutexes.
func (m *memory) parts(p place) ([]place, error) {
	var parts []place
	if st, ok := p.typ.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			f := st.Field(i)
			if !analysis.IsSyncValue(f.Type()) || annot.LockOf(f.Type()) == annot.Mutex && !m.fromLiteral {
				parts = append(parts, m.field(p, f))
			} else if m.fromLiteral {
				parts = append(parts, place{})
			} else {
				return nil, fmt.Errorf("copy of a value with a %s in it", f.Type())
			}
		}
		return parts, nil
	}
	n := analysis.ArrayType(p.typ).Len()
	if n > maxUnrolled {
		return nil, fmt.Errorf("copy of an array of more than %d elements", maxUnrolled)
	}
	for i := range n {
		parts = append(parts, m.index(p, ir.N(i, intSort)))
	}
	return parts, nil
}

func (s step) get(v *ir.Expr) *ir.Expr {
	if s.at != nil {
		return ir.Select(v, s.at)
	}
	return ir.GetField(v, s.field)
}

// put returns v with the part at path replaced by x.
func put(v *ir.Expr, path []step, x *ir.Expr) *ir.Expr {
	if len(path) == 0 {
		return x
	}
	inner := put(path[0].get(v), path[1:], x)
	if path[0].at != nil {
		return ir.Store(v, []*ir.Expr{path[0].at}, inner)
	}
	return ir.UpdateField(v, path[0].field, inner)
}

// store returns what writing v to p does: assignments, conditions on them, the locations touched, and the references
// that the write publishes.
func (m *memory) store(p place, v *ir.Expr) (do []ir.Stmt, pre []*ir.Assert, acc []ir.Access, publish []*ir.Expr, err error) {
	if p.isLocal() {
		if p.cell == nil {
			return nil, nil, nil, nil, fmt.Errorf("assignment to a value")
		}
		return []ir.Stmt{&ir.Assign{Dst: p.cell, Src: put(ir.V(p.cell), p.path, v)}}, nil, nil, nil, nil
	}
	if analysis.IsComposite(p.typ) || analysis.ArrayType(p.typ) != nil {
		return m.storeParts(p, v)
	}
	if p.family == nil {
		return nil, nil, nil, nil, m.noFamily(p.typ)
	}
	src := v
	if len(p.keys) > 0 {
		src = ir.Store(ir.V(p.family), p.keys, v)
	}
	do = []ir.Stmt{&ir.Assign{Dst: p.family, Src: src}}
	acc = []ir.Access{{Map: p.family, Index: p.keys, Write: true}}
	if p.family.Heap.Class == ir.Holder {
		return nil, freeCopy(v), acc, nil, nil
	}
	own, pre, publish := m.handOver(p, v)
	return append(own, do...), pre, acc, publish, nil
}

func (m *memory) storeParts(p place, v *ir.Expr) (do []ir.Stmt, pre []*ir.Assert, acc []ir.Access, publish []*ir.Expr, err error) {
	if family, keys, some, ok := m.row(p); ok {
		src := v
		if len(keys) > 0 {
			src = ir.Store(ir.V(family), keys, v)
		}
		access := ir.Access{Map: family, Index: append(slices.Clone(keys), some), Write: true}
		return []ir.Stmt{&ir.Assign{Dst: family, Src: src}}, nil, []ir.Access{access}, nil, nil
	}
	parts, err := m.parts(p)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	for i, part := range parts {
		if part.typ == nil {
			continue
		}
		x := ir.Expr{}
		if v.Sort.Kind == ir.KindTuple {
			x = *ir.GetField(v, i)
		} else {
			x = *ir.Select(v, ir.N(int64(i), intSort))
		}
		d, pr, a, pub, err := m.store(part, &x)
		if err != nil {
			return nil, nil, nil, nil, err
		}
		do, pre, acc, publish = append(do, d...), append(pre, pr...), append(acc, a...), append(publish, pub...)
	}
	return do, pre, acc, publish, nil
}

// lockVars is the state of a Mutex or RWMutex: who holds it (or writes), and for an RWMutex who reads.
type lockVars struct {
	holder  *ir.Var
	readers *ir.Var
	done    *ir.Var // of a Once, which its holder runs
	keys    []*ir.Expr
}

// held is the condition that the goroutine who holds the lock, for writing if it is an RWMutex.
func (l lockVars) holds(who *ir.Expr) *ir.Expr { return ir.Eq(l.holderValue(), who) }

func (l lockVars) holderValue() *ir.Expr {
	if len(l.keys) == 0 {
		return ir.V(l.holder)
	}
	return ir.Select(ir.V(l.holder), l.keys...)
}

// reads is the condition that the goroutine who holds the lock for reading.
func (l lockVars) reads(who *ir.Expr) *ir.Expr {
	return ir.Select(ir.V(l.readers), append(slices.Clone(l.keys), who)...)
}

// lock returns the state of the lock at p.
func (m *memory) lock(p place) (lockVars, error) {
	kind := annot.LockOf(p.typ)
	if p.isLocal() || p.family == nil || kind == annot.NoLock {
		return lockVars{}, fmt.Errorf("lock of type %s", p.typ)
	}
	l := lockVars{holder: p.family, keys: p.keys}
	if kind == annot.RWMutex {
		l.readers = m.readers[p.family]
	}
	l.done = m.dones[p.family]
	return l, nil
}
