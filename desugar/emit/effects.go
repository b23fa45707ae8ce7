package emit

import (
	"github.com/calvin-go/calvin/ir"
)

// Effects are what a piece of code may change, as far as the goroutine under check changes it itself.
type Effects struct {
	Written   map[*ir.Var]bool // locals and heap variables
	Publishes bool             // an object that was the goroutine's own may be shared afterwards
	Gives     bool             // or another goroutine's
	Foreign   bool             // code that is not at hand runs: what it writes is filled in later
}

// None reports whether nothing is changed.
func (e *Effects) None() bool {
	return len(e.Written) == 0 && !e.Publishes && !e.Gives && !e.Foreign
}

// EffectsSince returns the effects of what has been emitted since the point.
func (t *Builder) EffectsSince(p *Point) *Effects {
	e := &Effects{Written: map[*ir.Var]bool{}}
	for s := range t.Since(p) {
		t.effect(e, s)
	}
	return e
}

func (t *Builder) effect(e *Effects, s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Assign:
		if s.Dst != t.Mem.Status {
			e.Written[s.Dst] = true
		} else if !t.allocates(s.Src) {
			e.Gives = true
		}
	case *ir.Havoc:
		for _, v := range s.Vars {
			e.Written[v] = true
			e.Gives = e.Gives || v == t.Mem.Status
		}
	case *ir.Step:
		for _, d := range s.Do {
			t.effect(e, d)
		}
		e.Publishes = e.Publishes || len(s.Publish) > 0 || s.Shares
		e.Gives = e.Gives || len(s.Give) > 0 || s.Transfers
		e.Foreign = e.Foreign || s.Foreign
	case *ir.Spawn:
		e.Publishes, e.Gives = true, true
	}
}

// allocates reports whether a value of the variable of ownership adds an object of the goroutine's own.
func (t *Builder) allocates(status *ir.Expr) bool {
	return status.Op == ir.OpStore && status.Args[0].Op == ir.OpVar && status.Args[0].Var == t.Mem.Status &&
		ir.Equal(status.Args[len(status.Args)-1], ir.N(ir.Mine, ir.Int))
}

// ReadsHeap reports whether the value of e depends on a heap variable.
func ReadsHeap(e *ir.Expr) bool {
	vars := map[*ir.Var]bool{}
	ir.HeapVars(e, vars)
	return len(vars) > 0
}
