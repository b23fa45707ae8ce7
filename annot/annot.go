package annot

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A Source is a type-checked package whose files were parsed with their comments.
type Source struct {
	Fset    *token.FileSet
	Files   []*ast.File
	Types   *types.Package
	Info    *types.Info         // with Defs, Uses, Types, Implicits and Scopes
	Imports map[string]*Package // what the annotations of imported packages say, by path; may be nil
	// Inferred are annotations that no comment has. If it is not nil the package counts as annotated, though it be empty.
	Inferred []Inferred
}

// Check reads the annotations of a package. The errors come in order of position; the Package holds what is well-formed
// even if there are some.
func Check(src Source) (*Package, []*Error) { return checkSource(src, nil) }

// checkSource reads the annotations of a package, and tells used of each name in them if it is not nil.
func checkSource(src Source, used func(Use)) (*Package, []*Error) {
	c := &checker{src: src, used: used, actions: map[*types.Func][]string{}, pure: map[*types.Func]bool{}, ghostGuards: map[*directive]ghostGuard{}, out: &Package{
		Types:  src.Types,
		Fset:   src.Fset,
		Guards: map[*types.Var]*Guard{},
		Named:  map[*types.TypeName]*TypeSpec{},
		Funcs:  map[*types.Func]*FuncSpec{},
		Body:   map[*ast.FuncDecl][]*Stmt{},
	}}
	var targets []*target
	for _, f := range src.Files {
		targets = append(targets, c.file(f)...)
	}
	if src.Inferred != nil {
		c.out.Annotated, c.out.Inferred = true, !c.out.Annotated
	}
	c.declare(targets)
	for _, t := range targets {
		c.check(t)
	}
	c.finishLatches()
	c.immutableTypes()
	c.lockOrders()
	for _, err := range c.errs {
		err.Inferred = c.inferredAt(err.Pos)
	}
	slices.SortFunc(c.errs, byPlace)
	c.errs = slices.CompactFunc(c.errs, func(a, b *Error) bool { return *a == *b })
	return c.out, c.errs
}

// byPlace is the order in which errors are reported.
func byPlace(a, b *Error) int {
	return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End), cmp.Compare(a.Msg, b.Msg))
}

// A checker reads the annotations of one package.
type checker struct {
	src  Source
	out  *Package
	errs []*Error
	pure map[*types.Func]bool
	// ghostGuards has an entry for each declaration of a ghost that says who may set it.
	ghostGuards map[*directive]ghostGuard
	// actions lists the names of the actions of each function with a performs or atomic line, well-formed or not.
	actions map[*types.Func][]string
	latches []latch
	used    func(Use) // is told of each name; may be nil
	// believed: it reads a contract file.
	believed bool
	// inferred are the texts of inferred directives.
	inferred []inferredText
}

func (c *checker) errorf(at syntax, code, hint, format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	c.errs = append(c.errs, &Error{Pos: at.Pos(), End: at.End(), Code: code, Msg: msg, Hint: hint})
}

// typeString prints a type as the package at hand writes it.
func (c *checker) typeString(t types.Type) string {
	return typeString(t, types.RelativeTo(c.src.Types))
}

// report adds an error found while reading d; one of syntax without a hint of its own shows the directive's form.
func (c *checker) report(err *Error, d *directive) {
	if err.Code == CodeSyntax && err.Hint == "" && d.verb != nil {
		err.Hint = "the form is " + d.verb.usage()
	}
	c.errs = append(c.errs, err)
}

// file finds the directives of a file and what they are about, in order of position.
func (c *checker) file(f *ast.File) []*target {
	a := c.attach(f)
	var targets []*target
	for _, group := range f.Comments {
		for _, comment := range group.List {
			d := c.comment(comment, group)
			if d == nil {
				continue
			}
			c.out.Annotated = true
			if d.verb != nil && d.verb.places == OnLine {
				c.ignore(f, d)
				continue
			}
			t := a.target(d)
			if t == nil {
				continue
			}
			if len(t.dirs) == 0 {
				targets = append(targets, t)
			}
			t.dirs = append(t.dirs, d)
		}
	}
	return append(targets, c.inferredTargets(a)...)
}

// declare collects what directives anywhere in the package may refer to: ghosts and pure functions.
func (c *checker) declare(targets []*target) {
	for _, t := range targets {
		for _, d := range t.dirs {
			switch {
			case d.verb == nil:
			case d.verb.name == "pure":
				c.pure[t.fn] = true
			case d.verb.name == "ghost":
				c.declareGhost(t, d)
			}
		}
	}
}

// isPure reports whether f is marked pure, here or in the package that declares it.
func (c *checker) isPure(f *types.Func) bool {
	f = f.Origin()
	if f.Pkg() == nil || f.Pkg() == c.src.Types {
		return c.pure[f]
	}
	p := c.src.Imports[f.Pkg().Path()]
	if p == nil {
		return false
	}
	for g, spec := range p.Funcs { // by name: f may come from export data
		if spec.Pure && g.FullName() == f.FullName() {
			return true
		}
	}
	return false
}

// check reads the directives about one thing.
func (c *checker) check(t *target) {
	switch t.place {
	case OnField, OnPackageVar, OnLocal:
		c.guards(t)
	case OnType, OnPackage:
		c.typeSpec(t)
	case OnFunc:
		c.function(t)
	case OnStmt, OnStmt | OnLoop:
		for _, d := range t.dirs {
			c.statement(t, d)
		}
	}
}

// with runs f, which checks expressions of d in the scope s, and reports its error; ok: there was none.
func (c *checker) with(d *directive, s scope, f func(*exprChecker)) (unsupported []Unsupported, ok bool) {
	e := &exprChecker{checker: c, scope: s}
	err := func() (err *Error) {
		defer catch(&err)
		f(e)
		return nil
	}()
	if err != nil {
		c.report(err, d)
	}
	return e.unsupported, err == nil
}

// clause reads the condition that is d's argument; nil after an error.
func (c *checker) clause(d *directive, s scope) (*Clause, []Unsupported) {
	x, err := parse(d.args, d.argsPos, (*parser).expr)
	if err != nil {
		c.report(err, d)
		return nil, nil
	}
	var cl *Clause
	later, _ := c.with(d, s, func(e *exprChecker) {
		cl = d.clause(x, e.predicate(x))
	})
	return cl, later
}

// clause makes a Clause of the checked condition e, written as x.
func (d *directive) clause(x syntax, e Expr) *Clause {
	return &Clause{x.Pos(), x.End(), d.text(x.Pos(), x.End()), e}
}
