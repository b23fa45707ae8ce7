package vcgen

import "github.com/calvin-go/calvin/ir"

// varSet is a set of program variables.
type varSet map[*ir.Var]bool

func (s varSet) addAll(t varSet) {
	for v := range t {
		s[v] = true
	}
}

// liveIn computes the variables whose values at the start of each block matter to what follows. Only they get versions
// at joins.
func liveIn(blocks []*ir.Block, heed func()) map[*ir.Block]varSet {
	live := map[*ir.Block]varSet{}
	for i := len(blocks) - 1; i >= 0; i-- {
		heed()
		b := blocks[i]
		set := varSet{}
		for _, s := range b.Succs {
			set.addAll(live[s])
		}
		for j := len(b.Stmts) - 1; j >= 0; j-- {
			transfer(b.Stmts[j], set)
		}
		live[b] = set
	}
	return live
}

// transfer turns what is live after s into what is live before it.
func transfer(s ir.Stmt, live varSet) {
	switch s := s.(type) {
	case *ir.Assume:
		reads(s.Cond, live)
	case *ir.Assert:
		reads(s.Cond, live)
		readShows(s.Check.Shows, live)
	case *ir.Assign:
		if live[s.Dst] {
			delete(live, s.Dst)
			reads(s.Src, live)
		}
	case *ir.Havoc:
		for _, v := range s.Vars {
			delete(live, v)
		}
	case *ir.Mark:
		if s.Mover != nil {
			reads(s.Mover, live)
		}
		readShows(s.Shows, live)
	}
}

func readShows(shows []ir.Show, into varSet) {
	for _, sh := range shows {
		reads(sh.Value, into)
	}
}

// reads adds the variables of e, which may be a graph, to into.
func reads(e *ir.Expr, into varSet) {
	seen := map[*ir.Expr]bool{}
	ir.Walk(e, func(x *ir.Expr) bool {
		if seen[x] {
			return false
		}
		seen[x] = true
		if x.Op == ir.OpVar {
			into[x.Var] = true
		}
		return true
	})
}
