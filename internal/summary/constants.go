package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Package variables such as io.EOF are constants in all but name. They hold an error without anything that can be written: one made by
// errors.New, or a number with methods. If loading one led to the class of the variable, then whatever may be io.EOF would be shared with all
// the world. So their values count as memory of nobody, like strings. That other packages assign nothing to such a variable is
// assumed.

// errorString is the type of what errors.New makes.
const errorString = "*errors.errorString"

// findConstants finds the variables of the package that are assigned once, by their initialiser, and whose address is not taken.
func (u *unit) findConstants(pkg *ssa.Package) {
	inits := map[*ssa.Global]ssa.Value{}
	changed := map[*ssa.Global]bool{}
	fns := append([]*ssa.Function{pkg.Func("init")}, u.order...)
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					g, ok := (*op).(*ssa.Global)
					if !ok || isLoad(instr) {
						continue
					}
					store, ok := instr.(*ssa.Store)
					if ok && fn == fns[0] && store.Addr == g && inits[g] == nil {
						inits[g] = store.Val
					} else {
						changed[g] = true
					}
				}
			}
		}
	}
	for again := true; again; {
		again = false
		for g, v := range inits {
			name := g.RelString(nil)
			if typ := u.fixed(v); typ != "" && !changed[g] && u.constants[name] == "" && types.IsInterface(g.Type().(*types.Pointer).Elem()) {
				u.constants[name], again = typ, true
			}
		}
	}
}

func isLoad(instr ssa.Instruction) bool {
	load, ok := instr.(*ssa.UnOp)
	return ok && load.Op == token.MUL
}

// fixed returns the type of a value of which nothing can be written, nothing if that is not known.
func (u *unit) fixed(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Call:
		callee := v.Call.StaticCallee()
		if callee == nil {
			return ""
		}
		if u.keyOf(callee) == "errors.New" {
			return errorString
		}
		if len(callee.Blocks) == 1 && callee.Pkg != nil && callee.Pkg.Pkg.Path() == u.path {
			if ret, ok := callee.Blocks[0].Instrs[len(callee.Blocks[0].Instrs)-1].(*ssa.Return); ok && len(ret.Results) == 1 {
				return u.fixed(ret.Results[0])
			}
		}
	case *ssa.MakeInterface:
		if len(u.labels.of(v.X.Type())) == 0 {
			return typeKey(v.X.Type())
		}
	case *ssa.UnOp:
		return u.constantAt(v.X)
	}
	return ""
}

// constantAt returns the type of what a variable always holds.
func (u *unit) constantAt(addr ssa.Value) string {
	g, ok := addr.(*ssa.Global)
	if !ok {
		return ""
	}
	name := g.RelString(nil)
	if g.Pkg.Pkg.Path() == u.path {
		return u.constants[name]
	}
	return u.known.constant(name)
}
