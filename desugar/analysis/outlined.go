package analysis

import (
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// Sizes are in instructions of go/ssa, once calls are inlined.
const (
	maxWhole = 400     // of a function of which all calls are inlined
	maxPart  = 60      // of a callee that is inlined in a larger one
	maxLent  = 200     // of such a callee that counts on its callers to have a variable, which it does only if all its calls are inlined
	maxTold  = 450     // of such a callee of whose results they know more if all its calls are inlined
	endless  = 1 << 20 // of a function that calls itself
)

// sizes tells how large functions are with all that they call inlined.
type sizes struct {
	prog   *Facts
	of     map[*ssa.Function]int
	active map[*ssa.Function]bool
	// rest are the sizes with nothing inlined of what calls itself.
	rest map[*ssa.Function]int
}

func (p *Facts) findSizes() {
	p.recursive = p.findRecursive()
	s := &sizes{prog: p, of: map[*ssa.Function]int{}, active: map[*ssa.Function]bool{}, rest: map[*ssa.Function]int{}}
	for _, path := range p.Paths {
		for _, fn := range p.Packages[path].sourceFunctions() {
			s.size(fn)
		}
	}
	p.sizes, p.sizesApart = s.of, s.rest
}

func (s *sizes) size(fn *ssa.Function) int {
	if n, ok := s.of[fn]; ok {
		return n
	}
	if s.active[fn] {
		return endless
	}
	s.active[fn] = true
	defer delete(s.active, fn)
	n := 0
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.DebugRef); !ok {
				n++
			}
		}
	}
	rest := n
	for callee := range s.prog.inlined(fn) {
		n += s.size(callee)
		if !s.prog.recursive[callee] {
			rest += s.rest[callee]
		}
	}
	for lit := range s.prog.inPlace(fn) {
		if size := s.size(lit); size >= endless {
			n = endless
		}
	}
	s.of[fn], s.rest[fn] = min(n, endless), min(rest, endless)
	return s.of[fn]
}

// inlined visits the functions whose bodies may take the place of the calls in fn.
func (p *Facts) inlined(fn *ssa.Function) iter.Seq[*ssa.Function] {
	return func(yield func(*ssa.Function) bool) {
		for _, call := range AllCalls(fn) {
			for _, callee := range p.Callees(call) {
				if callee.Blocks != nil && !Replaced(callee, p.ContractOf(callee)) && !yield(callee) {
					return
				}
			}
		}
	}
}

// findRecursive returns the functions that call themselves, by way of others and of function literals that these pass
// to what calls them, too. The algorithm is Tarjan's.
func (p *Facts) findRecursive() map[*ssa.Function]bool {
	found := map[*ssa.Function]bool{}
	number, low, onStack := map[*ssa.Function]int{}, map[*ssa.Function]int{}, map[*ssa.Function]bool{}
	var stack []*ssa.Function
	var visit func(*ssa.Function)
	visit = func(fn *ssa.Function) {
		number[fn] = len(number) + 1
		low[fn] = number[fn]
		stack, onStack[fn] = append(stack, fn), true
		follow := func(callee *ssa.Function) {
			if callee == fn {
				found[fn] = true
			}
			if number[callee] == 0 {
				visit(callee)
				low[fn] = min(low[fn], low[callee])
			} else if onStack[callee] {
				low[fn] = min(low[fn], number[callee])
			}
		}
		for callee := range p.inlined(fn) {
			follow(callee)
		}
		for lit := range p.inPlace(fn) {
			follow(lit)
		}
		if low[fn] < number[fn] {
			return
		}
		first := slices.Index(stack, fn)
		for _, member := range stack[first:] {
			found[member] = found[member] || len(stack)-first > 1
			delete(onStack, member)
		}
		stack = stack[:first]
	}
	for _, path := range p.Paths {
		for _, fn := range p.Packages[path].sourceFunctions() {
			if number[fn] == 0 {
				visit(fn)
			}
		}
	}
	return found
}

// inPlace visits the function literals of fn that fn passes to what calls them before it returns: their bodies are
// among what is inlined in fn, though fn does not call them itself. So a function calls itself that a literal of its
// own calls, as those do that walk a tree by way of ast.Inspect.
func (p *Facts) inPlace(fn *ssa.Function) iter.Seq[*ssa.Function] {
	return func(yield func(*ssa.Function) bool) {
		for _, call := range AllCalls(fn) {
			callee := call.StaticCallee()
			if callee == nil {
				continue
			}
			for i, arg := range call.Args {
				if lit := literal(arg); lit != nil && lit.Parent() == fn && (IsLoopBody(lit) || p.callsBack(callee, i)) && !yield(lit) {
					return
				}
			}
		}
	}
}

// literal returns the function literal that v is, as far as the instruction tells; nil: it is none.
func literal(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	}
	return nil
}

// callsBack reports whether fn calls its parameter i itself.
func (p *Facts) callsBack(fn *ssa.Function, i int) bool {
	if obj := Object(fn); obj != nil && fn.Blocks == nil {
		at, ok := Callbacks[obj.FullName()]
		return ok && at == i
	}
	if fn.Blocks == nil || i >= len(fn.Params) {
		return false
	}
	return slices.ContainsFunc(AllCalls(fn), func(call *ssa.CallCommon) bool {
		load, ok := call.Value.(*ssa.UnOp)
		return call.Value == fn.Params[i] || ok && beginsWith(load.X, fn.Params[i])
	})
}

// beginsWith reports whether a variable begins with the value of a parameter.
func beginsWith(v ssa.Value, param *ssa.Parameter) bool {
	a, ok := v.(*ssa.Alloc)
	return ok && slices.ContainsFunc(*param.Referrers(), func(use ssa.Instruction) bool {
		s, ok := use.(*ssa.Store)
		return ok && s.Addr == a
	})
}

// CutUp reports whether calls of large callees of fn are outlined, where it is checked by itself.
func (p *Facts) CutUp(fn *ssa.Function) bool {
	spec := p.ContractOf(fn)
	return p.sizes[fn] > maxWhole && (spec == nil || spec.Performs == nil) && !IsInit(fn)
}

// OnlyRecursive reports whether, of what a function calls that is cut up, only calls of functions that call themselves
// have to be outlined: with all else inlined it is small enough.
func (p *Facts) OnlyRecursive(fn *ssa.Function) bool { return p.sizesApart[fn] <= maxWhole }

// IsRecursive reports whether a function calls itself, by way of others, too.
func (p *Facts) IsRecursive(fn *ssa.Function) bool { return p.recursive[fn] }

// findOutlined returns the functions that some call from a function that is cut up is a step of its own for.
func (p *Facts) findOutlined() map[*ssa.Function]bool {
	apart, seen := map[*ssa.Function]bool{}, map[bool]map[*ssa.Function]bool{false: {}, true: {}}
	touching := p.rightsTouching()
	var visit func(fn *ssa.Function, onlyRecursive bool)
	visit = func(fn *ssa.Function, onlyRecursive bool) {
		if seen[onlyRecursive][fn] {
			return
		}
		seen[onlyRecursive][fn] = true
		for _, lit := range fn.AnonFuncs {
			visit(lit, onlyRecursive)
		}
		for _, call := range AllCalls(fn) {
			for _, callee := range p.Callees(call) {
				switch {
				case Replaced(callee, p.ContractOf(callee)):
				case onlyRecursive && !p.recursive[callee]:
					visit(callee, true)
				case apart[callee]:
				case !touching[callee] && p.canBeOutlined(callee) && p.separatesLocks(callee):
					apart[callee] = true
					if isInstance(callee) {
						apart[p.CheckedFor(callee)] = true
					}
				default:
					visit(callee, onlyRecursive)
				}
			}
		}
	}
	for _, path := range p.Paths {
		for _, fn := range p.Packages[path].sourceFunctions() {
			if p.CutUp(fn) {
				visit(fn, p.OnlyRecursive(fn))
			}
		}
	}
	return apart
}

// separatesLocks reports whether a function, or what is checked in its place, gives back no lock that it holds from the beginning.
func (p *Facts) separatesLocks(fn *ssa.Function) bool {
	checked := p.CheckedFor(fn)
	return len(p.heldApart(checked)) == 0 || p.Separable(checked)
}

// rightsTouching returns the functions that are not separable whatever they hold: they, or what they call or pass on,
// close a channel or call Done, say. One pass over the program tells, where a walk from each function is too slow for a
// large one.
func (p *Facts) rightsTouching() map[*ssa.Function]bool {
	users := map[*ssa.Function][]*ssa.Function{}
	var reached, found []*ssa.Function
	known, touching := map[*ssa.Function]bool{}, map[*ssa.Function]bool{}
	reach := func(fn *ssa.Function) {
		if !known[fn] {
			known[fn] = true
			reached = append(reached, fn)
		}
	}
	for _, path := range p.Paths {
		for _, fn := range p.Packages[path].sourceFunctions() {
			reach(fn)
		}
	}
	for len(reached) > 0 {
		fn := reached[len(reached)-1]
		reached = reached[:len(reached)-1]
		itself := !p.eachSeparated(fn, nil, func(used *ssa.Function) bool {
			users[used] = append(users[used], fn)
			reach(used)
			return true
		})
		if itself {
			touching[fn] = true
			found = append(found, fn)
		}
	}
	for len(found) > 0 {
		fn := found[len(found)-1]
		found = found[:len(found)-1]
		for _, user := range users[fn] {
			if !touching[user] {
				touching[user] = true
				found = append(found, user)
			}
		}
	}
	return touching
}

// canBeOutlined reports whether calls of fn from functions that are cut up may be steps of their own, if it is separable.
func (p *Facts) canBeOutlined(fn *ssa.Function) bool {
	if p.sizes[fn] <= maxPart || p.sizes[fn] <= maxLent && p.needsVariable(fn) || p.sizes[fn] <= maxTold && p.losesResults(fn) || len(p.lent[fn]) > 0 || p.getMethods[fn] || Object(fn) == nil || fn.Parent() != nil || IsInit(fn) || p.InfoOf(fn) == nil {
		return false
	}
	if obj := Object(fn); IsTrustedMethod(obj) {
		return false
	}
	if isInstance(fn) && !p.abstractTypes.is[fn] && (!p.isRenamed(fn) || !p.canBeOutlined(p.CheckedFor(fn)) || p.needsVariable(p.CheckedFor(fn))) {
		return false
	}
	spec := p.ContractOf(fn)
	return spec == nil || saysOnlyWhatHolds(spec)
}

// isRenamed reports whether an instance is what is checked in its place but for the names of abstract types: each type
// argument is such a type, and no two are the same. An instance with any other type argument has places that are one,
// and are told apart in what is checked.
func (p *Facts) isRenamed(fn *ssa.Function) bool {
	if !p.abstractTypes.is[p.CheckedFor(fn)] || len(fn.TypeArgs()) == 0 {
		return false
	}
	seen := map[*types.Named]bool{}
	for _, arg := range fn.TypeArgs() {
		n, ok := types.Unalias(arg).(*types.Named)
		if !ok || !isAbstract(n) || seen[n] {
			return false
		}
		seen[n] = true
	}
	return true
}

// needsVariable reports whether a function counts on its callers to have a variable that is no struct, which it does
// only as long as its body takes the place of all calls.
func (p *Facts) needsVariable(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Params, p.IsVariable)
}

// losesResults reports whether a call of a function that is a step of its own does not tell what a slice or map is that
// it returns: a part of what its callers have, or of what is guarded by locks that they hold, or a new one.
func (p *Facts) losesResults(fn *ssa.Function) bool {
	if !p.CalledByName(fn) || p.CalledByOthers(fn) && p.ContractOf(fn) != nil {
		return false
	}
	for r := range fn.Signature.Results().Variables() {
		switch r.Type().Underlying().(type) {
		case *types.Slice, *types.Map:
			return true
		}
	}
	return false
}

// AgreesWithChecked reports whether a function counts on its callers for what the function counts on that is checked in its place.
func (p *Facts) AgreesWithChecked(fn *ssa.Function) bool {
	checked := p.CheckedFor(fn)
	if checked == fn {
		return true
	}
	if p.CallersSynchronise(fn) != p.CallersSynchronise(checked) || p.WritesPlain(fn) != p.WritesPlain(checked) {
		return false
	}
	for i, param := range fn.Params {
		other := checked.Params[i]
		if p.CountsOn(param) != p.CountsOn(other) || p.LetsKnow(param) != p.LetsKnow(other) || p.TakesOver(param) != p.TakesOver(other) ||
			!slices.Equal(p.LocksExpected(fn, param), p.LocksExpected(checked, other)) {
			return false
		}
	}
	return true
}

// saysOnlyWhatHolds reports whether a contract asks for something that holds at calls and says nothing else: no steps, no
// locks kept, and nothing handed over, as local objects would be, which the callee may write and publish.
func saysOnlyWhatHolds(spec *annot.FuncSpec) bool {
	if spec.Performs != nil || spec.Pure || spec.Trusted || len(spec.Returns)+len(spec.Takes)+len(spec.PanicsIf) > 0 {
		return false
	}
	local := false
	for _, c := range spec.Requires {
		annot.Walk(c.Expr, func(x annot.Expr) bool {
			_, is := x.(*annot.Local)
			local = local || is
			return !local
		})
	}
	return !local
}

// Separable reports whether fn, with all that it calls or passes on, leaves alone what its callers may have a right to
// beside memory, to close channels and to call Done, and whether it gives back no lock that it holds from the
// beginning: it unlocks none of the fields and variables that its requires clauses name, or that it counts on its
// callers to hold, and waits for no Cond if there are any.
func (p *Facts) Separable(fn *ssa.Function) bool { return p.separable(fn, p.heldApart(fn)) }

// KeepsLocks reports whether fn is separable and releases no lock at all, so none that its callers hold.
func (p *Facts) KeepsLocks(fn *ssa.Function) bool {
	return p.separable(fn, map[*types.Var]bool{nil: true})
}

// separable is Separable with the locks held; nil stands for any.
func (p *Facts) separable(fn *ssa.Function, held map[*types.Var]bool) bool {
	seen := map[*ssa.Function]bool{}
	var visit func(*ssa.Function) bool
	visit = func(fn *ssa.Function) bool {
		if seen[fn] {
			return true
		}
		seen[fn] = true
		return p.eachSeparated(fn, held, visit)
	}
	return visit(fn)
}

// eachSeparated visits what fn calls or passes on. It reports whether fn itself leaves alone what Separable says, with
// the locks held, and all visits returned true. It need not visit the rest if not.
func (p *Facts) eachSeparated(fn *ssa.Function, held map[*types.Var]bool, visit func(*ssa.Function) bool) bool {
	leaves := true
	eachValued(fn, func(used *ssa.Function, _ ssa.Instruction) {
		leaves = leaves && visit(used)
	})
	if !leaves || fn.Blocks == nil && len(held) > 0 && IsLockFunction(fn) {
		return false
	}
	for _, call := range AllCalls(fn) {
		if b, ok := call.Value.(*ssa.Builtin); ok && b.Name() == "close" {
			return false
		}
		for _, callee := range p.callees(call) {
			if !p.leavesRights(call, Object(callee), held) || callee.Blocks != nil && !visit(callee) {
				return false
			}
		}
		leaves = leaves && !slices.ContainsFunc(p.ArrangedMethods(call), func(m *ssa.Function) bool { return !visit(m) })
	}
	return leaves
}

// leavesRights reports whether a call, if it is of an operation of sync, leaves alone what separable says. The locks held are
// given.
func (p *Facts) leavesRights(call *ssa.CallCommon, op *types.Func, held map[*types.Var]bool) bool {
	if op == nil || op.Signature().Recv() == nil {
		return true
	}
	if LockMethod(op) {
		path := p.PathOf(call.Args[0])
		lock := path.Global
		if n := len(path.Steps); n > 0 {
			lock = path.Steps[n-1]
		}
		return len(held) == 0 || slices.Contains(Acquiring, op.Name()) || lock != nil && !held[nil] && !held[p.Field(lock)]
	}
	recv, ok := types.Unalias(Deref(op.Signature().Recv().Type())).(*types.Named)
	switch {
	case !ok:
		return true
	case annot.IsErrGroup(recv):
		return false
	case op.Pkg().Path() != "sync":
		return true
	}
	switch recv.Obj().Name() {
	case "WaitGroup", "Once":
		return false
	case "Cond":
		return len(held) == 0
	}
	return true
}

// locksNamed adds the fields and variables of the locks that a condition speaks of.
func (p *Facts) locksNamed(x annot.Expr, locks map[*types.Var]bool) {
	for _, at := range locksAt(x) {
		locks[p.lockVariable(at)] = true
	}
}

// locksAt returns what the locks are called that a condition says are held.
func locksAt(x annot.Expr) (all []annot.Expr) {
	annot.Walk(x, func(x annot.Expr) bool {
		switch x := x.(type) {
		case *annot.Held:
			all = append(all, x.X)
		case *annot.Holder:
			all = append(all, x.X)
		}
		return true
	})
	return all
}

// lockVariable returns the field or package variable that the lock at x is, or is an element of; nil if it may be any.
func (p *Facts) lockVariable(x annot.Expr) *types.Var {
	switch x := x.(type) {
	case *annot.Select:
		return p.Field(x.Field)
	case *annot.Index:
		return p.lockVariable(x.X)
	case *annot.Var:
		if IsPackageVar(x.Obj) {
			return x.Obj
		}
	}
	return nil
}

// AllCalls returns the calls that fn makes, those of the goroutines that it starts included.
func AllCalls(fn *ssa.Function) []*ssa.CallCommon {
	var out []*ssa.CallCommon
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				out = append(out, call.Common())
			}
		}
	}
	return out
}
