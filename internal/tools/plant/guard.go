package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Guards says which lock guards a variable, by the number of places where it is held. Locks are told apart by their field or variable.
type guards struct {
	places map[types.Object]map[token.Pos]bool                  // where a variable is accessed
	under  map[types.Object]map[types.Object]map[token.Pos]bool // and with which locks held
	orders map[[2]types.Object]map[token.Pos]bool               // where one lock is acquired while another is held
}

// countGuards looks at all accesses of the package, and at all critical sections.
func (s *scanner) countGuards() {
	s.guards = guards{
		places: map[types.Object]map[token.Pos]bool{},
		under:  map[types.Object]map[types.Object]map[token.Pos]bool{},
		orders: map[[2]types.Object]map[token.Pos]bool{},
	}
	for _, fn := range s.decls {
		fresh := s.fresh(fn.Body)
		everyUnit(fn.Body, func(body *ast.BlockStmt) {
			s.unit, s.end = body, body.End()
			all, _ := s.accesses(spanOf(body))
			for _, a := range all {
				if !fresh[s.roots[a.pos]] {
					note(s.guards.places, a.object, a.pos)
				}
			}
			sections := s.sections(body)
			for _, c := range sections {
				held, _ := s.accesses(c.region)
				for _, a := range held {
					if s.guards.under[a.object] == nil {
						s.guards.under[a.object] = map[types.Object]map[token.Pos]bool{}
					}
					note(s.guards.under[a.object], c.lock.class, a.pos)
				}
				for _, d := range sections {
					if d.lock.stmt.Pos() > c.lock.stmt.Pos() && d.lock.stmt.End() <= c.region.to {
						note(s.guards.orders, [2]types.Object{c.lock.class, d.lock.class}, d.lock.stmt.Pos())
					}
				}
			}
		})
	}
}

func note[K comparable](m map[K]map[token.Pos]bool, key K, pos token.Pos) {
	if m[key] == nil {
		m[key] = map[token.Pos]bool{}
	}
	m[key][pos] = true
}

// guarded are the accesses that a lock guards: it is held at half of the places of the variable or more, and no other
// lock that is held here is held at as many.
func (s *scanner) guarded(lock *lockCall, all []access) (out []access) {
	for _, a := range all {
		under := s.guards.under[a.object]
		n := len(under[lock.class])
		guards := 2*n >= len(s.guards.places[a.object])
		for class, places := range under {
			if class != lock.class && places[a.pos] && len(places) >= n {
				guards = false
			}
		}
		if guards {
			out = append(out, a)
		}
	}
	return out
}

// knowRoots notes where selections begin, and whether the function locks something.
func (s *scanner) knowRoots(fn *ast.FuncDecl) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			s.roots[n.Sel.Pos()] = s.root(n)
		case ast.Stmt:
			if c := s.lockCall(n); c != nil && c.locks() {
				s.locking[fn] = true
			}
		}
		return true
	})
}

// knowAtomics notes which operands are accessed atomically, and which variables are written so.
func (s *scanner) knowAtomics(fn *ast.FuncDecl) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		f, _ := s.atomicCall(call)
		address, ok := firstArg(call).(*ast.UnaryExpr)
		if f == "" || !ok {
			return true
		}
		s.atomically[address] = true
		if v := s.variable(address.X); v != nil && !strings.HasPrefix(f, "Load") {
			s.atomicWritten[v] = true
		}
		return true
	})
}

func firstArg(call *ast.CallExpr) ast.Expr {
	if len(call.Args) == 0 {
		return nil
	}
	return ast.Unparen(call.Args[0])
}
