package desugar

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// entry fills in parameters and contract of the function under translation.
func (t *translator) entry(fn *ssa.Function) {
	spec := t.contract
	params := t.parameters(fn, spec)
	results := fn.Signature.Results()
	env := &specEnv{mem: t.mem, tid: ir.V(t.out.Tid), vars: params}
	for i := range results.Len() {
		r := results.At(i)
		s, err := t.mem.sort(r.Type())
		if err != nil {
			t.unsupported(fn.Pos(), "result of %v", err)
			s = ir.Opaque("unknown")
		}
		v := &ir.Var{Name: t.unique(resultName(results, i)), Label: resultName(results, i), Sort: s, Kind: ir.ConstVar}
		t.out.Results = append(t.out.Results, v)
		env.results = append(env.results, ir.V(v))
	}
	t.calledWith(fn, spec)
	if spec == nil {
		return
	}
	for _, u := range spec.Unsupported {
		t.unsupported(u.Pos, "%s", u.Reason)
	}
	if spec.Pure && fn.TypeParams().Len() > 0 {
		t.unsupported(spec.Pos, "a generic pure function")
	}
	t.out.Requires = t.clauses(env, spec.Requires)
	t.documentsPanics(env, spec)
	t.out.Returns = t.clauses(env, spec.Returns)
	if spec.Performs != nil {
		if len(spec.Returns) > 0 {
			t.unsupported(spec.Returns[0].Start, "an annotation of what is locked at the return beside a contract, which says so itself")
		}
		auto, err := env.automaton(spec.Performs)
		if err != nil {
			t.unsupported(spec.Performs.Start, "%v", err)
			return
		}
		t.out.Spec = auto
		if t.prog.relating && settlesResults(auto) {
			auto.Settled = t.settled(t.out.Results, fn.Signature, spec)
		}
	}
}

// clauses translates the conditions of a contract; what cannot be is noted as unsupported.
func (t *translator) clauses(env *specEnv, of []*annot.Clause) (out []*ir.Clause) {
	for _, c := range of {
		if clause, err := env.clause(c); err != nil {
			t.unsupported(c.Start, "%v", err)
		} else {
			out = append(out, clause)
		}
	}
	return out
}

func resultName(results *types.Tuple, i int) string {
	if name := results.At(i).Name(); name != "" && name != "_" {
		return name
	}
	if results.Len() == 1 {
		return "result"
	}
	return fmt.Sprintf("result.%d", i)
}

// parameters makes the constants that stand for what the function was called with, free variables included, notes what
// is known of them, and returns the scope of the function's contract.
func (t *translator) parameters(fn *ssa.Function, spec *annot.FuncSpec) scope {
	values := map[*types.Var]place{}
	vars, mayBeNil := t.parameterVars(fn), t.prog.MayBeNil(fn)
	if t.refines != nil {
		mayBeNil = spec.MayBeNil
	}
	local := analysis.LocalParams(spec)
	add := func(v ssa.Value, obj *types.Var) *ir.Expr {
		name, typ, pos := v.Name(), v.Type(), v.Pos()
		s, err := t.mem.sort(typ)
		if err != nil {
			t.unsupported(pos, "parameter %s: %v", name, err)
			s = ir.Opaque("unknown")
		}
		p := &ir.Var{Name: t.unique(name), Label: name, Sort: s, Kind: ir.ConstVar}
		t.out.Params = append(t.out.Params, p)
		_, isSlice := typ.Underlying().(*types.Slice)
		takes := t.takesMemoryOf(fn, v)
		switch {
		case err != nil:
		case takes && isSlice:
			t.out.Given = append(t.out.Given, t.mem.knownAnyway(ir.V(p), typ)...)
		default:
			t.out.Given = append(t.out.Given, t.mem.knownParam(ir.V(p), typ, takes || local[obj])...)
		}
		return ir.V(p)
	}
	for i, p := range fn.Params {
		obj := vars[i]
		v := add(p, obj)
		if obj != nil {
			values[obj] = valuePlace(v, p.Type())
		}
		if annot.NeverNil(p.Type()) && !mayBeNil[obj] {
			t.out.Given = append(t.out.Given, ir.Ne(v, zeroOf(v.Sort)))
		}
	}
	for _, fv := range fn.FreeVars {
		v := add(fv, nil)
		if v.Sort.Kind == ir.KindRef {
			t.out.Given = append(t.out.Given, ir.Ne(v, ir.Nil))
		}
	}
	return func(v *types.Var) (place, bool) {
		p, ok := values[v]
		return p, ok
	}
}

// knownParam returns what is known of a parameter: it refers to shared objects, or, where the contract speaks of
// local, to shared ones or ones of the goroutine's own.
func (m *memory) knownParam(v *ir.Expr, t types.Type, local bool) []*ir.Expr {
	if !local || m.status == nil {
		return m.known(v, t, ir.False)
	}
	facts := m.knownAnyway(v, t)
	for _, ref := range m.publishable(v, t) {
		facts = append(facts, ir.Or(m.isShared(ref), m.mine(ref)))
	}
	return append(facts, m.wholeInteriors(v, t)...)
}

// knownAnyway returns what holds of any value of type t, whoever has what it refers to.
func (m *memory) knownAnyway(v *ir.Expr, t types.Type) []*ir.Expr {
	status := m.status
	m.status = nil
	defer func() { m.status = status }()
	return m.known(v, t, ir.False)
}

// callContract gives the meaning of a callee's contract at a call: its requires clauses and its specification over the
// arguments (receiver first) and result variables.
func (t *translator) callContract(spec *annot.FuncSpec, fn *types.Func, args []*ir.Expr, results []*ir.Var) ([]*ir.Clause, *ir.Spec, error) {
	return t.contractFor(spec, fn, args, results, ir.V(t.out.Tid))
}

// contractFor is callContract for a call by the goroutine who.
func (t *translator) contractFor(spec *annot.FuncSpec, fn *types.Func, args []*ir.Expr, results []*ir.Var, who *ir.Expr) ([]*ir.Clause, *ir.Spec, error) {
	for _, u := range spec.Unsupported {
		return nil, nil, fmt.Errorf("contract of %s: %s", fn.Name(), u.Reason)
	}
	sig := fn.Signature()
	if spec.Performs != nil && (sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0) {
		return nil, nil, fmt.Errorf("contract of a generic function")
	}
	values := map[*types.Var]place{}
	params := make([]*types.Var, 0, len(args))
	if sig.Recv() != nil {
		params = append(params, sig.Recv())
	}
	for v := range sig.Params().Variables() {
		params = append(params, v)
	}
	for i, v := range params {
		if i < len(args) {
			values[v] = valuePlace(args[i], v.Type())
		}
	}
	env := &specEnv{mem: t.mem, tid: who, vars: func(v *types.Var) (place, bool) {
		p, ok := values[v]
		return p, ok
	}}
	for _, r := range results {
		env.results = append(env.results, ir.V(r))
	}
	var requires []*ir.Clause
	for _, c := range spec.Requires {
		clause, err := env.clause(c)
		if err != nil {
			return nil, nil, err
		}
		requires = append(requires, clause)
	}
	if spec.Performs == nil {
		return requires, nil, nil
	}
	auto, err := env.automaton(spec.Performs)
	return requires, auto, err
}

// automaton builds the flow graph of a specification (Glushkov's construction): one node an occurrence of an action.
func (e *specEnv) automaton(p *annot.Performs) (*ir.Spec, error) {
	spec := &ir.Spec{Clause: ir.Clause{Span: ir.Span{Start: e.mem.prog.Fset.Position(p.Start), End: e.mem.prog.Fset.Position(p.End)}, Text: p.Text}, Reducible: p.Reducible}
	actions := map[*annot.Action]*ir.Action{}
	for _, a := range p.Actions {
		action, err := e.action(a)
		if err != nil {
			return nil, err
		}
		actions[a] = action
	}
	g := &glushkov{spec: spec, actions: actions}
	first, last, empty := g.visit(p.Root)
	spec.First, spec.Empty = first, empty
	spec.Final = make([]bool, len(spec.Nodes))
	for _, i := range last {
		spec.Final[i] = true
	}
	return spec, nil
}

type glushkov struct {
	spec    *ir.Spec
	actions map[*annot.Action]*ir.Action
}

func (g *glushkov) visit(s annot.Spec) (first, last []int, empty bool) {
	switch s := s.(type) {
	case *annot.SpecAction:
		i := len(g.spec.Nodes)
		g.spec.Nodes = append(g.spec.Nodes, g.actions[s.Action])
		g.spec.Follow = append(g.spec.Follow, nil)
		return []int{i}, []int{i}, false
	case *annot.SpecSeq:
		f1, l1, e1 := g.visit(s.A)
		f2, l2, e2 := g.visit(s.B)
		g.join(l1, f2)
		first, last = f1, l2
		if e1 {
			first = union(f1, f2)
		}
		if e2 {
			last = union(l1, l2)
		}
		return first, last, e1 && e2
	case *annot.SpecChoice:
		f1, l1, e1 := g.visit(s.A)
		f2, l2, e2 := g.visit(s.B)
		return union(f1, f2), union(l1, l2), e1 || e2
	case *annot.SpecStar:
		f, l, _ := g.visit(s.A)
		g.join(l, f)
		return f, l, true
	}
	return nil, nil, true // skip
}

func (g *glushkov) join(from, to []int) {
	for _, i := range from {
		g.spec.Follow[i] = union(g.spec.Follow[i], to)
	}
}

// union returns the sorted union of two sorted sets.
func union(a, b []int) []int {
	var out []int
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case len(a) == 0 || b[0] < a[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return out
}

func (e *specEnv) action(a *annot.Action) (*ir.Action, error) {
	fset := e.mem.prog.Fset
	out := &ir.Action{
		Span:        ir.Span{Start: fset.Position(a.Start), End: fset.Position(a.End)},
		Name:        a.Name,
		ModifiesAll: a.ModifiesAll,
	}
	for _, c := range a.When {
		clause, err := e.clause(c)
		if err != nil {
			return nil, err
		}
		out.When = append(out.When, clause)
	}
	for _, c := range a.Ensures {
		clause, err := e.clause(c)
		if err != nil {
			return nil, err
		}
		out.Ensures = append(out.Ensures, clause)
	}
	for _, x := range a.Modifies {
		mods, err := e.modifies(x)
		if err != nil {
			return nil, err
		}
		out.Modifies = append(out.Modifies, mods...)
	}
	return out, nil
}

// modifies returns the locations that an entry of a modifies clause stands for: a struct for all its fields, a
// variable that owns its backing store for the elements as well.
func (e *specEnv) modifies(x annot.Expr) ([]*ir.Modify, error) {
	span := ir.Span{Start: e.mem.prog.Fset.Position(x.Pos()), End: e.mem.prog.Fset.Position(x.End())}
	mods, err := e.modified(x)
	if err != nil {
		return nil, fmt.Errorf("modifies %s: %w", annot.String(x), err)
	}
	for _, m := range mods {
		m.Span, m.Text = span, annot.String(x)
	}
	return mods, nil
}

func (e *specEnv) modified(x annot.Expr) ([]*ir.Modify, error) {
	ix, ok := x.(*annot.Index)
	if ok {
		if _, isMap := ix.X.Type().Underlying().(*types.Map); isMap {
			return e.modifiesMap(ix)
		}
	}
	if !ok && eachElement(x) {
		return e.modifiesEach(x)
	}
	var p place
	var err error
	if ok && ix.I == nil {
		p, err = e.wholeArray(ix)
	} else {
		p, err = e.locate(unwrapState(x))
	}
	if err != nil {
		return nil, err
	}
	return e.mem.modifiesPlace(p)
}

// eachElement reports whether x is in every element of an array or slice, x[*].f, or in every object of a type.
func eachElement(x annot.Expr) bool {
	switch x := unwrapState(x).(type) {
	case *annot.Select:
		return !x.Deref && eachElement(x.X)
	case *annot.Index:
		return x.I == nil
	case *annot.Objects:
		return true
	}
	return false
}

func (e *specEnv) modifiesEach(x annot.Expr) ([]*ir.Modify, error) {
	i := &ir.Var{Name: "i", Label: "i", Sort: intSort, Kind: ir.BoundVar}
	if ofObjects(x) {
		i = &ir.Var{Name: "o", Label: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	}
	each := *e
	each.every = ir.V(i)
	p, err := each.locate(unwrapState(x))
	if err != nil {
		return nil, err
	}
	return e.mem.modifiesAny(p, i)
}

// ofObjects reports whether x is in every object of a type, not in every element of something.
func ofObjects(x annot.Expr) bool {
	found := false
	annot.Walk(x, func(y annot.Expr) bool {
		_, is := y.(*annot.Objects)
		found = found || is
		return !found
	})
	return found
}

// unwrapState returns the location of a lock or atomic whose state is named.
func unwrapState(x annot.Expr) annot.Expr {
	switch x := x.(type) {
	case *annot.AtomicValue:
		return x.X
	case *annot.Holder:
		return x.X
	}
	return x
}

// wholeArray returns the place of all elements of an array or slice: an array place without its index.
func (e *specEnv) wholeArray(x *annot.Index) (place, error) {
	switch u := x.X.Type().Underlying().(type) {
	case *types.Array:
		return e.locate(x.X)
	case *types.Pointer:
		return e.base(x.X, true)
	case *types.Slice:
		s, err := e.eval(x.X)
		if err != nil {
			return place{}, err
		}
		arr := e.mem.sliceArr(s)
		return e.mem.arrayAt(arr, u.Elem()), nil
	}
	return place{}, fmt.Errorf("modifies %s", annot.String(x))
}

// arrayAt returns the place of an array known by its address, of whatever length.
func (m *memory) arrayAt(arr *ir.Expr, elem types.Type) place {
	return place{typ: types.NewArray(elem, 0), addr: func() *ir.Expr { return arr }}
}

func (m *memory) modifiesPlace(p place) ([]*ir.Modify, error) {
	if p.isLocal() {
		return nil, fmt.Errorf("not a shared location")
	}
	if analysis.IsComposite(p.typ) {
		st := p.typ.Underlying().(*types.Struct)
		fields := slices.Concat(slices.Collect(st.Fields()), m.prog.GhostsIn(p.typ))
		var out []*ir.Modify
		for _, f := range fields {
			mods, err := m.modifiesPlace(m.field(p, f))
			if err != nil {
				return nil, err
			}
			out = append(out, mods...)
		}
		return out, nil
	}
	if a := analysis.ArrayType(p.typ); a != nil && p.family == nil {
		if isAddressed(a.Elem()) || m.prog.Escapes.Elems[analysis.TypeKey(a.Elem())] {
			return m.modifiesElements(a.Elem(), p.addr())
		}
		f := m.elements(a.Elem())
		if f == nil {
			return nil, m.noFamily(a.Elem())
		}
		return []*ir.Modify{{Map: f, Index: []*ir.Expr{p.addr()}}}, nil
	}
	if p.family == nil {
		return nil, m.noFamily(p.typ)
	}
	out := []*ir.Modify{{Map: p.family, Index: p.keys}}
	if r := m.readers[p.family]; r != nil {
		out = append(out, &ir.Modify{Map: r, Index: p.keys})
	}
	if d := m.dones[p.family]; d != nil {
		out = append(out, &ir.Modify{Map: d, Index: p.keys})
	}
	if p.variable != nil && m.prog.OwnsStore(p.variable) {
		v, err := m.read(p)
		if err != nil {
			return nil, err
		}
		mp, isMap := p.typ.Underlying().(*types.Map)
		if isMap {
			s, err := m.mapStore(mp)
			if err != nil {
				return nil, err
			}
			return append(out, s.modifies(v)...), nil
		}
		elem := p.typ.Underlying().(*types.Slice).Elem()
		mods, err := m.modifiesPlace(m.arrayAt(m.sliceArr(v), elem))
		if err != nil {
			return nil, err
		}
		out = append(out, mods...)
	}
	return out, nil
}

// modifiesElements returns the locations of all elements of the array at arr where elements are found through their
// address: every location whose address is an element of arr, or lies inside one.
func (m *memory) modifiesElements(elem types.Type, arr *ir.Expr) ([]*ir.Modify, error) {
	i := &ir.Var{Name: "i", Label: "i", Sort: intSort, Kind: ir.BoundVar}
	return m.modifiesAny(m.element(arr, ir.V(i), elem), i)
}

// modifiesAny returns the locations in p for every value of i, an index or an object.
func (m *memory) modifiesAny(p place, i *ir.Var) ([]*ir.Modify, error) {
	mods, err := m.modifiesPlace(p)
	if err != nil {
		return nil, err
	}
	for _, mod := range mods {
		if mod.In != nil {
			return nil, fmt.Errorf("elements of elements")
		}
		mod.In = ir.True
		for k, x := range mod.Index {
			mod.In = ir.And(mod.In, m.matches(ir.V(mod.Map.Heap.Keys[k]), x, i))
		}
		if mentionsVar(mod.In, i) {
			return nil, fmt.Errorf("what each of them owns")
		}
		mod.Index = nil
	}
	return mods, nil
}

// matches says that key is the place x for some value of the index any.
func (m *memory) matches(key, x *ir.Expr, any *ir.Var) *ir.Expr {
	if x.Op == ir.OpVar && x.Var == any {
		return ir.True
	}
	if !m.isInterior(x) || !mentionsVar(x, any) {
		return ir.Eq(key, x)
	}
	inside := m.matches(ir.Apply(m.parent, key), x.Args[0], any)
	if x.Fn == m.refs.elem && !(x.Args[1].Op == ir.OpVar && x.Args[1].Var == any) {
		inside = ir.And(inside, ir.Eq(ir.Apply(m.pos, key), x.Args[1]))
	}
	return ir.And(ir.Eq(ir.Apply(m.kind, key), m.kindOf(x.Fn)), inside)
}

func mentionsVar(e *ir.Expr, v *ir.Var) bool {
	found := false
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || x.Op == ir.OpVar && x.Var == v
		return !found
	})
	return found
}
