package summary

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Package variables such as io.EOF are constants in all but name. They hold an error without anything that can be
// written: one made by errors.New, or a number with methods. If loading one led to the class of the variable, then
// whatever may be io.EOF would be shared with all the world. So their values count as memory of nobody, like strings.
// That other packages assign nothing to such a variable is assumed.

//
// Variables that always hold the same function are constants of the same kind: hooks for tests, and the function New of a pool. Only
// those count that no other package can assign to, or none but the standard library's own.

// errorString is the type of what errors.New makes.
const errorString = "*errors.errorString"

// Marks in front of a function's key in unit.constants: the variable holds the function, or is a pool whose New it is.
const (
	holds = "func "
	pools = "pool "
)

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
			if typ := u.fixed(v); typ != "" && !changed[g] && u.constants[name] == "" && types.IsInterface(elem(g)) {
				u.constants[name], again = typ, true
			}
		}
	}
	for g, v := range inits {
		if key := u.functionOf(v); key != "" && !changed[g] && u.closed(g) {
			u.constants[g.RelString(nil)] = holds + key
		}
	}
	u.findPools(fns)
}

// isEmpty reports whether values of a type take no memory.
func isEmpty(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

func elem(g *ssa.Global) types.Type { return g.Type().(*types.Pointer).Elem() }

// closed reports whether no other package assigns to a variable.
func (u *unit) closed(g *ssa.Global) bool {
	return !g.Object().Exported() || strings.HasPrefix(u.path, "internal/") || strings.HasPrefix(u.path, "crypto/internal/")
}

// functionOf returns the key of a function that is a constant, nothing for other values.
func (u *unit) functionOf(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return u.functionOf(v.X)
	case *ssa.Function:
		if v.Origin() == nil {
			return u.keyOf(v)
		}
	}
	return ""
}

// findPools finds the pools of the package of which nothing but the methods is used after their initialisation.
func (u *unit) findPools(fns []*ssa.Function) {
	found, changed := map[*ssa.Global]string{}, map[*ssa.Global]bool{}
	for i, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					g, ok := (*op).(*ssa.Global)
					if !ok {
						continue
					}
					if key := u.poolNew(instr, g); i == 0 && key != "" && found[g] == "" {
						found[g] = key
					} else if !isPoolCall(instr) {
						changed[g] = true
					}
				}
			}
		}
	}
	for g, key := range found {
		if !changed[g] && !g.Object().Exported() {
			u.constants[g.RelString(nil)] = pools + key
		}
	}
}

// poolNew returns the function New of the composite literal that an instruction stores in a variable.
func (u *unit) poolNew(instr ssa.Instruction, g *ssa.Global) string {
	store, ok := instr.(*ssa.Store)
	if !ok || store.Addr != g || elem(g).String() != "sync.Pool" {
		return ""
	}
	load, ok := store.Val.(*ssa.UnOp)
	if !ok {
		return ""
	}
	literal, ok := load.X.(*ssa.Alloc)
	if !ok {
		return ""
	}
	key := ""
	for _, use := range *literal.Referrers() {
		addr, ok := use.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, use := range *addr.Referrers() {
			field, ok := use.(*ssa.Store)
			if !ok || key != "" {
				return ""
			}
			key = u.functionOf(field.Val)
		}
	}
	return key
}

func isPoolCall(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	callee := call.Common().StaticCallee()
	return callee != nil && (callee.String() == "(*sync.Pool).Get" || callee.String() == "(*sync.Pool).Put")
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
		alloc, ok := v.X.(*ssa.Alloc)
		if len(u.labels.of(v.X.Type())) == 0 || ok && isEmpty(alloc.Type().(*types.Pointer).Elem()) {
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
