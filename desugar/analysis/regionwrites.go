package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/addressed"
)

// writes notes the types of which a function may write a field in an object that others may know, or memory that a field leads
// to.
func (r *regions) writes(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if r.prog.alone.Variables[instr] { // as new as what was made in package initialisation
				continue
			}
			switch i := instr.(type) {
			case *ssa.Store:
				r.written(i.Addr, i)
				r.whole(i)
			case *ssa.MapUpdate:
				r.behind(i.Map, i)
			case *ssa.Return:
				r.used(r.prog.Returned(i), i)
			case *ssa.FieldAddr:
				if isForFlags(i) {
					continue
				}
				if usedAsValue(i, map[ssa.Value]bool{}) {
					r.written(i, i)
				} else {
					r.parts = append(r.parts, i)
				}
			case ssa.CallInstruction:
				if b, ok := i.Common().Value.(*ssa.Builtin); ok && slices.Contains([]string{"delete", "copy", "clear", "append"}, b.Name()) {
					r.behind(i.Common().Args[0], i)
				}
				if usesUnsynchronised(i.Common()) {
					r.behind(i.Common().Args[0], i)
				}
				for _, v := range r.prog.SequentialUses(i.Common()) {
					r.used(r.prog.HeldSequential(v), i)
				}
				if _, held, writes := r.prog.HeldReceiver(i.Common()); writes {
					r.used(held, i)
				}
				for _, v := range filled(i.Common()) {
					r.behind(v, i)
				}
				r.passes(i.Common())
			}
		}
	}
}

// used notes that an instruction uses what was read from fields, elements and entries, or lets others use it, as good as a write of these.
func (r *regions) used(held []ssa.Value, by ssa.Instruction) {
	for _, v := range held {
		switch v := v.(type) {
		case *ssa.UnOp:
			r.written(v.X, by)
		case *ssa.Lookup:
			r.behind(v.X, by)
		case *ssa.Extract:
			r.behind(v.Tuple.(*ssa.Lookup).X, by)
		}
	}
}

// whole notes the type of an object that is assigned as a whole, if it is no part of a new one.
func (r *regions) whole(s *ssa.Store) {
	at := s.Addr
	for field, ok := at.(*ssa.FieldAddr); ok; field, ok = at.(*ssa.FieldAddr) {
		at = field.X
	}
	if n := StructName(Deref(s.Addr.Type())); n != nil && !isInitialised(at, s) && (!isFresh(at) || at != s.Addr && writtenLate(at, s)) {
		r.mutable[n] = true
	}
}

// written notes the types in the path to a place that an instruction writes: the field of which type, in what.
func (r *regions) written(at ssa.Value, by ssa.Instruction) { r.path(at, by, false) }

// path is written, or, if inside, it notes the types in the path to a field that holds a slice or map of which an
// instruction writes what is inside. That is no new memory if the struct is a copy that the function was passed.
func (r *regions) path(at ssa.Value, by ssa.Instruction, inside bool) {
	var through []*types.TypeName
	for {
		switch a := at.(type) {
		case *ssa.FieldAddr:
			if n := StructName(Deref(a.X.Type())); n != nil && (r.prog.isOurs(n) || FieldOf(a).Exported()) { // else a promoted method of what others hide
				through = append(through, n)
			}
			at = a.X
			continue
		case *ssa.IndexAddr:
			if _, ok := a.X.Type().Underlying().(*types.Slice); ok {
				r.behind(a.X, by)
				for _, n := range through {
					r.mutable[n] = true
				}
				return
			}
			at = a.X
			continue
		}
		break
	}
	if isFresh(at) && !writtenLate(at, by) && !(inside && holdsParameter(at)) || isInitialised(at, by) {
		return
	}
	for _, n := range through {
		r.mutable[n] = true
	}
	if len(through) > 0 {
		r.reaches(at, through[len(through)-1])
	}
}

// isInitialised reports whether an address is that of a package variable, and the instruction is one of those that give
// these their values before all other code runs.
func isInitialised(at ssa.Value, by ssa.Instruction) bool {
	_, isVariable := at.(*ssa.Global)
	return isVariable && IsInitialiser(by.Parent())
}

// holdsParameter reports whether v is the variable of a parameter.
func holdsParameter(v ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	return ok && slices.ContainsFunc(*a.Referrers(), func(use ssa.Instruction) bool {
		s, ok := use.(*ssa.Store)
		if !ok || s.Addr != ssa.Value(a) {
			return false
		}
		_, isParam := s.Val.(*ssa.Parameter)
		return isParam
	})
}

// passes notes the types by fields of which a call passes objects on that the callee may write.
func (r *regions) passes(call *ssa.CallCommon) {
	fn := call.StaticCallee()
	if fn != nil && len(fn.Params) != len(call.Args) {
		return
	}
	for i, arg := range call.Args {
		ptr, ok := arg.Type().Underlying().(*types.Pointer)
		if !ok {
			continue
		}
		if n := StructName(ptr.Elem()); n != nil && (fn == nil || r.mayWrite(fn.Params[i])) {
			r.reaches(arg, n)
		}
	}
}

// mayWrite is mayBeWritten for what a parameter points to.
func (r *regions) mayWrite(param *ssa.Parameter) bool {
	may, ok := r.writing[param]
	if !ok {
		may = mayBeWritten(param, map[ssa.Value]bool{})
		r.writing[param] = may
	}
	return may
}

// reaches notes the types with a field from which a pointer was read by which an object of a type is written: what such
// a field leads to changes, though the field may never do.
func (r *regions) reaches(ptr ssa.Value, written *types.TypeName) {
	r.reachesFrom(ptr, written, map[reached]bool{})
}

// reached is a pointer by which an object of a type is written.
type reached struct {
	ptr     ssa.Value
	written *types.TypeName
}

// reachesFrom is reaches, without what was seen: a variable may hold what it led to before, as in n = n.child.parent.
func (r *regions) reachesFrom(ptr ssa.Value, written *types.TypeName, seen map[reached]bool) {
	load, ok := ptr.(*ssa.UnOp)
	if !ok || seen[reached{ptr, written}] {
		return
	}
	seen[reached{ptr, written}] = true
	if a, ok := load.X.(*ssa.Alloc); ok { // a variable of the function
		for _, use := range *a.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
				if from, ok := s.Val.(*ssa.UnOp); ok && from != load {
					if _, isField := from.X.(*ssa.FieldAddr); isField {
						r.reachesFrom(from, written, seen)
					}
				}
			}
		}
		return
	}
	at, last := load.X, written
	for field, ok := at.(*ssa.FieldAddr); ok; field, ok = at.(*ssa.FieldAddr) {
		if n := StructName(Deref(field.X.Type())); n != nil {
			if r.leads[n] == nil {
				r.leads[n] = map[*types.TypeName]bool{}
			}
			r.leads[n][written] = true
			last = n
		}
		at = field.X
	}
	if last != written {
		r.reachesFrom(at, last, seen)
	}
}

// behind notes the type of the field from which a slice or map is read that is written.
func (r *regions) behind(v ssa.Value, by ssa.Instruction) {
	for {
		switch x := v.(type) {
		case *ssa.Slice:
			v = x.X
			continue
		case *ssa.UnOp:
			if a, ok := x.X.(*ssa.Alloc); ok { // a variable of the function
				for _, use := range *a.Referrers() {
					if s, ok := use.(*ssa.Store); ok && s.Addr == a && s.Val != v {
						if load, ok := s.Val.(*ssa.UnOp); ok {
							r.written(load.X, by)
						}
					}
				}
				return
			}
			r.path(x.X, by, true)
		case *ssa.FieldAddr, *ssa.IndexAddr:
			r.path(x, by, true)
		}
		return
	}
}

// isFresh reports whether an address is that of an object that the function has just made, or was read from a variable of its own that only
// ever holds such, or that was set to such a one last.
func isFresh(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		if !ok {
			return false
		}
		_, justSet := storedLast(v, a).(*ssa.Alloc)
		for _, use := range *a.Referrers() {
			switch use := use.(type) {
			case *ssa.Store:
				if use.Addr != a {
					return false
				}
				if _, ok := use.Val.(*ssa.Alloc); !ok && !justSet {
					return false
				}
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.MakeClosure:
				if !OnlyReads(use, a) {
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

// storedLast returns what the block of a load has stored last in the variable before the load, nil if it has stored nothing there.
func storedLast(load *ssa.UnOp, variable *ssa.Alloc) ssa.Value {
	var last ssa.Value
	for _, instr := range load.Block().Instrs {
		if instr == load {
			break
		}
		if s, ok := instr.(*ssa.Store); ok && s.Addr == variable {
			last = s.Val
		}
	}
	return last
}

// usedAsValue reports whether the address of a field is used for more than to read and write the field, here or in functions that are
// passed it and read the field.
func usedAsValue(a *ssa.FieldAddr, seen map[ssa.Value]bool) bool {
	return slices.ContainsFunc(*a.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr:
			return false
		case *ssa.Store:
			return use.Addr != a
		}
		return writesThere(use, a, seen)
	})
}

// isForFlags reports whether an address is that of a part of a package variable, and nothing is done with it but to
// pass it to package flag, which writes there when the command line is parsed: before others read it, as is believed of
// the variables of flags.
func isForFlags(a *ssa.FieldAddr) bool {
	if _, ok := addressed.PartOf(a).(*ssa.Global); !ok {
		return false
	}
	some := false
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			fn := use.Call.StaticCallee()
			if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "flag" {
				return false
			}
			some = true
		default:
			return false
		}
	}
	return some
}

// mayBeWritten reports whether what is at an address may be written by the function that has it, or by those that it
// passes it to, or others may get the address.
func mayBeWritten(at ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[at] {
		return false
	}
	seen[at] = true
	return at.Referrers() == nil || slices.ContainsFunc(*at.Referrers(), func(use ssa.Instruction) bool { return writesThere(use, at, seen) })
}

func writesThere(use ssa.Instruction, at ssa.Value, seen map[ssa.Value]bool) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.UnOp, *ssa.BinOp:
		return false
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return mayBeWritten(use.(ssa.Value), seen)
	case *ssa.Store:
		a, ok := use.Addr.(*ssa.Alloc)
		return use.Addr == at || !ok || loadedIsWritten(a, seen)
	case *ssa.Call:
		fn := use.Call.StaticCallee()
		if fn == nil || len(fn.Params) != len(use.Call.Args) {
			return true
		}
		for i, arg := range use.Call.Args {
			if arg == at && mayBeWritten(fn.Params[i], seen) {
				return true
			}
		}
		return false
	}
	return true
}

// loadedIsWritten is mayBeWritten for the addresses that a variable of the function holds.
func loadedIsWritten(a *ssa.Alloc, seen map[ssa.Value]bool) bool {
	return slices.ContainsFunc(*a.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.UnOp:
			return mayBeWritten(use, seen)
		case *ssa.Store:
			return use.Addr != ssa.Value(a)
		}
		return true
	})
}

// throughParts notes the types with parts of a type that is written: who gets the address of such a part may write what
// it leads to. That does not count of a part that is read as a whole, of a type of another package: nobody here writes
// what a copy of it leads to.
func (r *regions) throughParts() {
	for changed := true; changed; {
		changed = false
		r.parts = slices.DeleteFunc(r.parts, func(at *ssa.FieldAddr) bool {
			name := StructName(Deref(at.Type()))
			if name == nil || !r.mutable[name] || !r.prog.isOurs(name) && onlyRead(at) {
				return false
			}
			r.written(at, at)
			changed = true
			return true
		})
	}
}
