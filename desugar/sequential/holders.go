package sequential

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Holders returns the fields and package variables of interface types into which functions put pointers to objects of
// the standard library of certain types, such as a bytes.Buffer in a field of type io.Writer: where they stand, or by
// the parameter of a constructor. The types are named with their import paths, as library.IsUnsynchronised wants them.
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
		if v, ok := node.(*types.Var); ok && types.IsInterface(inside(v.Type())) {
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
	case *ssa.MapUpdate:
		if v := VariableOf(i.Map); v != nil {
			h.put(v, i.Value)
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

// inside returns the type of what is in a variable that holds a slice, an array or a map, or one of these in another.
func inside(t types.Type) types.Type {
	for {
		switch u := t.Underlying().(type) {
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		default:
			return t
		}
	}
}

// HeldIn returns the field or package variable that a value was read from, or from an element or entry of what is
// there, and reports whether there is one: not if that is a parameter or something else.
func HeldIn(v ssa.Value) (*types.Var, bool) {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil, false
		}
		at := VariableAt(v.X)
		return at, at != nil
	case *ssa.Lookup:
		at := VariableOf(v.X)
		return at, at != nil
	case *ssa.Extract:
		if x, ok := v.Tuple.(*ssa.Lookup); ok && v.Index == 0 {
			return HeldIn(x)
		}
	}
	return nil, false
}

// VariableOf returns the field or package variable that a value was read from, by way of local variables that are
// assigned once, too; nil if it is from elsewhere.
func VariableOf(v ssa.Value) *types.Var {
	for range maxLocals {
		load, ok := v.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			break
		}
		a, ok := load.X.(*ssa.Alloc)
		if !ok {
			break
		}
		if v = onlyStored(a); v == nil {
			return nil
		}
	}
	at, _ := HeldIn(v)
	return at
}

// maxLocals bounds how many local variables are followed.
const maxLocals = 8

// onlyStored returns what a local variable is assigned, nil if that is not one value.
func onlyStored(a *ssa.Alloc) (only ssa.Value) {
	for _, use := range *a.Referrers() {
		if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
			if only != nil {
				return nil
			}
			only = s.Val
		}
	}
	return only
}

// VariableAt returns the field or package variable at an address, or that has the element there; nil if it is something else.
func VariableAt(addr ssa.Value) *types.Var {
	switch at := addr.(type) {
	case *ssa.FieldAddr:
		if st, ok := at.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct); ok {
			return st.Field(at.Field).Origin()
		}
	case *ssa.Global:
		v, _ := at.Object().(*types.Var)
		return v
	case *ssa.IndexAddr:
		if _, ok := at.X.Type().Underlying().(*types.Pointer); ok { // to an array
			return VariableAt(at.X)
		}
		return VariableOf(at.X)
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
