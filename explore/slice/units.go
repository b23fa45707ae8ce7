package slice

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// Sites and instructions meet in units: the statements of the source, without the statements in them. An instruction and a
// site belong together if they are of one unit and do the same kind of thing. That is coarser than could be: a unit that
// reads two variables reads both or none.

// A unit is a statement, or what else may contain expressions.
type unit struct {
	pos, end token.Pos
	sites    []Site
}

// units finds them by position.
type units struct {
	list  []*unit // outer ones before inner ones, by position
	exprs map[*ssa.Function]map[ssa.Value]token.Pos
	of    map[ssa.Instruction][]*unit
}

func newUnits(pkgs []*packages.Package, sites []Site) *units {
	u := &units{exprs: map[*ssa.Function]map[ssa.Value]token.Pos{}, of: map[ssa.Instruction][]*unit{}}
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n.(type) {
				case *ast.BlockStmt, *ast.LabeledStmt:
				case ast.Stmt, *ast.FuncDecl, *ast.FuncLit, *ast.ValueSpec:
					u.list = append(u.list, &unit{pos: n.Pos(), end: n.End()})
				}
				return true
			})
		}
	}
	slices.SortStableFunc(u.list, func(a, b *unit) int { return cmp.Or(cmp.Compare(a.pos, b.pos), cmp.Compare(b.end, a.end)) })
	for _, s := range sites {
		if at := u.around(s.Pos, s.End); at != nil {
			at.sites = append(at.sites, s)
		}
	}
	return u
}

// around returns the innermost unit that contains a part of the source, nil if there is none.
func (u *units) around(pos, end token.Pos) *unit {
	i, _ := slices.BinarySearchFunc(u.list, pos, func(a *unit, pos token.Pos) int {
		if a.pos <= pos {
			return -1
		}
		return 1
	})
	for i--; i >= 0; i-- {
		if u.list[i].end >= end {
			return u.list[i]
		}
	}
	return nil
}

// all returns all sites.
func (u *units) all() (out []Site) {
	for _, a := range u.list {
		out = append(out, a.sites...)
	}
	return out
}

// A class is what an operation, or an instruction, does.
type class uint8

const (
	loads class = 1 << iota
	stores
	mappings
	calls
)

// classOf returns the class of a site.
func (s Site) class() class {
	switch s.Op {
	case "Get", "R":
		return loads
	case "Set", "At", "W":
		return stores
	case "M", "IterMap", "IterMapUnseen", "IterMapUnseenNonNil", "IterMapUnseenWhole":
		return mappings
	case "LoopVar":
		return loads | stores
	case "Spin":
		return 0
	}
	return calls
}

func classOf(i ssa.Instruction) class {
	switch i := i.(type) {
	case *ssa.UnOp:
		switch i.Op {
		case token.MUL:
			return loads
		case token.ARROW:
			return calls
		}
	case *ssa.Lookup, *ssa.Range, *ssa.Next, *ssa.MapUpdate:
		return mappings
	case *ssa.Store:
		return stores
	case *ssa.Call:
		if isBuiltin(i.Call.Value) {
			return mappings | calls
		}
		return calls
	case *ssa.Go, *ssa.Defer, *ssa.Send, *ssa.Select:
		return calls
	}
	return 0
}

// sitesOf returns the sites that an instruction may belong to, with the given operation if that is not empty.
func (u *units) sitesOf(i ssa.Instruction, op string) (out []Site) {
	c := classOf(i)
	if c == 0 {
		return nil
	}
	for _, at := range u.unitsOf(i) {
		for _, s := range at.sites {
			if s.class()&c != 0 && (op == "" || s.Op == op) {
				out = append(out, s)
			}
		}
	}
	return out
}

// unitsOf returns the unit of an instruction. If it has no position, it may be either of those of its neighbours, and if
// they have none, any of the function. (A store without position is none of the source: it gives a variable its parameter.)
func (u *units) unitsOf(i ssa.Instruction) []*unit {
	if list, ok := u.of[i]; ok {
		return list
	}
	var list []*unit
	add := func(pos token.Pos) {
		if at := u.around(pos, pos+1); at != nil && !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	if pos := u.posOf(i); pos.IsValid() {
		add(pos)
	} else if _, store := i.(*ssa.Store); store {
	} else if before, after := u.neighbours(i); before.IsValid() && after.IsValid() {
		add(before)
		add(after)
	} else if n := i.Parent().Syntax(); n != nil {
		for _, a := range u.list {
			if a.pos >= n.Pos() && a.end <= n.End() {
				list = append(list, a)
			}
		}
	}
	u.of[i] = list
	return list
}

// neighbours returns the positions of the instructions before and after i in its block.
func (u *units) neighbours(i ssa.Instruction) (before, after token.Pos) {
	instrs := i.Block().Instrs
	at := slices.Index(instrs, i)
	for k := at - 1; k >= 0 && !before.IsValid(); k-- {
		before = u.posOf(instrs[k])
	}
	for k := at + 1; k < len(instrs) && !after.IsValid(); k++ {
		after = u.posOf(instrs[k])
	}
	return before, after
}

// posOf returns where i stands in the source, as far as the SSA form knows.
func (u *units) posOf(i ssa.Instruction) token.Pos {
	switch i := i.(type) {
	case *ssa.Alloc, *ssa.Phi:
		return token.NoPos // that of a declaration
	case *ssa.DebugRef:
		return i.Expr.Pos()
	}
	if pos := i.Pos(); pos.IsValid() {
		return pos
	}
	v, ok := i.(ssa.Value)
	if !ok {
		return token.NoPos
	}
	if pos := u.exprsOf(i.Parent())[v]; pos.IsValid() {
		return pos
	}
	switch i := i.(type) {
	case *ssa.UnOp:
		switch a := i.X.(type) {
		case *ssa.FieldAddr:
			return a.Pos()
		case *ssa.IndexAddr:
			return u.posOf(a)
		}
	case *ssa.IndexAddr: // of a loop over a slice
		return u.exprsOf(i.Parent())[i.X]
	case *ssa.Range:
		return u.exprsOf(i.Parent())[i.X]
	case *ssa.Next:
		if r, ok := i.Iter.(*ssa.Range); ok {
			return u.posOf(r)
		}
	}
	return token.NoPos
}

// exprsOf finds the expressions whose values the values of a function are.
func (u *units) exprsOf(f *ssa.Function) map[ssa.Value]token.Pos {
	if m, ok := u.exprs[f]; ok {
		return m
	}
	m := map[ssa.Value]token.Pos{}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if d, ok := i.(*ssa.DebugRef); ok && !d.IsAddr {
				if _, ok := m[d.X]; !ok { // of several, the first one evaluates it
					m[d.X] = d.Expr.Pos()
				}
			}
		}
	}
	u.exprs[f] = m
	return m
}
