package analysis

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A Constant is what holds of a field from the moment when others may know its object: whoever makes the object sets
// the field, and all that the program stores there has it.
type Constant struct {
	NonNil   bool
	Min, Max int64 // of a slice: what its length is at least and, if it is always the same, at most
	// By is the type of which code elsewhere might make a value without the field; nil if it cannot.
	By types.Type
}

// Settled reports what is known of the value that a read of a field gives, nil if that is nothing.
func (p *Facts) Settled(load *ssa.UnOp) *Constant {
	if f := p.fieldRead(load); f != nil && p.settledReads[load] {
		return p.Constants[f]
	}
	return nil
}

// fieldRead returns the field that an instruction reads by its name.
func (p *Facts) fieldRead(load *ssa.UnOp) *types.Var {
	if a, ok := load.X.(*ssa.FieldAddr); ok && load.Op == token.MUL {
		return p.Field(FieldOf(a))
	}
	return nil
}

// ConstantsOf returns the fields of a struct type that have constants.
func (p *Facts) ConstantsOf(t types.Type) []*types.Var {
	var out []*types.Var
	if st := structUnder(t); st != nil {
		for f := range st.Fields() {
			if c := p.Constants[p.Field(f)]; c != nil && c.By != nil {
				out = append(out, f)
			}
		}
	}
	return out
}

// findConstants fills Constants.
func (p *Facts) findConstants() {
	p.Constants, p.settledReads = map[*types.Var]*Constant{}, map[*ssa.UnOp]bool{}
	w := &constants{prog: p, stores: map[*types.Var][]ssa.Value{}, made: map[*types.Var]bool{}, compared: map[*types.Var]bool{}, known: map[types.Type][]part{}}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				w.collect(instr)
			}
		}
	}
	for f := range w.stores {
		if !p.MayBeConstant(f) || !w.made[f] { // nothing is believed of objects that others alone make
			continue
		}
		p.Constants[f] = &Constant{NonNil: true, Min: 1}
	}
	if len(p.Constants) == 0 {
		return
	}
	for _, fn := range p.functions {
		w.construct(fn)
	}
	w.dropUnseen()
	w.dropOthers()
	for changed := true; changed; { // what one field holds another may hold, too
		changed = false
		for f, c := range p.Constants {
			if n := w.ofStores(f, c); n == nil {
				delete(p.Constants, f)
				changed = true
			} else if *n != *c {
				p.Constants[f] = n
				changed = true
			}
		}
	}
	p.madeLocks = w.madeLocks()
}

// MayBeConstant reports whether all stores to the field are in sight, and of its values something could be said.
func (p *Facts) MayBeConstant(f *types.Var) bool {
	if !f.IsField() || f.Exported() || f.Embedded() || f.Pkg() == nil || p.Packages[f.Pkg().Path()] == nil || p.OwnerType(f) == nil {
		return false
	}
	if p.Escapes.Vars[f] || p.Escapes.set[f] {
		return false
	}
	switch f.Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return !IsTypeParam(f.Type())
	case *types.Slice:
		return true
	}
	return false
}

// constants finds what holds of fields.
type constants struct {
	prog     *Facts
	stores   map[*types.Var][]ssa.Value
	made     map[*types.Var]bool // set in a function that makes the object
	compared map[*types.Var]bool // with nil, somewhere
	known    map[types.Type][]part
}

// collect notes what an instruction assigns to fields, and which it compares with nil.
func (w *constants) collect(instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.Store:
		if a, ok := i.Addr.(*ssa.FieldAddr); ok {
			f := w.prog.Field(FieldOf(a))
			w.stores[f] = append(w.stores[f], i.Val)
			w.made[f] = w.made[f] || isNewObject(a.X)
		}
	case *ssa.BinOp:
		for x, y := range map[ssa.Value]ssa.Value{i.X: i.Y, i.Y: i.X} {
			k, isConst := y.(*ssa.Const)
			if load, ok := x.(*ssa.UnOp); ok && isConst && k.IsNil() {
				if f := w.prog.fieldRead(load); f != nil {
					w.compared[f] = true
				}
			}
		}
	}
}

// isNewObject reports whether v is a pointer to an object that the function makes, or a variable that may hold one.
func isNewObject(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.UnOp:
		cell, ok := v.X.(*ssa.Alloc)
		if !ok || v.Op != token.MUL {
			return false
		}
		return slices.ContainsFunc(*cell.Referrers(), func(use ssa.Instruction) bool {
			s, ok := use.(*ssa.Store)
			if !ok || s.Addr != cell {
				return false
			}
			_, isNew := s.Val.(*ssa.Alloc)
			return isNew
		})
	}
	return false
}

// parts returns the fields with constants that a value of the type has inside it, but not in arrays.
func (w *constants) parts(t types.Type) []part {
	if out, ok := w.known[t]; ok {
		return out
	}
	var out []part
	var walk func(t types.Type, path string)
	walk = func(t types.Type, path string) {
		if IsSyncValue(t) || !IsComposite(t) {
			return
		}
		st := structUnder(t)
		for i := range st.NumFields() {
			f := w.prog.Field(st.Field(i))
			at := path + "/" + strconv.Itoa(i)
			if w.prog.Constants[f] != nil {
				out = append(out, part{at, f})
			}
			walk(st.Field(i).Type(), at)
		}
	}
	walk(t, "")
	w.known[t] = out
	return out
}

// drop gives up on all fields that a value of the type has inside it, in arrays too.
func (w *constants) drop(t types.Type) {
	if a := ArrayType(t); a != nil {
		w.drop(UltimateElem(a))
		return
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for f := range st.Fields() {
		delete(w.prog.Constants, w.prog.Field(f))
		w.drop(f.Type())
	}
}

// construct drops the fields that an object may not have set yet when others can know it, and notes the reads after that.
func (w *constants) construct(fn *ssa.Function) {
	if len(fn.Blocks) == 0 {
		return
	}
	exposed := map[*types.Var]bool{}
	c := &construction{
		prog: w.prog, fn: fn, parts: w.parts,
		exposed: func(f *types.Var) { exposed[f] = true },
		loaded:  func(load *ssa.UnOp, set bool) { w.prog.settledReads[load] = set },
	}
	c.run()
	for f := range exposed {
		delete(w.prog.Constants, f)
	}
}

// ofStores returns what all that the field is assigned has, of what is taken to hold so far; nil if that is nothing.
func (w *constants) ofStores(f *types.Var, c *Constant) *Constant {
	out := *c
	if _, isSlice := f.Type().Underlying().(*types.Slice); isSlice {
		out.Min, out.Max = 0, 0
		for i, v := range w.stores[f] {
			lo, hi := w.prog.lengthOf(v)
			if i == 0 {
				out.Min, out.Max = lo, hi
			}
			out.Min, out.Max = min(out.Min, lo), max(out.Max, hi)
		}
		if out.Min == 0 {
			return nil
		}
		return &out
	}
	convention := !w.compared[f]
	for _, v := range w.stores[f] {
		if !(&nonNilWalk{prog: w.prog, parameters: convention, seen: map[ssa.Value]bool{}}).value(v) {
			return nil
		}
	}
	return &out
}

// lengthOf returns how many elements a slice has at least and at most, 0 and the largest number if that is not known.
func (p *Facts) lengthOf(v ssa.Value) (int64, int64) {
	const unknown = 1<<63 - 1
	switch v := v.(type) {
	case *ssa.ChangeType:
		return p.lengthOf(v.X)
	case *ssa.Slice:
		ptr, ok := v.X.Type().Underlying().(*types.Pointer)
		if !ok || v.Low != nil {
			return 0, unknown
		}
		n := ptr.Elem().Underlying().(*types.Array).Len()
		if v.High == nil {
			return n, n
		}
		if k, ok := v.High.(*ssa.Const); ok {
			return k.Int64(), k.Int64()
		}
	case *ssa.MakeSlice:
		if k, ok := v.Len.(*ssa.Const); ok {
			return k.Int64(), k.Int64()
		}
	case *ssa.UnOp:
		if c := p.Settled(v); c != nil {
			return c.Min, unknown
		}
		if s := onlyStore(v); s != nil {
			return p.lengthOf(s.Val)
		}
	}
	return 0, unknown
}

// onlyStore returns the only assignment to the variable that load reads, if it comes before.
func onlyStore(load *ssa.UnOp) *ssa.Store {
	a, ok := load.X.(*ssa.Alloc)
	if !ok || load.Op != token.MUL || !isVariable(a) {
		return nil
	}
	var only *ssa.Store
	for _, use := range *a.Referrers() {
		if s, ok := use.(*ssa.Store); ok {
			if only != nil || !ComesBefore(s, load) {
				return nil
			}
			only = s
		}
	}
	return only
}
