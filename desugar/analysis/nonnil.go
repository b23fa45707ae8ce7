package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/library"
)

// nonNilWalk tells which values are never nil.
type nonNilWalk struct {
	prog       *Facts
	parameters bool // callers of the function keep to what is said of its parameters
	seen       map[ssa.Value]bool
}

// NeverNil reports whether v, which the function under check has computed, is not nil.
func (p *Facts) NeverNil(v ssa.Value) bool {
	return (&nonNilWalk{prog: p, parameters: true, seen: map[ssa.Value]bool{}}).value(v)
}

// NeverNilInitially is neverNil for an initial value: what is called then is not checked to be passed what it asks for.
func (p *Facts) NeverNilInitially(v ssa.Value) bool {
	return (&nonNilWalk{prog: p, seen: map[ssa.Value]bool{}}).value(v)
}

func (w *nonNilWalk) value(v ssa.Value) bool {
	if w.seen[v] {
		return false
	}
	w.seen[v] = true
	defer delete(w.seen, v)
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.Function,
		*ssa.MakeChan, *ssa.MakeClosure, *ssa.MakeInterface, *ssa.MakeMap, *ssa.MakeSlice:
		return true
	case *ssa.Slice:
		_, ofArray := v.X.Type().Underlying().(*types.Pointer)
		return ofArray
	case *ssa.ChangeType:
		return w.value(v.X)
	case *ssa.ChangeInterface:
		return w.value(v.X)
	case *ssa.Parameter:
		return w.parameters && w.parameter(v)
	case *ssa.UnOp:
		return v.Op == token.MUL && w.load(v)
	case *ssa.Extract:
		return w.result(v)
	case *ssa.Call:
		return w.call(v)
	}
	return false
}

func (w *nonNilWalk) parameter(v *ssa.Parameter) bool {
	obj, _ := v.Object().(*types.Var)
	return obj != nil && annot.NeverNil(v.Type()) && annot.NeverNil(obj.Type()) && !w.prog.MayBeNil(v.Parent())[obj]
}

// ComesBefore reports whether a is executed before b wherever b is.
func ComesBefore(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, instr := range a.Block().Instrs {
		switch instr {
		case a:
			return true
		case b:
			return false
		}
	}
	return false
}

// returnsNew are functions without a row that return something new.
var returnsNew = map[string]bool{"sync.NewCond": true, "sync.OnceFunc": true, "sync.OnceValue": true, "sync.OnceValues": true}

// call reports whether the only result of a call is not nil.
func (w *nonNilWalk) call(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	if fn == nil {
		return false
	}
	if obj := Object(fn); obj != nil && fn.Blocks == nil {
		row := w.prog.RowOf(obj)
		return returnsNew[obj.FullName()] || row != nil && ensuresResult(row)
	}
	if fn.Blocks == nil || fn.Recover != nil || fn.Signature.Results().Len() != 1 {
		return false
	}
	returns := false
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if !w.value(r.Results[0]) {
				return false
			}
			returns = true
		}
	}
	return returns
}

// result reports whether one of several results of a call is not nil, as the row of the function says.
func (w *nonNilWalk) result(v *ssa.Extract) bool {
	call, ok := v.Tuple.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	fn := call.Call.StaticCallee()
	obj := Object(fn)
	if obj == nil || fn.Blocks != nil {
		return false
	}
	row := w.prog.RowOf(obj)
	if row == nil || v.Index >= len(row.Results) {
		return false
	}
	for _, c := range row.Ensures {
		if c.Text == row.Results[v.Index]+" != nil" {
			return true
		}
	}
	return false
}

// ensuresResult reports whether a row says of the function's only result that it is not nil.
func ensuresResult(row *library.Row) bool {
	for _, c := range row.Ensures {
		if c.Text == row.Results[0]+" != nil" {
			return true
		}
	}
	return false
}
