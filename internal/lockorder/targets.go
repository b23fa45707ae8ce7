package lockorder

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// targets knows which functions a call may be of.
type targets struct {
	*program
	kept     map[*types.Var][]ssa.Value     // functions that fields and package variables hold, or what they lead to
	passed   map[*ssa.Parameter][]ssa.Value // what calls pass for a parameter
	concrete []types.Type                   // types whose values are in interfaces
	behind   map[invocation][]*ssa.Function
}

// An invocation is a method of an interface type.
type invocation struct {
	iface  *types.Interface
	method *types.Func
}

// A target is a function that a call may be of, with the arguments by its parameters.
type target struct {
	fn   *ssa.Function
	args []ssa.Value
}

// A callees is what is known of a call.
type callees struct {
	all []target
	// param is what is called, if that is a parameter: the callers tell.
	param *ssa.Parameter
	sure  bool // it is this one function
	rest  bool // it may be others, too
}

func findTargets(p *program) *targets {
	t := &targets{program: p, kept: map[*types.Var][]ssa.Value{}, passed: map[*ssa.Parameter][]ssa.Value{}, behind: map[invocation][]*ssa.Function{}}
	seen := map[types.Type]bool{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.Store:
					t.keep(instr.Addr, instr.Val)
				case *ssa.MapUpdate:
					t.keep(instr.Map, instr.Value)
				case *ssa.MakeInterface:
					if typ := instr.X.Type(); !seen[typ] {
						seen[typ] = true
						t.concrete = append(t.concrete, typ)
					}
				case ssa.CallInstruction:
					t.pass(instr.Common())
				}
			}
		}
	}
	return t
}

// keep notes what is stored, if it may be functions.
func (t *targets) keep(at, v ssa.Value) {
	if holder := holderOf(t.Target(at)); holder != nil && hasFunctions(v.Type(), 0) {
		t.kept[holder] = append(t.kept[holder], v)
	}
}

func (t *targets) pass(c *ssa.CallCommon) {
	fn := memory.Callee(c)
	if fn == nil || !t.bodies[fn] {
		return
	}
	for i, arg := range c.Args {
		if i < len(fn.Params) && hasFunctions(arg.Type(), 0) {
			t.passed[fn.Params[i]] = append(t.passed[fn.Params[i]], arg)
		}
	}
}

// hasFunctions reports whether a value of the type is a function, or a slice or map of such.
func hasFunctions(typ types.Type, depth int) bool {
	if depth > 2 {
		return false
	}
	switch u := typ.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Slice:
		return hasFunctions(u.Elem(), depth+1)
	case *types.Map:
		return hasFunctions(u.Elem(), depth+1)
	}
	return false
}

// holderOf returns the field or package variable that a place is in, or that leads to it as a slice or map.
func holderOf(at *memory.Place) *types.Var {
	for ; at.Up != nil; at = at.Up {
		if at.Step.Kind == memory.ToField {
			return at.Step.Field
		}
	}
	if g, ok := at.Root.Value.(*ssa.Global); ok {
		v, _ := g.Object().(*types.Var)
		return v
	}
	return nil
}

// of returns what a call may be of.
func (t *targets) of(c *ssa.CallCommon) callees {
	if c.IsInvoke() {
		return t.invoked(c)
	}
	if fn := memory.Callee(c); fn != nil && memory.BoundMethod(c.Value) == nil {
		return callees{all: []target{{fn, c.Args}}, sure: true}
	}
	if param, ok := c.Value.(*ssa.Parameter); ok {
		return callees{param: param}
	}
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return callees{}
	}
	found := callees{}
	t.collect(c.Value, c.Args, &found, map[ssa.Value]bool{})
	found.sure = len(found.all) == 1 && !found.rest
	return found
}

// collect collects the functions that a value may be.
func (t *targets) collect(v ssa.Value, args []ssa.Value, found *callees, seen map[ssa.Value]bool) {
	if seen[v] || memory.IsNil(v) {
		return
	}
	seen[v] = true
	if fn := t.functionOf(v); fn != nil {
		if m, ok := v.(*ssa.MakeClosure); ok && memory.BoundMethod(v) != nil {
			args = slices.Concat(m.Bindings, args)
		}
		found.all = append(found.all, target{fn, args})
		return
	}
	more := func(vs ...ssa.Value) {
		for _, w := range vs {
			t.collect(w, args, found, seen)
		}
	}
	switch v := v.(type) {
	case *ssa.Phi:
		more(v.Edges...)
	case *ssa.ChangeType:
		more(v.X)
	case *ssa.Parameter:
		if fn := v.Parent(); t.open[fn] || len(t.passed[v]) == 0 {
			found.rest = true
		}
		more(t.passed[v]...)
	case *ssa.Slice:
		t.elements(v.X, found, more)
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			more(v.Call.Args...)
			return
		}
		found.rest = true
	case *ssa.MakeMap, *ssa.MakeSlice:
	default:
		t.loaded(v, found, more)
	}
}

// loaded collects what a variable may hold.
func (t *targets) loaded(v ssa.Value, found *callees, more func(...ssa.Value)) {
	if x, ok := v.(*ssa.Extract); ok {
		if next, ok := x.Tuple.(*ssa.Next); ok {
			if r, ok := next.Iter.(*ssa.Range); ok {
				v = r.X
			}
		}
	}
	at := t.Target(v)
	if at.Up == nil {
		if w := at.Root.Value; w != v {
			more(w)
			return
		}
	}
	holder := holderOf(at)
	if holder == nil || len(t.kept[holder]) == 0 {
		found.rest = true
		return
	}
	if holder.Exported() {
		found.rest = true
	}
	more(t.kept[holder]...)
}

// elements collects what an array holds that a slice is made of.
func (t *targets) elements(array ssa.Value, found *callees, more func(...ssa.Value)) {
	a, ok := array.(*ssa.Alloc)
	if !ok {
		t.loaded(array, found, more)
		return
	}
	for _, use := range *a.Referrers() {
		if at, ok := use.(*ssa.IndexAddr); ok {
			for _, store := range *at.Referrers() {
				if s, ok := store.(*ssa.Store); ok {
					more(s.Val)
				}
			}
		}
	}
}

// invoked returns the methods that may be behind an interface: those of the types whose values the code puts into one. Of
// interfaces that other modules declare nobody knows.
func (t *targets) invoked(c *ssa.CallCommon) callees {
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	if !ok || c.Method.Pkg() == nil || !t.pkgs[c.Method.Pkg()] {
		return callees{rest: true}
	}
	found := callees{rest: c.Method.Exported()}
	for _, fn := range t.implementers(c, iface) {
		found.all = append(found.all, target{fn, slices.Concat([]ssa.Value{c.Value}, c.Args)})
	}
	found.sure = len(found.all) == 1
	return found
}

// implementers finds the methods, once for each method of an interface type.
func (t *targets) implementers(c *ssa.CallCommon, iface *types.Interface) []*ssa.Function {
	key := invocation{iface, c.Method}
	if known, ok := t.behind[key]; ok {
		return known
	}
	var all []*ssa.Function
	for _, typ := range t.concrete {
		if !types.Implements(typ, iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(typ, true, c.Method.Pkg(), c.Method.Name())
		method, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		if fn := c.Value.Parent().Prog.FuncValue(method.Origin()); fn != nil && !slices.Contains(all, fn) {
			all = append(all, fn)
		}
	}
	slices.SortFunc(all, func(a, b *ssa.Function) int {
		return cmp.Or(t.comparePositions(a.Pos(), b.Pos()), cmp.Compare(a.Name(), b.Name()))
	})
	t.behind[key] = all
	return all
}
