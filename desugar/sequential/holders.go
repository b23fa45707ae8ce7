package sequential

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Holders returns the fields and package variables of interface types into which functions put pointers to objects of the standard library of certain types, such as a bytes.Buffer in a field of type io.Writer: where they
// stand, or by the parameter of a constructor. The types are named with their import paths, as library.IsUnsynchronised wants them.
func Holders(functions []*ssa.Function, of func(name string) bool) map[*types.Var]bool {
	h := &holders{of: of, flows: map[any][]any{}, found: map[any]bool{}}
	seen := map[*ssa.Function]bool{}
	look := func(fn *ssa.Function) {
		if fn == nil || seen[fn] {
			return
		}
		seen[fn] = true
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				h.instruction(instr)
			}
		}
	}
	for _, fn := range functions {
		look(fn)
		if fn.Pkg != nil { // what its variables hold at first
			look(fn.Pkg.Func("init"))
		}
	}
	holds := map[*types.Var]bool{}
	for node := range h.found {
		if v, ok := node.(*types.Var); ok && types.IsInterface(v.Type()) {
			holds[v] = true
		}
	}
	return holds
}

// holders follows such pointers. Its nodes are variables and parameters.
type holders struct {
	of    func(name string) bool
	flows map[any][]any
	found map[any]bool
}

func (h *holders) instruction(instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.Store:
		if v := VariableAt(i.Addr); v != nil {
			h.put(v, i.Val)
		}
	case ssa.CallInstruction:
		fn := i.Common().StaticCallee()
		if fn == nil || len(fn.Params) != len(i.Common().Args) {
			return
		}
		for k, arg := range i.Common().Args {
			h.put(fn.Params[k], arg)
		}
	}
}

// VariableAt returns the field or package variable at an address, nil if it is something else.
func VariableAt(addr ssa.Value) *types.Var {
	switch at := addr.(type) {
	case *ssa.FieldAddr:
		if st, ok := at.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct); ok {
			return st.Field(at.Field).Origin()
		}
	case *ssa.Global:
		v, _ := at.Object().(*types.Var)
		return v
	}
	return nil
}

// put notes that a node gets a value.
func (h *holders) put(node any, v ssa.Value) {
	switch v := v.(type) {
	case *ssa.ChangeInterface:
		h.put(node, v.X)
	case *ssa.MakeInterface:
		ptr, ok := v.X.Type().Underlying().(*types.Pointer)
		if !ok {
			return
		}
		if n, ok := types.Unalias(ptr.Elem()).(*types.Named); ok && n.Obj().Pkg() != nil && h.of(n.Obj().Pkg().Path()+"."+n.Obj().Name()) {
			h.holds(node)
		}
	case *ssa.Parameter:
		if h.flows[v] = append(h.flows[v], node); h.found[v] {
			h.holds(node)
		}
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			for _, use := range *a.Referrers() {
				if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
					if _, isLoad := s.Val.(*ssa.UnOp); !isLoad {
						h.put(node, s.Val)
					}
				}
			}
		}
	}
}

func (h *holders) holds(node any) {
	if h.found[node] {
		return
	}
	h.found[node] = true
	for _, to := range h.flows[node] {
		h.holds(to)
	}
}
