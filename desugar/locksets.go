package desugar

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// A lockPath is a lock that a function may acquire, as far as its caller can tell: in what a parameter points to, in a
// package variable, or in some object of a type.
type lockPath struct {
	param  int          // the parameter's number, or -1
	global *types.Var   // or a package variable
	typ    types.Type   // or any object of this type
	slice  bool         // which is an element of a slice
	steps  []*types.Var // fields; nil for some element of an array
}

func (p lockPath) key() string {
	var b strings.Builder
	fmt.Fprint(&b, p.param)
	switch {
	case p.global != nil:
		fmt.Fprintf(&b, " %s@%d", p.global.Name(), p.global.Pos())
	case p.param < 0:
		fmt.Fprintf(&b, " %s %t", types.TypeString(types.Unalias(p.typ), nil), p.slice)
	}
	for _, f := range p.steps {
		if f == nil {
			b.WriteString("[]")
		} else {
			fmt.Fprintf(&b, ".%s@%d", f.Name(), f.Pos())
		}
	}
	return b.String()
}

// lockFree checks at a call that is replaced by a contract that the goroutine holds no lock which the callee may
// acquire, but those that the callee requires to be held: the callee was checked on that understanding.
func (t *translator) lockFree(inv *invocation, fn *ssa.Function, spec *annot.FuncSpec, args []*ir.Expr) {
	held := t.heldBy(parameters(fn), args, spec)
	for _, path := range t.mayAcquire(fn) {
		t.pathFree(path, inv, functionName(fn), held)
	}
	t.passedLockFree(inv, held)
}

// passedLockFree is lockFree for the functions that the callee gets, and may call before it returns.
func (t *translator) passedLockFree(inv *invocation, held []lockVars) {
	for i, a := range inv.args {
		if a.fn == nil || inv.argv[i] == nil || t.prog.leavesForLater(inv.common, inv.argv[i]) {
			continue
		}
		fn, call := a.fn.fn, &invocation{pos: inv.pos}
		if mc, ok := inv.argv[i].(*ssa.MakeClosure); ok && isWrapper(fn) { // a method of a value, which is the one argument that is known
			if obj, ok := fn.Object().(*types.Func); ok && t.prog.ssa.FuncValue(obj) != nil {
				fn, call.args, call.argv = t.prog.ssa.FuncValue(obj), a.fn.bindings, mc.Bindings
			}
		}
		t.functionLockFree(fn, call, functionName(fn), held)
	}
}

// functionLockFree is lockFree for a function that the call may run, of which only the first arguments are known.
func (t *translator) functionLockFree(fn *ssa.Function, call *invocation, name string, held []lockVars) {
	for _, path := range t.mayAcquire(fn) {
		if path.param >= len(call.args) {
			path.param, path.typ = -1, deref(fn.Params[path.param].Type())
		}
		t.pathFree(path, call, name, held)
	}
}

// calledWith notes what lockFree checks at calls of the function under translation, if they are replaced by a contract or stand
// apart, or what methodsLockFree does at those of the interface's method that it is checked for.
func (t *translator) calledWith(fn *ssa.Function, spec *annot.FuncSpec) {
	if t.out.Called = replaced(fn, spec) || t.prog.apart[fn] || t.refines != nil; !t.out.Called {
		return
	}
	if spec == nil {
		spec = &annot.FuncSpec{}
	}
	params, args := parameters(fn), []*ir.Expr{}
	inv := &invocation{}
	for i, p := range fn.Params {
		args = append(args, ir.V(t.out.Params[i]))
		inv.args, inv.argv = append(inv.args, value{expr: args[i]}), append(inv.argv, p)
	}
	if t.refines != nil {
		params = methodParams(t.refines.method)
		inv.args, inv.argv = inv.args[1:], inv.argv[1:]
	}
	held := t.heldBy(params, args, spec)
	for _, path := range t.mayAcquire(fn) {
		if t.refines != nil {
			path = path.behind(fn)
		}
		l, bound, ok := t.lockAt(path, inv)
		if !ok {
			continue
		}
		except := ir.False
		for _, h := range held {
			except = ir.Or(except, sameLock(l.lockVars, h))
		}
		for _, m := range []*ir.Var{l.holder, l.readers} {
			if m != nil {
				t.out.Acquires = append(t.out.Acquires, ir.LockSet{Map: m, Bound: bound, Keys: l.keys, Except: except})
			}
		}
	}
}

// pathFree checks that the goroutine does not hold the lock that a path stands for, if it is none of those held in any case.
func (t *translator) pathFree(path lockPath, inv *invocation, callee string, held []lockVars) {
	l, bound, ok := t.lockAt(path, inv)
	if !ok {
		t.unsupported(inv.pos, "call of %s: a lock that it may acquire cannot be told", callee)
		return
	}
	l.tid = ir.V(t.out.Tid)
	cond := ir.Not(l.mine())
	for _, h := range held {
		cond = ir.Or(cond, sameLock(l.lockVars, h))
	}
	t.check(ir.Forall(bound, cond, l.holder), ir.Check{
		Kind: ir.CalleeDeadlock, Subject: l.text, Detail: callee, Needed: l.text + " not held",
	})
}

// behind is the path of a method's lock as a call through an interface has it, which has no receiver among its arguments.
func (p lockPath) behind(method *ssa.Function) lockPath {
	switch {
	case p.param == 0:
		p.param, p.typ = -1, deref(method.Params[0].Type())
	case p.param > 0:
		p.param--
	}
	return p
}

func sameLock(l, h lockVars) *ir.Expr {
	if l.holder != h.holder {
		return ir.False
	}
	same := ir.True
	for i, k := range l.keys {
		same = ir.And(same, ir.Eq(k, h.keys[i]))
	}
	return same
}

// lockAt returns the state of the lock that a path stands for at a call, and the variables that range over all objects.
func (t *translator) lockAt(path lockPath, inv *invocation) (l lock, bound []*ir.Var, ok bool) {
	var p place
	any := func(name string, s *ir.Sort) *ir.Var {
		v := &ir.Var{Name: name, Label: name, Sort: s, Kind: ir.BoundVar}
		bound = append(bound, v)
		return v
	}
	switch {
	case path.global != nil:
		p = t.mem.global(path.global)
		l.text = path.global.Name()
	case path.param >= 0:
		if path.param >= len(inv.args) {
			return l, nil, false
		}
		x := inv.args[path.param]
		l.text = t.locationBase(inv.argv[path.param])
		switch {
		case x.at != nil:
			p = *x.at
		case x.expr != nil:
			p = t.mem.deref(t.stable(x.expr), deref(inv.argv[path.param].Type()))
		default:
			return l, nil, false
		}
	default:
		r := any("r", ir.Ref)
		p = t.mem.deref(ir.V(r), path.typ)
		if path.slice {
			p = t.mem.element(ir.V(r), ir.V(any("i", intSort)), path.typ)
		}
		l.text = "a " + typeName(path.typ)
	}
	for _, f := range path.steps {
		_, isStruct := p.typ.Underlying().(*types.Struct)
		switch {
		case p.isLocal():
			return l, nil, false
		case f == nil && arrayType(p.typ) != nil:
			p = t.mem.index(p, ir.V(any(fmt.Sprintf("i%d", len(bound)), intSort)))
			l.text += "[…]"
		case f != nil && isStruct:
			p = t.mem.field(p, f)
			if !f.Embedded() {
				l.text += "." + f.Name()
			}
		default:
			return l, nil, false
		}
	}
	vars, err := t.mem.lock(p)
	l.lockVars = vars
	return l, bound, err == nil
}

// heldBy returns the locks that the callee requires its caller to hold.
func (t *translator) heldBy(params []*types.Var, args []*ir.Expr, spec *annot.FuncSpec) []lockVars {
	values := map[*types.Var]place{}
	for i, v := range params {
		if i < len(args) {
			values[v] = valuePlace(args[i], v.Type())
		}
	}
	env := &specEnv{mem: t.mem, tid: ir.V(t.out.Tid), vars: func(v *types.Var) (place, bool) {
		p, ok := values[v]
		return p, ok
	}}
	var held []lockVars
	for _, c := range spec.Requires {
		for _, x := range heldIn(c.Expr) {
			if p, err := env.locate(x); err == nil {
				if l, err := t.mem.lock(p); err == nil {
					held = append(held, l)
				}
			}
		}
	}
	return held
}

// heldIn returns the locks that a condition says the running goroutine holds.
func heldIn(x annot.Expr) []annot.Expr {
	switch x := x.(type) {
	case *annot.Held:
		return []annot.Expr{x.X}
	case *annot.Binary:
		if x.Op == token.LAND {
			return append(heldIn(x.X), heldIn(x.Y)...)
		}
		if x.Op != token.EQL {
			return nil
		}
		for _, pair := range [2][2]annot.Expr{{x.X, x.Y}, {x.Y, x.X}} {
			h, isHolder := pair[0].(*annot.Holder)
			if _, isTid := pair[1].(*annot.Tid); isHolder && isTid {
				return []annot.Expr{h.X}
			}
		}
	}
	return nil
}

// mayAcquire returns the locks that fn, or what it calls, may acquire, in a fixed order.
func (t *translator) mayAcquire(fn *ssa.Function) []lockPath {
	if paths, ok := t.acquires[fn]; ok {
		return paths
	}
	// Functions that call each other are gone through until nothing new turns up. Paths cannot grow for ever: a field of
	// a field is one of finitely many embedded values.
	found := map[*ssa.Function]map[string]lockPath{}
	for again := true; again; {
		again = false
		seen := map[*ssa.Function]bool{}
		var visit func(fn *ssa.Function)
		visit = func(fn *ssa.Function) {
			if seen[fn] {
				return
			}
			seen[fn] = true
			if found[fn] == nil {
				found[fn] = map[string]lockPath{}
			}
			for _, call := range calls(fn) {
				if call.IsInvoke() && call.Method.FullName() == "(sync.Locker).Lock" {
					for _, p := range t.prog.lockerPaths() {
						if k := p.key(); !has(found[fn], k) {
							found[fn][k], again = p, true
						}
					}
				}
				for _, callee := range t.prog.mayRun(call) {
					if callee != fn {
						visit(callee)
					}
					for _, p := range acquiredBy(call, callee, found) {
						if k := p.key(); !has(found[fn], k) {
							found[fn][k], again = p, true
						}
					}
				}
			}
			for _, f := range passedOn(fn, t.prog.leavesAlone) {
				visit(f)
				for _, p := range acquiredAnyhow(f, found) {
					if k := p.key(); !has(found[fn], k) {
						found[fn][k], again = p, true
					}
				}
			}
		}
		visit(fn)
	}
	var paths []lockPath
	for _, p := range found[fn] {
		paths = append(paths, p)
	}
	slices.SortFunc(paths, func(a, b lockPath) int { return strings.Compare(a.key(), b.key()) })
	t.acquires[fn] = paths
	return paths
}

// passedOn returns the functions that may be called by who knows whom while fn runs: those that it uses as values, and not
// only calls where they stand, has a goroutine run, or uses in some other harmless way.
func passedOn(fn *ssa.Function, harmless func(use ssa.Instruction, v ssa.Value) bool) []*ssa.Function {
	var out []*ssa.Function
	eachValued(fn, func(used *ssa.Function, at ssa.Instruction) {
		mc, isClosure := at.(*ssa.MakeClosure)
		if !isClosure && harmless(at, used) || isClosure && !slices.ContainsFunc(*mc.Referrers(), func(use ssa.Instruction) bool {
			return !harmless(use, mc)
		}) {
			return
		}
		out = append(out, used)
	})
	return out
}

// leavesAlone reports whether an instruction that uses the function v only calls it, has a goroutine run it, or leaves it for
// later.
func (p *Facts) leavesAlone(use ssa.Instruction, v ssa.Value) bool {
	call, ok := use.(*ssa.Call)
	return onlyCalls(use, v) || ok && p.leavesForLater(call.Common(), v)
}

// onlyCalls reports whether an instruction that uses the function v calls it or has a goroutine run it, and does nothing else
// with it.
func onlyCalls(use ssa.Instruction, v ssa.Value) bool {
	switch use := use.(type) {
	case *ssa.DebugRef:
		return true
	case ssa.CallInstruction:
		return startedBy(use) == v || use.Common().Value == v && !slices.Contains(use.Common().Args, v)
	}
	return false
}

// acquiredAnyhow returns the locks that fn may acquire, whatever it is called with.
func acquiredAnyhow(fn *ssa.Function, found map[*ssa.Function]map[string]lockPath) []lockPath {
	if obj := object(fn); fn.Blocks == nil && obj != nil && lockMethod(obj) && mayTake(obj.Name()) {
		return []lockPath{{param: -1, typ: deref(obj.Signature().Recv().Type())}}
	}
	var out []lockPath
	for _, p := range found[fn] {
		if p.param >= 0 {
			p.typ, p.param = deref(fn.Params[p.param].Type()), -1
		}
		out = append(out, p)
	}
	return out
}

func has(m map[string]lockPath, k string) bool {
	_, ok := m[k]
	return ok
}

// calls returns the calls that fn makes itself: not those of the goroutines that it starts.
func calls(fn *ssa.Function) []*ssa.CallCommon {
	var out []*ssa.CallCommon
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Call:
				out = append(out, &instr.Call)
			case *ssa.Defer:
				out = append(out, &instr.Call)
			}
		}
	}
	return out
}

// acquiredBy returns the locks that a call may acquire, from the point of view of the function that makes it.
func acquiredBy(call *ssa.CallCommon, callee *ssa.Function, found map[*ssa.Function]map[string]lockPath) []lockPath {
	if obj := object(callee); obj != nil && obj.Pkg() != nil && (obj.Pkg().Path() == "sync" || believedMethod(obj)) {
		if lockMethod(obj) && mayTake(obj.Name()) || obj.FullName() == "(*sync.Once).Do" {
			return []lockPath{pathOf(call.Args[0])}
		}
		return nil
	}
	var out []lockPath
	for _, p := range found[callee] {
		if call.IsInvoke() {
			p = p.behind(callee)
		}
		if p.param >= 0 {
			if p.param >= len(call.Args) {
				continue
			}
			inner := pathOf(call.Args[p.param])
			inner.steps = slices.Concat(inner.steps, p.steps)
			p = inner
		}
		out = append(out, p)
	}
	return out
}

// pathOf returns the path of the variable that the pointer v points to.
func pathOf(v ssa.Value) lockPath {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		p := pathOf(v.X)
		p.steps = append(slices.Clone(p.steps), fieldOf(v))
		return p
	case *ssa.IndexAddr:
		if _, ok := v.X.Type().Underlying().(*types.Slice); ok {
			return lockPath{param: -1, typ: deref(v.Type()), slice: true}
		}
		p := pathOf(v.X)
		p.steps = append(slices.Clone(p.steps), nil)
		return p
	case *ssa.Global:
		if g, ok := v.Object().(*types.Var); ok {
			return lockPath{param: -1, global: g}
		}
	case *ssa.Parameter:
		return lockPath{param: slices.Index(v.Parent().Params, v)}
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			if p, ok := spilled(a); ok {
				return pathOf(p)
			}
		}
	}
	return lockPath{param: -1, typ: deref(v.Type())}
}

// spilled returns the parameter that the variable a holds, if it never holds anything else.
func spilled(a *ssa.Alloc) (*ssa.Parameter, bool) {
	var only *ssa.Parameter
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			p, ok := use.Val.(*ssa.Parameter)
			if !ok || only != nil || use.Addr != a {
				return nil, false
			}
			only = p
		default:
			return nil, false
		}
	}
	return only, only != nil
}
