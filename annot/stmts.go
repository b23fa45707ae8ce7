package annot

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

const oneState = "a statement is about one state; old belongs in ensures, transition and inline actions"

// statement reads a directive inside a function body.
func (c *checker) statement(t *target, d *directive) {
	if d.gvisor != "" {
		c.checklocksLine(t, d)
		return
	}
	form, ok := statements[d.verb.name]
	if !ok {
		return
	}
	s := &Stmt{Kind: form.kind, Pos: d.pos, Before: t.point.before}
	if form.read(c, t, d, s) {
		c.out.Body[t.decl] = append(c.out.Body[t.decl], s)
	}
}

// statements are the directives inside a function body: the kind of each, and what reads it into the statement.
var statements = map[string]struct {
	kind StmtKind
	read func(*checker, *target, *directive, *Stmt) bool
}{
	"witness":   {WitnessStmt, (*checker).witness},
	"invariant": {InvariantStmt, (*checker).loopInvariant},
	"assert":    {AssertStmt, (*checker).condition},
	"assume":    {AssumeStmt, (*checker).condition},
	"takes":     {TakesStmt, (*checker).takesStmt},
	"requires":  {RequiresStmt, (*checker).requiresStmt},
	"set":       {SetStmt, (*checker).set},
}

func (c *checker) condition(t *target, d *directive, s *Stmt) bool {
	cl, later := c.clause(d, t.scope(oneState))
	s.Clause = cl
	s.Unsupported = reasons(later)
	return cl != nil
}

// reasons joins the reasons of several unsupported parts.
func reasons(us []Unsupported) string {
	var rs []string
	for _, u := range us {
		rs = append(rs, u.Reason)
	}
	return strings.Join(rs, ", ")
}

// loopInvariant reads invariant P before a for; the variables that the loop declares are in scope.
func (c *checker) loopInvariant(t *target, d *directive, s *Stmt) bool {
	s.For = t.point.loop()
	inside := *t
	if scope := c.src.Info.Scopes[s.For]; scope != nil {
		inside.outer = scope
	}
	inside.pos = loopBody(s.For)
	return c.condition(&inside, d, s)
}

func loopBody(s ast.Stmt) token.Pos {
	switch s := s.(type) {
	case *ast.ForStmt:
		return s.Body.Lbrace
	case *ast.RangeStmt:
		return s.Body.Lbrace
	}
	return s.End()
}

// witness reads witness NAME, where NAME is an action of the function around.
func (c *checker) witness(t *target, d *directive, s *Stmt) bool {
	name, err := parse(d.args, d.argsPos, (*parser).actionName)
	if err != nil {
		c.report(err, d)
		return false
	}
	s.Name = name.name
	fn, _ := c.src.Info.Defs[t.decl.Name].(*types.Func)
	names := c.actions[fn]
	if names == nil {
		c.errorf(d, CodeAction, "witness names an action of the function's performs line",
			"%s has no performs line", t.decl.Name.Name)
		return false
	}
	if slices.Contains(names, name.name) {
		c.recordAction(name, fn)
		return true
	}
	hint := didYouMean(name.name, names)
	if hint == "" && len(names) > 0 {
		hint = "its actions are " + strings.Join(names, ", ")
	}
	c.errorf(name, CodeUnknownName, hint, "%s has no action %s", t.decl.Name.Name, name.name)
	return false
}

// set reads set G = E.
func (c *checker) set(t *target, d *directive, s *Stmt) bool {
	x, err := parse(d.args, d.argsPos, (*parser).assignment)
	if err != nil {
		c.report(err, d)
		return false
	}
	later, ok := c.with(d, t.scope(oneState), func(e *exprChecker) {
		s.Target = e.expr(x[0])
		if !c.isGhost(s.Target) {
			e.fail(x[0], CodeType, "a ghost is declared with //calvin:ghost NAME TYPE",
				"%s is not a ghost variable", String(s.Target))
		}
		s.Value = e.convert(e.value(x[1]), s.Target.Type())
	})
	s.Unsupported = reasons(later)
	return ok
}
