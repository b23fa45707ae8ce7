package startup

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/calvin-go/calvin/library"
)

type finder struct {
	Program
	packages     map[*types.Package]*ssa.Package
	initialisers map[*ssa.Function]bool
	methods      map[string][]*ssa.Function // of checked types, by name
	values       typeutil.Map               // the functions that are used as values, by signatures without receivers
	valued       map[*ssa.Function]bool     // the same, and those that goroutines are started with, or that are deferred
	callers      map[*ssa.Function][]*ssa.Function
	boxed        map[*types.TypeName]bool     // to which values lead that are put into interfaces, as far as the text of their types says
	within       map[types.Type]bool          // the types in which these were looked for
	invoked      map[string]bool              // methods that are called by way of interfaces
	foreigners   bool                         // there are packages that are neither checked nor of the standard library
	named        map[*ssa.Function]bool       // functions that beginnings and initialisers alone call
	assigned     map[types.Object][]ssa.Value // to variables and fields
	addressed    map[types.Object]bool        // those that are used by their addresses
	foreign      map[types.Object]bool        // see findForeign
	whole        map[*ssa.Function]effects
	single       map[ssa.Instruction]effects
	operands     []*ssa.Value // of the instruction that is looked at
}

// reach collects the effects of functions, each once.
type reach struct {
	*finder
	effects
	seen map[*ssa.Function]bool
}

// effectsOf returns the effects of a function with all that it calls.
func (f *finder) effectsOf(fn *ssa.Function) effects {
	if e, ok := f.whole[fn]; ok {
		return e
	}
	r := &reach{finder: f, seen: map[*ssa.Function]bool{}}
	r.function(fn)
	f.whole[fn] = r.effects
	return r.effects
}

func (r *reach) function(fn *ssa.Function) {
	if r.seen[fn] || r.lets {
		return
	}
	r.seen[fn] = true
	if fn.Blocks == nil {
		r.lets = true
		return
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			r.instr(instr)
		}
	}
}

func (r *reach) instr(instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.Go:
		r.lets = true
	case *ssa.Send:
		r.sent(i.X.Type())
	case *ssa.Select:
		for _, s := range i.States {
			if s.Dir == types.SendOnly {
				r.sent(s.Send.Type())
			}
		}
	case *ssa.Store:
		r.stored(i)
	case *ssa.MapUpdate:
		r.put(i)
	case ssa.CallInstruction:
		r.call(i)
	}
}

// sent notes that a value goes through a channel, which code of others may have.
func (r *reach) sent(t types.Type) {
	if r.leads(t) {
		r.gives, r.asks = true, true
	}
}

// stored notes that something is stored where code of others may find it: in a variable or a struct of another package.
func (r *reach) stored(s *ssa.Store) {
	if !r.leads(s.Val.Type()) || r.isTheirs(s.Val) {
		return
	}
	switch at := s.Addr.(type) {
	case *ssa.Global:
		r.gives = r.gives || r.packages[at.Pkg.Pkg] == nil
	case *ssa.FieldAddr:
		r.gives = r.gives || !r.isOurs(deref(at.X.Type()))
	case *ssa.Alloc: // of the program's own; who is passed its address is asked for that
	case *ssa.IndexAddr:
		_, isArray := at.X.(*ssa.Alloc)
		r.gives = r.gives || !isArray
	default:
		r.gives = true
	}
}

// put is stored for an entry of a map of a type of another package, such as http.Header.
func (r *reach) put(u *ssa.MapUpdate) {
	if _, isNamed := types.Unalias(u.Map.Type()).(*types.Named); isNamed && !r.isOurs(u.Map.Type()) {
		r.gives = r.gives || r.leads(u.Value.Type()) && !r.isTheirs(u.Value) || r.leads(u.Key.Type()) && !r.isTheirs(u.Key)
	}
}

func (r *reach) call(call ssa.CallInstruction) {
	c := call.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return
	}
	if c.IsInvoke() {
		r.named(c.Method.Name())
		r.asks = r.asks || !isReport(c.Method.Name())
		r.handsOn(c.Args)
		return
	}
	fn := c.StaticCallee()
	switch {
	case fn == nil:
		r.value(c)
	case r.isChecked(fn):
		r.function(fn)
	default:
		r.foreign(c, fn)
	}
}

// named adds the methods of a name that checked types have, whichever of them is called by way of an interface.
func (r *reach) named(names ...string) {
	for _, name := range names {
		for _, m := range r.methods[name] {
			r.function(m)
		}
	}
}

// value adds the functions that a function value may be. One of a type that no checked type is part of may be one of others.
func (r *reach) value(c *ssa.CallCommon) {
	if lit, ok := c.Value.(*ssa.MakeClosure); ok {
		r.function(lit.Fn.(*ssa.Function))
		return
	}
	r.ofType(c.Signature())
	r.asks = true
	r.handsOn(c.Args)
}

// handsOn notes what code is passed that may be one of others.
func (r *reach) handsOn(args []ssa.Value) {
	for _, arg := range args {
		if r.leads(arg.Type()) && !r.isTheirs(arg) {
			r.gives = true
		}
	}
}

func (r *reach) ofType(sig *types.Signature) {
	fns, _ := r.values.At(withoutReceiver(sig)).([]*ssa.Function)
	for _, fn := range fns {
		r.function(fn)
	}
}

func withoutReceiver(sig *types.Signature) *types.Signature {
	return types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}

// isReport reports whether a method of that name gives a text, and does nothing else.
func isReport(name string) bool {
	return slices.Contains([]string{"Error", "String", "Unwrap", "Is", "As"}, name)
}

// isChecked reports whether the body of a function is that of a checked one, a literal in one, an instance, or a wrapper of one.
func (f *finder) isChecked(fn *ssa.Function) bool {
	root := fn
	for root.Parent() != nil {
		root = root.Parent()
	}
	if root.Origin() != nil {
		root = root.Origin()
	}
	if root.Pkg != nil {
		return f.packages[root.Pkg.Pkg] != nil
	}
	obj := root.Object()
	return obj == nil || obj.Pkg() == nil || f.packages[obj.Pkg()] != nil
}

// rowOf returns what is believed of a function of another package.
func (f *finder) rowOf(fn *ssa.Function) *library.Row {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	obj, _ := fn.Object().(*types.Func)
	if obj == nil {
		return nil
	}
	return f.Row(obj)
}
