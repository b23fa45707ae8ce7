package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// call does what a call means. That of a defer statement is taken to happen where the statement is.
func (s *solver) call(fn *ssa.Function, call *ssa.CallCommon, results []value, spawned bool) {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		s.builtin(fn, b, call, results)
		return
	}
	var args []value
	for _, a := range call.Args {
		args = append(args, s.value(a))
		if spawned {
			s.keep(s.value(a))
		}
	}
	callee := call.StaticCallee()
	if callee != nil && s.fromPool(fn, callee, call.Args, results) {
		return
	}
	_, closure := call.Value.(*ssa.MakeClosure)
	if callee != nil && !closure {
		s.static(fn, callee, args, results, spawned)
		return
	}
	v := s.value(call.Value)
	if spawned {
		s.keep(v)
	}
	method := direct
	if call.IsInvoke() {
		method = call.Method.Id()
	}
	s.sites = append(s.sites, &site{
		in: fn, node: s.one(v), method: method, args: args, results: results, spawned: spawned, locked: s.locked, applied: map[string]bool{},
	})
}

// keep says that a goroutine has what a value leads to.
func (s *solver) keep(v value) {
	for _, n := range v.nodes {
		s.set(n, kept)
	}
}

// static is a call of a function that is known.
func (s *solver) static(fn, callee *ssa.Function, args, results []value, spawned bool) {
	instance := callee
	if callee.Origin() != nil {
		callee = callee.Origin()
	}
	if _, ok := s.within[callee]; ok && !spawned {
		for i, p := range callee.Params {
			s.bind(s.value(p), args[i])
		}
		for i, r := range s.within[callee].results {
			s.bind(r, results[i])
		}
		if bare, known := typeArguments(instance); !known || len(bare) > 0 {
			s.unknownCall(fn, s.unit.keyOf(callee), args, results)
		}
		return
	}
	at := s.apply(fn, s.unit.keyOf(callee), args, nil, results, spawned)
	s.methodsOfArguments(instance, at)
}

// fromPool does what Get of a pool does whose New is known.
func (s *solver) fromPool(fn, callee *ssa.Function, args []ssa.Value, results []value) bool {
	if callee.String() != "(*sync.Pool).Get" {
		return false
	}
	key, ok := strings.CutPrefix(s.unit.constantAt(args[0]), pools)
	if !ok {
		return false
	}
	pool := s.only(args[0])
	s.set(pool, written)
	s.bind(results[0], s.load(pool, results[0].labels))
	s.set(s.one(results[0]), opaque)
	s.apply(fn, key, nil, nil, results, false)
	return true
}

// typeArguments returns the types with methods that a generic function is instantiated with, and whether these can be named. What
// it is instantiated with by a generic caller is for the callers of that.
func typeArguments(instance *ssa.Function) (keys []string, known bool) {
	for _, t := range instance.TypeArgs() {
		if _, param := types.Unalias(t).(*types.TypeParam); param || withoutMethods(t) || types.IsInterface(t) {
			continue
		}
		key := typeKey(t)
		if key == "" {
			return nil, false
		}
		keys = append(keys, key)
	}
	return keys, true
}

// methodsOfArguments says of the classes of which a generic function calls methods which types they may be of.
func (s *solver) methodsOfArguments(instance *ssa.Function, at []int32) {
	keys, known := typeArguments(instance)
	for _, n := range at {
		p := s.at(n)
		if !slices.ContainsFunc(p.called, func(c string) bool { return !strings.HasSuffix(c, direct) }) {
			continue
		}
		for _, key := range keys {
			p.bare = add(p.bare, key)
		}
		if !known {
			s.set(n, opaque)
		}
	}
}

// apply does what the summary of a function says. A function without a summary is unknown.
func (s *solver) apply(fn *ssa.Function, key string, args []value, free *int32, results []value, spawned bool) []int32 {
	sum := s.unit.used(key)
	if sum != nil && (len(sum.shape.Params) != len(args) || len(sum.shape.Results) != len(results)) {
		return nil // a function of another type, which is only in the same class
	}
	if sum == nil {
		s.unknownCall(fn, key, args, results)
		if free != nil {
			s.union(*free, s.unknown())
		}
		return nil
	}
	f := &s.within[fn].facts
	if !spawned {
		f.join(facts{waits: sum.Waits, ends: sum.MayEnd, panics: sum.MayPanic, opaque: sum.Opaque})
	}
	at := s.instantiate(&sum.shape, spawned)
	for i, a := range args {
		s.bind(sum.shape.Params[i].value(at), a)
	}
	for i, r := range results {
		s.bind(sum.shape.Results[i].value(at), r)
	}
	if free != nil {
		for _, v := range sum.shape.Free {
			s.bind(v.value(at), s.load(*free, v.Labels))
		}
	}
	return at
}

// instantiate copies the classes of a summary.
func (s *solver) instantiate(sh *shape, spawned bool) []int32 {
	at := make([]int32, len(sh.Nodes))
	for i := range sh.Nodes {
		from := &sh.Nodes[i]
		at[i] = s.fresh()
		to := &s.nodes[at[i]]
		to.flags, to.collapsed, to.types, to.funcs, to.bare, to.nested = flag(from.Flags), from.Collapsed, from.Types, from.Funcs, from.Bare, from.Nested
		to.called = from.Called
		if !s.locked || spawned {
			to.unlocked = from.Unlocked
		} else {
			to.called = mapped(from.Called, asLocked)
		}
		if spawned {
			to.called = mapped(from.Called, asLater)
		}
	}
	for i := range sh.Nodes {
		for _, e := range sh.Nodes[i].Edges {
			s.nodes[at[i]].edges = append(s.nodes[at[i]].edges, edge{e.Label, at[e.To], e.Stored})
		}
	}
	for i := range sh.Nodes {
		if sh.Nodes[i].Flags&uint8(outside) != 0 {
			s.union(at[i], s.unknown())
		}
		for _, name := range sh.Nodes[i].Globals {
			s.union(at[i], s.global(name))
		}
	}
	return at
}

// maxTargets is how many callees are told apart.
const maxTargets = 12

// resolve finds callees of calls in what is known of the classes so far.
func (s *solver) resolve() {
	passed, shared := s.open()
	s.marked = s.changes
	for _, c := range slices.Clone(s.sites) {
		s.resolveSite(c, passed, shared)
	}
	for n := range int32(len(s.nodes)) {
		if s.find(n) == n && len(s.nodes[n].called) > 0 {
			s.resolveCalled(n, passed, shared)
			s.mayPanicWith(n)
		}
	}
}

// mayPanicWith has what is recovered be of the class of what is called: code of the caller may panic with what it has.
func (s *solver) mayPanicWith(n int32) {
	at, ok := s.named[panicked]
	if ok && slices.Contains(s.at(at).globals, recovers) && s.find(at) != s.find(n) {
		s.store(at, "interface", n)
		s.smash(n)
	}
}

// open returns the classes that may hold what callers pass, and those that may hold what anyone has put into global variables.
func (s *solver) open() (passed, shared map[int32]bool) {
	passed, shared = map[int32]bool{}, map[int32]bool{}
	var roots []int32
	for _, fn := range s.fns {
		for _, p := range fn.Params {
			roots = append(roots, s.value(p).nodes...)
		}
		for _, p := range fn.FreeVars {
			roots = append(roots, s.value(p).nodes...)
		}
	}
	s.reachNew(roots, passed, func(int32) {})
	roots = nil
	for name, n := range s.named {
		if !strings.HasPrefix(name, number) {
			roots = append(roots, n)
		}
	}
	if s.out >= 0 {
		roots = append(roots, s.out)
	}
	s.reachNew(roots, shared, func(int32) {})
	return passed, shared
}

func (s *solver) resolveSite(c *site, passed, shared map[int32]bool) {
	once := func(key string, do func()) {
		if !c.applied[key] {
			c.applied[key] = true
			s.changes++
			s.locked = c.locked
			do()
		}
	}
	n := s.find(c.node)
	targets, known := s.targets(n, c.method, passed[n])
	if s.nobody(n, targets, known, passed) || shared[n] {
		once("", func() {
			s.union(c.node, s.unknown())
			s.unknownCall(c.in, s.nameOf(c.in, c.method), c.args, c.results)
		})
		return
	}
	for _, t := range targets {
		once(t, func() { s.applyTarget(c, t) })
	}
	if passed[n] {
		once(all, func() { s.callBack(c) })
	}
}

// targets returns the functions that a call of a class may be of, besides of those that callers pass, and whether that is known.
func (s *solver) targets(n int32, method string, passed bool) (list []string, known bool) {
	p := s.at(n)
	if p.flags&mirrored != 0 {
		return nil, passed && p.flags&(outside|opaque) == 0
	}
	if p.flags&(outside|opaque) != 0 || len(p.funcs)+len(p.types) > maxTargets {
		return nil, false
	}
	if method == direct {
		return p.funcs, true
	}
	for _, t := range p.types {
		if key := methodKey(t, method); !s.unit.lacks(t, key) {
			list = append(list, key)
		}
	}
	for _, t := range p.bare {
		if key := methodKey(t, method); !s.unit.lacks(t, key) {
			list = append(list, key)
		}
	}
	return list, true
}

// applyTarget does what a callee that was found does.
func (s *solver) applyTarget(c *site, key string) {
	args := c.args
	n := s.find(c.node)
	var free *int32
	if c.method == direct {
		free = &n
	} else {
		args = append([]value{s.receiver(n, key)}, args...)
	}
	s.apply(c.in, key, args, free, c.results, c.spawned)
}

// receiver returns the receiver of a method that was found behind an interface.
func (s *solver) receiver(n int32, key string) value {
	sum := s.unit.used(key)
	if sum == nil || len(sum.shape.Params) == 0 {
		return value{}
	}
	if labels := sum.shape.Params[0].Labels; len(s.at(n).bare) == 0 {
		return s.load(n, labels)
	}
	s.smash(n) // it may be the object itself, not a box with it
	return s.load(n, sum.shape.Params[0].Labels)
}

// callBack is a call of code of the caller: it may do with the arguments what it likes, and give back what it has.
func (s *solver) callBack(c *site) {
	refs := false
	for _, v := range slices.Concat(c.args, c.results) {
		for _, m := range v.nodes {
			s.union(m, c.node)
			refs = true
		}
	}
	method := c.method
	if c.spawned {
		method = asLater(method)
	} else if c.locked {
		method = asLocked(method)
	}
	s.addCalled(c.node, method)
	if refs {
		s.smash(c.node)
	}
	if slices.ContainsFunc(c.args, func(v value) bool { return len(v.nodes) > 0 }) {
		s.set(c.node, written)
	}
	s.within[c.in].facts.panics = true
}

// resolveCalled resolves what a callee has called of a class that was passed to it.
func (s *solver) resolveCalled(n int32, passed, shared map[int32]bool) {
	p := &s.nodes[n]
	if p.flags&outside != 0 {
		return
	}
	for _, name := range p.called {
		method, spawned := strings.CutPrefix(name, laterPrefix)
		method, locked := strings.CutPrefix(method, lockedPrefix)
		targets, known := s.targets(n, method, passed[n])
		if known && len(targets)+len(s.at(n).nested) == 0 && slices.Contains(printing, method) && !shared[n] {
			continue // not all that is printed has methods
		}
		if s.nobody(n, targets, known, passed) || shared[n] {
			s.unknownAll(n, s.nameOf(s.fns[0], method))
			return
		}
		if nested := s.at(n).nested; len(nested) > 0 && slices.Contains(printing, method) {
			s.smash(n) // parts of what is printed are printed by their methods
			for _, t := range nested {
				if key := methodKey(t, method); t != anything && !s.unit.lacks(t, key) {
					targets = append(targets, key)
				}
			}
		}
		for _, t := range targets {
			if p := s.at(n); !p.applied[name+t] {
				p.apply(name + t)
				s.changes++
				s.locked = locked
				s.applyAll(n, method, t, spawned)
			}
		}
	}
}

// nobody reports whether a call can only be one of unknown code. What was found to be passed before the last merge says nothing of the
// new class, so that is for the next round.
func (s *solver) nobody(n int32, targets []string, known bool, passed map[int32]bool) bool {
	if s.at(n).flags&(outside|opaque) != 0 {
		return true
	}
	return s.changes == s.marked && (!known || len(targets) == 0 && !passed[n])
}

// printing are the methods that package fmt looks for.
var printing = []string{"Error", "Format", "GoString", "String"}

// laterPrefix marks, in node.called, what is called later or by another goroutine.
const laterPrefix = "go "

func asLater(method string) string {
	return laterPrefix + strings.TrimPrefix(strings.TrimPrefix(method, laterPrefix), lockedPrefix)
}

// lockedPrefix marks, in node.called, what is called while a lock is held.
const lockedPrefix = "locked "

func asLocked(method string) string {
	if strings.HasPrefix(method, laterPrefix) || strings.HasPrefix(method, lockedPrefix) {
		return method
	}
	return lockedPrefix + method
}

func mapped(list []string, as func(string) string) (out []string) {
	for _, method := range list {
		out = add(out, as(method))
	}
	return out
}

// unknownAll gives a class to unknown code that any of the functions may call.
func (s *solver) unknownAll(n int32, what string) {
	s.union(n, s.unknown())
	for _, fn := range s.fns {
		s.unknownCall(fn, what, nil, nil)
	}
}

// applyAll applies a summary where all that is passed, and all results, are of the class of the receiver.
func (s *solver) applyAll(n int32, method, key string, spawned bool) {
	sum := s.unit.used(key)
	if sum == nil {
		s.unknownAll(n, key)
		return
	}
	everything := func(list []root) []value {
		var values []value
		for _, r := range list {
			v := value{labels: r.Labels}
			for range r.Labels {
				v.nodes = append(v.nodes, n)
			}
			values = append(values, v)
		}
		return values
	}
	args := everything(sum.shape.Params)
	var free *int32
	if method == direct {
		free = &n
	} else if len(args) > 0 {
		args[0] = s.receiver(n, key)
	}
	for _, fn := range s.fns {
		s.apply(fn, key, args, free, everything(sum.shape.Results), spawned)
	}
}

// nameOf names a call of which the callee is not known.
func (s *solver) nameOf(fn *ssa.Function, method string) string {
	what := "a function value"
	if method != direct {
		what = "method " + method + " of an interface"
	}
	return what + " in " + s.unit.keyOf(fn)
}

// methodKey names a method of a type as summaries are named. The method is given as in types.Func.Id, which has the package of a name that
// is not exported.
func methodKey(typ, method string) string {
	if own, ok := strings.CutPrefix(method, packageOf(typ)+"."); ok {
		method = own
	}
	return "(" + typ + ")." + method
}

// builtin is a call of a built-in function.
func (s *solver) builtin(fn *ssa.Function, b *ssa.Builtin, call *ssa.CallCommon, results []value) {
	args := call.Args
	switch b.Name() {
	case "append":
		s.writes(args[0])
		s.bind(results[0], s.value(args[0]))
		s.copied(s.one(results[0]), args[0].Type(), args[1])
	case "copy":
		n := s.only(args[0])
		s.writes(args[0])
		s.copied(n, args[0].Type(), args[1])
	case "clear", "close", "delete":
		s.writes(args[0])
	case "recover":
		n := s.global(panicked)
		s.at(n).globals = add(s.at(n).globals, recovers)
		s.bind(results[0], s.load(n, results[0].labels))
	case "String": // which nobody counts on to be memory that is written
		s.lose(s.only(args[0]))
	case "ssa:wrapnilchk", "min", "max", "Add", "Slice", "SliceData", "StringData":
		for _, a := range args {
			s.bind(results[0], s.value(a))
		}
	case "len", "cap", "print", "println", "complex", "real", "imag", "panic":
	default:
		s.unknownCall(fn, b.Name(), values(s, args), results)
	}
}

func values(s *solver, list []ssa.Value) []value {
	var all []value
	for _, v := range list {
		all = append(all, s.value(v))
	}
	return all
}

// copied has a slice hold the elements of another one.
func (s *solver) copied(n int32, t types.Type, from ssa.Value) {
	elems := []string{all}
	if slice, ok := t.Underlying().(*types.Slice); ok {
		elems = s.unit.labels.of(slice.Elem())
	}
	source := s.value(from)
	if len(source.nodes) == 0 || len(elems) == 0 {
		return
	}
	s.put(n, s.load(s.one(source), elems))
}
