// Package slice finds the operations of a test that can decide whether it fails. It takes the instrumented packages
// with the sites of their operations. It gives for each test what strategy.Slice describes.
//
// The slice is that of Kusano and Wang, "Assertion Guided Abstraction" (ASE 2014, section 4): all statements on which
// an essential statement depends, over the interprocedural program dependence graph, across goroutines. A statement
// is essential if it fails or ends a test, if it panics or might panic (panics.go), or if it waits or wakes other
// goroutines (effects.go). The graph is built from the SSA form of package golang.org/x/tools/go/ssa:
//
//	data       the operands of an instruction; a parameter is what calls pass for it, a result what the function returns
//	control    the branches that decide whether an instruction is executed (control.go), and, for the first one of a
//	           function, the calls of it
//	memory     the stores to what a load may read (memory.go)
//
// As in the paper (section 4.3), the runs of the test show whether two accesses really touch the same variable. But a
// run does not show a statement that it does not execute, and the order that decides about it may seem irrelevant. So
// for each store that may write what the slice reads, the slice also contains what decides whether the store
// executes, and with what address. It does not contain the stored value. Then all runs agree on these stores, and the
// first run shows them. If runs do not show the accesses, because they are not instrumented or differ in size, the
// store itself is part of the slice.
//
// Package slice finds by type (class hierarchy analysis) which functions a call of a function value or of an
// interface method may reach. It assumes that code without instrumentation reads and writes everything that its
// arguments lead to.
package slice

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// A Site is where an operation stands in the source.
type Site struct {
	Number   rt.Site
	Op       string // the function of the runtime
	Pos, End token.Pos
}

// A Program is the SSA form of packages and the sites of their operations.
type Program struct {
	prog  *ssa.Program
	pkgs  []*packages.Package
	ssa   map[*packages.Package]*ssa.Package
	units *units
}

// New makes the SSA form of packages that have been parsed and type-checked.
func New(fset *token.FileSet, pkgs []*packages.Package, sites []Site) (p *Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("this is a bug in calvin: slice: %v", r)
		}
	}()
	prog := ssa.NewProgram(fset, ssa.InstantiateGenerics|ssa.GlobalDebug)
	p = &Program{prog: prog, pkgs: pkgs, ssa: map[*packages.Package]*ssa.Package{}}
	source := map[*types.Package]bool{}
	for _, pkg := range pkgs {
		source[pkg.Types] = true
	}
	seen := map[*types.Package]bool{}
	var imported func(t *types.Package)
	imported = func(t *types.Package) {
		if seen[t] {
			return
		}
		seen[t] = true
		for _, dep := range t.Imports() {
			imported(dep)
		}
		if !source[t] {
			prog.CreatePackage(t, nil, nil, true)
		}
	}
	for _, pkg := range pkgs {
		imported(pkg.Types)
	}
	for _, pkg := range pkgs {
		p.ssa[pkg] = prog.CreatePackage(pkg.Types, pkg.Syntax, pkg.TypesInfo, false)
	}
	prog.Build()
	p.units = newUnits(pkgs, sites)
	return p, nil
}

// Of slices a test. The slice is nil if the program does what is beyond this analysis: then everything counts.
func (p *Program) Of(pkg, test string) *strategy.Slice {
	roots := p.starts(pkg, test)
	if len(roots) == 0 {
		return nil
	}
	w := newWorld(p, roots)
	if w.unsafe {
		return nil
	}
	return newSlicer(w).slice()
}

// starts returns the functions with which a test begins: it, the TestMain of its package, and the initialisation of all.
func (p *Program) starts(path, test string) (out []*ssa.Function) {
	found := false
	for _, pkg := range p.pkgs {
		s := p.ssa[pkg]
		out = append(out, s.Func("init"))
		if pkg.PkgPath != path && pkg.PkgPath != path+"_test" {
			continue
		}
		if f := s.Func(test); f != nil {
			out, found = append(out, f), true
		}
		if f := s.Func("TestMain"); f != nil {
			out = append(out, f)
		}
	}
	if !found {
		return nil
	}
	return out
}

// slice computes all that is asked for.
func (z *slicer) slice() *strategy.Slice {
	out := &strategy.Slice{Needs: map[rt.Site][]rt.Site{}, Wide: z.wide()}
	leaves := z.leaves()
	out.Leaf = z.sitesOfLeaves(leaves)
	leaves = slices.DeleteFunc(leaves, func(l *lock) bool {
		sites := z.units.sitesOf(l.at, "Lock")
		return len(sites) == 0 || slices.ContainsFunc(sites, func(s Site) bool { return !slices.Contains(out.Leaf, s.Number) })
	})
	z.essential(leaves)
	in := z.settled()
	for _, s := range z.units.all() { // what is not understood counts
		in[s.Number] = in[s.Number] || s.class() != 0 && len(z.instructionsAt(s)) == 0
	}
	out.Roots = sorted(in)
	z.base = z.closed
	for _, s := range z.units.all() {
		if in[s.Number] || s.class()&^loads == 0 {
			continue
		}
		z.closed = newClosure()
		for _, i := range z.instructionsAt(s) {
			z.instruction(i)
		}
		if needs := z.settled(); len(needs) > 1 || !needs[s.Number] {
			out.Needs[s.Number] = sorted(needs)
		}
	}
	return out
}

// sitesOfLeaves returns the sites of locks all of which are among the given ones.
func (z *slicer) sitesOfLeaves(leaves []*lock) (out []rt.Site) {
	for _, s := range z.units.all() {
		if s.Op != "Lock" {
			continue
		}
		n, others := 0, 0
		for _, i := range z.instructionsAt(s) {
			switch c, ok := i.(ssa.CallInstruction); {
			case slices.ContainsFunc(leaves, func(l *lock) bool { return l.at == i }):
				n++
			case ok && len(z.callees[c]) == 0 && roleOf(c.Common()) == locks:
				others++
			}
		}
		if n > 0 && others == 0 {
			out = append(out, s.Number)
		}
	}
	slices.Sort(out)
	return out
}

// settled returns the sites of which something is in the closure. As it is not always known which instructions a site stands
// for, all that it may stand for become part of the closure with it.
func (z *slicer) settled() map[rt.Site]bool {
	in := map[rt.Site]bool{}
	for again := true; again; {
		again = false
		var fresh []Site
		for i := range z.closed.full {
			for _, s := range z.units.sitesOf(i, "") {
				if !in[s.Number] {
					in[s.Number], again = true, true
					fresh = append(fresh, s)
				}
			}
		}
		for _, s := range fresh {
			for _, i := range z.instructionsAt(s) {
				z.instruction(i)
			}
		}
	}
	return in
}

func sorted(in map[rt.Site]bool) (out []rt.Site) {
	for s, ok := range in {
		if ok {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}
