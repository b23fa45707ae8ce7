// Package startup finds what a command does before any other goroutine can run code of it: the beginning of main, and
// of what main calls there.
//
//	startup.go  which instructions run alone
//	states.go   what is known at the instructions of a function
//	effects.go  what a function, with all that it calls, does to that
//	passed.go   what a call lets code of other packages have
//	memory.go   which memory is the program's own
//	names.go    which functions are called by their names alone
//
// The goroutine of main runs alone, as far as code of the checked packages is concerned, until it starts another one,
// or lets code of other packages have something by which that may call checked code from a goroutine of its own: a
// function, or a value with methods. What it does until then, initialisation included, has happened before all that
// others do.
//
// Code of other packages can only call what it was given: it cannot name the checked packages. Neither can any package
// name that of a command: what main does to the variables of its own package is also looked at as if the other checked
// packages were such code. (Where one that is not checked imports one that is, nothing is found.) What it was given it
// may keep until it is asked to go on, as http.HandleFunc does: once something was given, a call of code of which
// nothing is known has others run. Such code may also start goroutines of its own. These know none of the program's
// variables before they are given one, but may share memory behind what they return.
package startup

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/library"
)

// A Program is what is looked at.
type Program struct {
	// Functions are all those whose instructions are at hand: literals and instances of generic functions too.
	Functions []*ssa.Function
	// Packages are those under check.
	Packages []*ssa.Package
	// Row is what is believed of a function of another package; nil if nothing is.
	Row func(*types.Func) *library.Row
}

// Alone is what runs alone.
type Alone struct {
	// Variables has the instructions during which no other goroutine accesses a variable of the checked packages, or a
	// field of one of their types.
	Variables map[ssa.Instruction]bool
	// Memory has those of them during which none accesses any memory that they do.
	Memory map[ssa.Instruction]bool
	// Whole has the functions all of whose instructions are in Memory.
	Whole map[*ssa.Function]bool
	// Partly has the other functions that have such instructions.
	Partly map[*ssa.Function]bool
}

// Find returns what runs alone in the commands of a program.
func Find(p Program) *Alone {
	found := &Alone{map[ssa.Instruction]bool{}, map[ssa.Instruction]bool{}, map[*ssa.Function]bool{}, map[*ssa.Function]bool{}}
	var mains []*ssa.Function
	for _, pkg := range p.Packages {
		if main := pkg.Func("main"); main != nil && pkg.Pkg.Name() == "main" {
			mains = append(mains, main)
		}
	}
	if len(mains) == 0 {
		return found
	}
	f := newFinder(p)
	entries := f.entries(mains)
	f.findForeign()
	for fn, entry := range entries {
		if !isInitialiser(fn) {
			f.note(fn, entry, found)
		}
	}
	if len(p.Packages) > 1 {
		for _, main := range mains {
			commandAlone(p, main.Pkg, found)
		}
	}
	return found
}

// commandAlone adds what a command does to variables of its own package while goroutines of other checked packages may
// run. No package can import that of a command, so whatever such a goroutine runs, it has no way to the variables
// before it is given one: the other packages are looked at as if their code were not at hand.
func commandAlone(p Program, command *ssa.Package, found *Alone) {
	own := func(fn *ssa.Function) bool {
		for fn.Parent() != nil {
			fn = fn.Parent()
		}
		return fn.Pkg == command || fn.Pkg == nil && (fn.Object() == nil || fn.Object().Pkg() == command.Pkg)
	}
	of := Program{Packages: []*ssa.Package{command}, Row: p.Row}
	for _, fn := range p.Functions {
		if own(fn) {
			of.Functions = append(of.Functions, fn)
		}
	}
	f := newFinder(of)
	f.foreigners = true
	entries := f.entries([]*ssa.Function{command.Func("main")})
	for fn, entry := range entries {
		if isInitialiser(fn) {
			continue
		}
		f.walk(fn, entry, func(instr ssa.Instruction, _, after state) {
			if g := variableAt(instr); g == nil || g.Pkg != command || after&others != 0 || f.single[instr].gives || after&asked != 0 && f.isLent(instr) || found.Whole[fn] {
				return
			}
			found.Variables[instr], found.Partly[fn] = true, true
		})
	}
}

// variableAt returns the package variable that an instruction reads or writes as a whole, nil if it does something else.
func variableAt(instr ssa.Instruction) *ssa.Global {
	var at ssa.Value
	switch i := instr.(type) {
	case *ssa.Store:
		at = i.Addr
	case *ssa.UnOp:
		at = i.X
	}
	g, _ := at.(*ssa.Global)
	return g
}

// note adds what runs alone in a function that begins in a state. What a function of others is given it may use at any time.
func (f *finder) note(fn *ssa.Function, entry state, found *Alone) {
	some, whole := false, true
	f.walk(fn, entry, func(instr ssa.Instruction, _, after state) {
		gives := f.single[instr].gives
		variables := after&others == 0 && !gives && (after&asked == 0 || !f.isLent(instr) && !f.callsChecked(instr))
		memory := variables && (after&asked == 0 || f.isOwn(instr))
		some, whole = some || variables, whole && memory
		if variables {
			found.Variables[instr] = true
		}
		if memory {
			found.Memory[instr] = true
		}
	})
	switch isMain := fn.Name() == "main" && fn.Signature.Recv() == nil; {
	case whole && !isMain:
		found.Whole[fn] = true
	case some:
		found.Partly[fn] = true
	}
}

// entries returns the states in which the functions begin that are called by main functions, or by functions that are, and by nobody else.
func (f *finder) entries(mains []*ssa.Function) map[*ssa.Function]state {
	entries := map[*ssa.Function]state{}
	initial := reached
	for _, pkg := range f.Packages {
		if init := pkg.Func("init"); init != nil {
			initial = f.effectsOf(init).after(initial)
		}
	}
	for _, main := range mains {
		if f.isUncalled(main) {
			entries[main] = f.atMain(main)
		}
	}
	f.named = f.calledByName(func(caller *ssa.Function) bool { return entries[caller] != 0 || isInitialiser(caller) })
	for fn := range f.initialisers {
		entries[fn] = initial
	}
	for changed := true; changed; {
		changed = false
		for fn, entry := range entries {
			f.walk(fn, entry, func(instr ssa.Instruction, before, _ state) {
				call, ok := instr.(*ssa.Call)
				if !ok {
					return
				}
				if callee := call.Call.StaticCallee(); callee != nil && f.named[callee] && entries[callee]|before != entries[callee] {
					entries[callee] |= before
					changed = true
				}
			})
		}
	}
	return entries
}

// atMain returns the state in which a main function begins: after the initialisation of all packages that its command is made of.
func (f *finder) atMain(main *ssa.Function) state {
	s := reached
	for pkg := range imported(main.Pkg.Pkg) {
		switch {
		case f.packages[pkg] == nil:
			if slices.ContainsFunc(pkg.Imports(), func(q *types.Package) bool { return f.packages[q] != nil }) {
				return reached | others
			}
		case slices.ContainsFunc(pkg.Imports(), isUnchecked):
			return reached | others
		default:
			if init := f.packages[pkg].Func("init"); init != nil {
				s = f.effectsOf(init).after(s)
			}
		}
	}
	return s
}

// isUnchecked reports whether code that imports a package may do what is not seen: give a function to C, or have the linker do so.
func isUnchecked(pkg *types.Package) bool { return pkg.Path() == "C" || pkg.Path() == "unsafe" }

// imported returns a package with all that it imports, directly or not.
func imported(pkg *types.Package) map[*types.Package]bool {
	all := map[*types.Package]bool{}
	var visit func(*types.Package)
	visit = func(pkg *types.Package) {
		if !all[pkg] {
			all[pkg] = true
			for _, q := range pkg.Imports() {
				visit(q)
			}
		}
	}
	visit(pkg)
	return all
}
