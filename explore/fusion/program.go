package fusion

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/explore/rt"
)

// A Program is the packages under test, as go/ssa has them: what the statements of a trace mean.
type Program struct {
	fset      *token.FileSet
	packages  []*ssa.Package // in the order of their initialisation
	positions map[ssa.Instruction]token.Pos
	sites     []token.Position   // the site number n is sites[n-1]
	quiet     map[token.Pos]bool // where variables are declared that accesses to are not instrumented
	joins     map[*ssa.Function]*joins
}

// A Source is what the instrumentation knows of a program.
type Source struct {
	Packages []*packages.Package // each after those that it imports
	Shared   map[token.Pos]bool  // where variables are declared that accesses to are instrumented
	Sites    []token.Position    // the site number n of a trace is Sites[n-1]
}

// NewProgram builds the SSA form of packages.
func NewProgram(s Source) *Program {
	p := &Program{positions: map[ssa.Instruction]token.Pos{}, sites: s.Sites, joins: map[*ssa.Function]*joins{}}
	pkgs := s.Packages
	if len(pkgs) == 0 {
		return p
	}
	p.fset = pkgs[0].Fset
	prog := ssa.NewProgram(p.fset, ssa.GlobalDebug|ssa.InstantiateGenerics|ssa.BareInits)
	p.quiet = map[token.Pos]bool{}
	for _, pkg := range pkgs {
		for _, obj := range pkg.TypesInfo.Defs {
			if v, ok := obj.(*types.Var); ok && !v.IsField() && !s.Shared[v.Pos()] {
				p.quiet[v.Pos()] = true
			}
		}
	}
	seen := map[*types.Package]bool{}
	for _, pkg := range pkgs {
		seen[pkg.Types] = true
	}
	for _, pkg := range pkgs {
		imports(prog, pkg.Types, seen)
		p.packages = append(p.packages, prog.CreatePackage(pkg.Types, pkg.Syntax, pkg.TypesInfo, true))
	}
	prog.Build()
	return p
}

// imports makes packages without code for what t imports.
func imports(prog *ssa.Program, t *types.Package, seen map[*types.Package]bool) {
	for _, dep := range t.Imports() {
		if !seen[dep] {
			seen[dep] = true
			prog.CreatePackage(dep, nil, nil, true)
			imports(prog, dep, seen)
		}
	}
}

// test finds a test function, which is in the package of the given path or in its external test package.
func (p *Program) test(path, name string) (*ssa.Function, error) {
	for _, pkg := range p.packages {
		if of := pkg.Pkg.Path(); of != path && of != path+"_test" {
			continue
		}
		if f := pkg.Func(name); f != nil && f.Signature.Params().Len() == 1 && f.Blocks != nil {
			return f, nil
		}
	}
	return nil, fmt.Errorf("there is no function %s in the source of %s", name, path)
}

// position is where an instruction stands. Most reads of variables have no position of their own, but are followed by
// one for debuggers.
func (p *Program) position(i ssa.Instruction) token.Position {
	pos, known := p.positions[i]
	if !known {
		pos = findPosition(i)
		p.positions[i] = pos
	}
	return p.fset.Position(pos)
}

func findPosition(i ssa.Instruction) token.Pos {
	if load, ok := i.(*ssa.UnOp); ok && load.Op == token.MUL {
		if pos := load.Pos(); pos.IsValid() {
			return pos
		}
		for _, r := range *load.Referrers() {
			if d, ok := r.(*ssa.DebugRef); ok && !d.IsAddr {
				return startOf(d.Expr)
			}
		}
		if at, ok := load.X.(ssa.Instruction); ok {
			return at.Pos()
		}
	}
	return i.Pos()
}

// startOf is where the name begins that an expression ends with: that is on the line where a read of it happens.
func startOf(e ast.Expr) token.Pos {
	if s, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		return s.Sel.Pos()
	}
	return e.Pos()
}

// site is the place of an operation of a trace.
func (p *Program) site(s rt.Site) token.Position {
	if s == 0 || int(s) > len(p.sites) {
		return token.Position{}
	}
	return p.sites[s-1]
}

// joins are the immediate post-dominators of the blocks of a function.
type joins struct {
	exit  int   // the number of the imaginary block that follows every return
	after []int // by block: its immediate post-dominator, -1 where no return follows
}

// join returns where the branches at the end of b meet again: in a block, or at the end of the function (nil, true). It
// reports false if there is no such place.
func (p *Program) join(b *ssa.BasicBlock) (*ssa.BasicBlock, bool) {
	fn := b.Parent()
	j := p.joins[fn]
	if j == nil {
		j = newJoins(fn)
		p.joins[fn] = j
	}
	switch at := j.after[b.Index]; {
	case at < 0:
		return nil, false
	case at == j.exit:
		return nil, true
	default:
		return fn.Blocks[at], true
	}
}

// newJoins computes post-dominators as sets: functions under test are small.
func newJoins(fn *ssa.Function) *joins {
	n := len(fn.Blocks)
	j := &joins{exit: n, after: make([]int, n)}
	dominators := make([]map[int]bool, n+1) // what is on every way from a block to the exit; nil if not known yet
	dominators[n] = map[int]bool{n: true}
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			set := meet(dominators, nextBlocks(fn.Blocks[i], n))
			if set == nil {
				continue
			}
			set[i] = true
			if !maps.Equal(set, dominators[i]) {
				dominators[i], changed = set, true
			}
		}
	}
	for i := range n {
		j.after[i] = -1
		for _, d := range slices.Sorted(maps.Keys(dominators[i])) {
			// The immediate one is that which all others post-dominate.
			if d != i && len(dominators[d]) == len(dominators[i])-1 {
				j.after[i] = d
			}
		}
	}
	return j
}

// nextBlocks are the blocks after b; after a return comes the exit, after a panic nothing.
func nextBlocks(b *ssa.BasicBlock, exit int) []int {
	if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
		return []int{exit}
	}
	var out []int
	for _, s := range b.Succs {
		out = append(out, s.Index)
	}
	return out
}

// meet is the intersection of the sets that are known, nil if none is.
func meet(sets []map[int]bool, of []int) map[int]bool {
	var out map[int]bool
	for _, i := range of {
		switch set := sets[i]; {
		case set == nil:
		case out == nil:
			out = maps.Clone(set)
		default:
			maps.DeleteFunc(out, func(k int, _ bool) bool { return !set[k] })
		}
	}
	return out
}
