package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/sequential"
)

// An io.Writer, a hash.Hash or a rand.Source says nothing of goroutines: what is behind it one goroutine at a time may
// use, unless its type says more. No checked code may know that type. So it is told by the text of a function whether
// goroutines that it starts use what it uses itself, or each other: the same parameter, result, variable, or field of
// one, from the go statement on to where the function waits for somebody.

// UsedTogether returns the value by which an instruction uses what a goroutine may use at the same time, nil if there is none.
func (p *Facts) UsedTogether(instr ssa.Instruction) ssa.Value { return p.usedTogether[instr] }

// SequentialUses returns the interfaces of such types of which a call uses what is behind them.
func (p *Facts) SequentialUses(call *ssa.CallCommon) []ssa.Value {
	return slices.DeleteFunc(p.usedBy(call, map[*ssa.Parameter]bool{}), func(v ssa.Value) bool { return !sequential.Is(sequential.Unconverted(v).Type()) })
}

// usedBy is SequentialUses for values of all types.
func (p *Facts) usedBy(call *ssa.CallCommon, seen map[*ssa.Parameter]bool) []ssa.Value {
	fn := call.StaticCallee()
	if fn == nil || fn.Blocks == nil || len(fn.Params) != len(call.Args) {
		return sequential.Used(call, p.RowOf)
	}
	var all []ssa.Value
	for i, arg := range call.Args {
		if sequential.Is(arg.Type()) && p.usesParameter(fn.Params[i], seen) {
			all = append(all, arg)
		}
	}
	return all
}

// usesParameter reports whether a function, or one that it passes the parameter to, uses what is behind it.
func (p *Facts) usesParameter(param *ssa.Parameter, seen map[*ssa.Parameter]bool) bool {
	if seen[param] {
		return false
	}
	seen[param] = true
	for _, b := range param.Parent().Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if ok && slices.ContainsFunc(p.usedBy(&call.Call, seen), func(v ssa.Value) bool { return holdsParam(v, param) }) {
				return true
			}
		}
	}
	return false
}

// holdsParam reports whether a value is that of a parameter which is not assigned.
func holdsParam(v ssa.Value, param *ssa.Parameter) bool {
	switch v := v.(type) {
	case *ssa.ChangeInterface:
		return holdsParam(v.X, param)
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		if !ok {
			return false
		}
		is, ok := Spilled(a)
		return ok && is == param
	}
	return v == ssa.Value(param)
}

// findUsedTogether looks at all functions.
func (p *Facts) findUsedTogether() map[ssa.Instruction]ssa.Value {
	found := map[ssa.Instruction]ssa.Value{}
	uses := map[*ssa.Function][]calleeUse{}
	for _, fn := range p.functions {
		if fn.Parent() == nil {
			w := &togetherWalk{prog: p, starts: map[*ssa.Function][]ssa.Instruction{}, uses: uses, found: found, following: map[*ssa.Parameter]bool{}}
			w.function(fn)
		}
	}
	return found
}

// A togetherWalk looks at one function with its literals.
type togetherWalk struct {
	prog      *Facts
	starts    map[*ssa.Function][]ssa.Instruction // of goroutines, by the literals that these run
	uses      map[*ssa.Function][]calleeUse       // of functions so far
	all       []sequentialUse
	found     map[ssa.Instruction]ssa.Value
	following map[*ssa.Parameter]bool // back to what a go statement passes
}

// A sequentialUse is one of what an interface leads to.
type sequentialUse struct {
	of  source
	v   ssa.Value // as it is used
	way []step    // from the outermost function
	by  ssa.Value // nil, or what leads there: the result of a call, as a reader that buffers
	// reads is set where others may read, too, and held has the locks that a callee acquires for the use.
	reads bool
	held  []source
}

// A step is where in a function something happens: a literal runs there, or, as the last step, the use.
type step struct {
	at     ssa.Instruction
	starts bool // in a goroutine of its own
	many   bool // in any number of them: where a handler is made
}

// A source says where a value is from: a parameter, a result of a call or a variable, and fields from there.
type source struct {
	root ssa.Value
	path string
}

func (w *togetherWalk) function(fn *ssa.Function) {
	some := false
	w.eachInstruction(fn, func(instr ssa.Instruction) {
		some = some || startedBy(instr) != nil || givesAway(instr) || w.prog.handlerMade(instr) != nil
		switch v := StartedBy(instr).(type) {
		case *ssa.MakeClosure:
			w.starts[v.Fn.(*ssa.Function)] = append(w.starts[v.Fn.(*ssa.Function)], instr)
		case *ssa.Function:
			w.starts[v] = append(w.starts[v], instr)
		}
	})
	if !some {
		return
	}
	w.eachInstruction(fn, w.use)
	for i, a := range w.all {
		for _, b := range w.all[i:] {
			// Of an object that is made here, and known by its own type, the translation tells who uses it.
			if a.of == b.of && !(a.reads && b.reads) && (a.by == nil || a.by != b.by) && (a.by != b.by || !w.isMadeHere(a)) {
				w.pair(a, b)
			}
		}
	}
}

// isMadeHere reports whether what is used is an object of the function's own that is no interface, and of a type for
// one goroutine at a time.
func (w *togetherWalk) isMadeHere(u sequentialUse) bool {
	of := u.of
	return of.path == "" && !(isOpen(u.v)) && !types.IsInterface(of.root.Type()) && !(isPointerToInterface(of.root.Type()))
}

func isPointerToInterface(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	return ok && types.IsInterface(ptr.Elem())
}

// eachInstruction visits those of a function and its literals.
func (w *togetherWalk) eachInstruction(fn *ssa.Function, visit func(ssa.Instruction)) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			visit(instr)
		}
	}
	for _, lit := range fn.AnonFuncs {
		w.eachInstruction(lit, visit)
	}
}

// use notes what a call uses, by itself or in a goroutine that it starts.
func (w *togetherWalk) use(instr ssa.Instruction) {
	if send, ok := instr.(*ssa.Send); ok {
		w.leaves(send, send.X)
	}
	call, ok := instr.(ssa.CallInstruction)
	if _, deferred := instr.(*ssa.Defer); !ok || deferred {
		return
	}
	if isPut(call) {
		w.leaves(instr, call.Common().Args[1])
	}
	_, starts := instr.(*ssa.Go)
	way := w.wayTo(instr, starts)
	if way == nil {
		return
	}
	for _, v := range w.prog.usedBy(call.Common(), map[*ssa.Parameter]bool{}) {
		of, ok := w.originOf(v)
		if !ok {
			continue
		}
		if w.isForOne(v) {
			w.all = append(w.all, sequentialUse{of: of, v: v, way: way})
		}
		w.throughWrapper(of, of.root, v, way, 0)
	}
	if v, writes := sequential.Receiver(call.Common()); v != nil {
		if of, ok := w.originOf(v); ok {
			w.all = append(w.all, sequentialUse{of: of, v: v, way: way, reads: !writes})
		}
	}
	for _, u := range w.usesOfCallee(call.Common()) {
		u.way = way
		w.all = append(w.all, u)
	}
}

// givesAway reports whether an instruction gives a value to a channel or a pool.
func givesAway(instr ssa.Instruction) bool {
	_, sends := instr.(*ssa.Send)
	call, ok := instr.(*ssa.Call)
	return sends || ok && isPut(call)
}

func isPut(call ssa.CallInstruction) bool {
	obj := objectOf(call.Common().StaticCallee())
	return obj != nil && obj.Name() == "Put" && obj.FullName() == "(*sync.Pool).Put"
}

// leaves notes that another goroutine gets what a channel or a pool is given, and may use it at once.
func (w *togetherWalk) leaves(instr ssa.Instruction, v ssa.Value) {
	if of, ok := w.originOf(v); ok && sequential.Is(sequential.Unconverted(v).Type()) {
		if way := w.wayTo(instr, true); way != nil {
			w.all = append(w.all, sequentialUse{of: of, v: v, way: way})
		}
	}
}

// isForOne reports whether what a value leads to is for one goroutine at a time, as far as its type says, before it was
// converted to another one. Of a pointer to an object of the standard library the translation tells who uses it, but
// not if something else leads there.
func (w *togetherWalk) isForOne(v ssa.Value) bool {
	t := sequential.Unconverted(v).Type()
	ptr, ok := t.Underlying().(*types.Pointer)
	return ok && IsUnsynchronised(ptr.Elem()) || sequential.Is(t)
}

// throughWrapper notes that who uses what a call has returned uses what the call was passed.
func (w *togetherWalk) throughWrapper(of source, by, v ssa.Value, way []step, depth int) {
	call, ok := of.root.(*ssa.Call)
	if x, isPart := of.root.(*ssa.Extract); isPart {
		call, ok = x.Tuple.(*ssa.Call)
	}
	if !ok || of.path != "" || depth > 3 {
		return
	}
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Blocks != nil {
		return
	}
	row := w.prog.RowOf(Object(fn))
	for i, arg := range call.Call.Args {
		if row == nil || row.Unknown != "" || !row.Aliases(i) && !row.Copies(i) {
			continue
		}
		for _, elem := range elementsOf(arg) {
			if of, ok := w.originOf(elem); ok && w.isForOne(elem) {
				w.all = append(w.all, sequentialUse{of: of, v: v, way: way, by: by})
				w.throughWrapper(of, by, v, way, depth+1)
			}
		}
	}
}

// elementsOf returns an argument, or those that are in a slice of variadic ones.
func elementsOf(arg ssa.Value) (all []ssa.Value) {
	s, ok := arg.(*ssa.Slice)
	if !ok {
		return []ssa.Value{arg}
	}
	array, ok := s.X.(*ssa.Alloc)
	if !ok || ArrayType(Deref(array.Type())) == nil {
		return []ssa.Value{arg}
	}
	for i := range ArrayType(Deref(array.Type())).Len() {
		if v := StoredAt(array, i); v != nil {
			all = append(all, v)
		}
	}
	return all
}

// wayTo returns the steps to an instruction, nil if it is in a literal of which it cannot be said when it runs.
func (w *togetherWalk) wayTo(instr ssa.Instruction, starts bool) []step {
	fn := instr.Parent()
	here := step{at: instr, starts: starts}
	if fn.Parent() == nil {
		return []step{here}
	}
	var runs []step
	for _, start := range w.starts[fn] {
		runs = append(runs, step{at: start, starts: true})
	}
	if len(runs) == 0 && !w.prog.Loose[fn] && fn.Referrers() != nil {
		for _, use := range *fn.Referrers() {
			if made, ok := use.(*ssa.MakeClosure); ok {
				for _, u := range usesOf(made) {
					if call, ok := u.(*ssa.Call); ok {
						runs = append(runs, step{at: call})
					}
				}
			}
		}
	}
	if made := w.prog.handlerOf(fn); len(runs) == 0 && made != nil {
		runs = append(runs, step{at: made, starts: true, many: true})
	}
	if len(runs) != 1 {
		return nil
	}
	way := w.wayTo(runs[0].at, runs[0].starts)
	if way == nil {
		return nil
	}
	way[len(way)-1].many = runs[0].many
	return append(slices.Clone(way), here)
}

// originOf follows a value back to where it is from.
func (w *togetherWalk) originOf(v ssa.Value) (source, bool) {
	switch v := v.(type) {
	case *ssa.ChangeInterface:
		return w.originOf(v.X)
	case *ssa.MakeInterface:
		return w.originOf(v.X)
	case *ssa.Alloc:
		return source{root: v}, true
	case *ssa.FreeVar:
		if a := boundTo(v); a != nil {
			return source{root: a}, true
		}
	case *ssa.Parameter:
		if starts := w.starts[v.Parent()]; len(starts) == 1 && !w.following[v] { // a function may start itself with what it got
			if g, ok := starts[0].(*ssa.Go); ok && len(g.Call.Args) == len(v.Parent().Params) {
				w.following[v] = true
				defer delete(w.following, v)
				return w.originOf(g.Call.Args[slices.Index(v.Parent().Params, v)])
			}
		}
		return source{root: v}, v.Parent().Parent() == nil
	case *ssa.Call, *ssa.Extract, *ssa.Global:
		return source{root: v}, true
	case *ssa.FieldAddr:
		of, ok := w.originOf(v.X)
		of.path += "." + FieldOf(v).Name()
		return of, ok
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return w.contentOf(v.X)
		}
	}
	return source{}, false
}

// contentOf is originOf for what a variable holds.
func (w *togetherWalk) contentOf(addr ssa.Value) (source, bool) {
	switch at := addr.(type) {
	case *ssa.FreeVar:
		if a := boundTo(at); a != nil {
			return w.contentOf(a)
		}
	case *ssa.Alloc:
		u := &Usage{}
		(&UseWalk{Prog: w.prog, U: u, Seen: map[ssa.Value]bool{}}).Address(at, false)
		if s := u.Once(); s != nil {
			if of, ok := w.originOf(s.Val); ok {
				return of, true
			}
		}
		return source{root: at}, !u.Escapes
	case *ssa.FieldAddr:
		if w.prog.holdShared[FieldOf(at)] {
			return source{}, false
		}
		return w.originOf(at)
	case *ssa.Global:
		if v, ok := at.Object().(*types.Var); ok && (w.prog.holdShared[v] || sequential.IsDiscard(v)) {
			return source{}, false
		}
		return source{root: at}, true
	}
	return source{}, false
}

// pair looks at two uses of one object, which may be one and the same.
func (w *togetherWalk) pair(a, b sequentialUse) {
	for i := 0; i < len(a.way) && i < len(b.way); i++ {
		x, y := a.way[i], b.way[i]
		before, after := a, b
		switch {
		case x.many != y.many:
			return // what the function does itself it does before, as far as anybody can tell
		case x.many && x.at == y.at:
			if isMadeInside(a.of.root, x.at.(*ssa.MakeClosure).Fn.(*ssa.Function)) {
				return
			}
		case x.at == y.at && (!x.starts || isMadeAlong(a.of.root, a.way[i+1:])):
			continue
		case x.starts && w.comesTo(x.at, y.at, a.of.root):
		case y.starts && w.comesTo(y.at, x.at, a.of.root):
			before, after = b, a
		case x.at != y.at:
			return
		default:
			continue
		}
		if !w.waitsBefore(before, i+1) && !(after.way[i].starts && w.waitsBefore(after, i+1)) && !w.underOneLock(before, after, i) {
			at := after.way[len(after.way)-1].at
			w.found[at] = after.v
		}
		return
	}
}

// isMadeAlong reports whether what is used is a response that was got on the way to its use, in a function that runs
// there: then each run has another one. What other calls return may be the same each time.
func isMadeAlong(root ssa.Value, way []step) bool {
	if x, ok := root.(*ssa.Extract); ok {
		root = x.Tuple
	}
	call, ok := root.(*ssa.Call)
	return ok && sequential.Responds(objectOf(call.Call.StaticCallee())) && slices.ContainsFunc(way, func(s step) bool { return s.at.Parent() == call.Parent() })
}

// waitsBefore reports whether a goroutine waits for somebody before it uses the object, in the functions from a step on.
func (w *togetherWalk) waitsBefore(u sequentialUse, from int) bool {
	for _, s := range u.way[from:] {
		b := s.at.Parent().Blocks[0]
		if b.Instrs[0] != s.at && !w.comesTo(b.Instrs[0], s.at, nil) {
			return true
		}
	}
	return false
}

// comesTo reports whether control may come from one instruction to another, or to the same again, and nobody is waited
// for on the way, nor is there another object from then on.
func (w *togetherWalk) comesTo(from, to ssa.Instruction, made ssa.Value) bool {
	return w.comes(from, to, func(instr ssa.Instruction) bool {
		v, ok := instr.(ssa.Value)
		if s, isStore := instr.(*ssa.Store); isStore && s.Addr == made {
			return true
		}
		return ok && v == made || w.waits(instr)
	})
}

func (w *togetherWalk) comes(from, to ssa.Instruction, ends func(ssa.Instruction) bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var search func(instrs []ssa.Instruction, b *ssa.BasicBlock) bool
	search = func(instrs []ssa.Instruction, b *ssa.BasicBlock) bool {
		for _, instr := range instrs {
			if instr == to {
				return true
			}
			if ends(instr) {
				return false
			}
		}
		for _, next := range b.Succs {
			if !seen[next] {
				seen[next] = true
				if search(next.Instrs, next) {
					return true
				}
			}
		}
		return false
	}
	b := from.Block()
	return search(b.Instrs[slices.Index(b.Instrs, from)+1:], b)
}

// waits reports whether an instruction may wait for other goroutines, who may be done by then.
func (w *togetherWalk) waits(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.UnOp:
		return i.Op == token.ARROW
	case *ssa.Select:
		return i.Blocking
	case *ssa.Call:
		if i.Call.IsInvoke() {
			return i.Call.Method.Name() == "Wait"
		}
		if _, ok := i.Call.Value.(*ssa.Builtin); ok {
			return false
		}
		fn := i.Call.StaticCallee()
		return fn == nil || fn.Name() == "Wait" || fn.Blocks != nil && len(waitsIn(fn)) > 0
	}
	return false
}

// underOneLock reports whether both uses are made with the same lock held, which was acquired after their ways part.
func (w *togetherWalk) underOneLock(a, b sequentialUse, from int) bool {
	held := append(w.heldAlong(a, from), a.held...)
	return slices.ContainsFunc(append(w.heldAlong(b, from), b.held...), func(l source) bool { return slices.Contains(held, l) })
}

func (w *togetherWalk) heldAlong(u sequentialUse, from int) (all []source) {
	for i, s := range u.way {
		if i >= from && !s.starts {
			all = append(all, w.heldAt(s.at)...)
		}
	}
	return all
}

// heldAt returns the locks that a function has acquired on each way to an instruction, and releases on none.
func (w *togetherWalk) heldAt(at ssa.Instruction) (all []source) {
	released := map[source][]ssa.Instruction{}
	var acquired []ssa.Instruction
	for _, b := range at.Parent().Blocks {
		for _, instr := range b.Instrs {
			switch of, name := w.lockCall(instr); name {
			case "Lock":
				acquired = append(acquired, instr)
			case "Unlock":
				released[of] = append(released[of], instr)
			}
		}
	}
	for _, lock := range acquired {
		of, _ := w.lockCall(lock)
		lost := func(unlock ssa.Instruction) bool {
			return w.comes(unlock, at, func(instr ssa.Instruction) bool { return instr == lock })
		}
		if ComesBefore(lock, at) && !slices.ContainsFunc(released[of], lost) {
			all = append(all, of)
		}
	}
	return all
}

// lockCall returns the lock and the method of a call of one, "" if an instruction is none.
func (w *togetherWalk) lockCall(instr ssa.Instruction) (source, string) {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.IsInvoke() || call.Call.StaticCallee() == nil || len(call.Call.Args) == 0 || !IsLock(Deref(call.Call.Args[0].Type())) {
		return source{}, ""
	}
	of, ok := w.addressOf(call.Call.Args[0])
	if !ok {
		return source{}, ""
	}
	return of, call.Call.StaticCallee().Name()
}

// addressOf is originOf for the address of a variable.
func (w *togetherWalk) addressOf(v ssa.Value) (source, bool) {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Global:
		return source{root: v}, true
	case *ssa.FreeVar:
		if a := boundTo(v); a != nil {
			return source{root: a}, true
		}
	case *ssa.FieldAddr:
		of, ok := w.originOf(v.X)
		if !ok {
			of, ok = w.addressOf(v.X)
		}
		of.path += "." + FieldOf(v).Name()
		return of, ok
	}
	return w.originOf(v)
}
