package analysis

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// A Refinement is what has to be checked of one method of one type, or what could not be told.
type Refinement struct {
	Method  *types.Func // of the interface
	Type    types.Type  // that has been converted
	impl    *ssa.Function
	At      token.Pos // where it first is
	Problem string    // why it cannot be checked; empty if it can
}

// InterfaceContract returns what is written on a method of an interface, nil if nothing is that is not merely believed.
func (p *Facts) InterfaceContract(m *types.Func) *annot.FuncSpec {
	if recv := m.Signature().Recv(); recv == nil || !IsInterface(recv.Type()) {
		return nil
	}
	if spec := p.Contract(m); spec != nil && !spec.Trusted {
		return spec
	}
	return nil
}

// Contracted returns the methods of an interface type that have contracts.
func (p *Facts) Contracted(t types.Type) []*types.Func {
	var out []*types.Func
	if it, ok := t.Underlying().(*types.Interface); ok && IsInterface(t) {
		for m := range it.Methods() {
			if p.InterfaceContract(m) != nil {
				out = append(out, m)
			}
		}
	}
	return out
}

// findRefinements finds all conversions to interface types with contracts.
func (p *Facts) findRefinements() []*Refinement {
	all := map[string]*Refinement{}
	add := func(r *Refinement) {
		key := r.key(p.Fset)
		if old := all[key]; old == nil || InOrder(p.Fset, r.At, old.At) < 0 {
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
	var out []*Refinement
	for _, r := range all {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b *Refinement) int { return cmp.Compare(a.key(p.Fset), b.key(p.Fset)) })
	return out
}

// converts notes what an instruction converts to an interface type with contracts.
func (p *Facts) converts(instr ssa.Instruction, add func(*Refinement)) {
	var from, to types.Type
	switch i := instr.(type) {
	case *ssa.MakeInterface:
		for _, m := range p.Contracted(i.Type()) {
			add(p.refinement(m, i.X.Type(), convertedAt(i)))
		}
		return
	case *ssa.ChangeInterface:
		if from, to = i.X.Type(), i.Type(); IsTypeParam(from) {
			for _, m := range p.Contracted(to) {
				add(p.refinement(m, from, convertedAt(i)))
			}
			return
		}
	case *ssa.ChangeType:
		from, to = i.X.Type(), i.Type()
	case *ssa.MultiConvert:
		from, to = i.X.Type(), i.Type()
	case *ssa.TypeAssert:
		from, to = i.X.Type(), i.AssertedType
	default:
		return
	}
	for _, m := range p.Contracted(to) {
		if !hasMethod(from, m) {
			add(&Refinement{Method: m, Type: from, At: convertedAt(instr), Problem: "nobody has checked what is behind an interface without this contract"})
		}
	}
}

// hasMethod reports whether m is itself one of the methods of the interface type t.
func hasMethod(t types.Type, m *types.Func) bool {
	it, ok := t.Underlying().(*types.Interface)
	if !ok || IsTypeParam(t) {
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
	if pos := Position(instr); pos.IsValid() {
		return pos
	}
	instrs := instr.Block().Instrs
	for _, next := range instrs[slices.Index(instrs, instr):] {
		if pos := Position(next); pos.IsValid() {
			return pos
		}
	}
	return instr.Parent().Pos()
}

// refinement is what the conversion of a value of a concrete type obliges to.
func (p *Facts) refinement(m *types.Func, typ types.Type, at token.Pos) *Refinement {
	r := &Refinement{Method: m, Type: typ, At: at}
	switch spec := p.InterfaceContract(m); {
	case InGeneric(m):
		r.Problem = "a contract in a generic interface"
		return r
	case IsGeneric(typ):
		r.Problem = "the types that a type parameter stands for are not known"
		return r
	case LendsUntold(spec):
		r.Problem = "it requires something to be local, and does not say with atomic or performs what it does with that"
		return r
	case len(spec.Returns) > 0:
		r.Problem = "an annotation that says what a method of an interface leaves locked"
		return r
	}
	sel := p.Ssa.MethodSets.MethodSet(typ).Lookup(m.Pkg(), m.Name())
	if sel == nil {
		r.Problem = "Calvin does not know which method this is"
		return r
	}
	r.impl = p.Ssa.MethodValue(sel)
	if r.impl == nil || r.impl.Blocks == nil {
		r.Problem = "the method's code is in a package that is not checked"
	}
	return r
}

// InGeneric reports whether m is a method of a generic interface or of an instance of one.
func InGeneric(m *types.Func) bool { return InterfaceOf(m).TypeParams().Len() > 0 }

// LendsUntold reports whether a contract has local objects passed, but does not say what is done with them.
func LendsUntold(spec *annot.FuncSpec) bool {
	return spec.Performs == nil && len(LocalParams(spec)) > 0
}

// InterfaceOf returns the interface type that declares the method m, which has a contract, and so a name.
func InterfaceOf(m *types.Func) *types.Named { return m.Signature().Recv().Type().(*types.Named) }

// key tells refinements apart. What cannot be checked is said of each conversion.
func (r *Refinement) key(fset *token.FileSet) string {
	key := types.TypeString(r.Type, nil) + " " + r.Method.FullName()
	if r.Problem != "" {
		key += " " + fset.Position(r.At).String()
	}
	return key
}

// name is what reports call the check.
func (r *Refinement) name() string {
	recv := types.TypeString(r.Type, func(pkg *types.Package) string {
		if n, ok := types.Unalias(Deref(r.Type)).(*types.Named); ok && n.Obj().Pkg() == pkg {
			return ""
		}
		return pkg.Name()
	})
	if strings.HasPrefix(recv, "*") {
		recv = "(" + recv + ")"
	}
	return recv + "." + r.Method.Name() + " as " + InterfaceOf(r.Method).Obj().Name() + "." + r.Method.Name()
}

// home is the package that the check is one of: that of the type, if it has annotations, or else that of the interface.
func (p *Facts) home(r *Refinement) string {
	if n, ok := types.Unalias(Deref(r.Type)).(*types.Named); ok && n.Obj().Pkg() != nil {
		if info := p.Packages[n.Obj().Pkg().Path()]; info != nil && info.Annot.Annotated {
			return n.Obj().Pkg().Path()
		}
	}
	return r.Method.Pkg().Path()
}

// refinementsIn returns the checks of the package, as functions.
func (p *Facts) refinementsIn(path string) []*Function {
	var out []*Function
	for _, r := range p.refinements {
		if p.home(r) != path {
			continue
		}
		f := &Function{Name: r.name(), Package: path, Annotated: true, Fn: r.impl, Refines: r}
		at := p.Fset.Position(r.At)
		f.Span = ir.Span{Start: at, End: at}
		if r.impl != nil {
			if fn := p.Ssa.FuncValue(r.declared()); fn != nil && fn.Syntax() != nil && p.InfoOf(fn) != nil {
				f.Span = p.functionSpan(p.InfoOf(fn), fn)
			}
		}
		out = append(out, f)
	}
	return out
}

// declared is the method as it is declared, be it promoted.
func (r *Refinement) declared() *types.Func {
	obj, _ := r.impl.Object().(*types.Func)
	return obj
}

// behind returns the methods that may run where a method of an interface is called by its contract.
func (p *Facts) behind(m *types.Func) []*Refinement {
	var out []*Refinement
	for _, r := range p.refinements {
		if r.Method == m && r.impl != nil {
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
	out := p.Callees(call)
	if p.ByInterface(call) != nil {
		for _, r := range p.behind(call.Method) {
			out = append(out, r.impl)
		}
	}
	if !call.IsInvoke() {
		out = append(out, p.Runs(call.Value)...)
	}
	return out
}

// ByInterface returns the contract by which a method of an interface is called, nil if there is none.
func (p *Facts) ByInterface(call *ssa.CallCommon) *annot.FuncSpec {
	if !call.IsInvoke() || IsTypeParam(call.Value.Type()) {
		return nil
	}
	return p.InterfaceContract(call.Method)
}
