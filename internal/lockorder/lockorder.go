package lockorder

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/infer/memory"
)

// A Result is what was found of the packages.
type Result struct {
	Cycles     []*Cycle     // by position
	Violations []*Violation // likewise
}

// A Violation is a lock that is acquired against a stated order.
type Violation struct {
	Package, Function string
	Position, End     token.Position
	Edge              *Edge
	Order             string // as it is written
	Stated            token.Position
	Sure              bool
}

// A Cycle is a circle of locks: goroutines that go its edges at the same time may wait for each other for ever.
type Cycle struct {
	// Package, Function, Position and End say where the first edge comes about.
	Package, Function string
	Position, End     token.Position
	Edges             []*Edge
	// Peers: there is one edge, between two objects of one type. Goroutines go it with the objects swapped.
	Peers bool
	// Sure: each edge comes about wherever the functions on its ways run to their ends. Otherwise an edge rests on a branch, or on which
	// method is behind an interface.
	Sure bool
}

// An Edge says that a lock is acquired while another is held.
type Edge struct {
	Held, Acquired string // in words
	// Holds leads to where the first lock is acquired, Takes to where the second is.
	Holds, Takes []Step
	// HeldBy and AcquiredBy say what is no lock: a goroutine that is started owes a Done, a close or a send until then, and a Wait or a
	// receive is for it.
	HeldBy, AcquiredBy Waiting
}

// A Step is a place in the source. All but the last of a list are calls, each of the function in which the next one is.
type Step struct {
	Position, End     token.Position // of the call, or of the operation
	Package, Function string
}

// Find analyses the packages, which were loaded together with their syntax. The annotations are by import path; a package may have
// none.
func Find(ctx context.Context, pkgs []*packages.Package, annots map[string]*annot.Package) (*Result, error) {
	if !UsesLocks(pkgs) {
		return &Result{}, nil
	}
	f, err := Build(pkgs)
	if err != nil {
		return nil, err
	}
	return f.Find(ctx, annots)
}

// UsesLocks reports whether any of the packages does: else there is nothing to find.
func UsesLocks(pkgs []*packages.Package) bool { return slices.ContainsFunc(pkgs, hasLocks) }

// A Form is packages in SSA form.
type Form struct {
	pkgs  []*packages.Package
	built []*ssa.Package // in the same order
}

// Build builds the SSA form of packages, which were loaded together with their syntax.
func Build(pkgs []*packages.Package) (*Form, error) {
	_, built := ssautil.Packages(pkgs, 0)
	for i, b := range built {
		if b == nil {
			return nil, fmt.Errorf("order of locks in %s: the package does not compile", pkgs[i].PkgPath)
		}
	}
	for _, b := range built {
		b.Build()
	}
	return &Form{pkgs, built}, nil
}

// Find analyses the packages.
func (f *Form) Find(ctx context.Context, annots map[string]*annot.Package) (*Result, error) {
	p := newProgram(f.pkgs)
	p.stated = &stated{known: map[[2]*class]*annot.LockOrder{}}
	for _, pkg := range f.pkgs {
		if a := annots[pkg.PkgPath]; a != nil {
			p.stated.all = append(p.stated.all, a.LockOrders...)
		}
	}
	for i, b := range f.built {
		p.add(f.pkgs[i], b)
	}
	if err := p.run(ctx); err != nil {
		return nil, err
	}
	result := &Result{}
	for _, c := range p.cycles() {
		result.Cycles = append(result.Cycles, p.cycle(c))
	}
	for _, e := range p.violations() {
		result.Violations = append(result.Violations, p.violation(e))
	}
	return result, nil
}

// hasLocks reports whether a package uses any lock.
func hasLocks(pkg *packages.Package) bool {
	for _, obj := range pkg.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok {
			switch memory.OperationOf(fn) {
			case memory.OpLock, memory.OpRLock, memory.OpOnce:
				return true
			}
		}
	}
	return false
}

func (p *program) cycle(edges []*edge) *Cycle {
	at := meeting(edges[0])
	c := &Cycle{Package: packageOf(at.fn), Function: analysis.FunctionName(at.fn), Peers: len(edges) == 1, Sure: true}
	c.Position, c.End = p.extent(at.pos)
	for _, e := range edges {
		c.Edges = append(c.Edges, p.edge(e))
		c.Sure = c.Sure && e.sure
	}
	return c
}

func (p *program) edge(e *edge) *Edge {
	return &Edge{Held: e.held.class.name, Acquired: e.acquired.class.name, Holds: p.steps(e.holds), Takes: p.steps(e.takes),
		HeldBy: e.held.class.waiting, AcquiredBy: e.acquired.class.waiting}
}

func (p *program) violation(e *edge) *Violation {
	at, order := meeting(e), p.stated.against(e.held.class, e.acquired.class)
	v := &Violation{
		Package: packageOf(at.fn), Function: analysis.FunctionName(at.fn), Edge: p.edge(e),
		Order: order.Text, Stated: p.fset.Position(order.Start), Sure: e.sure,
	}
	v.Position, v.End = p.extent(at.pos)
	return v
}

func (p *program) steps(w *way) []Step {
	var all []Step
	for ; w != nil; w = w.next {
		s := Step{Package: packageOf(w.fn), Function: analysis.FunctionName(w.fn)}
		s.Position, s.End = p.extent(w.pos)
		all = append(all, s)
	}
	return all
}

// extent returns where a call begins and ends whose position in SSA form is that of its parenthesis, and likewise a receive, whose
// position is that of its arrow. Of anything else it knows only where it is.
func (p *program) extent(pos token.Pos) (from, to token.Position) {
	begins, ends := pos, pos
	for _, f := range p.files {
		if pos < f.FileStart || f.FileEnd <= pos {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if n.Lparen == pos {
					begins, ends = n.Pos(), n.End()
				}
			case *ast.UnaryExpr:
				if n.Op == token.ARROW && n.OpPos == pos {
					begins, ends = n.Pos(), n.End()
				}
			}
			return n != nil && n.Pos() <= pos && pos < n.End()
		})
		break
	}
	return p.fset.Position(begins), p.fset.Position(ends)
}

func packageOf(fn *ssa.Function) string {
	fn = analysis.Root(fn)
	if fn.Pkg != nil {
		return fn.Pkg.Pkg.Path()
	}
	if obj := fn.Object(); obj != nil && obj.Pkg() != nil {
		return obj.Pkg().Path()
	}
	return ""
}

// Concerns reports whether some step of the circle is one of these.
func (c *Cycle) Concerns(these func(Step) bool) bool {
	return slices.ContainsFunc(c.Edges, func(e *Edge) bool { return e.Concerns(these) })
}

// Concerns reports whether some step to the edge is one of these.
func (e *Edge) Concerns(these func(Step) bool) bool {
	return slices.ContainsFunc(e.Holds, these) || slices.ContainsFunc(e.Takes, these)
}
