package analysis

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A spin lock is a type of a checked package of which the text shows that it excludes as a Mutex does. One word has its state. Lock
// returns once it has changed the word from 0 to 1 by a compare-and-swap, and does so once. Unlock stores 0. Nothing else touches the word,
// and both are only called by way of sync.Locker. There each Unlock is checked for that the goroutine holds the lock. So whoever holds it
// is the only one, and the word is 1 just as long.

// findSpinLocks returns the types of spin locks, in the order of their names.
func (p *Facts) findSpinLocks() []*types.TypeName {
	if p.Ssa.ImportedPackage("sync") == nil {
		return nil
	}
	found := map[*types.TypeName]*spinLock{}
	for _, path := range p.Paths {
		for _, obj := range p.Packages[path].definitions() {
			if s := p.spinLockOf(obj); s != nil {
				found[s.name] = s
			}
		}
	}
	if len(found) == 0 || p.leavesLocker() {
		return nil
	}
	var all []*types.TypeName
	for name, s := range found {
		if !slices.ContainsFunc(p.functions, s.isMisused) {
			all = append(all, name)
		}
	}
	slices.SortFunc(all, func(a, b *types.TypeName) int {
		return cmp.Or(strings.Compare(a.Pkg().Path(), b.Pkg().Path()), strings.Compare(a.Name(), b.Name()))
	})
	return all
}

// IsSpinMethod reports whether fn is a method of a spin lock: what it does is known.
func (p *Facts) IsSpinMethod(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	return recv != nil && fn.Synthetic == "" && p.isSpinLock(Deref(recv.Type()))
}

func (p *Facts) isSpinLock(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && slices.Contains(p.SpinLocks, n.Obj())
}

// A spinLock is a type that has the form of a spin lock.
type spinLock struct {
	name    *types.TypeName
	field   int  // the field that is the word; -1: the type is a number itself
	foreign bool // reflection may write to it
	methods map[*types.Func]bool
}

// spinLockOf returns the type that obj declares if it has the form of a spin lock and nothing is written about it.
func (p *Facts) spinLockOf(obj types.Object) *spinLock {
	name, ok := obj.(*types.TypeName)
	if !ok || name.IsAlias() || name.Parent() != name.Pkg().Scope() {
		return nil
	}
	n, ok := name.Type().(*types.Named)
	if !ok || n.TypeParams().Len() > 0 {
		return nil
	}
	s := &spinLock{name: name, field: -1, methods: map[*types.Func]bool{}}
	switch u := n.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsInteger == 0 || name.Exported() {
			return nil
		}
		s.foreign = true
	case *types.Struct:
		if s.field = wordOf(u); s.field < 0 {
			return nil
		}
	default:
		return nil
	}
	methods := types.NewMethodSet(types.NewPointer(n))
	if methods.Len() != 2 {
		return nil
	}
	for sel := range methods.Methods() {
		s.methods[sel.Obj().(*types.Func)] = true
	}
	if !p.hasForm(s, "Lock", s.locks) || !p.hasForm(s, "Unlock", s.unlocks) {
		return nil
	}
	return s
}

// wordOf returns the only field of a struct that has a name, if it is a number that nobody else can name; else -1.
func wordOf(st *types.Struct) int {
	word := -1
	for i := range st.NumFields() {
		f := st.Field(i)
		if f.Name() == "_" {
			continue
		}
		b, isBasic := types.Unalias(f.Type()).(*types.Basic)
		number := isBasic && b.Info()&types.IsInteger != 0
		for _, name := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Bool"} {
			number = number || IsSyncType(f.Type(), "sync/atomic", name)
		}
		if word >= 0 || !number || f.Exported() || f.Embedded() {
			return -1
		}
		word = i
	}
	return word
}

// hasForm reports whether the type has a method with that name, with a pointer receiver and the form that is asked for,
// of which no annotation says anything.
func (p *Facts) hasForm(s *spinLock, name string, form func(*ssa.Function) bool) bool {
	for m := range s.methods {
		sig := m.Signature()
		if m.Name() != name || sig.Params().Len()+sig.Results().Len() > 0 || p.Packages[m.Pkg().Path()].Annot.Funcs[m] != nil {
			continue
		}
		if _, byPointer := types.Unalias(sig.Recv().Type()).(*types.Pointer); !byPointer {
			continue
		}
		fn := p.Ssa.FuncValue(m)
		return fn != nil && fn.Blocks != nil && form(fn)
	}
	return false
}

// locks reports whether fn returns just where it has changed the word from 0 to 1, which it does once.
func (s *spinLock) locks(fn *ssa.Function) bool {
	taken := map[*ssa.BasicBlock]bool{}    // where the lock was taken just now
	attempts := map[*ssa.BasicBlock]bool{} // the blocks that end with an attempt
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch {
			case s.isAtomic(instr, "CompareAndSwap", 0, 1):
				branch := soleBranch(instr.(*ssa.Call))
				if branch == nil || branch.Block() != b || attempts[b] || b.Succs[0] == b.Succs[1] || len(b.Succs[0].Preds) != 1 {
					return false
				}
				attempts[b], taken[b.Succs[0]] = true, true
			case !s.isAtomic(instr, "Load") && !s.isHarmless(instr):
				return false
			}
		}
	}
	before := blocksFrom([]*ssa.BasicBlock{fn.Blocks[0]}, taken)
	for b := range before {
		if _, returns := b.Instrs[len(b.Instrs)-1].(*ssa.Return); returns {
			return false
		}
	}
	var begin []*ssa.BasicBlock
	for b := range taken {
		begin = append(begin, b)
	}
	for b := range blocksFrom(begin, nil) {
		if attempts[b] {
			return false
		}
	}
	return len(attempts) > 0
}

// soleBranch returns the branch that a condition decides, if it does nothing else.
func soleBranch(v ssa.Value) *ssa.If {
	var branch *ssa.If
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.If:
			if branch != nil {
				return nil
			}
			branch = use
		default:
			return nil
		}
	}
	return branch
}

// blocksFrom returns the blocks that control may come to from some, without those that are left out.
func blocksFrom(from []*ssa.BasicBlock, without map[*ssa.BasicBlock]bool) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{}
	for len(from) > 0 {
		b := from[0]
		from = from[1:]
		if seen[b] || without[b] {
			continue
		}
		seen[b] = true
		from = append(from, b.Succs...)
	}
	return seen
}

// unlocks reports whether fn stores 0 in the word, and does nothing else.
func (s *spinLock) unlocks(fn *ssa.Function) bool {
	stores := 0
	for _, instr := range fn.Blocks[0].Instrs {
		switch {
		case s.isAtomic(instr, "Store", 0):
			stores++
		case !s.isHarmless(instr):
			return false
		}
	}
	return len(fn.Blocks) == 1 && stores == 1
}

// isHarmless reports whether an instruction of a method computes with the function's own numbers, lets others run, or finds the word.
func (s *spinLock) isHarmless(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.DebugRef, *ssa.Jump, *ssa.If, *ssa.RunDefers, *ssa.Return:
		return true
	case *ssa.Alloc:
		return !i.Heap
	case *ssa.Store:
		a, own := i.Addr.(*ssa.Alloc)
		return own && !a.Heap && (isOwnNumber(a) || isReceiver(i.Val) || isDeferStack(i.Val))
	case *ssa.BinOp:
		_, byConst := i.Y.(*ssa.Const)
		switch i.Op {
		case token.QUO, token.REM: // they may panic
			return false
		case token.SHL, token.SHR:
			return byConst
		}
		b, ok := i.X.Type().Underlying().(*types.Basic)
		return ok && b.Info()&types.IsInteger != 0
	case *ssa.UnOp:
		return i.Op == token.NOT || i.Op == token.MUL && (isOwnNumber(i.X) || readsReceiver(i))
	case *ssa.Call:
		if isDeferStack(i) {
			return true
		}
		fn := i.Call.StaticCallee()
		if fn == nil || fn.Pkg == nil {
			return false
		}
		name := fn.Pkg.Pkg.Path() + "." + fn.Name()
		return name == "runtime.Gosched" || name == "time.Sleep"
	case ssa.Value:
		return s.isWord(i)
	}
	return false
}

// isWord reports whether v is the address of the receiver's word.
func (s *spinLock) isWord(v ssa.Value) bool {
	var x ssa.Value
	switch v := v.(type) {
	case *ssa.ChangeType:
		if s.field >= 0 {
			return false
		}
		x = v.X
	case *ssa.FieldAddr:
		if v.Field != s.field {
			return false
		}
		x = v.X
	}
	return readsReceiver(x)
}

// readsReceiver reports whether v reads the variable that the receiver is in, and nothing else ever.
func readsReceiver(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	a, ok := load.X.(*ssa.Alloc)
	if !ok || a.Heap {
		return false
	}
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if use.Addr != a || !isReceiver(use.Val) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isDeferStack reports whether v is what go/ssa notes deferred calls in, of which there are none.
func isDeferStack(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && IsBuiltin(call, "ssa:deferstack")
}

func isReceiver(v ssa.Value) bool {
	p, ok := v.(*ssa.Parameter)
	return ok && p == p.Parent().Params[0]
}

// isOwnNumber reports whether v is the address of a variable of the function's own that holds a number.
func isOwnNumber(v ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	if !ok || a.Heap {
		return false
	}
	b, ok := Deref(a.Type()).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// isAtomic reports whether an instruction is that operation of sync/atomic on the receiver's word, with these numbers.
func (s *spinLock) isAtomic(instr ssa.Instruction, op string, numbers ...int64) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Object() == nil || fn.Object().Pkg() == nil || fn.Object().Pkg().Path() != "sync/atomic" {
		return false
	}
	name := fn.Name()
	if fn.Signature.Recv() == nil {
		for _, typ := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr"} {
			name = strings.TrimSuffix(name, typ)
		}
	}
	args := call.Call.Args
	if name != op || len(args) != len(numbers)+1 || !s.isWord(args[0]) {
		return false
	}
	for i, n := range numbers {
		c, ok := args[i+1].(*ssa.Const)
		if !ok || c.Value == nil {
			return false
		}
		switch c.Value.Kind() {
		case constant.Bool:
			ok = constant.BoolVal(c.Value) == (n == 1)
		case constant.Int:
			v, exact := constant.Int64Val(c.Value)
			ok = exact && v == n
		default:
			ok = false
		}
		if !ok {
			return false
		}
	}
	return true
}
