package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// A cache has what its callers give it: entries of type any, say. What these lead to is the callers' business. So an
// interface that lies in memory which somebody guards does not always own what is behind it: it does only where the
// checked code puts pointers to its own plain objects into such interfaces. All other places of interface types are
// opaque: what an interface there leads to is in no region.
//
// Which places are opaque is a guess by the text, one for the whole program, and nothing rests on it: what is stored in
// an opaque place is asserted to be in no region, so nobody writes it who has not made it, and what is read there is
// known to be in none.

// behindInterfaces has, for each place of an interface type, the types of the checked packages' objects to which the
// text puts pointers there: for fields and package variables; for elements, entries of maps and what else is known by
// its address alone, by type; and for parameters and results of functions.
type behindInterfaces struct {
	vars     map[*types.Var][]*types.TypeName
	elems    typeutil.Map // from the interface type
	params   map[*ssa.Parameter][]*types.TypeName
	asserted map[*ssa.Parameter]bool // parameters that are asserted to have some type that is no interface
	results  map[*ssa.Function][][]*types.TypeName
	// generic are the names of the methods of interface types that depend on type parameters: memory of an instance is
	// memory of the generic type.
	generic map[string]bool
}

// OpaqueVariable reports whether what an interface in a field or package variable leads to is in no region.
func (p *Facts) OpaqueVariable(v *types.Var) bool {
	if v == nil || !IsInterface(v.Type()) {
		return false
	}
	v = p.Field(v)
	if p.handedOver[v] || p.handedOverEach[v] {
		return false
	}
	if p.Escapes.Vars[v] { // it is found by its address
		return p.OpaqueElements(v.Type())
	}
	return !p.anyInRegion(p.boxes.vars[v])
}

// OpaqueElements is OpaqueVariable for elements of a type, for keys and values in maps, and for what is known by its address.
func (p *Facts) OpaqueElements(t types.Type) bool {
	if !IsInterface(t) || IsGeneric(t) || p.boxes.generic[methodNames(t)] {
		return false
	}
	all, _ := p.boxes.elems.At(t.Underlying()).([]*types.TypeName)
	return !p.anyInRegion(all)
}

// OpaqueParameter reports whether a function does not count on its callers to have what is behind an interface: no
// checked code passes it a pointer to a plain object of its own, and the function neither asks for the type of what it
// gets nor puts it where such pointers are.
func (p *Facts) OpaqueParameter(param *ssa.Parameter) bool {
	fn := param.Parent()
	if i := slices.Index(fn.Params, param); i >= 0 {
		param = p.CheckedFor(fn).Params[i]
	}
	return IsInterface(param.Type()) && !p.boxes.asserted[param] && !p.anyInRegion(p.boxes.params[param])
}

// OpaqueResult reports whether the interface that a function returns as result number i leads to nothing in a region.
func (p *Facts) OpaqueResult(fn *ssa.Function, i int) bool {
	if fn = p.CheckedFor(fn); !IsInterface(fn.Signature.Results().At(i).Type()) {
		return false
	}
	all := p.boxes.results[fn]
	return i >= len(all) || !p.anyInRegion(all[i])
}

// anyInRegion reports whether objects of one of the types may be in a region.
func (p *Facts) anyInRegion(all []*types.TypeName) bool {
	return slices.ContainsFunc(all, func(name *types.TypeName) bool {
		return p.regional[name] || slices.ContainsFunc(p.instancesOf(name), p.isRegionVariable)
	})
}

// findBehindInterfaces fills boxes.
func (p *Facts) findBehindInterfaces() {
	w := &boxWalk{prog: p, next: map[any][]any{}, types: map[any][]*types.TypeName{}, inList: map[*types.TypeName]bool{}}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				w.instruction(fn, instr)
			}
		}
	}
	w.spread()
	p.boxes = behindInterfaces{vars: map[*types.Var][]*types.TypeName{}, params: map[*ssa.Parameter][]*types.TypeName{},
		asserted: map[*ssa.Parameter]bool{}, results: map[*ssa.Function][][]*types.TypeName{}, generic: p.genericInterfaces()}
	for node, all := range w.types {
		slices.SortFunc(all, byPathAndName)
		switch node := node.(type) {
		case *types.Var:
			p.boxes.vars[node] = all
		case *ssa.Parameter:
			p.boxes.params[node] = all
		case memoryNode:
			p.boxes.elems.Set(w.memory[node], all)
		case resultNode:
			results := p.boxes.results[node.fn]
			for len(results) <= node.i {
				results = append(results, nil)
			}
			results[node.i] = all
			p.boxes.results[node.fn] = results
		}
	}
	w.goBack()
}

// A boxWalk follows interfaces from where they are made to where they get. Its nodes are values of interface types,
// variables of functions by their addresses, fields and package variables, memory by type, and results of functions.
type boxWalk struct {
	prog   *Facts
	next   map[any][]any
	types  map[any][]*types.TypeName // which pointers a node may have
	memory []types.Type              // interface types, by number
	byType typeutil.Map              // the numbers
	asked  []ssa.Value               // of which a type assertion asks for a type that is no interface
	inList map[*types.TypeName]bool  // to which values of lists are asserted to point
}

// A memoryNode stands for all elements of an interface type, by its number.
type memoryNode int

type resultNode struct {
	fn *ssa.Function
	i  int
}

func (w *boxWalk) edge(from, to any) {
	if from != nil && to != nil {
		w.next[from] = append(w.next[from], to)
	}
}

// memoryOf is the node of the elements of an interface type.
func (w *boxWalk) memoryOf(t types.Type) memoryNode {
	t = t.Underlying()
	n, ok := w.byType.At(t).(int)
	if !ok {
		n = len(w.memory)
		w.memory = append(w.memory, t)
		w.byType.Set(t, n)
	}
	return memoryNode(n)
}

// at is the node of what lies at an address; nil if it is no interface.
func (w *boxWalk) at(addr ssa.Value) any {
	t := Deref(addr.Type())
	if !types.IsInterface(t) {
		return nil
	}
	switch a := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return a
	case *ssa.FieldAddr, *ssa.Global:
		if v := w.prog.variableAt(a); v != nil && !w.prog.Escapes.Vars[v] {
			return v
		}
	}
	return w.memoryOf(t)
}

func (w *boxWalk) instruction(fn *ssa.Function, instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.MakeInterface:
		if ptr, ok := i.X.Type().Underlying().(*types.Pointer); ok && types.Identical(i.X.Type(), ptr) {
			if name := w.prog.pointedTo(ptr.Elem()); name != nil && w.prog.boxed[name] {
				w.types[i] = append(w.types[i], name)
			}
		}
	case *ssa.Store:
		if types.IsInterface(i.Val.Type()) {
			w.edge(i.Val, w.at(i.Addr))
		}
	case *ssa.UnOp:
		if types.IsInterface(i.Type()) {
			if _, isPtr := i.X.Type().Underlying().(*types.Pointer); isPtr {
				w.edge(w.at(i.X), i)
			}
		}
	case *ssa.Field:
		if types.IsInterface(i.Type()) {
			w.edge(w.prog.Field(structUnder(i.X.Type()).Field(i.Field).Origin()), i)
		}
	case *ssa.Index:
		if types.IsInterface(i.Type()) {
			w.edge(w.memoryOf(i.Type()), i)
		}
	case *ssa.Phi:
		for _, e := range i.Edges {
			w.edge(e, i)
		}
	case *ssa.ChangeInterface:
		w.edge(i.X, i)
	case *ssa.TypeAssert:
		if types.IsInterface(i.AssertedType) {
			w.edge(i.X, i)
		} else {
			w.asked = append(w.asked, i.X)
			if ptr, ok := i.AssertedType.(*types.Pointer); ok && isReadFromList(i.X) {
				w.inList[w.prog.pointedTo(ptr.Elem())] = true
			}
		}
	case *ssa.Extract:
		w.extract(i)
	case *ssa.MapUpdate:
		for _, v := range []ssa.Value{i.Key, i.Value} {
			if types.IsInterface(v.Type()) {
				w.edge(v, w.memoryOf(v.Type()))
			}
		}
	case *ssa.Lookup:
		if m, isMap := i.X.Type().Underlying().(*types.Map); isMap && types.IsInterface(m.Elem()) {
			w.edge(w.memoryOf(m.Elem()), i)
		}
	case *ssa.MakeClosure:
		for k, b := range i.Bindings {
			free := i.Fn.(*ssa.Function).FreeVars[k]
			w.edge(b, free)
			w.edge(free, b)
		}
	case *ssa.Return:
		for k, v := range i.Results {
			if types.IsInterface(v.Type()) {
				w.edge(v, resultNode{fn, k})
			}
		}
	case ssa.CallInstruction:
		w.call(i)
	}
}

// extract follows part of what a call, a type assertion, a lookup or a loop over a map gives.
func (w *boxWalk) extract(i *ssa.Extract) {
	if !types.IsInterface(i.Type()) {
		return
	}
	switch from := i.Tuple.(type) {
	case *ssa.Next:
		w.edge(w.memoryOf(i.Type()), i)
	case *ssa.Call:
		for _, callee := range w.callees(&from.Call) {
			w.edge(resultNode{callee, i.Index}, i)
		}
	default:
		w.edge(i.Tuple, i)
	}
}

// call follows arguments to parameters, and results to the value of the call. Lists have what they are given as the
// values of their elements.
func (w *boxWalk) call(site ssa.CallInstruction) {
	call := site.Common()
	result := site.Value()
	returnsOne := result != nil && types.IsInterface(result.Type())
	if fn := call.StaticCallee(); fn != nil && isOfLists(fn) {
		if value := listValue(fn); value != nil {
			if slices.Contains(insertions, fn.Name()) {
				w.edge(call.Args[1], value)
			} else if returnsOne {
				w.edge(value, result)
			}
		}
		return
	}
	for name, m := range w.prog.Arranged(call) {
		m = w.prog.CheckedFor(Wrapped(m))
		switch {
		case name == "Push" && len(call.Args) > 1 && len(m.Params) > 1:
			w.edge(call.Args[1], m.Params[1])
		case (name == "Pop") && returnsOne:
			w.edge(resultNode{m, 0}, result)
		}
	}
	for _, callee := range w.callees(call) {
		params := callee.Params
		if call.IsInvoke() && len(params) > 0 {
			params = params[1:]
		}
		for k, arg := range call.Args {
			if k < len(params) && types.IsInterface(arg.Type()) {
				w.edge(arg, params[k])
			}
		}
		if returnsOne {
			w.edge(resultNode{callee, 0}, result)
		}
	}
}

// callees returns the functions that a call may be of, those that are checked in their place.
func (w *boxWalk) callees(call *ssa.CallCommon) (all []*ssa.Function) {
	for _, fn := range w.prog.Callees(call) {
		if fn != nil {
			all = append(all, w.prog.CheckedFor(fn))
		}
	}
	return all
}

// listValue is the field of an element of a list that has its value.
func listValue(fn *ssa.Function) *types.Var {
	elem := Object(fn).Pkg().Scope().Lookup("Element")
	if elem == nil {
		return nil
	}
	for f := range elem.Type().Underlying().(*types.Struct).Fields() {
		if isListValue(f) {
			return f
		}
	}
	return nil
}

// isReadFromList reports whether a value was that of an element of a list.
func isReadFromList(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		at, ok := v.X.(*ssa.FieldAddr)
		return ok && isListValue(FieldOf(at))
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		return fn != nil && isOfLists(fn)
	}
	return false
}

// spread carries the types along the edges. There are several lists, with values of different types: what some code
// takes out of lists by a type assertion that names its type is not what other code takes out.
func (w *boxWalk) spread() {
	var todo []any
	for node := range w.types {
		todo = append(todo, node)
	}
	for len(todo) > 0 {
		node := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		field, isField := node.(*types.Var)
		for _, to := range w.next[node] {
			changed := false
			for _, name := range w.types[node] {
				if isField && isListValue(field) && w.inList[name] {
					continue
				}
				if !slices.Contains(w.types[to], name) {
					w.types[to], changed = append(w.types[to], name), true
				}
			}
			if changed {
				todo = append(todo, to)
			}
		}
	}
}

// goBack goes back from type assertions, and from places that have pointers to plain objects, to the parameters that
// get there by way of variables of functions. It fills asserted, and adds to params.
func (w *boxWalk) goBack() {
	before := map[any][]any{}
	for from, all := range w.next {
		for _, to := range all {
			before[to] = append(before[to], from)
		}
	}
	follow := func(todo []any, found func(*ssa.Parameter)) {
		seen := map[any]bool{}
		for len(todo) > 0 {
			node := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			v, isValue := node.(ssa.Value)
			if seen[node] || !isValue {
				continue
			}
			seen[node] = true
			if param, ok := v.(*ssa.Parameter); ok {
				found(param)
			}
			todo = append(todo, before[node]...)
		}
	}
	var asked []any
	for _, v := range w.asked {
		asked = append(asked, v)
	}
	boxes := &w.prog.boxes
	follow(asked, func(param *ssa.Parameter) { boxes.asserted[param] = true })
	for node, all := range w.types {
		if _, isValue := node.(ssa.Value); isValue {
			continue
		}
		follow(slices.Clone(before[node]), func(param *ssa.Parameter) {
			for _, name := range all {
				if !slices.Contains(boxes.params[param], name) {
					boxes.params[param] = append(slices.Clip(boxes.params[param]), name)
				}
			}
		})
	}
	for _, all := range boxes.params {
		slices.SortFunc(all, byPathAndName)
	}
}

// genericInterfaces returns the names of the methods of each interface type in the text that depends on type parameters.
func (p *Facts) genericInterfaces() map[string]bool {
	found := map[string]bool{}
	for _, path := range p.Paths {
		for _, of := range p.Packages[path].syntax.TypesInfo.Types {
			if of.Type != nil && IsInterface(of.Type) && IsGeneric(of.Type) {
				found[methodNames(of.Type)] = true
			}
		}
	}
	return found
}

// methodNames are the names of the methods of an interface type, in a fixed order.
func methodNames(t types.Type) string {
	iface := t.Underlying().(*types.Interface)
	text := ""
	for m := range iface.Methods() {
		text += m.Id() + " "
	}
	return text
}
