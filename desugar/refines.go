package desugar

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// Contracts on the methods of an interface. A call through the interface is one by the contract, whatever is behind it
// (dispatch.go). So each method that may be behind it is checked to do what the contract says: one of a concrete type that
// the program converts to the interface. That check is a function of its own, "(*T).M as I.M", whose body is a call of the
// method and whose contract is the interface's: what it requires has to establish what the method requires, and what the
// method does, by its own contract or by its body, has to be what the interface says.
//
// A value becomes one of the interface type by three instructions alone: it is converted from a concrete type, of which the
// methods are known; or from another interface type, by a conversion or an assertion, which is allowed only where the
// methods are the very same, as those of an interface that is embedded. What is behind other interfaces nobody has checked.

// A refinement is what has to be checked of one method of one type, or what could not be told.
type refinement struct {
	method  *types.Func // of the interface
	typ     types.Type  // that has been converted
	impl    *ssa.Function
	at      token.Pos // where it first is
	problem string    // why it cannot be checked; empty if it can
}

// interfaceContract returns what is written on a method of an interface, nil if nothing is that is not merely believed.
func (p *Facts) interfaceContract(m *types.Func) *annot.FuncSpec {
	if recv := m.Signature().Recv(); recv == nil || !isInterface(recv.Type()) {
		return nil
	}
	if spec := p.contract(m); spec != nil && !spec.Trusted {
		return spec
	}
	return nil
}

// contracted returns the methods of an interface type that have contracts.
func (p *Facts) contracted(t types.Type) []*types.Func {
	var out []*types.Func
	if it, ok := t.Underlying().(*types.Interface); ok && isInterface(t) {
		for m := range it.Methods() {
			if p.interfaceContract(m) != nil {
				out = append(out, m)
			}
		}
	}
	return out
}

// findRefinements finds all conversions to interface types with contracts.
func (p *Facts) findRefinements() []*refinement {
	all := map[string]*refinement{}
	add := func(r *refinement) {
		key := r.key(p.fset)
		if old := all[key]; old == nil || inOrder(p.fset, r.at, old.at) < 0 {
			all[key] = r
		}
	}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				p.converts(instr, add)
			}
		}
	}
	var out []*refinement
	for _, r := range all {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b *refinement) int { return cmp.Compare(a.key(p.fset), b.key(p.fset)) })
	return out
}

// converts notes what an instruction converts to an interface type with contracts.
func (p *Facts) converts(instr ssa.Instruction, add func(*refinement)) {
	var from, to types.Type
	switch i := instr.(type) {
	case *ssa.MakeInterface:
		for _, m := range p.contracted(i.Type()) {
			add(p.refinement(m, i.X.Type(), convertedAt(i)))
		}
		return
	case *ssa.ChangeInterface:
		from, to = i.X.Type(), i.Type()
	case *ssa.ChangeType:
		from, to = i.X.Type(), i.Type()
	case *ssa.MultiConvert:
		from, to = i.X.Type(), i.Type()
	case *ssa.TypeAssert:
		from, to = i.X.Type(), i.AssertedType
	default:
		return
	}
	for _, m := range p.contracted(to) {
		if !hasMethod(from, m) {
			add(&refinement{method: m, typ: from, at: convertedAt(instr), problem: "what is behind an interface without its contract, nobody has checked"})
		}
	}
}

// hasMethod reports whether m is itself one of the methods of the interface type t.
func hasMethod(t types.Type, m *types.Func) bool {
	it, ok := t.Underlying().(*types.Interface)
	if !ok || isTypeParam(t) {
		return false
	}
	for own := range it.Methods() {
		if own == m {
			return true
		}
	}
	return false
}

// convertedAt is where a conversion is, as far as that is known.
func convertedAt(instr ssa.Instruction) token.Pos {
	if pos := position(instr); pos.IsValid() {
		return pos
	}
	instrs := instr.Block().Instrs
	for _, next := range instrs[slices.Index(instrs, instr):] {
		if pos := position(next); pos.IsValid() {
			return pos
		}
	}
	return instr.Parent().Pos()
}

// refinement is what the conversion of a value of a concrete type obliges to.
func (p *Facts) refinement(m *types.Func, typ types.Type, at token.Pos) *refinement {
	r := &refinement{method: m, typ: typ, at: at}
	switch spec := p.interfaceContract(m); {
	case inGeneric(m):
		r.problem = "a contract in a generic interface"
		return r
	case isGeneric(typ):
		r.problem = "the types that a type parameter stands for cannot be told"
		return r
	case lendsUntold(spec):
		r.problem = "it requires something to be local, and does not say with atomic or performs what is done with it"
		return r
	case len(spec.Returns) > 0:
		r.problem = "an annotation of what is locked at the return of a method of an interface"
		return r
	}
	sel := p.ssa.MethodSets.MethodSet(typ).Lookup(m.Pkg(), m.Name())
	if sel == nil {
		r.problem = "the method cannot be told"
		return r
	}
	r.impl = p.ssa.MethodValue(sel)
	if r.impl == nil || r.impl.Blocks == nil {
		r.problem = "the method's code is not in a package that is checked"
	}
	return r
}

// inGeneric reports whether m is a method of a generic interface or of an instance of one.
func inGeneric(m *types.Func) bool { return interfaceOf(m).TypeParams().Len() > 0 }

// lendsUntold reports whether a contract has local objects passed, but does not say what is done with them.
func lendsUntold(spec *annot.FuncSpec) bool {
	return spec.Performs == nil && len(localParams(spec)) > 0
}

// interfaceOf returns the interface type that declares the method m, which has a contract, and so a name.
func interfaceOf(m *types.Func) *types.Named { return m.Signature().Recv().Type().(*types.Named) }

// key tells refinements apart. What cannot be checked is said of each conversion.
func (r *refinement) key(fset *token.FileSet) string {
	key := types.TypeString(r.typ, nil) + " " + r.method.FullName()
	if r.problem != "" {
		key += " " + fset.Position(r.at).String()
	}
	return key
}

// name is what reports call the check.
func (r *refinement) name() string {
	recv := types.TypeString(r.typ, func(pkg *types.Package) string {
		if n, ok := types.Unalias(deref(r.typ)).(*types.Named); ok && n.Obj().Pkg() == pkg {
			return ""
		}
		return pkg.Name()
	})
	if strings.HasPrefix(recv, "*") {
		recv = "(" + recv + ")"
	}
	return recv + "." + r.method.Name() + " as " + interfaceOf(r.method).Obj().Name() + "." + r.method.Name()
}

// home is the package that the check is one of: that of the type, if it has annotations, or else that of the interface.
func (p *Facts) home(r *refinement) string {
	if n, ok := types.Unalias(deref(r.typ)).(*types.Named); ok && n.Obj().Pkg() != nil {
		if info := p.packages[n.Obj().Pkg().Path()]; info != nil && info.annot.Annotated {
			return n.Obj().Pkg().Path()
		}
	}
	return r.method.Pkg().Path()
}

// refinementsIn returns the checks of the package, as functions.
func (p *Facts) refinementsIn(path string) []*Function {
	var out []*Function
	for _, r := range p.refinements {
		if p.home(r) != path {
			continue
		}
		f := &Function{Name: r.name(), Package: path, Annotated: true, fn: r.impl, refines: r}
		at := p.fset.Position(r.at)
		f.Span = ir.Span{Start: at, End: at}
		if r.impl != nil {
			if fn := p.ssa.FuncValue(r.declared()); fn != nil && fn.Syntax() != nil && p.infoOf(fn) != nil {
				f.Span = p.functionSpan(p.infoOf(fn), fn)
			}
		}
		out = append(out, f)
	}
	return out
}

// declared is the method as it is declared, be it promoted.
func (r *refinement) declared() *types.Func {
	obj, _ := r.impl.Object().(*types.Func)
	return obj
}

// behind returns the methods that may run where a method of an interface is called by its contract.
func (p *Facts) behind(m *types.Func) []*refinement {
	var out []*refinement
	for _, r := range p.refinements {
		if r.method == m && r.impl != nil {
			out = append(out, r)
		}
	}
	return out
}

// callees returns the functions that a call may run as far as that is known: the one that is called, those behind a method
// that is called by its contract, or what sync.OnceFunc was given.
func (p *Facts) callees(call *ssa.CallCommon) []*ssa.Function {
	if fn := call.StaticCallee(); fn != nil {
		return []*ssa.Function{fn}
	}
	var out []*ssa.Function
	if p.byInterface(call) != nil {
		for _, r := range p.behind(call.Method) {
			out = append(out, r.impl)
		}
	}
	if !call.IsInvoke() {
		out = append(out, p.runs(call.Value)...)
	}
	return out
}

// byInterface returns the contract by which a method of an interface is called, nil if there is none.
func (p *Facts) byInterface(call *ssa.CallCommon) *annot.FuncSpec {
	if !call.IsInvoke() || isTypeParam(call.Value.Type()) {
		return nil
	}
	return p.interfaceContract(call.Method)
}

// parameterVars returns the variables by which the contract of the function under translation knows its parameters: those of the
// interface's method, if that is what the function is checked for.
func (t *translator) parameterVars(fn *ssa.Function) []*types.Var {
	if t.refines != nil {
		return methodParams(t.refines.method)
	}
	var out []*types.Var
	for _, p := range fn.Params {
		obj, _ := p.Object().(*types.Var)
		out = append(out, obj)
	}
	return out
}

// methodParams returns the parameters of a method, receiver first.
func methodParams(m *types.Func) []*types.Var {
	sig := m.Signature()
	return slices.AppendSeq([]*types.Var{sig.Recv()}, sig.Params().Variables())
}

// refine translates the call of the method that is the body of such a check.
func (t *translator) refine(f *frame) {
	fn, spec := f.fn, t.prog.contractAt(f.fn)
	if len(t.claims(fn))+len(t.memoryClaims(fn)) > 0 {
		t.unsupported(fn.Pos(), "a method behind an interface that takes something over")
	}
	if t.out.Spec == nil && !t.prog.separable(fn) {
		t.unsupported(fn.Pos(), "a method that closes channels, calls Done or unlocks for its caller, behind an interface that does not say "+
			"with atomic or performs what it does")
	}
	inv := &invocation{pos: fn.Pos(), common: &ssa.CallCommon{Value: fn}, callee: value{fn: &closure{fn: fn}}, result: fn.Signature.Results()}
	if r := fn.Signature.Results(); r.Len() == 1 {
		inv.result = r.At(0).Type()
	}
	for _, p := range fn.Params {
		inv.args, inv.argv = append(inv.args, f.values[p]), append(inv.argv, p)
	}
	t.frame = f
	if replaced(fn, spec) {
		got := t.contractCall(inv, fn, spec)
		var values []*ir.Expr
		if _, ok := inv.result.(*types.Tuple); ok {
			for _, v := range got.parts {
				values = append(values, t.exprOf(v))
			}
		} else {
			values = append(values, t.exprOf(got))
		}
		t.returns(fn.Pos(), token.NoPos, fmt.Sprintf("return of %s", functionName(fn)), values)
		return
	}
	switch {
	case isWrapper(fn): // whose body has the call in which this is checked, and no place of its own
		f.instead = t.refines.at
	case spec == nil:
		t.nonNilArguments(inv, fn)
	default:
		t.require(inv, fn, spec)
	}
	t.frame = nil
	t.run(f)
}

// unchecked is what becomes of a conversion that cannot be checked.
func (t *translator) unchecked() {
	r := t.refines
	t.unsupported(r.at, "%s in a %s, whose method %s has a contract: %s", t.mem.shortType(r.typ),
		interfaceOf(r.method).Obj().Name(), r.method.Name(), r.problem)
	t.cur = t.newBlock("entry")
	t.returns(r.at, token.NoPos, "", nil)
	t.out.Blocks = []*ir.Block{t.cur}
}
