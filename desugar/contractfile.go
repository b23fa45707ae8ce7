package desugar

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/library"
)

// A contract in a file says what a function of others requires, and perhaps what it does. Nobody proves that: it is an
// assumption that each call lists. It takes the place of what is known of the results and of what the function changes,
// as far as checked code can see it. All else stays as at any call of code that is not at hand: which access the call
// needs to what it is passed, and what others may know of that afterwards.

// byContractFile translates a call of a function that a contract file has a contract of. It is not done where that says
// only what the function requires, which has been asserted then.
func (t *translator) byContractFile(inv *emit.Invocation, fn *ssa.Function, c *annot.Contract) (v emit.Value, done bool) {
	if inv.Common.IsInvoke() {
		t.Unsupported(inv.Pos, "call of %s, which a contract file has a contract of, by way of an interface", inv.Name)
		return t.Unknown(inv.Result), true
	}
	if c.Spec.Performs == nil {
		if t.require(inv, fn, c.Spec) {
			return emit.Value{}, false
		}
		return t.Unknown(inv.Result), true
	}
	hidden, why := t.unfit(inv, c)
	if why != "" {
		t.Unsupported(inv.Pos, "call of %s by its contract at %s: %s", inv.Name, c.Where, why)
		return t.Unknown(inv.Result), true
	}
	t.Assumption(inv.Pos, "contract of %s in %s%s", inv.Name, c.Where, hidden)
	if row := library.Of(inv.Name); row != nil {
		t.rowCall(inv, row).require()
	}
	inv.Contract = c
	t.reached(inv, inv.Name, nil)
	t.assumeNoRaces(inv)
	return t.contractCall(inv, fn, c.Spec), true
}

// unfit says why the contract of a function cannot stand for a call, or what is to be assumed besides for it to do so.
func (t *translator) unfit(inv *emit.Invocation, c *annot.Contract) (hidden, why string) {
	row := t.rowAt(inv)
	if row != nil && row.Unknown != "" {
		row = nil
	}
	args := t.passed(inv)
	switch {
	case t.changesLocks(inv):
		return "", "it may take or release a lock"
	case t.mayCopy(inv) != nil:
		return "", "it may copy elements"
	case t.throughReflection(inv, args):
		return "", "it may read or write what a reflect.Value leads to"
	}
	if row != nil {
		if why := contradiction(row, c); why != "" {
			return "", why + ", by its source"
		}
	}
	for i, p := range parametersOf(c) {
		if row == nil && mayRun(p.Type(), true, map[types.Type]bool{}) && !isNilArgument(inv, i) || leadsToChannel(p.Type()) {
			return "", fmt.Sprintf("it may run code of its caller's, or use a channel, by way of %s", nameOf(p, i))
		}
		if (row == nil || row.Calls(i) || row.Later(i)) && mayRun(p.Type(), false, map[types.Type]bool{}) {
			hidden = ", and that it runs no code of the checked packages"
		}
	}
	return hidden, ""
}

func isNilArgument(inv *emit.Invocation, i int) bool {
	k, ok := inv.Argv[i].(*ssa.Const)
	return ok && k.IsNil()
}

func nameOf(p *types.Var, i int) string {
	if p.Name() == "" || p.Name() == "_" {
		return fmt.Sprintf("parameter %d", i)
	}
	return p.Name()
}

// parametersOf returns the parameters of a contract, the receiver first.
func parametersOf(c *annot.Contract) []*types.Var {
	params := slices.Collect(c.Func.Signature().Params().Variables())
	if recv := c.Func.Signature().Recv(); recv != nil {
		return slices.Insert(params, 0, recv)
	}
	return params
}

// contradiction says what a row and a contract disagree about; nothing if a call may do what both say. What a function
// writes and nobody else can see no contract need mention, unless it says that the function is pure.
func contradiction(row *library.Row, c *annot.Contract) string {
	if row.Ends || row.Panics {
		return "it does not return"
	}
	for i, p := range parametersOf(c) {
		switch {
		case (row.Calls(i) || row.Later(i) || row.Prints(i)) && mayRun(p.Type(), true, map[types.Type]bool{}):
			return fmt.Sprintf("it runs code by way of %s, of which a contract says nothing", nameOf(p, i))
		case row.Writes(i) && c.Spec.Pure:
			return fmt.Sprintf("it writes what %s leads to, and the contract says that it is pure", nameOf(p, i))
		case row.Writes(i) && !hides(p.Type()) && !modifies(c, p):
			return fmt.Sprintf("it writes what %s leads to, and the contract does not", nameOf(p, i))
		}
	}
	return ""
}

// modifies reports whether a contract lists something that a parameter leads to.
func modifies(c *annot.Contract, p *types.Var) bool {
	return slices.ContainsFunc(c.Spec.Performs.Actions, func(a *annot.Action) bool {
		return slices.ContainsFunc(a.Modifies, func(x annot.Expr) bool {
			found := false
			annot.Walk(x, func(e annot.Expr) bool {
				v, ok := e.(*annot.Var)
				found = found || ok && v.Obj == p
				return !found
			})
			return found
		})
	})
}

// writesByContract reports whether a call may write what an argument leads to, by the contract of the function, by what
// its source says, or in fields that no contract can name.
func (t *translator) writesByContract(inv *emit.Invocation, arg int) bool {
	p := parametersOf(inv.Contract)[arg]
	row := t.rowAt(inv)
	return modifies(inv.Contract, p) || !inv.Contract.Spec.Pure && hides(p.Type()) || row != nil && row.Unknown == "" && row.Writes(arg)
}

// hides reports whether all that a parameter leads to directly are fields that checked code cannot name.
func hides(typ types.Type) bool {
	ptr, ok := typ.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	st, ok := ptr.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Exported() || f.Embedded() {
			return false
		}
	}
	return true
}

// mayRun reports whether a value of a type may lead to a function, or to methods behind an interface: shown, to such as
// the caller has put there itself, in the value or in fields that it can name.
func mayRun(typ types.Type, shown bool, seen map[types.Type]bool) bool {
	if seen[typ] {
		return false
	}
	seen[typ] = true
	switch u := typ.Underlying().(type) {
	case *types.Signature, *types.Interface:
		return true
	case *types.Pointer:
		return mayRun(u.Elem(), shown, seen)
	case *types.Slice:
		return mayRun(u.Elem(), shown, seen)
	case *types.Array:
		return mayRun(u.Elem(), shown, seen)
	case *types.Map:
		return mayRun(u.Key(), shown, seen) || mayRun(u.Elem(), shown, seen)
	case *types.Chan:
		return mayRun(u.Elem(), shown, seen)
	case *types.Struct:
		for f := range u.Fields() {
			if (!shown || f.Exported() || f.Embedded()) && mayRun(f.Type(), shown, seen) {
				return true
			}
		}
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	}
	return false
}

// leadsToChannel reports whether a value of a type is a channel, or holds some in sight.
func leadsToChannel(typ types.Type) bool {
	switch u := typ.Underlying().(type) {
	case *types.Chan:
		return true
	case *types.Slice:
		return leadsToChannel(u.Elem())
	case *types.Array:
		return leadsToChannel(u.Elem())
	case *types.Map:
		return leadsToChannel(u.Key()) || leadsToChannel(u.Elem())
	}
	return false
}

// assumeNoRaces lists what a call by a contract accesses without being asked whether it may.
func (t *translator) assumeNoRaces(inv *emit.Invocation) {
	open, writes := t.unasked(inv, func(arg int) bool { return t.writesByContract(inv, arg) })
	t.assumeUnasked(inv, inv.Name, open, writes, "")
}

// mayModify emits the accesses to what a contract in a file says that the call changes: nobody has checked that the
// function may write it, so that is asked of the caller, as of code in place of the call.
func (t *translator) mayModify(inv *emit.Invocation, auto *ir.Spec) {
	if t.Mem.Alone {
		return
	}
	for _, a := range auto.Nodes {
		for _, m := range a.Modifies {
			do := func() { t.mayModifyOne(inv, m) }
			if len(m.Index) == 0 || m.Index[0].Sort.Kind != ir.KindRef || emit.ReadsHeap(m.Index[0]) {
				do()
				continue
			}
			t.SaveAll()
			t.Choose("modifies",
				func() { t.Assume(ir.Eq(m.Index[0], ir.Nil)) }, // nothing
				func() {
					t.Assume(ir.Ne(m.Index[0], ir.Nil))
					do()
				})
		}
	}
}

// mayModifyOne emits the accesses to the locations of one entry: to read where they are, and to write.
func (t *translator) mayModifyOne(inv *emit.Invocation, m *ir.Modify) {
	b := &actionStep{t: t, step: &ir.Step{}, seen: map[string]bool{}}
	b.modify(m)
	var asked []ir.Access
	for _, x := range b.step.Access {
		if x.Write && slices.ContainsFunc(asked, func(y ir.Access) bool { return y.Write }) {
			continue // another arbitrary one
		}
		if x.Does = inv.Name + " reads it"; x.Write {
			x.Does, x.Text = inv.Name+" may write it", m.Text
		}
		asked = append(asked, x)
	}
	t.Step(&ir.Step{Do: b.indices, Access: asked, Pre: t.PlainOnly(asked)})
}

// handToOthers says what others may know after a call by a contract in a file: what they may after a call of code that
// is not at hand. Where the results may be what was passed, that is known to others as they are.
func (t *translator) handToOthers(inv *emit.Invocation) {
	returns := t.returnsReferences(inv)
	var refs, kept []*ir.Expr
	for _, p := range t.passed(inv) {
		if maySendOrClose(p.typ) {
			t.outOfAccount(inv, inv.Name)
		}
		leads := t.Mem.Publishable(p.expr, p.typ)
		refs = append(refs, leads...)
		if returns || !t.givesBack(inv, p) && !t.returnsAll(inv, p) {
			kept = append(kept, t.keptBy(inv, p, leads)...)
		}
	}
	t.Publish(kept)
	if t.mayRestore(inv) {
		if do := t.Mem.LeaveTo(refs); len(do) > 0 {
			t.Step(&ir.Step{Mover: ir.BothMover, Do: do})
		}
	}
}

// returnsReferences reports whether there are references in what a call returns.
func (t *translator) returnsReferences(inv *emit.Invocation) bool {
	for r := range inv.Callee.Fn.Fn.Signature.Results().Variables() {
		if leadsOn(r.Type()) {
			return true
		}
	}
	return false
}

// NoContract says why no contract file can have a contract of a function: calls of it are translated in a way of their
// own, or what is known of it contradicts the contract. It returns nothing if one can.
func NoContract(c *annot.Contract) string {
	if HasModel(c.Of) {
		return "Calvin knows what it does, which no contract can say"
	}
	if row := library.Of(c.Of.FullName()); row != nil && c.Spec.Performs != nil {
		return contradiction(row, c)
	}
	return ""
}
