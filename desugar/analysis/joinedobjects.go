package analysis

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Objects with a WaitGroup for the goroutines that know them. If each of these owes a Done of the WaitGroup where it is
// started, and pays it as the last thing that it does, then nobody but who has made the object knows it once the
// counter is zero.

// KnownUntilDone reports whether all goroutines that may come to know an object by a pointer, but for the one that has
// the pointer, owe a Done of the WaitGroup in a field of the object and pay it last. The pointer is where the object is
// made, or a parameter.
func (p *Facts) KnownUntilDone(ptr ssa.Value, group *types.Var) bool {
	k := p.knowersOf(ptr, group)
	switch v := ptr.(type) {
	case *ssa.Alloc, *ssa.Parameter:
	case *ssa.Call:
		if !k.isMade(v, 0) {
			return false
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); !ok || !k.isMade(call, v.Index) {
			return false
		}
	default:
		return false
	}
	return k.onlyUntilDone(ptr)
}

// isMade reports whether a function that is called returns a new object, and lets nobody else know it but such goroutines.
func (k *knowers) isMade(call *ssa.Call, result int) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Blocks == nil || k.prog.InfoOf(fn) == nil || fn == call.Parent() {
		return false
	}
	k.maker = fn
	defer func() { k.maker = nil }()
	var made *ssa.Alloc
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		a := k.prog.onlyNew(ret.Results[result], 0)
		if a == nil || made != nil && a != made {
			return false
		}
		made = a
	}
	return made != nil && k.object(made)
}

// holdsPointer reports whether a variable holds a pointer.
func holdsPointer(a *ssa.Alloc) bool {
	_, ok := Deref(a.Type()).Underlying().(*types.Pointer)
	return ok
}

// onlyNew returns the new object that a value leads to: it is one, or read from a variable that holds nothing else, as that of a result.
func (p *Facts) onlyNew(v ssa.Value, depth int) *ssa.Alloc {
	if a, ok := v.(*ssa.Alloc); ok && a.Heap {
		return a
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	variable, ok := load.X.(*ssa.Alloc)
	if !ok || depth > 2 || !holdsPointer(variable) || !p.isFinalVariable(variable) {
		return nil
	}
	var made *ssa.Alloc
	for _, use := range usesOf(variable) {
		if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(variable) {
			a := p.onlyNew(s.Val, depth+1)
			if a == nil || made != nil {
				return nil
			}
			made = a
		}
	}
	return made
}

func (p *Facts) knowersOf(ptr ssa.Value, group *types.Var) *knowers {
	return &knowers{prog: p, group: group, seen: map[ssa.Value]bool{}, called: map[*ssa.Function]bool{}, started: map[*ssa.Function]bool{}, last: map[ssa.Instruction]bool{}}
}

// CountsOnMaker reports whether a function that waits for the WaitGroup in an object which it gets counts on its
// callers: nobody else knows the object but goroutines that pay a Done of the WaitGroup last. It is that of the callers
// again when the function has waited. In checked code each call has the body in place, and is checked for whose the
// object is.
func (p *Facts) CountsOnMaker(param *ssa.Parameter) bool {
	fn := param.Parent()
	ptr, ok := param.Type().Underlying().(*types.Pointer)
	if !ok || !p.CallersSynchronise(fn) || p.Outlined[fn] || p.Spawned[fn] {
		return false
	}
	group := SoleGroup(ptr.Elem())
	if group == nil || p.publishing[p.Field(group)] || !p.knownUntilDone[StructName(ptr.Elem())] {
		return false
	}
	k := p.knowersOf(param, group)
	if !k.onlyUntilDone(param) {
		return false
	}
	k.called[fn] = true
	for fn := range k.called {
		if k.goesOn(fn) {
			return true
		}
	}
	return false
}

// goesOn reports whether a function waits for the WaitGroup of the object, and then uses guarded fields of the object without a lock of it.
func (k *knowers) goesOn(fn *ssa.Function) bool {
	var waits, fields []ssa.Instruction
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			at, ok := instr.(*ssa.FieldAddr)
			if !ok || !k.seen[at.X] {
				continue
			}
			if FieldOf(at) == k.group {
				for _, use := range usesOf(at) {
					if call, ok := use.(*ssa.Call); ok && GroupMethod(call, at) == "Wait" {
						waits = append(waits, call)
					}
				}
			} else if g := k.prog.Guard(FieldOf(at)); g != nil && !g.Immutable && !g.AtomicOnly || IsLock(Deref(at.Type())) {
				fields = append(fields, at)
			}
		}
	}
	for _, w := range waits {
		uses := false
		for _, at := range fields {
			if at.Block() == w.Block() && !ComesBefore(w, at) || at.Block() != w.Block() && !Reaches(w.Block(), at.Block()) {
				continue
			}
			if IsLock(Deref(at.(*ssa.FieldAddr).Type())) {
				return false
			}
			uses = true
		}
		if uses {
			return true
		}
	}
	return false
}

// SoleGroup returns the field of a struct type with a WaitGroup, if it is the only one in the struct; else nil.
func SoleGroup(t types.Type) *types.Var {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || StructName(t) == nil || IsGeneric(t) || GroupsIn(t) != 1 {
		return nil
	}
	for f := range st.Fields() {
		if IsWaitGroup(f.Type()) {
			return f
		}
	}
	return nil
}

// GroupsIn counts the groups that are fields of a struct; those in parts of it count twice.
func GroupsIn(t types.Type) int {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return 0
	}
	n := 0
	for f := range st.Fields() {
		switch {
		case IsGroup(f.Type()):
			n++
		case IsComposite(f.Type()):
			n += 2 * GroupsIn(f.Type())
		}
	}
	return n
}

// isFinalVariable reports whether a variable is not assigned any more once a literal has captured it.
func (p *Facts) isFinalVariable(a *ssa.Alloc) bool {
	u := &Usage{}
	(&UseWalk{Prog: p, U: u, Seen: map[ssa.Value]bool{}}).Address(a, false)
	s := u.Once()
	return !u.Escapes && !u.Parts && !(s != nil && s.Parent() != a.Parent()) && !AssignedAfterCapture(a, u.Stores)
}

// isFinalCapture is isFinalVariable for what a literal captures.
func (p *Facts) isFinalCapture(fv *ssa.FreeVar) bool {
	a := boundTo(fv)
	return a != nil && p.isFinalVariable(a)
}

// usesOf returns the instructions that use a value, but those for debuggers.
func usesOf(v ssa.Value) (all []ssa.Instruction) {
	if v.Referrers() == nil {
		return nil
	}
	for _, use := range *v.Referrers() {
		if _, ok := use.(*ssa.DebugRef); !ok {
			all = append(all, use)
		}
	}
	return all
}

// knowers looks at all that may come to know an object with a WaitGroup, from a pointer to it on.
type knowers struct {
	prog  *Facts
	group *types.Var // the field with the WaitGroup, nil if it is
	local *ssa.Alloc // a variable of the function that makes the object,
	// of which these parameters get the address
	parameters map[*ssa.Parameter]bool
	seen       map[ssa.Value]bool
	called     map[*ssa.Function]bool // with the object
	started    map[*ssa.Function]bool // by go statements, with the object
	last       map[ssa.Instruction]bool
	pays       []ssa.Instruction
	maker      *ssa.Function // returns the object
}

// onlyUntilDone reports whether all goroutines that may come to know the object, but for the one that has the pointer,
// owe a Done of its WaitGroup and pay it last.
func (k *knowers) onlyUntilDone(v ssa.Value) bool {
	if !k.object(v) {
		return false
	}
	for fn := range k.started {
		if k.called[fn] { // it pays a Done that its caller may owe, who goes on
			return false
		}
	}
	return !slices.ContainsFunc(k.pays, func(instr ssa.Instruction) bool { return !k.last[instr] })
}

// object follows a pointer to the object.
func (k *knowers) object(v ssa.Value) bool {
	if k.seen[v] {
		return true
	}
	k.seen[v] = true
	return !slices.ContainsFunc(usesOf(v), func(use ssa.Instruction) bool { return !k.use(v, use) })
}

func (k *knowers) use(v ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.FieldAddr:
		return k.part(use)
	case *ssa.BinOp:
		return true
	case *ssa.Store:
		if use.Val == v {
			a, ok := use.Addr.(*ssa.Alloc)
			return ok && k.variable(a)
		}
		return true // it is assigned as a whole
	case *ssa.Return:
		return k.maker != nil && use.Parent() == k.maker
	case *ssa.MakeClosure:
		return k.captured(use, v)
	case ssa.CallInstruction:
		return k.passed(v, use)
	}
	return false
}

// variable follows a variable that holds a pointer to the object, or what a literal captures of it.
func (k *knowers) variable(v ssa.Value) bool {
	if k.seen[v] {
		return true
	}
	k.seen[v] = true
	return !slices.ContainsFunc(usesOf(v), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.Store:
			return use.Addr != v
		case *ssa.UnOp:
			return !k.object(use)
		case *ssa.MakeClosure:
			return !k.captured(use, v)
		}
		return true
	})
}

// part follows the address of a field. Operations of the WaitGroup are noted that pay a Done.
func (k *knowers) part(at ssa.Value) bool {
	return !slices.ContainsFunc(usesOf(at), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.UnOp:
			return false
		case *ssa.Store:
			return use.Addr != at
		case *ssa.FieldAddr:
			return !k.part(use)
		case *ssa.IndexAddr:
			return use.X != at || !k.part(use)
		case *ssa.Go:
			return true
		case ssa.CallInstruction:
			return !k.operation(at, use)
		}
		return true
	})
}

// operation reports whether a call is one of a method of package sync or sync/atomic, with an address as its receiver.
func (k *knowers) operation(at ssa.Value, instr ssa.CallInstruction) bool {
	call := instr.Common()
	fn := call.StaticCallee()
	obj := objectOf(fn)
	if obj == nil || obj.Pkg() == nil || obj.Signature().Recv() == nil || call.Args[0] != at || slices.Contains(call.Args[1:], at) {
		return false
	}
	if path := obj.Pkg().Path(); path != "sync" && path != "sync/atomic" {
		return false
	}
	if _, isField := at.(*ssa.FieldAddr); (isField || k.isLocalGroup(at)) && IsGroup(Deref(at.Type())) {
		switch obj.Name() {
		case "Done":
			k.pays = append(k.pays, instr)
		case "Add":
			return neverNegative(call.Args[1])
		}
	}
	return true
}

// neverNegative reports whether a number is certainly not less than zero.
func neverNegative(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value != nil && v.Value.Kind() == constant.Int && constant.Sign(v.Value) >= 0
	case *ssa.Call:
		return IsBuiltin(v, "len")
	}
	return false
}

// passed follows the object into a function that is called or started with it.
func (k *knowers) passed(v ssa.Value, instr ssa.CallInstruction) bool {
	call := instr.Common()
	fn := call.StaticCallee()
	if fn == nil || fn.Blocks == nil || k.prog.InfoOf(fn) == nil || len(fn.Params) != len(call.Args) || call.Value == v {
		return false
	}
	start, starts := instr.(*ssa.Go)
	if starts && k.local != nil && k.givenGroup(start) == nil {
		return false
	}
	if starts {
		k.started[fn] = true
	} else {
		k.called[fn] = true
	}
	for i, arg := range call.Args {
		if arg == v && (starts && !k.paysLast(fn, fn.Params[i]) || !k.object(fn.Params[i])) {
			return false
		}
	}
	return true
}

// captured follows the object, or a variable that holds a pointer to it, into a literal.
func (k *knowers) captured(made *ssa.MakeClosure, v ssa.Value) bool {
	lit := made.Fn.(*ssa.Function)
	if lit.Synthetic != "" && !k.isRunByGroup(made, v) {
		return false
	}
	for i, b := range made.Bindings {
		if b == v && !k.runs(made, v, lit.FreeVars[i]) {
			return false
		}
	}
	return true
}

// isRunByGroup reports whether Go of the WaitGroup runs a method of the object, and nothing else is done with the method value.
func (k *knowers) isRunByGroup(made *ssa.MakeClosure, v ssa.Value) bool {
	all := usesOf(made)
	call, ok := all[0].(*ssa.Call)
	if len(all) != 1 || !ok || StartedBy(call) != ssa.Value(made) {
		return false
	}
	load, ok := v.(*ssa.UnOp)
	return k.isGroupOf(call.Call.Args[0], v) || ok && k.isGroupOf(call.Call.Args[0], load.X)
}

func (k *knowers) runs(made *ssa.MakeClosure, v ssa.Value, fv *ssa.FreeVar) bool {
	lit := made.Fn.(*ssa.Function)
	onlyCalled := (&UseWalk{Prog: k.prog, U: &Usage{}, Seen: map[ssa.Value]bool{}}).OnlyCalled(made)
	for _, use := range usesOf(made) {
		call, ok := use.(ssa.CallInstruction)
		switch _, starts := use.(*ssa.Go); {
		case onlyCalled:
			k.called[lit] = true
		case !ok:
			return false
		case starts:
			k.started[lit] = true
			if call.Common().Value != ssa.Value(made) || !k.paysLast(lit, fv) {
				return false
			}
		case StartedBy(use) == ssa.Value(made): // by Go of a WaitGroup, which pays the Done
			if lit.Synthetic == "" && !k.isGroupOf(call.Common().Args[0], v) {
				return false
			}
		case objectOf(call.Common().StaticCallee()) != nil && objectOf(call.Common().StaticCallee()).FullName() == "(*sync.Once).Do":
			k.called[lit] = true
		default:
			return false
		}
	}
	if _, isVariable := Deref(fv.Type()).Underlying().(*types.Pointer); isVariable {
		return k.variable(fv)
	}
	return k.object(fv)
}

// paysLast reports whether the first thing that a function does about its end is to defer Done of the WaitGroup of the
// object that a parameter or captured variable leads to.
func (k *knowers) paysLast(fn *ssa.Function, known ssa.Value) bool {
	for _, instr := range fn.Blocks[0].Instrs {
		d, ok := instr.(*ssa.Defer)
		if !ok {
			continue
		}
		if made, ok := d.Call.Value.(*ssa.MakeClosure); ok {
			return k.endsInDone(made, known)
		}
		if !k.isDone(&d.Call, known) {
			return false
		}
		k.last[d] = true
		return true
	}
	return false
}

// isDone reports whether a call is Done of the WaitGroup of the object that a parameter or captured variable leads to.
func (k *knowers) isDone(call *ssa.CallCommon, known ssa.Value) bool {
	obj := objectOf(call.StaticCallee())
	return obj != nil && obj.FullName() == "(*sync.WaitGroup).Done" && k.isGroupOf(call.Args[0], known)
}

// endsInDone reports whether the last thing that a literal does, which defers nothing itself, is to call Done of the WaitGroup.
func (k *knowers) endsInDone(made *ssa.MakeClosure, known ssa.Value) bool {
	lit := made.Fn.(*ssa.Function)
	if lit.Recover != nil || lit.Synthetic != "" {
		return false
	}
	var last ssa.Instruction
	returns := 0
	for _, b := range lit.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); !ok {
			continue
		}
		returns++
		for _, instr := range b.Instrs {
			switch instr.(type) {
			case *ssa.DebugRef, *ssa.Return, *ssa.RunDefers:
			default:
				last = instr
			}
		}
	}
	call, ok := last.(*ssa.Call)
	if !ok || returns != 1 {
		return false
	}
	if k.local != nil {
		if k.isDone(&call.Call, known) {
			k.last[call] = true
			return true
		}
		return false
	}
	for i, b := range made.Bindings {
		if b == known || k.holdsParameter(b, known) {
			if k.isDone(&call.Call, lit.FreeVars[i]) {
				k.last[call] = true
				return true
			}
		}
	}
	return false
}

// holdsParameter reports whether a variable holds a parameter, and nothing else.
func (k *knowers) holdsParameter(v, param ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	p, ok := Spilled(a)
	return ok && ssa.Value(p) == param
}

// isGroupOf reports whether an address is that of the WaitGroup in the object to which v is a pointer, or which a
// variable at v holds that is not assigned any more.
func (k *knowers) isGroupOf(at, v ssa.Value) bool {
	if k.local != nil {
		return k.isLocalGroup(at)
	}
	f, ok := at.(*ssa.FieldAddr)
	if !ok || FieldOf(f) != k.group {
		return false
	}
	if f.X == v {
		return true
	}
	load, ok := f.X.(*ssa.UnOp)
	if !ok {
		return false
	}
	switch a := load.X.(type) {
	case *ssa.Alloc:
		if k.holdsParameter(a, v) {
			return true
		}
		return ssa.Value(a) == v && k.prog.isFinalVariable(a)
	case *ssa.FreeVar:
		return ssa.Value(a) == v && k.prog.isFinalCapture(a)
	}
	return false
}
