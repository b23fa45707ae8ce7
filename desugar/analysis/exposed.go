package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A function that other packages may call can return a slice or map that a guard owns. Its caller knows nothing of the guard, and uses the elements
// without it.

// Exposed returns the variables of which fn may return the slice or map, or a part of it, to callers that are not checked, in order: those that own
// what they hold, and whose elements some checked code may write where they are.
func (p *Facts) Exposed(fn *ssa.Function) []*types.Var { return p.exposed[fn] }

// findExposed returns them by function.
func (p *Facts) findExposed() map[*ssa.Function][]*types.Var {
	all := map[*ssa.Function][]*types.Var{}
	some := map[*types.Var]bool{}
	for _, fn := range p.functions {
		if fn.Pkg == nil || fn.Pkg.Pkg.Name() == "main" || fn.Blocks == nil || !p.CalledByOthers(fn) {
			continue
		}
		if vars := p.returned(fn); len(vars) > 0 {
			all[fn] = vars
			for _, v := range vars {
				some[v] = true
			}
		}
	}
	rewritten := p.findRewritten(some)
	for fn, vars := range all {
		vars = slices.DeleteFunc(vars, func(v *types.Var) bool { return !rewritten[v] })
		if len(vars) == 0 {
			delete(all, fn)
			continue
		}
		all[fn] = vars
	}
	return all
}

// returned returns the variables that own what they hold of which fn may return the slice or map.
func (p *Facts) returned(fn *ssa.Function) []*types.Var {
	o := &origins{prog: p, seen: map[ssa.Value]bool{}, args: map[*ssa.Parameter][]ssa.Value{}}
	o.results(fn, -1)
	slices.SortFunc(o.found, func(a, b *types.Var) int { return InOrder(p.Fset, a.Pos(), b.Pos()) })
	return o.found
}

// origins follows slices and maps back to the variables that they were read from.
type origins struct {
	prog  *Facts
	seen  map[ssa.Value]bool
	args  map[*ssa.Parameter][]ssa.Value // of the calls that were met
	found []*types.Var
}

// results follows result number i of a function back, or all if i is negative.
func (o *origins) results(fn *ssa.Function, i int) {
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			for k, v := range ret.Results {
				if i < 0 || k == i {
					o.value(v)
				}
			}
		}
	}
}

func (o *origins) value(v ssa.Value) {
	if o.seen[v] {
		return
	}
	o.seen[v] = true
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			o.readFrom(v.X)
		}
	case *ssa.Slice:
		o.value(v.X)
	case *ssa.ChangeType:
		o.value(v.X)
	case *ssa.Phi:
		for _, e := range v.Edges {
			o.value(e)
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			o.call(call, v.Index)
		}
	case *ssa.Call:
		o.call(v, 0)
	case *ssa.Parameter:
		for _, arg := range o.args[v] {
			o.value(arg)
		}
	case *ssa.Alloc: // a pointer to what the function has made
		o.variable(v)
	}
}

// readFrom follows what was read at an address.
func (o *origins) readFrom(addr ssa.Value) {
	if v := o.prog.variableAt(addr); v != nil && o.prog.OwnsStore(v) {
		if g := o.prog.Guard(v); len(g.ElemRead)+len(g.ElemWrite) == 0 && !slices.Contains(o.found, v) {
			o.found = append(o.found, v)
		}
		return
	}
	if a := madeAt(addr); a != nil {
		o.variable(a)
	}
}

// madeAt returns the variable or object made in the function that an address leads into, nil if it is none.
func madeAt(addr ssa.Value) *ssa.Alloc {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		case *ssa.Alloc:
			return a
		default:
			return nil
		}
	}
}

// variable follows all that is stored in a variable of a function, or in parts of it.
func (o *origins) variable(addr ssa.Value) {
	if addr.Referrers() == nil {
		return
	}
	for _, use := range *addr.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Addr == addr {
				o.value(use.Val)
			}
		case *ssa.FieldAddr:
			o.variable(use)
		case *ssa.IndexAddr:
			o.variable(use)
		}
	}
}

// call follows result number i of a call into the callee, and the first argument of append.
func (o *origins) call(call *ssa.Call, i int) {
	if IsBuiltin(call, "append") {
		o.value(call.Call.Args[0])
		return
	}
	fn := call.Call.StaticCallee()
	if fn == nil {
		return
	}
	if fn.Blocks == nil {
		o.foreign(call, fn)
		return
	}
	for k, param := range fn.Params {
		if k < len(call.Call.Args) && !slices.Contains(o.args[param], call.Call.Args[k]) {
			o.args[param] = append(o.args[param], call.Call.Args[k])
			if o.seen[param] { // another call has followed it already
				o.value(call.Call.Args[k])
			}
		}
	}
	o.results(fn, i)
}

// foreign follows what a function that is not at hand returns a part of.
func (o *origins) foreign(call *ssa.Call, fn *ssa.Function) {
	row := o.prog.RowOf(Object(fn))
	for k, arg := range call.Call.Args {
		if row != nil && row.Aliases(k) {
			o.value(arg)
		}
	}
}

// findRewritten returns those of some variables of which checked code may write elements where they are. It does not if it only reads them, appends
// to them, and puts whole slices and maps in their place.
func (p *Facts) findRewritten(some map[*types.Var]bool) map[*types.Var]bool {
	rewritten := map[*types.Var]bool{}
	if len(some) == 0 {
		return rewritten
	}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				load, ok := instr.(*ssa.UnOp)
				if !ok || load.Op != token.MUL {
					continue
				}
				v := p.variableAt(load.X)
				if v == nil || !some[v] || rewritten[v] {
					continue
				}
				w := p.newUseWalk()
				w.keeper = v
				w.value(load)
				rewritten[v] = w.use == Writes
			}
		}
	}
	return rewritten
}
