package beforeclose

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Functions that are only called by their names begin in a state that all calls agree on: such as a method that is
// called with the lock held.

// findCallees fills callees.
func (p *program) findCallees() {
	p.callees, p.callers = map[*ssa.Function]bool{}, map[*ssa.Function][]*ssa.Function{}
	other := map[types.Object]bool{} // used in another way
	invoked := map[string]bool{}     // methods that are called by way of an interface
	var operands []*ssa.Value
	for _, fn := range p.all {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, _ := instr.(*ssa.Call)
				if call != nil && call.Call.StaticCallee() != nil {
					callee := call.Call.StaticCallee()
					p.callers[callee] = append(p.callers[callee], fn)
				}
				if c, ok := instr.(ssa.CallInstruction); ok && c.Common().IsInvoke() {
					invoked[c.Common().Method.Name()] = true
				}
				operands = instr.Operands(operands[:0])
				for i, op := range operands {
					if used, ok := (*op).(*ssa.Function); ok && used.Object() != nil && (call == nil || i > 0 || call.Call.Value != *op) {
						other[origin(used)] = true
					}
				}
			}
		}
	}
	for _, fn := range p.all {
		obj := fn.Object()
		p.callees[fn] = obj != nil && fn.Parent() == nil && !obj.Exported() && !other[origin(fn)] && !invoked[obj.Name()] && obj.Name() != "init" && obj.Name() != "main"
	}
}

func origin(fn *ssa.Function) types.Object {
	if f, ok := fn.Object().(*types.Func); ok {
		return f.Origin()
	}
	return fn.Object()
}

// calledElsewhere has functions that are called by others than those that name a field of the struct begin with nothing known.
func (w *walk) calledElsewhere() {
	for _, fn := range w.functions {
		if w.callees[fn] && slices.ContainsFunc(w.callers[fn], func(caller *ssa.Function) bool { return !w.by[caller][w.structure] }) {
			w.entries[fn] = newState()
		}
	}
}

// calls has the calls of a function tell the functions that they call in which state they begin, and reports whether anything is new.
func (w *walk) calls(fn *ssa.Function, in map[*ssa.BasicBlock]*state) bool {
	news := false
	for _, b := range fn.Blocks {
		if in[b] == nil {
			continue
		}
		s := in[b].clone()
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if callee := call.Call.StaticCallee(); callee != nil && w.callees[callee] && len(callee.Params) == len(call.Call.Args) {
					news = w.begins(callee, &call.Call, s) || news
				}
			}
			w.step(instr, s)
		}
	}
	return news
}

// begins notes in which state a call has a function begin.
func (w *walk) begins(callee *ssa.Function, call *ssa.CallCommon, s *state) bool {
	at := newState()
	at.closed = s.closed
	for i, arg := range call.Args {
		o := s.objects[objectOf(arg)]
		o.own = false
		at.objects[callee.Params[i]] = o
		at.nonNil[callee.Params[i]] = s.nonNil[arg] || w.isSentinel(arg)
	}
	before := w.entries[callee]
	if before == nil {
		w.entries[callee] = at
		return true
	}
	return before.meet(at)
}

// mayClose reports whether a function, or one that it calls by its name, closes the channel.
func (w *walk) mayClose(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case ssa.CallInstruction:
				if isClose(i.Common()) && w.channelOf(i.Common().Args[0]) == w.channel {
					return true
				}
				if callee := i.Common().StaticCallee(); callee != nil && w.mayClose(callee, seen) {
					return true
				}
			case *ssa.MakeClosure:
				if w.mayClose(i.Fn.(*ssa.Function), seen) {
					return true
				}
			}
		}
	}
	return false
}

// fieldAt returns the field that an address is of, if it is one of the struct.
func (w *walk) fieldAt(addr ssa.Value) (*ssa.FieldAddr, *types.Var) {
	at, ok := addr.(*ssa.FieldAddr)
	if !ok || w.structOf(at) != w.structure {
		return nil, nil
	}
	return at, fieldOf(at)
}

// receiver returns the field of the struct of which a call is a method.
func (w *walk) receiver(call *ssa.CallCommon) (*ssa.FieldAddr, *types.Var) {
	if lockOperation(call) == "" {
		return nil, nil
	}
	return w.fieldAt(call.Args[0])
}

// setting returns the field of the struct that a call sets as a flag, atomically.
func (w *walk) setting(call *ssa.CallCommon) (*ssa.FieldAddr, *types.Var) {
	if op := atomicOperation(call); op != compareAndSwap && op != swap {
		return nil, nil
	}
	return w.fieldAt(call.Args[0])
}

// channelOf returns the field that a channel was read from, if it is one of the struct.
func (w *walk) channelOf(ch ssa.Value) *types.Var {
	if load, ok := ch.(*ssa.UnOp); ok && load.Op == token.MUL {
		_, f := w.fieldAt(load.X)
		return f
	}
	return nil
}

func (w *walk) objectOfChannel(ch ssa.Value) ssa.Value {
	return objectOf(ch.(*ssa.UnOp).X.(*ssa.FieldAddr).X)
}

// objectOf returns what stands for the object that a pointer leads to: the same for all uses of a variable that never changes.
func objectOf(ptr ssa.Value) ssa.Value {
	load, ok := ptr.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return ptr
	}
	switch cell := load.X.(type) {
	case *ssa.Alloc:
		if v := onlyStored(cell); v != nil {
			if p, ok := v.(*ssa.Parameter); ok {
				return p
			}
			return cell
		}
	case *ssa.FreeVar:
		if a, ok := bound(cell).(*ssa.Alloc); ok && onlyStored(a) != nil {
			return cell
		}
	}
	return ptr
}

// onlyStored returns what a variable of the function always has, nil if that may change.
func onlyStored(cell *ssa.Alloc) ssa.Value {
	var only ssa.Value
	for _, use := range *cell.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if use.Addr != ssa.Value(cell) || only != nil {
				return nil
			}
			only = use.Val
		case *ssa.MakeClosure:
			for i, b := range use.Bindings {
				if b == ssa.Value(cell) && !onlyLoaded(use.Fn.(*ssa.Function).FreeVars[i]) {
					return nil
				}
			}
		default:
			return nil
		}
	}
	return only
}

// onlyLoaded reports whether all that function literals do with a captured variable is to read it.
func onlyLoaded(v *ssa.FreeVar) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			for i, b := range use.Bindings {
				if b == ssa.Value(v) && !onlyLoaded(use.Fn.(*ssa.Function).FreeVars[i]) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// bound returns what a captured variable is outside of the function literal, nil if that is not one.
func bound(v *ssa.FreeVar) ssa.Value {
	lit := v.Parent()
	if lit.Parent() == nil {
		return nil
	}
	for _, b := range lit.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == ssa.Value(lit) {
				for i, fv := range lit.FreeVars {
					if fv == v {
						if outer, ok := mc.Bindings[i].(*ssa.FreeVar); ok {
							return bound(outer)
						}
						return mc.Bindings[i]
					}
				}
			}
		}
	}
	return nil
}

// isCell reports whether an address is that of a variable which belongs to the activation of the function alone.
func isCell(addr ssa.Value) bool {
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if use.Addr != ssa.Value(a) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isSentinel reports whether a value is an error that a package variable has from the beginning.
func (p *program) isSentinel(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	if !ok {
		return false
	}
	is, ok := p.sentinels[g]
	if !ok {
		is = p.sentinel(g)
		p.sentinels[g] = is
	}
	return is
}

// sentinel reports whether a package variable is set by its initialiser alone, to an error that is not nil.
func (p *program) sentinel(g *ssa.Global) bool {
	if g.Pkg == nil || g.Pkg.Func("init") == nil {
		return false
	}
	initialiser := g.Pkg.Func("init")
	set := map[*ssa.Store]bool{}
	for _, fn := range append(slices.Clone(p.all), initialiser) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					if *op != ssa.Value(g) {
						continue
					}
					switch use := instr.(type) {
					case *ssa.UnOp, *ssa.DebugRef:
					case *ssa.Store:
						if fn != initialiser || use.Addr != ssa.Value(g) || !isNewError(use.Val) {
							return false
						}
						set[use] = true
					default:
						return false
					}
				}
			}
		}
	}
	return len(set) == 1
}

func isNewError(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		return fn != nil && (fn.String() == "errors.New" || fn.String() == "fmt.Errorf")
	}
	return false
}

func isClose(call *ssa.CallCommon) bool {
	b, ok := call.Value.(*ssa.Builtin)
	return ok && b.Name() == "close"
}

// lockOperation returns the name of the method of a lock of package sync that a call is of, "" if it is none.
func lockOperation(call *ssa.CallCommon) string {
	fn := call.StaticCallee()
	if fn == nil || fn.Signature.Recv() == nil || !isLock(deref(fn.Signature.Recv().Type())) || len(call.Args) == 0 {
		return ""
	}
	return fn.Name()
}

// What becomes of an atomic flag by a call.
const (
	compareAndSwap = "CompareAndSwap" // of false, or 0, for true, or 1
	swap           = "Swap"           // for true, or 1
	harmless       = "Load"           // or a store of true, or 1
)

// atomicOperation returns which of these a call of package sync/atomic is, "" if it is none.
func atomicOperation(call *ssa.CallCommon) string {
	fn := call.StaticCallee()
	if fn == nil || fn.Object() == nil || fn.Object().Pkg() == nil || fn.Object().Pkg().Path() != "sync/atomic" || len(call.Args) == 0 {
		return ""
	}
	name, args := fn.Name(), call.Args[1:]
	for _, op := range []string{compareAndSwap, swap, harmless, "Store"} {
		if !strings.HasPrefix(name, op) {
			continue
		}
		switch {
		case op == harmless && len(args) == 0:
			return harmless
		case op == compareAndSwap && len(args) == 2 && isFlagValue(args[0], false) && isFlagValue(args[1], true), op == swap && len(args) == 1 && isFlagValue(args[0], true):
			return op
		case op == "Store" && len(args) == 1 && isFlagValue(args[0], true):
			return harmless
		}
		return ""
	}
	return ""
}

// isFlagValue reports whether a value is true or 1, if set, or else false or 0.
func isFlagValue(v ssa.Value, set bool) bool {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil {
		return false
	}
	switch k.Value.Kind() {
	case constant.Bool:
		return constant.BoolVal(k.Value) == set
	case constant.Int:
		n, exact := constant.Int64Val(k.Value)
		return exact && (n == 1 && set || n == 0 && !set)
	}
	return false
}

func isLock(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" && (n.Obj().Name() == "Mutex" || n.Obj().Name() == "RWMutex")
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func fieldOf(at *ssa.FieldAddr) *types.Var {
	return deref(at.X.Type()).Underlying().(*types.Struct).Field(at.Field).Origin()
}
