package reduce

import "github.com/calvin-go/calvin/ir"

// An inText has what is found in the text of a whole function, once it is asked for.
type inText struct {
	locks []*ir.Expr
	keys  map[*ir.Var][]*ir.Expr // by which steps look into a variable
	held  map[*ir.Block]lockset  // at the end of each block
}

// lockTerms lists the locks that the function names anywhere. To look for them once, and not for each loop, is a quarter of the
// reduction of a function with a thousand steps.
func (t *translation) lockTerms() []*ir.Expr {
	if t.text.locks == nil {
		t.text.locks = []*ir.Expr{}
		look := func(e *ir.Expr) {
			ir.Walk(e, func(x *ir.Expr) bool {
				if lock := lockTerm(x); lock != nil && !containsExpr(t.text.locks, lock) {
					t.text.locks = append(t.text.locks, lock)
				}
				return true
			})
		}
		for _, c := range t.fn.Requires {
			look(c.Cond)
		}
		t.eachRead(look)
	}
	return t.text.locks
}

// eachRead visits all that the steps of the function read, and the predicates of what they access.
func (t *translation) eachRead(visit func(*ir.Expr)) {
	for _, b := range t.order {
		for _, s := range b.Stmts {
			if s, ok := s.(*ir.Step); ok {
				t.heed()
				t.exprsOf(s, visit)
			}
		}
	}
}

// exprsOf visits all that a step reads, and the predicates of what it accesses.
func (t *translation) exprsOf(s *ir.Step, visit func(*ir.Expr)) {
	if s.When != nil {
		visit(s.When)
	}
	for _, p := range s.Pre {
		visit(p.Cond)
	}
	for _, d := range s.Do {
		switch d := d.(type) {
		case *ir.Assign:
			visit(d.Src)
		case *ir.Assume:
			visit(d.Cond)
		}
	}
	for i := range s.Access {
		a := &s.Access[i]
		visit(at(a.Map, a.Index...))
		visit(atIndex(a.Map, t.rules[a.Map].exclusive[kindOf(a)], a.Index))
	}
}

// keysAnywhere lists the references by which the steps of the function look into a variable.
func (t *translation) keysAnywhere(into *ir.Var) []*ir.Expr {
	found, ok := t.text.keys[into]
	if !ok {
		t.eachRead(func(e *ir.Expr) {
			ir.Walk(e, func(x *ir.Expr) bool {
				if (x.Op == ir.OpSelect || x.Op == ir.OpStore) && x.Args[0].Op == ir.OpVar && x.Args[0].Var == into && !containsExpr(found, x.Args[1]) {
					found = append(found, x.Args[1])
				}
				return true
			})
		})
		t.text.keys[into] = found
	}
	return found
}
