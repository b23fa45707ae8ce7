package desugar

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// lockFree checks at a call that is replaced by a contract that the goroutine holds no lock which the callee may
// acquire, but those that the callee requires to be held: the callee was checked on that understanding.
func (t *translator) lockFree(inv *emit.Invocation, fn *ssa.Function, spec *annot.FuncSpec, args []*ir.Expr) {
	held := t.heldBy(paramsOf(fn, spec), args, spec)
	for _, path := range t.mayAcquire(fn) {
		t.pathFree(path, inv, analysis.FunctionName(fn), held)
	}
	t.passedLockFree(inv, held)
}

// passedLockFree is lockFree for the functions that the callee gets, and may call before it returns.
func (t *translator) passedLockFree(inv *emit.Invocation, held []heap.LockVars) {
	for i, a := range inv.Args {
		if a.Fn == nil || inv.Argv[i] == nil || t.prog.CallsAsynchronously(inv.Common, inv.Argv[i]) {
			continue
		}
		fn, call := t.passedFunction(inv, a.Fn, inv.Argv[i])
		t.functionLockFree(fn, call, analysis.FunctionName(fn), held)
	}
}

// functionLockFree is lockFree for a function that the call may run, of which only the first arguments are known.
func (t *translator) functionLockFree(fn *ssa.Function, call *emit.Invocation, name string, held []heap.LockVars) {
	for _, path := range t.mayAcquire(fn) {
		if path.Param >= len(call.Args) {
			path.Param, path.Type = -1, analysis.Deref(fn.Params[path.Param].Type())
		}
		t.pathFree(path, call, name, held)
	}
}

// calledWith notes what lockFree checks at calls of the function under translation, if they are replaced by a contract or stand
// apart, or what methodsLockFree does at those of the interface's method that it is checked for.
func (t *translator) calledWith(fn *ssa.Function, spec *annot.FuncSpec) {
	if t.Out.Called = analysis.Replaced(fn, spec) || t.prog.Outlined[fn] || t.refines != nil; !t.Out.Called {
		return
	}
	if spec == nil {
		spec = &annot.FuncSpec{}
	}
	params, args := parameters(fn), []*ir.Expr{}
	inv := &emit.Invocation{}
	for i, p := range fn.Params {
		args = append(args, ir.V(t.Out.Params[i]))
		inv.Args, inv.Argv = append(inv.Args, emit.Value{Expr: args[i]}), append(inv.Argv, p)
	}
	if t.refines != nil {
		params = methodParams(t.refines.Method)
		inv.Args, inv.Argv = inv.Args[1:], inv.Argv[1:]
	}
	held := t.heldBy(params, args, spec)
	for _, path := range t.mayAcquire(fn) {
		if t.refines != nil {
			path = path.Behind(fn)
		}
		l, bound, ok := t.lockAt(path, inv)
		if !ok {
			continue
		}
		except := ir.False
		for _, h := range held {
			except = ir.Or(except, sameLock(l.LockVars, h))
		}
		if path.Made != nil {
			except = ir.Or(except, ir.Not(t.Mem.MadeFor(ir.V(bound[0]), path.Made)))
		}
		for _, m := range []*ir.Var{l.Holder, l.Readers} {
			if m != nil {
				t.Out.Acquires = append(t.Out.Acquires, ir.LockSet{Map: m, Bound: bound, Keys: l.Keys, Except: except})
			}
		}
	}
}

// pathFree checks that the goroutine does not hold the lock that a path stands for, if it is none of those held in any case.
func (t *translator) pathFree(path analysis.LockPath, inv *emit.Invocation, callee string, held []heap.LockVars) {
	t.pathFreeIf(path, inv, callee, held, nil)
}

// pathFreeIf is pathFree if a condition holds, or is nil.
func (t *translator) pathFreeIf(path analysis.LockPath, inv *emit.Invocation, callee string, held []heap.LockVars, when *ir.Expr) {
	l, bound, ok := t.lockAt(path, inv)
	if !ok {
		t.Unsupported(inv.Pos, "call of %s: it may acquire a lock that Calvin does not know here", callee)
		return
	}
	l.tid = ir.V(t.Out.Tid)
	cond := ir.Not(l.mine())
	for _, h := range held {
		cond = ir.Or(cond, sameLock(l.LockVars, h))
	}
	if path.Made != nil {
		cond = ir.Or(cond, ir.Not(t.Mem.MadeFor(ir.V(bound[0]), path.Made)))
	}
	cond = ir.Forall(bound, cond, l.Holder)
	if when != nil {
		cond = ir.Implies(when, cond)
	}
	t.Check(cond, ir.Check{
		Kind: ir.CalleeDeadlock, Subject: l.text, Detail: callee, Needed: l.text + " not held",
	})
}

func sameLock(l, h heap.LockVars) *ir.Expr {
	if l.Holder != h.Holder {
		return ir.False
	}
	same := ir.True
	for i, k := range l.Keys {
		same = ir.And(same, ir.Eq(k, h.Keys[i]))
	}
	return same
}

// lockAt returns the state of the lock that a path stands for at a call, and the variables that range over all objects.
func (t *translator) lockAt(path analysis.LockPath, inv *emit.Invocation) (l lock, bound []*ir.Var, ok bool) {
	var p heap.Place
	any := func(name string, s *ir.Sort) *ir.Var {
		v := &ir.Var{Name: name, Label: name, Sort: s, Kind: ir.BoundVar}
		bound = append(bound, v)
		return v
	}
	switch {
	case path.Global != nil:
		p = t.Mem.Global(path.Global)
		l.text = path.Global.Name()
	case path.Param >= 0:
		if path.Param >= len(inv.Args) {
			return l, nil, false
		}
		x := inv.Args[path.Param]
		l.text = t.LocationBase(inv.Argv[path.Param])
		switch {
		case x.At != nil:
			p = *x.At
		case x.Expr != nil:
			p = t.Mem.Deref(t.Stable(x.Expr), analysis.Deref(inv.TypeOf(path.Param)))
		default:
			return l, nil, false
		}
	default:
		r := any("r", ir.Ref)
		p = t.Mem.Deref(ir.V(r), path.Type)
		if path.Slice {
			p = t.Mem.Element(ir.V(r), ir.V(any("i", heap.IntSort)), path.Type)
		}
		l.text = "a " + analysis.TypeName(path.Type)
		if path.Made != nil {
			l.text = path.Made.Name() + " of a " + analysis.TypeName(t.prog.OwnerType(path.Made))
		}
	}
	for _, f := range path.Steps {
		_, isStruct := p.Type.Underlying().(*types.Struct)
		switch {
		case p.IsLocal():
			return l, nil, false
		case f == nil && analysis.ArrayType(p.Type) != nil:
			p = t.Mem.Index(p, ir.V(any(fmt.Sprintf("i%d", len(bound)), heap.IntSort)))
			l.text += "[…]"
		case f != nil && isStruct:
			p = t.Mem.Field(p, f)
			if !f.Embedded() {
				l.text += "." + f.Name()
			}
		default:
			return l, nil, false
		}
	}
	vars, err := t.Mem.Lock(p)
	l.LockVars = vars
	return l, bound, err == nil
}

// heldBy returns the locks that the callee requires its caller to hold.
func (t *translator) heldBy(params []*types.Var, args []*ir.Expr, spec *annot.FuncSpec) []heap.LockVars {
	values := map[*types.Var]heap.Place{}
	for i, v := range params {
		if i < len(args) {
			values[v] = heap.ValuePlace(args[i], v.Type())
		}
	}
	env := &eval.Env{Mem: t.Mem, Context: heap.Context{Tid: ir.V(t.Out.Tid), Vars: heap.ScopeOf(values)}}
	var held []heap.LockVars
	for _, c := range spec.Requires {
		for _, x := range heap.HeldIn(c.Expr) {
			if p, err := env.Locate(x); err == nil {
				if l, err := t.Mem.Lock(p); err == nil {
					held = append(held, l)
				}
			}
		}
	}
	return held
}

// mayAcquire returns the locks that fn, or what it calls, may acquire, in a fixed order.
func (t *translator) mayAcquire(fn *ssa.Function) []analysis.LockPath {
	if paths, ok := t.acquires[fn]; ok {
		return paths
	}
	// Functions that call each other are gone through until nothing new turns up. Paths cannot grow for ever: a field of
	// a field is one of finitely many embedded values.
	found := map[*ssa.Function]map[string]analysis.LockPath{}
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
				found[fn] = map[string]analysis.LockPath{}
			}
			for _, call := range analysis.Calls(fn) {
				if call.IsInvoke() && call.Method.FullName() == "(sync.Locker).Lock" {
					for _, p := range t.prog.LockerPaths() {
						if k := p.Key(); !has(found[fn], k) {
							found[fn][k], again = p, true
						}
					}
				}
				for _, callee := range t.prog.MayRun(call) {
					if callee != fn {
						visit(callee)
					}
					for _, p := range t.acquiredBy(call, callee, found) {
						if k := p.Key(); !has(found[fn], k) {
							found[fn][k], again = p, true
						}
					}
				}
			}
			passed := analysis.PassedOn(fn, t.prog.LeavesAlone)
			for _, call := range analysis.Calls(fn) {
				passed = append(passed, t.prog.ArrangedMethods(call)...)
			}
			for _, f := range passed {
				visit(f)
				for _, p := range acquiredAnyhow(f, found) {
					if k := p.Key(); !has(found[fn], k) {
						found[fn][k], again = p, true
					}
				}
			}
		}
		visit(fn)
	}
	var paths []analysis.LockPath
	for _, p := range found[fn] {
		paths = append(paths, p)
	}
	slices.SortFunc(paths, func(a, b analysis.LockPath) int { return strings.Compare(a.Key(), b.Key()) })
	t.acquires[fn] = paths
	return paths
}

// acquiredAnyhow returns the locks that fn may acquire, whatever it is called with.
func acquiredAnyhow(fn *ssa.Function, found map[*ssa.Function]map[string]analysis.LockPath) []analysis.LockPath {
	if obj := analysis.Object(fn); fn.Blocks == nil && obj != nil && analysis.LockMethod(obj) && mayTake(obj.Name()) {
		return []analysis.LockPath{{Param: -1, Type: analysis.Deref(obj.Signature().Recv().Type())}}
	}
	var out []analysis.LockPath
	for _, p := range found[fn] {
		if p.Param >= 0 {
			p.Type, p.Param = analysis.Deref(fn.Params[p.Param].Type()), -1
		}
		out = append(out, p)
	}
	return out
}

func has(m map[string]analysis.LockPath, k string) bool {
	_, ok := m[k]
	return ok
}

// acquiredBy returns the locks that a call may acquire, from the point of view of the function that makes it.
func (t *translator) acquiredBy(call *ssa.CallCommon, callee *ssa.Function, found map[*ssa.Function]map[string]analysis.LockPath) []analysis.LockPath {
	if obj := analysis.Object(callee); obj != nil && obj.Pkg() != nil && (obj.Pkg().Path() == "sync" || analysis.IsTrustedMethod(obj)) {
		if analysis.LockMethod(obj) && mayTake(obj.Name()) || obj.FullName() == "(*sync.Once).Do" {
			return []analysis.LockPath{t.prog.PathOf(call.Args[0])}
		}
		return nil
	}
	var out []analysis.LockPath
	for _, p := range found[callee] {
		if call.IsInvoke() {
			p = p.Behind(callee)
		}
		if p.Param >= 0 {
			if p.Param >= len(call.Args) {
				continue
			}
			inner := t.prog.PathOf(call.Args[p.Param])
			inner.Steps = slices.Concat(inner.Steps, p.Steps)
			p = inner
		}
		out = append(out, p)
	}
	return out
}
