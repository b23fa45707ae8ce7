package desugar

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
)

// Where all types of a type parameter are slices, say, Go lets one make a value of it, look into it, and go over it. A function
// that is checked for any type argument has only a value of an opaque sort there: what is done to it by its structure is not
// supported. Where the function is inlined, its types are known.

// byStructure returns the type parameter that the instruction uses for what its types are; nil if it uses none so, or is refused
// where it is translated.
func byStructure(instr ssa.Instruction) types.Type {
	for _, t := range structured(instr) {
		if analysis.IsTypeParam(t) {
			return t
		}
	}
	return nil
}

// typesOf returns the types of values, of which some may be missing.
func typesOf(values ...ssa.Value) (all []types.Type) {
	for _, v := range values {
		if v != nil {
			all = append(all, v.Type())
		}
	}
	return all
}

// structured lists the types of which the instruction needs to know what they are.
func structured(instr ssa.Instruction) []types.Type {
	switch i := instr.(type) {
	case *ssa.MakeMap:
		return []types.Type{i.Type()}
	case *ssa.MakeChan:
		return append(typesOf(i.Size), i.Type())
	case *ssa.MakeSlice:
		return append(typesOf(i.Len, i.Cap), i.Type())
	case *ssa.Slice: // a literal is a slice of an array
		return append(typesOf(i.Low, i.High, i.Max), i.Type(), analysis.Deref(i.X.Type()))
	case *ssa.Index:
		return typesOf(i.X, i.Index)
	case *ssa.SliceToArrayPointer:
		return []types.Type{i.X.Type(), i.Type()}
	case *ssa.FieldAddr:
		return []types.Type{i.X.Type(), analysis.Deref(i.X.Type())}
	case *ssa.IndexAddr:
		return append(typesOf(i.Index), analysis.Deref(i.X.Type()))
	case *ssa.Field:
		return []types.Type{i.X.Type()}
	case *ssa.MapUpdate:
		return []types.Type{i.Map.Type()}
	case *ssa.Lookup:
		if _, isMap := i.X.Type().Underlying().(*types.Map); !isMap {
			return typesOf(i.X, i.Index)
		}
		return []types.Type{i.X.Type()}
	case *ssa.Range:
		return []types.Type{i.X.Type()}
	case *ssa.Store:
		return append(ofAddress(i.Addr), i.Addr.Type())
	case *ssa.Next:
		return structured(i.Iter.(*ssa.Range))
	case *ssa.UnOp:
		if i.Op == token.MUL || i.Op == token.ARROW {
			return append(ofAddress(i.X), i.X.Type())
		}
	case *ssa.Send:
		return []types.Type{i.Chan.Type()}
	case *ssa.Select:
		var all []types.Type
		for _, s := range i.States {
			all = append(all, s.Chan.Type())
		}
		return all
	case *ssa.Call:
		b, ok := i.Call.Value.(*ssa.Builtin)
		switch {
		case ok && b.Name() == "append" && len(i.Call.Args) > 1:
			return []types.Type{i.Call.Args[1].Type()}
		case ok && b.Name() == "delete":
			return []types.Type{i.Call.Args[0].Type()}
		}
	}
	return nil
}

// ofAddress is structured for how an address is come by.
func ofAddress(v ssa.Value) []types.Type {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return structured(v)
	case *ssa.IndexAddr:
		return structured(v)
	case *ssa.SliceToArrayPointer:
		return structured(v)
	}
	return nil
}
