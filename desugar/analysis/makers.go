package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/calvin-go/calvin/annot"
)

// Where a value of a struct type begins its life: with an instruction that construction.go follows, or out of its sight.

// dropUnseen gives up on the fields of types of which the checked packages make values that construction does not follow: elements of
// slices, arrays and channels, entries of maps, what a conversion or a failed assertion gives, and what code that is not at hand makes
// for them.
func (w *constants) dropUnseen() {
	u := &unseenMakers{constants: w}
	for _, fn := range w.prog.functions {
		u.function(fn)
	}
	if u.reflects {
		for _, t := range u.boxed {
			w.drop(Deref(t))
		}
	}
	for _, path := range w.prog.Paths {
		for _, obj := range w.prog.Packages[path].definitions() {
			u.typ(obj.Type())
		}
	}
}

type unseenMakers struct {
	*constants
	seen     typeSet      // by typ
	decoded  typeutil.Map // by behind
	reflects bool         // the program has values made of types that it knows by reflection
	boxed    []types.Type // the types of what it puts into interfaces or takes out of them
	operands []*ssa.Value // of the instruction that is looked at
}

// reflecting are the functions that make values of any type that was ever in an interface, or have others make them.
var reflecting = map[string]bool{"reflect.New": true, "reflect.NewAt": true, "reflect.Zero": true, "reflect.MakeSlice": true, "reflect.MakeChan": true,
	"reflect.MakeMap": true, "reflect.MakeMapWithSize": true, "(reflect.Value).SetZero": true, "(reflect.Value).Set": true,
	"encoding/gob.Register": true, "encoding/gob.RegisterName": true}

func (w *unseenMakers) function(fn *ssa.Function) {
	w.reflects = w.reflects || reflecting[originName(fn)]
	for _, arg := range fn.TypeArgs() {
		w.typ(arg)
		if fn.Blocks == nil && !isAtomic(fn) {
			w.drop(arg)
		}
	}
	for _, v := range fn.Params {
		w.typ(v.Type())
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			w.instruction(instr)
		}
	}
}

func (w *unseenMakers) instruction(instr ssa.Instruction) {
	w.operands = instr.Operands(w.operands[:0])
	for _, op := range w.operands {
		if g, ok := (*op).(*ssa.Global); ok { // zero before it is set
			w.drop(Deref(g.Type()))
		}
	}
	v, ok := instr.(ssa.Value)
	if !ok {
		return
	}
	w.typ(v.Type())
	switch i := instr.(type) {
	case *ssa.Alloc:
		if a := ArrayType(Deref(i.Type())); a != nil {
			w.drop(UltimateElem(a))
		}
	case *ssa.ChangeType:
		w.drop(Deref(i.X.Type()))
		w.drop(Deref(i.Type()))
	case *ssa.Convert, *ssa.MultiConvert, *ssa.SliceToArrayPointer:
		w.drop(Deref(v.Type()))
	case *ssa.TypeAssert:
		w.boxed = append(w.boxed, i.AssertedType)
		if i.CommaOk {
			w.drop(i.AssertedType)
		}
	case *ssa.MakeInterface:
		w.boxed = append(w.boxed, i.X.Type())
		w.behind(Deref(i.X.Type()))
	}
}

// typ looks at what a type is made of.
func (w *unseenMakers) typ(t types.Type) {
	if t == nil || !w.seen.add(t) {
		return
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		others := !IsSyncValue(n) && n.Obj().Pkg() != nil && w.prog.Packages[n.Obj().Pkg().Path()] == nil
		for arg := range n.TypeArgs().Types() {
			if others {
				w.drop(arg)
			}
			w.typ(arg)
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		w.drop(u.Key())
		w.drop(u.Elem())
	case *types.Slice:
		w.drop(u.Elem())
	case *types.Array:
		w.drop(u.Elem())
	case *types.Chan:
		w.drop(u.Elem())
	}
	eachComponent(t, w.typ)
}

// behind gives up on what code that is not at hand, which gets a value of the type in an interface, may make behind pointers in it, as
// a decoder does.
func (w *unseenMakers) behind(t types.Type) {
	if w.decoded.Set(t, true) != nil {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		w.drop(u.Elem())
		w.behind(u.Elem())
	case *types.Slice:
		w.behind(u.Elem())
	case *types.Array:
		w.behind(u.Elem())
	case *types.Map:
		w.behind(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if f.Exported() {
				w.behind(f.Type())
			}
		}
	}
}

// dropOthers asks who else may make values: nobody, of a type whose name is not exported, if no variable of others can
// hold one. Of other types a constant is a promise of those who use the package. Code that compares the field with nil
// expects no such promise, and where the type itself promises something of the field, none is needed.
func (w *constants) dropOthers() {
	public := w.public()
	for f, c := range w.prog.Constants {
		if !public[f] {
			continue
		}
		if w.compared[f] || w.prog.isPromised(f) {
			delete(w.prog.Constants, f)
			continue
		}
		c.By = w.prog.OwnerType(f)
	}
}

// isPromised reports whether an invariant or transition of its type speaks of the field.
func (p *Facts) isPromised(f *types.Var) bool {
	name := StructName(p.OwnerType(f))
	if name == nil || name.Pkg() == nil || p.Packages[name.Pkg().Path()] == nil {
		return false
	}
	spec := p.Packages[name.Pkg().Path()].Annot.Named[name]
	if spec == nil {
		return false
	}
	found := false
	for _, cl := range slices.Concat(spec.Promises(), spec.Transitions) {
		annot.Walk(cl.Expr, func(e annot.Expr) bool {
			s, ok := e.(*annot.Select)
			found = found || ok && p.Field(s.Field) == f
			return true
		})
	}
	return found
}

// public returns the fields of struct types of which code that is not checked may make a value: it can write the name of the type or of one
// that has such a value inside it, or an exported field leads to it.
func (w *constants) public() map[*types.Var]bool {
	out := map[*types.Var]bool{}
	seen := typeutil.Map{}
	var made func(t types.Type)
	made = func(t types.Type) { // and all that is inside or that exported fields lead to
		if t == nil || seen.Set(t, true) != nil {
			return
		}
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			made(u.Elem())
		case *types.Slice:
			made(u.Elem())
		case *types.Array:
			made(u.Elem())
		case *types.Chan:
			made(u.Elem())
		case *types.Map:
			made(u.Key())
			made(u.Elem())
		case *types.Struct:
			for f := range u.Fields() {
				out[w.prog.Field(f)] = true
				if _, isStruct := f.Type().Underlying().(*types.Struct); isStruct || f.Exported() || ArrayType(f.Type()) != nil {
					made(f.Type())
				}
			}
		}
	}
	for _, path := range w.prog.Paths {
		for _, obj := range w.prog.Packages[path].definitions() {
			switch obj := obj.(type) {
			case *types.TypeName:
				if obj.Exported() {
					made(obj.Type())
				}
			case *types.Var:
				if obj.Exported() {
					made(obj.Type())
				}
			}
		}
	}
	return out
}
