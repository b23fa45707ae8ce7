package startup

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

func newFinder(p Program) *finder {
	f := &finder{
		Program: p, packages: map[*types.Package]*ssa.Package{}, initialisers: map[*ssa.Function]bool{}, methods: map[string][]*ssa.Function{},
		valued: map[*ssa.Function]bool{}, callers: map[*ssa.Function][]*ssa.Function{}, invoked: map[string]bool{},
		assigned: map[types.Object][]ssa.Value{}, addressed: map[types.Object]bool{},
		whole: map[*ssa.Function]effects{}, single: map[ssa.Instruction]effects{},
		boxed: map[*types.TypeName]bool{}, within: map[types.Type]bool{},
	}
	for _, pkg := range p.Packages {
		f.packages[pkg.Pkg] = pkg
	}
	for _, pkg := range p.Packages {
		for q := range imported(pkg.Pkg) {
			first, _, _ := strings.Cut(q.Path(), "/")
			f.foreigners = f.foreigners || f.packages[q] == nil && strings.Contains(first, ".")
		}
	}
	for _, fn := range p.Functions {
		if fn.Signature.Recv() != nil && f.isChecked(fn) {
			f.methods[fn.Name()] = append(f.methods[fn.Name()], fn)
		}
		if isInitialiser(fn) && f.isChecked(fn) {
			f.initialisers[fn] = true
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				f.index(fn, instr)
			}
		}
	}
	return f
}

// index notes who is called, or used as a value, by an instruction of a function.
func (f *finder) index(fn *ssa.Function, instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.DebugRef:
		return
	case *ssa.MakeInterface:
		f.noteBoxed(i.X.Type())
	}
	f.noteAssigned(instr)
	call, isCall := instr.(ssa.CallInstruction)
	if isCall {
		if call.Common().IsInvoke() {
			f.invoked[call.Common().Method.Name()] = true
		}
	}
	f.operands = instr.Operands(f.operands[:0])
	for _, op := range f.operands {
		used, ok := (*op).(*ssa.Function)
		if !ok {
			continue
		}
		if isCall && op == &call.Common().Value {
			f.callers[used] = append(f.callers[used], fn)
			if _, ok := instr.(*ssa.Call); !ok {
				f.valued[used] = true
			}
			continue
		}
		f.valued[used] = true
		f.noteValue(used)
		f.wraps(used)
	}
}

// noteValue adds a function that is used as a value.
func (f *finder) noteValue(fn *ssa.Function) {
	sig := withoutReceiver(fn.Signature)
	if fns, _ := f.values.At(sig).([]*ssa.Function); !slices.Contains(fns, fn) {
		f.values.Set(sig, append(fns, fn))
	}
}

// wraps notes that what a wrapper calls, such as the method of a method value, is used as a value, too.
func (f *finder) wraps(fn *ssa.Function) {
	if fn.Synthetic == "" || fn.Origin() != nil {
		return
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && call.Common().StaticCallee() != nil {
				f.valued[call.Common().StaticCallee()] = true
			}
		}
	}
}

// isUncalled reports whether nothing at hand calls a main function, or uses it as a value.
func (f *finder) isUncalled(main *ssa.Function) bool {
	return len(f.callers[main]) == 0 && !f.valued[main]
}

// calledByName returns the functions that are called by their names alone, and only by such and by roots.
func (f *finder) calledByName(isRoot func(*ssa.Function) bool) map[*ssa.Function]bool {
	named := map[*ssa.Function]bool{}
	for fn := range f.callers {
		named[fn] = f.isChecked(fn) && fn.Blocks != nil && !isRoot(fn) && !f.valued[fn] && !f.reachedOtherwise(fn)
	}
	for changed := true; changed; {
		changed = false
		for fn, is := range named {
			if is && slices.ContainsFunc(f.callers[fn], func(caller *ssa.Function) bool { return !named[caller] && !isRoot(caller) }) {
				named[fn] = false
				changed = true
			}
		}
	}
	return named
}

// reachedOtherwise reports whether code that is not at hand may call a function: by its name, or as a method of a value
// in an interface. A package below an internal folder has its callers in the same module.
func (f *finder) reachedOtherwise(fn *ssa.Function) bool {
	if fn.Parent() != nil || fn.Origin() != nil || fn.Pkg == nil || fn.Synthetic != "" {
		return true
	}
	if slices.ContainsFunc(fn.Pkg.Pkg.Imports(), isUnchecked) {
		return true
	}
	path := fn.Pkg.Pkg.Path()
	hidden := fn.Pkg.Pkg.Name() == "main" || strings.Contains("/"+path+"/", "/internal/")
	if token.IsExported(fn.Name()) && !hidden {
		return true
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return false
	}
	if f.invoked[fn.Name()] {
		return true
	}
	n, ok := types.Unalias(deref(recv.Type())).(*types.Named)
	return !ok || token.IsExported(fn.Name()) && f.boxed[n.Obj()]
}

// noteBoxed notes to values of which types those of a type may lead.
func (f *finder) noteBoxed(t types.Type) {
	mentions(t, func(x *types.Named) bool {
		f.boxed[x.Obj()] = true
		return false
	}, f.within)
}

// mentions reports whether values of a type may lead to values of another, as far as its text says. What it has seen it does not look at.
func mentions(t types.Type, is func(*types.Named) bool, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return false
	}
	seen[t] = true
	inside := func(t types.Type) bool { return mentions(t, is, seen) }
	if x, ok := t.(*types.Named); ok {
		if is(x) || slices.ContainsFunc(slices.Collect(x.TypeArgs().Types()), inside) {
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return inside(u.Elem())
	case *types.Slice:
		return inside(u.Elem())
	case *types.Array:
		return inside(u.Elem())
	case *types.Chan:
		return inside(u.Elem())
	case *types.Map:
		return inside(u.Key()) || inside(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			if inside(u.Field(i).Type()) {
				return true
			}
		}
	}
	return false
}

// isInitialiser reports whether a function runs at the initialisation of its package.
func isInitialiser(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Signature.Recv() == nil && (fn.Name() == "init" || strings.HasPrefix(fn.Name(), "init#"))
}
