package analysis

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A field of an interface type often holds pointers to one type alone, whoever else implements the interface: a
// constructor puts them there. All stores to a field that is not exported are in sight, so they tell. A call by way of
// such a field runs methods of these types for certain, unless it is nil.

// dynamicTypes finds what is stored in fields of interface types.
type dynamicTypes struct {
	prog   *Facts
	held   map[*types.Var][]*types.TypeName
	untold map[*types.Var]bool // something else may be stored there
}

// findDynamicTypes fills dynamicTypes: for fields of interface types the types to which they hold pointers, where no
// value of any other may be there.
func (p *Facts) findDynamicTypes() {
	h := &dynamicTypes{prog: p, held: map[*types.Var][]*types.TypeName{}, untold: map[*types.Var]bool{}}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				h.instruction(instr)
			}
		}
	}
	p.dynamicTypes = map[*types.Var][]*types.TypeName{}
	for f, all := range h.held {
		if !h.untold[f] && p.MayBeConstant(f) {
			p.dynamicTypes[f] = all
		}
	}
}

// instruction notes what is stored in a field, and fields that become others with a type of their own.
func (h *dynamicTypes) instruction(instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.Store:
		if a, ok := i.Addr.(*ssa.FieldAddr); ok && IsInterface(i.Val.Type()) {
			h.store(h.prog.Field(FieldOf(a)), i.Val)
		}
	case *ssa.ChangeType, *ssa.Convert, *ssa.MultiConvert, *ssa.SliceToArrayPointer: // also to unsafe.Pointer
		h.become(i.(ssa.Value).Type(), map[types.Type]bool{})
		h.become((*i.Operands(nil)[0]).Type(), map[types.Type]bool{})
	}
}

func (h *dynamicTypes) store(f *types.Var, v ssa.Value) {
	if k, ok := v.(*ssa.Const); ok && k.IsNil() {
		return
	}
	made, ok := v.(*ssa.MakeInterface)
	if !ok {
		h.untold[f] = true
		return
	}
	n, ok := types.Unalias(Deref(made.X.Type())).(*types.Named)
	if _, isPtr := types.Unalias(made.X.Type()).(*types.Pointer); !ok || !isPtr || n.Obj().Pkg() == nil {
		h.untold[f] = true
		return
	}
	if name := n.Origin().Obj(); !slices.Contains(h.held[f], name) {
		h.held[f] = append(h.held[f], name)
		slices.SortFunc(h.held[f], byPathAndName)
	}
}

// become gives up on the fields that a value of the type has inside it, or that a pointer in it leads to.
func (h *dynamicTypes) become(t types.Type, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	if st, ok := t.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			h.untold[h.prog.Field(f)] = true
		}
	}
	eachComponent(t, func(c types.Type) { h.become(c, seen) })
}

// behindField returns the types to which an interface holds pointers that a call has a method of, if a field tells. It
// reports false otherwise.
func (p *Facts) behindField(call *ssa.CallCommon) ([]*types.TypeName, bool) {
	load, ok := call.Value.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil, false
	}
	f := p.fieldRead(load)
	if f == nil || len(p.dynamicTypes[f]) == 0 {
		return nil, false
	}
	return p.dynamicTypes[f], true
}

// byPathAndName orders types with names.
func byPathAndName(a, b *types.TypeName) int {
	return cmp.Or(cmp.Compare(a.Pkg().Path(), b.Pkg().Path()), cmp.Compare(a.Name(), b.Name()))
}
