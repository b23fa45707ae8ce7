package analysis

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/calvin-go/calvin/annot"
)

// everyFunction returns the functions of the checked packages and, from there, those that they use and whose instructions are
// at hand: instances of generic functions and wrappers. (ssautil.AllFunctions alone has nothing of the methods of types that
// are neither exported nor ever in an interface.)
func (p *Facts) everyFunction() []*ssa.Function {
	seen := map[*ssa.Function]bool{}
	var all []*ssa.Function
	for _, path := range p.Paths {
		for _, fn := range p.Packages[path].sourceFunctions() {
			all = appendUsed(all, fn, seen)
		}
		if init := p.Packages[path].Ssa.Func("init"); init != nil {
			all = appendUsed(all, init, seen)
		}
	}
	var rest []*ssa.Function
	for fn := range ssautil.AllFunctions(p.Ssa) {
		if !seen[fn] && !p.abstractTypes.replaced(fn) {
			rest = append(rest, fn)
		}
	}
	slices.SortFunc(rest, func(a, b *ssa.Function) int { return cmp.Compare(a.String(), b.String()) })
	for _, fn := range rest {
		if !isOfInstance(fn) {
			all = appendUsed(all, fn, seen)
		}
	}
	return p.appendMade(all, rest, seen)
}

// appendUsed appends a function, and the functions that its code uses, which have not been seen.
func appendUsed(all []*ssa.Function, fn *ssa.Function, seen map[*ssa.Function]bool) []*ssa.Function {
	if seen[fn] {
		return all
	}
	seen[fn] = true
	all = append(all, fn)
	for _, lit := range fn.AnonFuncs {
		all = appendUsed(all, lit, seen)
	}
	var operands []*ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			operands = instr.Operands(operands[:0])
			for _, op := range operands {
				if used, ok := (*op).(*ssa.Function); ok {
					all = appendUsed(all, used, seen)
				}
			}
		}
	}
	return all
}

// Replaced reports whether the contract of a callee, nil if it has none, stands for it at calls; otherwise it is inlined.
func Replaced(fn *ssa.Function, spec *annot.FuncSpec) bool {
	return spec != nil && spec.Performs != nil && (fn.Blocks == nil || spec.Trusted || !modifiesAll(spec) && !isInstance(fn))
}

// modifiesAll reports whether a contract says of some action only that it is atomic. Such a callee is better inlined.
func modifiesAll(spec *annot.FuncSpec) bool {
	for _, a := range spec.Performs.Actions {
		if a.ModifiesAll {
			return true
		}
	}
	return false
}

// isInstance reports whether fn is a generic function or method, or an instance of one: what its contract says of types is
// not what they are at a call, so it is inlined.
func isInstance(fn *ssa.Function) bool {
	return fn.TypeParams().Len() > 0 || len(fn.TypeArgs()) > 0 || fn.Signature.RecvTypeParams().Len() > 0 || fn.Origin() != nil
}

// Object returns the declared function that fn is, or is an instance of.
func Object(fn *ssa.Function) *types.Func {
	obj, _ := fn.Object().(*types.Func)
	if obj == nil || IsWrapper(fn) {
		return nil
	}
	return obj.Origin()
}

// IsWrapper reports whether fn was made by go/ssa to call a method in another way: as a function value, or promoted.
func IsWrapper(fn *ssa.Function) bool {
	return fn.Synthetic != "" && fn.Syntax() == nil && fn.Blocks != nil
}

// ContractAt returns the contract that stands for a call of fn, nil if there is none.
func (p *Facts) ContractAt(fn *ssa.Function) *annot.FuncSpec {
	if IsWrapper(fn) {
		return nil
	}
	return p.ContractOf(fn)
}

// Root returns the function that is not a literal around fn.
func Root(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// Decl returns the declaration that holds fn, nil for literals in initialisers of package variables and for functions
// without source.
func Decl(fn *ssa.Function) *ast.FuncDecl {
	d, _ := Root(fn).Syntax().(*ast.FuncDecl)
	return d
}

// Position returns where an instruction stands in the source, as far as it tells.
func Position(instr ssa.Instruction) token.Pos {
	if p := instr.Pos(); p.IsValid() {
		return p
	}
	if load, ok := instr.(*ssa.UnOp); ok {
		switch load.X.(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr:
			return load.X.Pos()
		}
	}
	return token.NoPos
}

// StoredParameter returns the parameter that an instruction makes a variable of, as functions begin with; nil: it does something else.
func StoredParameter(instr ssa.Instruction) *ssa.Parameter {
	if s, ok := instr.(*ssa.Store); ok {
		if p, ok := s.Val.(*ssa.Parameter); ok && !s.Pos().IsValid() {
			return p
		}
	}
	return nil
}

// ReversePostorder returns the blocks of fn that can be reached, every block after those that dominate it.
func ReversePostorder(fn *ssa.Function) []*ssa.BasicBlock {
	var order []*ssa.BasicBlock
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(*ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		seen[b] = true
		for _, s := range slices.Backward(b.Succs) {
			if !seen[s] {
				visit(s)
			}
		}
		order = append(order, b)
	}
	visit(fn.Blocks[0])
	slices.Reverse(order)
	return order
}

// IsInit reports whether fn runs during package initialisation, alone.
func IsInit(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Signature.Recv() == nil && (fn.Name() == "init" || len(fn.Name()) > 5 && fn.Name()[:5] == "init#")
}

// InfoOf returns the package under check that holds fn, nil if there is none.
func (p *Facts) InfoOf(fn *ssa.Function) *PkgInfo {
	fn = Root(fn)
	var pkg *types.Package
	switch {
	case fn.Object() != nil:
		pkg = fn.Object().Pkg()
	case fn.Pkg != nil:
		pkg = fn.Pkg.Pkg
	}
	if pkg == nil {
		return nil
	}
	return p.Packages[pkg.Path()]
}
