package slice

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A world is what a test can reach: functions, and who calls them.
type world struct {
	*Program
	functions []*ssa.Function
	known     map[*ssa.Function]bool
	escaping  map[*ssa.Function]bool              // code that is not instrumented may call them
	values    []*ssa.Function                     // those that are used as values,
	uses      map[*ssa.Function][]ssa.Instruction // where they are
	types     []types.Type                        // of values in interfaces
	inside    map[string]bool                     // the types, by name
	closures  map[*ssa.Function][]*ssa.MakeClosure
	callers   map[*ssa.Function][]ssa.CallInstruction
	callees   map[ssa.CallInstruction][]*ssa.Function
	unsafe    bool // there are conversions from unsafe.Pointer, or it is looked at which goroutines there are
	recovers  bool // some function recovers from panics
}

func newWorld(p *Program, starts []*ssa.Function) *world {
	w := &world{
		Program: p, known: map[*ssa.Function]bool{}, escaping: map[*ssa.Function]bool{}, inside: map[string]bool{},
		closures: map[*ssa.Function][]*ssa.MakeClosure{}, uses: map[*ssa.Function][]ssa.Instruction{},
		callers: map[*ssa.Function][]ssa.CallInstruction{}, callees: map[ssa.CallInstruction][]*ssa.Function{},
	}
	for _, f := range starts {
		w.reach(f)
		w.escaping[f] = true
	}
	for k := 0; k < len(w.functions); k++ {
		w.visit(w.functions[k])
	}
	for _, f := range w.functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if c, ok := i.(ssa.CallInstruction); ok {
					w.callees[c] = w.find(c.Common())
					for _, g := range w.callees[c] {
						w.callers[g] = append(w.callers[g], c)
					}
				}
			}
		}
	}
	return w
}

// reach adds a function.
func (w *world) reach(f *ssa.Function) {
	if f != nil && !w.known[f] {
		w.known[f] = true
		w.functions = append(w.functions, f)
	}
}

// visit adds what a function can reach.
func (w *world) visit(f *ssa.Function) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			w.note(i)
			called := calledFunction(i)
			for _, op := range i.Operands(nil) {
				if g, ok := (*op).(*ssa.Function); ok {
					if w.reach(g); *op != called {
						w.values = append(w.values, g)
						w.uses[g] = append(w.uses[g], i)
					}
				}
			}
		}
	}
}

// note notes what an instruction says of types and of the limits of the analysis.
func (w *world) note(i ssa.Instruction) {
	for _, v := range i.Operands(nil) {
		f, ok := (*v).(*ssa.Function)
		w.unsafe = w.unsafe || ok && countsGoroutines(f)
	}
	switch i := i.(type) {
	case *ssa.MakeClosure:
		f := i.Fn.(*ssa.Function)
		w.closures[f] = append(w.closures[f], i)
	case *ssa.MakeInterface:
		w.box(i.X.Type())
	case *ssa.Convert:
		if b, ok := i.X.Type().Underlying().(*types.Basic); ok && b.Kind() == types.UnsafePointer {
			w.unsafe = true
		}
	case *ssa.Call:
		if b, ok := i.Call.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
			w.recovers = true
		}
	}
}

// countsGoroutines reports whether what f returns depends on which goroutines there are.
func countsGoroutines(f *ssa.Function) bool {
	if f.Pkg == nil {
		return false
	}
	switch f.Pkg.Pkg.Path() {
	case "runtime":
		return f.Name() == "NumGoroutine" || f.Name() == "Stack" || f.Name() == "GoroutineProfile"
	case "runtime/pprof":
		return true
	}
	return false
}

// box notes that a value of a type is in an interface: its methods can be called.
func (w *world) box(t types.Type) {
	name := types.TypeString(t, nil)
	if w.inside[name] || types.IsInterface(t) {
		return
	}
	w.inside[name] = true
	w.types = append(w.types, t)
	methods := w.prog.MethodSets.MethodSet(t)
	for k := range methods.Len() {
		if f := w.prog.MethodValue(methods.At(k)); f != nil && len(f.Blocks) > 0 {
			w.reach(f)
			w.values = append(w.values, f)
			w.escaping[f] = true
		}
	}
}

// calledFunction is the operand of a call that is what it calls.
func calledFunction(i ssa.Instruction) ssa.Value {
	if c, ok := i.(ssa.CallInstruction); ok && !c.Common().IsInvoke() {
		return c.Common().Value
	}
	if c, ok := i.(*ssa.MakeClosure); ok && onlyCalled(c) {
		return c.Fn
	}
	return nil
}

// onlyCalled reports whether a closure is called where it is made, and not used otherwise.
func onlyCalled(c *ssa.MakeClosure) bool {
	for _, r := range *c.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case ssa.CallInstruction:
			for _, a := range r.Common().Args {
				if a == ssa.Value(c) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// find returns the functions with a body that a call may call.
func (w *world) find(c *ssa.CallCommon) (out []*ssa.Function) {
	add := func(f *ssa.Function) {
		if f != nil && len(f.Blocks) > 0 && w.known[f] {
			out = append(out, f)
		}
	}
	if f := c.StaticCallee(); f != nil {
		add(f)
		return out
	}
	if c.IsInvoke() {
		iface, _ := c.Value.Type().Underlying().(*types.Interface)
		for _, t := range w.types {
			if iface != nil && types.Implements(t, iface) {
				add(w.prog.LookupMethod(t, c.Method.Pkg(), c.Method.Name()))
			}
		}
		return out
	}
	if _, builtin := c.Value.(*ssa.Builtin); builtin {
		return nil
	}
	for _, f := range w.values {
		if sameSignature(f.Signature, c.Signature()) {
			add(f)
		}
	}
	return out
}

// mayLeave reports whether a call of a function value, or of an interface's method, may call code that is not instrumented.
func (w *world) mayLeave(c *ssa.CallCommon) bool {
	if !c.IsInvoke() {
		for _, f := range w.values {
			if len(f.Blocks) == 0 && sameSignature(f.Signature, c.Signature()) {
				return true
			}
		}
		_, named := types.Unalias(c.Value.Type()).(*types.Named)
		return named
	}
	if n, ok := types.Unalias(c.Value.Type()).(*types.Named); !ok || !w.own(n.Obj().Pkg()) {
		return true
	}
	iface := c.Value.Type().Underlying().(*types.Interface)
	for _, t := range w.types {
		if types.Implements(t, iface) {
			if f := w.prog.LookupMethod(t, c.Method.Pkg(), c.Method.Name()); f == nil || len(f.Blocks) == 0 {
				return true
			}
		}
	}
	return false
}

// own reports whether a package is instrumented.
func (w *world) own(p *types.Package) bool {
	for pkg := range w.ssa {
		if pkg.Types == p {
			return true
		}
	}
	return false
}

// sameSignature reports whether functions of two types take and give the same.
func sameSignature(a, b *types.Signature) bool {
	return types.Identical(a.Params(), b.Params()) && types.Identical(a.Results(), b.Results()) && a.Variadic() == b.Variadic()
}

// passedOut reports whether code that is not instrumented may call f, as it is passed there.
func (w *world) passedOut(f *ssa.Function) bool {
	if w.escaping[f] {
		return true
	}
	for _, g := range w.values {
		if g == f {
			return w.usedOutside(f)
		}
	}
	return false
}

// usedOutside reports whether f, which is used as a value, is used for more than to be passed to functions of the runtime that
// call it as a goroutine or in this one.
func (w *world) usedOutside(f *ssa.Function) bool {
	for _, c := range w.closures[f] {
		for _, r := range *c.Referrers() {
			switch r := r.(type) {
			case *ssa.DebugRef:
			case ssa.CallInstruction:
				if !runsArgument(r.Common()) && r.Common().Value != ssa.Value(c) {
					return true
				}
			default:
				return true
			}
		}
	}
	return len(w.closures[f]) == 0
}

// runsArgument reports whether a call is of a method that runs the function that it is given, and does nothing else with it:
// wg.Go, once.Do and the like.
func runsArgument(c *ssa.CallCommon) bool {
	f := c.StaticCallee()
	if f == nil || f.Object() == nil || f.Object().Pkg() == nil {
		return false
	}
	switch path, name := f.Object().Pkg().Path(), f.Name(); path {
	case "sync":
		return name == "Go" || name == "Do"
	case "testing":
		return name == "Run" || name == "Cleanup"
	case "time", "context":
		return name == "AfterFunc"
	}
	return false
}

// argument returns what call c passes for parameter k. It is nil if that is not known.
func argument(c *ssa.CallCommon, k int) ssa.Value {
	args := c.Args
	if c.IsInvoke() {
		if k == 0 {
			return c.Value
		}
		k--
	}
	if k >= len(args) {
		return nil
	}
	return args[k]
}

// nilOf reports whether v is the constant nil.
func nilOf(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// isLoad returns v as a load.
func isLoad(v ssa.Value) (*ssa.UnOp, bool) {
	u, ok := v.(*ssa.UnOp)
	return u, ok && u.Op == token.MUL
}
