// Package functiontables takes the functions of a program and gives the tables of functions in it. A table is a package
// variable with declared functions in a slice or array, which are set where it is declared, and of which nothing is
// done but to call them:
//
//	var handlers = []func(*Session, header) error{typeData: (*Session).data, typePing: (*Session).ping}
//
// A call of an entry runs one of the functions in the table, and nobody else calls them by the table. That is told by
// the text alone, of all functions that can name the variable, the package's initialiser included.
package functiontables

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxEntries bounds the choice.
const maxEntries = 8

// Tables are the tables of a program with their functions, each once, in the order of the code. A method stands there
// as the function that go/ssa makes to call it.
type Tables map[*types.Var][]*ssa.Function

// Find returns the tables that package initialisers set. The functions are all in which the names of the tables can be
// written, initialisers too.
func Find(initialisers, functions []*ssa.Function) Tables {
	tables, refused := Tables{}, map[*types.Var]bool{}
	for _, init := range initialisers {
		for _, b := range init.Blocks {
			for _, instr := range b.Instrs {
				s, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				if v := tableVariable(s.Addr); v != nil {
					entries := entriesOf(s.Val)
					if entries == nil || tables[v] != nil {
						refused[v] = true
					}
					tables[v] = entries
				}
			}
		}
	}
	var operands []*ssa.Value
	for _, fn := range functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				operands = instr.Operands(operands[:0])
				for _, op := range operands {
					if v := tableVariable(*op); v != nil && !onlyCallsEntries(instr) {
						refused[v] = true
					}
				}
			}
		}
	}
	for v := range refused {
		delete(tables, v)
	}
	return tables
}

// tableVariable returns the package variable, of a name that is not exported, of which v is the address, if it is a
// slice or array of functions.
func tableVariable(v ssa.Value) *types.Var {
	g, ok := v.(*ssa.Global)
	if !ok || token.IsExported(g.Name()) {
		return nil
	}
	obj, ok := g.Object().(*types.Var)
	if !ok {
		return nil
	}
	elem := elementOf(obj.Type())
	if elem == nil {
		return nil
	}
	if _, ok := elem.Underlying().(*types.Signature); !ok {
		return nil
	}
	return obj
}

func elementOf(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	}
	return nil
}

// entriesOf returns the declared functions of which a new slice is made, or a new array; nil if there are others in it,
// or it has other uses.
func entriesOf(v ssa.Value) []*ssa.Function {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL { // of a variable that the literal is made in
		a, ok := load.X.(*ssa.Alloc)
		if !ok {
			return nil
		}
		if _, isArray := a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array); isArray {
			return setIn(a, load)
		}
		var made ssa.Value
		for _, use := range *a.Referrers() {
			switch use := use.(type) {
			case *ssa.DebugRef:
			case *ssa.Store:
				if use.Addr != ssa.Value(a) || made != nil {
					return nil
				}
				made = use.Val
			default:
				if use != ssa.Instruction(load) {
					return nil
				}
			}
		}
		v = made
	}
	slice, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	a, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	return setIn(a, slice)
}

// setIn returns the declared functions that are stored in the elements of a new array, if nothing else is done with it
// than what one instruction does.
func setIn(a *ssa.Alloc, last ssa.Instruction) []*ssa.Function {
	var entries []*ssa.Function
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.IndexAddr:
			for _, to := range *use.Referrers() {
				if _, isDebug := to.(*ssa.DebugRef); isDebug {
					continue
				}
				s, ok := to.(*ssa.Store)
				if !ok || s.Addr != ssa.Value(use) {
					return nil
				}
				fn, ok := s.Val.(*ssa.Function)
				if !ok || fn.Parent() != nil || fn.Blocks == nil || len(fn.TypeArgs()) > 0 {
					return nil
				}
				if !slices.Contains(entries, fn) {
					entries = append(entries, fn)
				}
			}
		default:
			if use != last {
				return nil
			}
		}
	}
	if len(entries) > maxEntries {
		return nil
	}
	return entries
}

// onlyCallsEntries reports whether an instruction that uses the address of a table gives it its value, or reads it, and
// nothing comes of that but calls of entries.
func onlyCallsEntries(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.Store: // more than one refuses the table
		return isInitialiser(i.Parent()) && tableVariable(i.Val) == nil
	case *ssa.IndexAddr:
		return entryOnlyCalled(i)
	case *ssa.UnOp:
		for _, use := range *i.Referrers() {
			switch use := use.(type) {
			case *ssa.DebugRef:
			case *ssa.IndexAddr:
				if !entryOnlyCalled(use) {
					return false
				}
			case *ssa.Call:
				if b, ok := use.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
					return false
				}
			default:
				return false
			}
		}
		return true
	}
	return false
}

// entryOnlyCalled reports whether an entry is read, to be called where it stands or compared with nil, and nothing else.
func entryOnlyCalled(at *ssa.IndexAddr) bool {
	for _, use := range *at.Referrers() {
		if _, isDebug := use.(*ssa.DebugRef); isDebug {
			continue
		}
		load, ok := use.(*ssa.UnOp)
		if !ok {
			return false
		}
		for _, to := range *load.Referrers() {
			switch to := to.(type) {
			case *ssa.DebugRef, *ssa.BinOp:
			case *ssa.Call:
				if to.Call.Value != ssa.Value(load) || slices.Contains(to.Call.Args, ssa.Value(load)) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// Of returns the functions of the table of which a call calls an entry; nil if it does not.
func (t Tables) Of(call *ssa.CallCommon) []*ssa.Function {
	load, ok := call.Value.(*ssa.UnOp)
	if !ok || call.IsInvoke() || len(t) == 0 {
		return nil
	}
	at, ok := load.X.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	table := at.X
	if whole, ok := table.(*ssa.UnOp); ok {
		table = whole.X
	}
	if v := tableVariable(table); v != nil {
		return t[v]
	}
	return nil
}

// IsEntry reports whether an instruction stores a function in a table.
func (t Tables) IsEntry(instr ssa.Instruction) bool {
	s, ok := instr.(*ssa.Store)
	if !ok || !isInitialiser(s.Parent()) || len(t) == 0 {
		return false
	}
	at, ok := s.Addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	a, ok := at.X.(*ssa.Alloc)
	return ok && t.becomesTable(a, map[ssa.Value]bool{})
}

// becomesTable reports whether a new array, or the slice that is made of it, is assigned to a table.
func (t Tables) becomesTable(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.Slice:
			return t.becomesTable(use, seen)
		case *ssa.UnOp:
			return t.becomesTable(use, seen)
		case *ssa.Store:
			if a, ok := use.Addr.(*ssa.Alloc); ok && use.Val == v {
				return t.becomesTable(a, seen)
			}
			to := tableVariable(use.Addr)
			return use.Val == v && to != nil && t[to] != nil
		}
		return false
	})
}

// isInitialiser reports whether fn is the function by which a package sets its variables.
func isInitialiser(fn *ssa.Function) bool {
	return fn.Name() == "init" && fn.Parent() == nil && fn.Signature.Recv() == nil
}
