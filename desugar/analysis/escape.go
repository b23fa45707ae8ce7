package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// escapes tells whose address is used as a value somewhere in the program. Such a variable may be reached through a
// pointer of its type, so it lives with all other variables of that type in one heap variable over addresses; the
// others have a heap variable of their own.
type escapes struct {
	Vars  map[*types.Var]bool    // fields and package variables
	Elems map[string]bool        // element types, by type key
	set   map[*types.Var]bool    // fields and package variables that functions of sync/atomic change
	lends map[*ssa.Function]bool // trusted functions that pass addresses to code that is not at hand, and are believed to get them back
}

// findEscapes scans all function bodies, and notes the functions that go statements run on the way.
func (p *Facts) findEscapes() *escapes {
	e := &escapes{Vars: map[*types.Var]bool{}, Elems: map[string]bool{}, set: map[*types.Var]bool{}, lends: map[*ssa.Function]bool{}}
	for _, path := range p.Paths {
		p.scanAnnotations(e, p.Packages[path])
		fns := p.Packages[path].sourceFunctions()
		if init := p.Packages[path].Ssa.Func("init"); init != nil {
			fns = append(fns, init)
		}
		for _, fn := range fns {
			p.scan(e, fn)
			p.noteSpawns(fn)
			p.noteLoose(fn)
			p.noteValued(fn)
		}
	}
	p.noteConditions(e)
	for _, fn := range p.functions {
		if Root(fn).Origin() != nil { // an instance, of whose types the generic function does not tell
			p.scan(e, fn)
			p.runLikeChecked(fn)
		}
	}
	return e
}

// runLikeChecked notes of an instance, or of a function literal in one, who runs it: those who run the function that is
// checked in its place. The instance stands in code that other instances replace, or takes the place of calls, where
// the scan above has not been.
func (p *Facts) runLikeChecked(fn *ssa.Function) {
	checked := p.abstractTypes.counterpart(fn)
	if checked == nil {
		return
	}
	for _, noted := range []map[*ssa.Function]bool{p.Spawned, p.ByGo, p.ByGroup, p.Loose} {
		if noted[checked] {
			noted[fn] = true
		}
	}
}

// borrowerFor tells, for a trusted function, which instructions lend an address to code that is not at hand; nil for others.
// That such code gives the address to nobody whose code is checked is believed along with the function. So the functions that
// gVisor generates to save and restore its structs, which pass on the address of every field, do not make every field one that
// any pointer may lead to.
func (p *Facts) borrowerFor(fn *ssa.Function) func(ssa.Instruction, ssa.Value) bool {
	if spec := p.ContractOf(fn); spec == nil || !spec.Trusted {
		return nil
	}
	return func(instr ssa.Instruction, v ssa.Value) bool {
		if boxed, ok := instr.(*ssa.MakeInterface); ok {
			return !slices.ContainsFunc(*boxed.Referrers(), func(use ssa.Instruction) bool {
				_, debug := use.(*ssa.DebugRef)
				return !debug && !p.callsElsewhere(use)
			})
		}
		return p.callsElsewhere(instr)
	}
}

// callsElsewhere reports whether the instruction calls code that is not at hand, and has nothing of its result.
func (p *Facts) callsElsewhere(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.Signature().Results().Len() > 0 {
		return false
	}
	fn := call.Call.StaticCallee()
	return fn != nil && fn.Blocks == nil && p.InfoOf(fn) == nil
}

// scan notes what fn uses the addresses of.
func (p *Facts) scan(e *escapes, fn *ssa.Function) {
	lends := p.borrowerFor(fn)
	usesAsValue := func(instr ssa.Instruction, v ssa.Value) bool {
		if !UsesAsValue(instr, v) {
			return false
		}
		if lends != nil && lends(instr, v) {
			e.lends[fn] = true
			return false
		}
		return true
	}
	addressTaken := func(v ssa.Value) bool { return takesAddress(v, usesAsValue) }
	var operands []*ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v := p.setAtomically(instr); v != nil {
				e.set[v] = true
			}
			operands = instr.Operands(operands[:0])
			for _, op := range operands {
				if g, ok := (*op).(*ssa.Global); ok && usesAsValue(instr, g) {
					if v, ok := g.Object().(*types.Var); ok {
						e.Vars[v] = true
					}
				}
			}
			switch a := instr.(type) {
			case *ssa.FieldAddr:
				if addressTaken(a) {
					e.Vars[p.Field(FieldOf(a))] = true
				}
			case *ssa.IndexAddr:
				if addressTaken(a) {
					e.Elems[TypeKey(Deref(a.Type()))] = true
				}
			}
		}
	}
}

// takesAddress reports whether the address v is used as a value, other than to read or write through it at once. Addresses of
// structs do not count: a struct's fields are found through any pointer to it.
func takesAddress(v ssa.Value, usesAsValue func(ssa.Instruction, ssa.Value) bool) bool {
	if IsComposite(Deref(v.Type())) {
		return false
	}
	for _, use := range *v.Referrers() {
		if usesAsValue(use, v) {
			return true
		}
	}
	return false
}

// UsesAsValue reports whether the instruction does more with the address v than access what is there.
func UsesAsValue(instr ssa.Instruction, v ssa.Value) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp, *ssa.FieldAddr, *ssa.DebugRef:
		return false
	case *ssa.IndexAddr:
		return instr.X != v
	case *ssa.Store:
		return instr.Val == v
	case *ssa.ChangeType:
		return !RetypesForAtomic(instr)
	case *ssa.Call:
		return !directSync(&instr.Call, v) && !makesString(&instr.Call)
	case *ssa.Defer:
		return !directSync(&instr.Call, v)
	}
	return true
}

// directSync reports whether the call is one of sync or sync/atomic on the variable at v, and uses v for nothing else.
func directSync(call *ssa.CallCommon, v ssa.Value) bool {
	fn := call.StaticCallee()
	if fn == nil || len(call.Args) == 0 || call.Args[0] != v || fn.Object() == nil || fn.Object().Pkg() == nil {
		return false
	}
	for _, arg := range call.Args[1:] {
		if arg == v {
			return false
		}
	}
	path := fn.Object().Pkg().Path()
	if obj, ok := fn.Object().(*types.Func); ok && IsTrustedMethod(obj) {
		return true
	}
	return path == "sync" || path == "sync/atomic" || annot.IsErrGroup(Deref(v.Type()))
}

// makesString reports whether the call is one of unsafe.String. The function that has it is not supported; no other gets a
// pointer from it, only a string.
func makesString(call *ssa.CallCommon) bool {
	b, ok := call.Value.(*ssa.Builtin)
	return ok && b.Name() == "String"
}

func (p *Facts) noteSpawns(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			var started *ssa.Function
			switch callee := StartedBy(instr).(type) {
			case *ssa.MakeClosure:
				started = callee.Fn.(*ssa.Function)
			case *ssa.Function:
				started = callee
			default:
				continue
			}
			by := p.ByGo
			if _, ok := instr.(*ssa.Go); !ok {
				by = p.ByGroup
			}
			for _, fn := range []*ssa.Function{started, p.abstractTypes.checkedFor(started)} {
				p.Spawned[fn], by[fn] = true, true
			}
		}
	}
}

// StartedBy returns the function that the instruction has another goroutine run: a go statement, or Go of a group. If
// that is a function literal in a variable that holds nothing else and is read for nothing else, it is the literal.
func StartedBy(instr ssa.Instruction) ssa.Value {
	v := startedBy(instr)
	if load, ok := v.(*ssa.UnOp); ok {
		if a, ok := load.X.(*ssa.Alloc); ok {
			if lit := onlyStartedFrom(a); lit != nil {
				return lit
			}
		}
	}
	return v
}

func startedBy(instr ssa.Instruction) ssa.Value {
	switch i := instr.(type) {
	case *ssa.Go:
		return i.Call.Value
	case *ssa.Call:
		return StartedInGroup(&i.Call)
	}
	return nil
}

// onlyStartedFrom returns the function literal that a variable holds, if that is all that it ever holds, and goroutines
// that run it are all that it is read for.
func onlyStartedFrom(a *ssa.Alloc) *ssa.MakeClosure {
	var lit *ssa.MakeClosure
	some := false
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			made, ok := use.Val.(*ssa.MakeClosure)
			if !ok || use.Addr != a || lit != nil || Cycles(use.Block(), a.Block()) {
				return nil
			}
			lit = made
		case *ssa.UnOp:
			for _, u := range *use.Referrers() {
				if _, debug := u.(*ssa.DebugRef); !debug && startedBy(u) != use {
					return nil
				}
				some = true
			}
		default:
			return nil
		}
	}
	if !some || lit == nil {
		return nil
	}
	for _, use := range *lit.Referrers() {
		if s, ok := use.(*ssa.Store); ok && s.Addr == a {
			continue
		}
		if _, debug := use.(*ssa.DebugRef); !debug {
			return nil
		}
	}
	return lit
}

// Starts reports whether all that an instruction does with a function literal is to have goroutines run it: at once, or
// from a variable that it is stored in for that.
func Starts(use ssa.Instruction, lit ssa.Value) bool {
	if s, ok := use.(*ssa.Store); ok && s.Val == lit {
		a, ok := s.Addr.(*ssa.Alloc)
		return ok && onlyStartedFrom(a) == lit
	}
	return StartedBy(use) == lit
}

// noteLoose notes the function literals of fn that are more than called, deferred, or run by a go statement.
func (p *Facts) noteLoose(fn *ssa.Function) {
	for _, lit := range fn.AnonFuncs {
		w := &UseWalk{Prog: p, U: &Usage{}, Seen: map[ssa.Value]bool{}}
		if lit.Synthetic == "" && !w.onlyRun(lit) {
			p.Loose[lit] = true
		}
	}
}

// onlyRun reports whether a function literal is only called, or run by a go statement.
func (w *UseWalk) onlyRun(lit *ssa.Function) bool {
	for _, use := range *lit.Referrers() {
		if _, isDebug := use.(*ssa.DebugRef); isDebug {
			continue
		}
		v, isClosure := use.(*ssa.MakeClosure)
		if !isClosure {
			if StartedBy(use) == lit {
				continue
			}
			return w.OnlyCalled(lit)
		}
		for _, u := range *v.Referrers() {
			if Starts(u, v) {
				return true // a literal that is run has no other use
			}
		}
		if !w.OnlyCalled(v) {
			return false
		}
	}
	return true
}
