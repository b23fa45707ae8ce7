package summary

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// instruction does what one instruction means for the classes.
func (s *solver) instruction(fn *ssa.Function, instr ssa.Instruction) {
	loc := s.within[fn]
	switch i := instr.(type) {
	case *ssa.Store:
		n := s.only(i.Addr)
		s.writes(i.Addr)
		s.put(n, s.value(i.Val))
	case *ssa.MapUpdate:
		n := s.only(i.Map)
		s.writes(i.Map)
		s.put(n, s.value(i.Key))
		s.put(n, s.value(i.Value))
	case *ssa.Send:
		s.writes(i.Chan)
		s.put(s.only(i.Chan), s.value(i.X))
		loc.facts.waits = true
	case *ssa.Return:
		for j, r := range i.Results {
			s.bind(loc.results[j], s.value(r))
		}
	case *ssa.Panic:
		// What a panic carries stands where any recover finds it.
		s.put(s.global(panicked), s.value(i.X))
	case *ssa.Call:
		s.call(fn, &i.Call, s.resultsOf(i), false)
	case *ssa.Go:
		s.call(fn, &i.Call, s.freshResults(&i.Call), true)
	case *ssa.Defer:
		s.call(fn, &i.Call, s.freshResults(&i.Call), false)
	case ssa.Value:
		s.defined(loc, i)
	}
}

// writes marks what is written, but for memory that is new for sure: whatever its class, nobody had it before the call.
func (s *solver) writes(addr ssa.Value) {
	if !isNew(addr) {
		s.set(s.only(addr), written)
		_, isChannel := addr.Type().Underlying().(*types.Chan)
		if !s.locked && !isChannel && !isSynchronising(s.unit.path) {
			s.addUnlocked(s.only(addr), writtenAt(addr))
		}
	}
}

// isNew reports whether an address is that of a part of what the function has made.
func isNew(addr ssa.Value) bool {
	switch v := addr.(type) {
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan:
		return true
	case *ssa.FieldAddr:
		return isNew(v.X)
	case *ssa.IndexAddr:
		return isNew(v.X)
	case *ssa.Slice:
		return isNew(v.X)
	case *ssa.Const:
		return v.IsNil()
	}
	return false
}

// panicked is in the place of a global variable that holds what panics carry.
const panicked = "panic"

// recovers is its other name where a recover looks there.
const recovers = "recover"

// resultsOf returns the results of a call, one by one.
func (s *solver) resultsOf(v ssa.Value) []value {
	tuple, ok := v.Type().(*types.Tuple)
	if !ok {
		return []value{s.value(v)}
	}
	if list, ok := s.tuples[v]; ok {
		return list
	}
	list := s.components(tuple)
	s.tuples[v] = list
	return list
}

func (s *solver) components(tuple *types.Tuple) []value {
	var list []value
	for i := range tuple.Len() {
		list = append(list, s.make(s.unit.labels.of(tuple.At(i).Type())))
	}
	return list
}

func (s *solver) freshResults(call *ssa.CallCommon) []value {
	return s.components(call.Signature().Results())
}

// defined does what an instruction with a value means.
func (s *solver) defined(loc *local, instr ssa.Value) {
	switch i := instr.(type) {
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan, *ssa.BinOp:
		s.value(i)
	case *ssa.FieldAddr:
		s.same(i, i.X)
	case *ssa.IndexAddr:
		s.same(i, i.X)
	case *ssa.Slice:
		if _, basic := i.X.Type().Underlying().(*types.Basic); !basic {
			s.same(i, i.X)
		}
	case *ssa.SliceToArrayPointer:
		s.same(i, i.X)
	case *ssa.ChangeInterface:
		s.same(i, i.X)
	case *ssa.ChangeType:
		s.same(i, i.X)
	case *ssa.Phi:
		for _, x := range i.Edges {
			s.bind(s.value(i), s.value(x))
		}
	case *ssa.Convert:
		s.convert(i, i.X)
	case *ssa.MultiConvert:
		s.convert(i, i.X)
	case *ssa.Field:
		s.bind(s.value(i), s.part(s.value(i.X), s.value(i).labels))
	case *ssa.Index:
		s.index(i)
	case *ssa.Lookup:
		s.lookup(i)
	case *ssa.UnOp:
		s.unary(loc, i)
	case *ssa.Extract:
		if list, ok := s.tuples[i.Tuple]; ok {
			s.bind(s.value(i), list[i.Index])
		} else {
			s.bind(s.value(i), s.resultsOf(i.Tuple)[i.Index])
		}
	case *ssa.MakeInterface:
		s.makeInterface(i)
	case *ssa.TypeAssert:
		s.typeAssert(i)
	case *ssa.MakeClosure:
		n := s.only(i)
		key := s.unit.keyOf(i.Fn.(*ssa.Function))
		s.at(n).funcs = add(s.at(n).funcs, key)
		for _, b := range i.Bindings {
			s.put(n, s.value(b))
		}
	case *ssa.Range: // see next
	case *ssa.Next:
		s.next(i)
	case *ssa.Select:
		s.selection(loc, i)
	default:
		s.leak(s.value(i)) // a new kind of instruction
	}
}

// same has a value lead to where another one leads, whose type may differ.
func (s *solver) same(v, x ssa.Value) { s.bind(s.value(v), s.value(x)) }

func (s *solver) convert(v, x ssa.Value) {
	from, to := x.Type().Underlying(), v.Type().Underlying()
	isUnsafe := func(t types.Type) bool {
		b, ok := t.(*types.Basic)
		return ok && b.Kind() == types.UnsafePointer
	}
	switch {
	case isUnsafe(from) || isUnsafe(to):
		// Types say nothing of what can be reached from here.
		if p := s.pointerOf(x, 0); p != nil {
			x = p
		}
		from, to := s.value(x), s.value(v)
		switch {
		case len(to.nodes) == 0:
			s.number(s.one(from), v, 0)
		case len(from.nodes) == 0:
			s.leak(to) // a number becomes a pointer
		default:
			s.bind(from, to)
		}
		s.smash(s.one(from))
		s.smash(s.one(to))
		if pointer, ok := v.Type().Underlying().(*types.Pointer); ok && hasString(pointer.Elem()) {
			s.lose(s.one(to)) // a string may be memory that is written
		}
	default:
		s.same(v, x)
	}
}

// number follows a pointer that has become a number. A system call may write there. Where arithmetic makes it a pointer again, as
// pointerOf sees, all is well, and otherwise nobody knows who gets it.
func (s *solver) number(n int32, v ssa.Value, depth int) {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.Convert:
			if len(s.value(use).nodes) == 0 && depth < 8 {
				s.number(n, use, depth+1)
			} else if depth >= 8 {
				s.lose(n)
			}
		case *ssa.BinOp:
			if isBoolean(use.Type()) {
				continue
			}
			if depth >= 8 {
				s.lose(n)
				continue
			}
			s.number(n, use, depth+1)
		case *ssa.If, *ssa.DebugRef:
		case *ssa.Call:
			if callee := use.Call.StaticCallee(); callee != nil && isSystemCall(callee) {
				s.set(n, written)
				continue
			}
			s.lose(n)
		default:
			s.lose(n)
		}
	}
}

// hasString reports whether a string is among the cells of a type.
func hasString(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsString != 0
	case *types.Array:
		return hasString(t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			if hasString(t.Field(i).Type()) {
				return true
			}
		}
	}
	return false
}

func isBoolean(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func isSystemCall(fn *ssa.Function) bool {
	return fn.Pkg != nil && strings.Contains(fn.Pkg.Pkg.Path(), "sys") && strings.Contains(fn.Name(), "yscall")
}

// pointerOf returns the pointer that a number was made of by conversions and arithmetic, nil if there is none.
func (s *solver) pointerOf(v ssa.Value, depth int) ssa.Value {
	if depth > 10 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Convert:
		if b, ok := v.X.Type().Underlying().(*types.Basic); ok && b.Kind() == types.UnsafePointer {
			return v.X
		}
		return s.pointerOf(v.X, depth+1)
	case *ssa.BinOp:
		x, y := s.pointerOf(v.X, depth+1), s.pointerOf(v.Y, depth+1)
		if x != nil && y != nil {
			s.same(x, y)
		}
		if x == nil {
			x = y
		}
		return x
	}
	return nil
}

func (s *solver) index(i *ssa.Index) {
	switch i.X.Type().Underlying().(type) {
	case *types.Array:
		s.bind(s.value(i), s.part(s.value(i.X), s.value(i).labels))
	case *types.Basic:
	default: // of a type parameter: an array, or a slice
		n := s.only(i.X)
		s.bind(s.value(i), s.load(n, []string{all}))
		s.smash(n)
	}
}

func (s *solver) lookup(i *ssa.Lookup) {
	if m := s.value(i.X); len(m.nodes) > 0 { // no string
		s.received(i, i.CommaOk, s.one(m))
	}
}

// received has an instruction give what an object holds.
func (s *solver) received(i ssa.Value, commaOk bool, n int32) {
	result := s.value
	if commaOk {
		result = func(v ssa.Value) value { return s.resultsOf(v)[0] }
	}
	v := result(i)
	s.bind(v, s.load(n, v.labels))
}

func (s *solver) unary(loc *local, i *ssa.UnOp) {
	switch i.Op {
	case token.MUL:
		if typ := s.unit.constantAt(i.X); typ != "" {
			p := s.at(s.only(i))
			if key, ok := strings.CutPrefix(typ, holds); ok {
				p.funcs = add(p.funcs, key)
			} else {
				p.types = add(p.types, typ)
			}
			return
		}
		s.bind(s.value(i), s.load(s.only(i.X), s.value(i).labels))
	case token.ARROW:
		loc.facts.waits = true
		s.writes(i.X)
		s.received(i, i.CommaOk, s.only(i.X))
	default:
		s.value(i)
	}
}

// makeInterface puts a value into a box, which is what an interface leads to.
func (s *solver) makeInterface(i *ssa.MakeInterface) {
	n := s.only(i)
	t := i.X.Type()
	if _, param := types.Unalias(t).(*types.TypeParam); param { // which may be an interface, and then nothing is boxed
		s.union(n, s.only(i.X))
		s.smash(n)
		return
	}
	if key := typeKey(t); key != "" {
		s.at(n).types = add(s.at(n).types, key)
	} else if !withoutMethods(t) {
		s.set(n, opaque)
	}
	for _, part := range s.unit.parts(t) {
		s.at(n).nested = add(s.at(n).nested, part)
	}
	v := s.value(i.X)
	for j, l := range v.labels {
		s.union(s.content(n, l), v.nodes[j])
	}
}

func (s *solver) typeAssert(i *ssa.TypeAssert) {
	n := s.only(i.X)
	labels := s.unit.labels.of(i.AssertedType)
	found := value{labels: labels, nodes: []int32{n}}
	if _, param := types.Unalias(i.AssertedType).(*types.TypeParam); param {
		s.smash(n)
	} else if !types.IsInterface(i.AssertedType) {
		found = s.load(n, labels)
	}
	if i.CommaOk {
		s.bind(s.resultsOf(i)[0], found)
		return
	}
	s.bind(s.value(i), found)
}

// next is the next step of a range over a map or a string.
func (s *solver) next(i *ssa.Next) {
	list := s.resultsOf(i)
	if i.IsString {
		return
	}
	n := s.only(i.Iter.(*ssa.Range).X)
	for _, v := range list[1:] {
		s.bind(v, s.load(n, v.labels))
	}
}

func (s *solver) selection(loc *local, i *ssa.Select) {
	loc.facts.waits = loc.facts.waits || i.Blocking
	list := s.resultsOf(i)
	next := 2
	for _, state := range i.States {
		s.writes(state.Chan)
		if state.Dir == types.SendOnly {
			s.put(s.only(state.Chan), s.value(state.Send))
			continue
		}
		s.bind(list[next], s.load(s.only(state.Chan), list[next].labels))
		next++
	}
}
