package annot

import (
	"fmt"
	"go/ast"
	"go/importer"
	goparser "go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"
	"testing"
)

// imports type-checks the standard library from source, each package once for all tests; the importer that does it
// looks at the disk every time.
type imports struct {
	mu     sync.Mutex
	source types.Importer
	done   map[string]*types.Package
}

var std = &imports{source: importer.ForCompiler(token.NewFileSet(), "source", nil), done: map[string]*types.Package{}}

func (i *imports) Import(path string) (*types.Package, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if p := i.done[path]; p != nil {
		return p, nil
	}
	p, err := i.source.Import(path)
	if err == nil {
		i.done[path] = p
	}
	return p, err
}

// load type-checks one file; type errors fail the test.
func load(t testing.TB, name string, text any) Source {
	t.Helper()
	src, err := loadFile(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func loadFile(name string, text any) (Source, error) {
	fset := token.NewFileSet()
	f, err := goparser.ParseFile(fset, name, text, goparser.ParseComments|goparser.SkipObjectResolution)
	if err != nil {
		return Source{}, err
	}
	info := newInfo()
	var first error
	conf := types.Config{Importer: std, Error: func(err error) {
		if first == nil && !err.(types.Error).Soft {
			first = err
		}
	}}
	pkg, _ := conf.Check("example.com/p", fset, []*ast.File{f}, info)
	return Source{Fset: fset, Files: []*ast.File{f}, Types: pkg, Info: info}, first
}

func newInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{},
	}
}

// dump prints what a Package says, a line for each clause, in order of position.
func dump(p *Package) string {
	type entry struct {
		pos  token.Pos
		text string
	}
	var lines []entry
	qf := types.RelativeTo(p.Types)
	add := func(pos token.Pos, format string, args ...any) {
		lines = append(lines, entry{pos, fmt.Sprintf(format, args...)})
	}
	unsupported := func(what string, us []Unsupported) {
		for _, u := range us {
			add(u.Pos, "%s: unsupported: %s", what, u.Reason)
		}
	}
	clauses := func(what string, cls []*Clause) {
		for _, cl := range cls {
			add(cl.Start, "%s: %s", what, Format(cl.Expr, qf))
		}
	}
	for v, g := range p.Guards {
		flags := ""
		for _, f := range []struct {
			on   bool
			name string
		}{{g.Immutable, " immutable"}, {g.AtomicOnly, " atomic_only"}, {g.Transfers, " transfers"}} {
			if f.on {
				flags += f.name
			}
		}
		if flags != "" {
			add(g.Pos, "%s:%s", v.Name(), flags)
		}
		clauses(v.Name()+" read", g.Read)
		clauses(v.Name()+" write", g.Write)
		clauses(v.Name()+"[] read", g.ElemRead)
		clauses(v.Name()+"[] write", g.ElemWrite)
		unsupported(v.Name(), g.Unsupported)
	}
	spec := func(name string, s *TypeSpec) {
		clauses(name+" invariant", s.Invariants)
		clauses(name+" transition", s.Transitions)
		for _, c := range []*Clause{s.Immutable, s.Concurrent} {
			if c != nil {
				add(c.Start, "%s %s", name, c.Text)
			}
		}
		for _, a := range s.Aliases {
			add(a.Pos, "%s alias: %s = %s", name, Format(a.Left, qf), Format(a.Right, qf))
		}
		unsupported(name, s.Unsupported)
	}
	for n, s := range p.Named {
		spec(n.Name(), s)
	}
	if p.Package != nil {
		spec("package", p.Package)
	}
	for _, o := range p.LockOrders {
		for _, v := range o.Locks {
			var names []string
			for _, w := range v {
				names = append(names, w.Name())
			}
			add(o.Start, "lock_order: %s", strings.Join(names, "."))
		}
	}
	for f, s := range p.Funcs {
		clauses(f.Name()+" requires", s.Requires)
		clauses(f.Name()+" panics_if", s.PanicsIf)
		clauses(f.Name()+" returns", s.Returns)
		unsupported(f.Name(), s.Unsupported)
		if s.Pure || s.Trusted {
			add(s.Pos, "%s: pure %v, trusted %v", f.Name(), s.Pure, s.Trusted)
		}
		var nils []string
		for v := range s.MayBeNil {
			nils = append(nils, v.Name())
		}
		if slices.Sort(nils); len(nils) > 0 {
			add(s.Pos, "%s: may be nil: %s", f.Name(), strings.Join(nils, ", "))
		}
		if s.Performs == nil {
			continue
		}
		add(s.Performs.Start, "%s performs: %s", f.Name(), dumpSpec(s.Performs.Root))
		for _, a := range s.Performs.Actions {
			name := fmt.Sprintf("%s action %q", f.Name(), a.Name)
			if a.ModifiesAll {
				add(a.Start, "%s modifies all", name)
			}
			clauses(name+" when", a.When)
			clauses(name+" ensures", a.Ensures)
			for _, m := range a.Modifies {
				add(m.Pos(), "%s modifies: %s", name, Format(m, qf))
			}
		}
	}
	for f, ss := range p.Body {
		for _, s := range ss {
			text := fmt.Sprintf("%s %s before %d", f.Name.Name, stmtNames[s.Kind], p.Fset.Position(s.Before).Line)
			switch {
			case s.Clause != nil:
				text += ": " + Format(s.Clause.Expr, qf)
			case s.Target != nil:
				text += ": " + Format(s.Target, qf) + " = " + Format(s.Value, qf)
			default:
				text += ": " + s.Name
			}
			if s.Unsupported != "" {
				text += " (unsupported: " + s.Unsupported + ")"
			}
			add(s.Pos, "%s", text)
		}
	}
	for _, g := range p.Ghosts {
		add(g.Pos, "ghost %s %s", g.Var.Name(), typeString(g.Var.Type(), qf))
	}
	for _, i := range p.Ignores {
		add(i.Pos, "ignore %s on line %d: %s", i.Code, i.Line, i.Reason)
	}
	slices.SortStableFunc(lines, func(a, b entry) int {
		if a.pos != b.pos {
			return int(a.pos - b.pos)
		}
		return strings.Compare(a.text, b.text)
	})
	var b strings.Builder
	for _, l := range lines {
		pos := p.Fset.Position(l.pos)
		fmt.Fprintf(&b, "%d:%d: %s\n", pos.Line, pos.Column, l.text)
	}
	return b.String()
}

var stmtNames = map[StmtKind]string{
	WitnessStmt: "witness", InvariantStmt: "invariant", AssertStmt: "assert", AssumeStmt: "assume", SetStmt: "set",
	RequiresStmt: "requires",
}

func dumpSpec(s Spec) string {
	switch s := s.(type) {
	case *SpecAction:
		return fmt.Sprintf("%q", s.Action.Name)
	case *SpecSkip:
		return "skip"
	case *SpecSeq:
		return "(" + dumpSpec(s.A) + " ; " + dumpSpec(s.B) + ")"
	case *SpecChoice:
		return "(" + dumpSpec(s.A) + " [] " + dumpSpec(s.B) + ")"
	case *SpecStar:
		return dumpSpec(s.A) + "*"
	}
	return "?"
}

// dumpErrors prints errors as the goldens have them.
func dumpErrors(fset *token.FileSet, errs []*Error) string {
	var b strings.Builder
	for _, e := range errs {
		pos, end := fset.Position(e.Pos), fset.Position(e.End)
		fmt.Fprintf(&b, "%d:%d-%d: %s: %s\n", pos.Line, pos.Column, end.Column, e.Code, e.Msg)
		if e.Hint != "" {
			fmt.Fprintf(&b, "\thint: %s\n", e.Hint)
		}
	}
	return b.String()
}

// annotated prints errors under the lines they point at.
func annotated(fset *token.FileSet, text []byte, errs []*Error) string {
	lines := strings.Split(string(text), "\n")
	var b strings.Builder
	for _, e := range errs {
		pos, end := fset.Position(e.Pos), fset.Position(e.End)
		line := strings.ReplaceAll(lines[pos.Line-1], "\t", " ")
		fmt.Fprintf(&b, "%d:%d: %s: %s\n", pos.Line, pos.Column, e.Code, e.Msg)
		fmt.Fprintf(&b, "\t%s\n\t%s%s\n", line, strings.Repeat(" ", pos.Column-1), strings.Repeat("^", max(1, end.Column-pos.Column)))
		if e.Hint != "" {
			fmt.Fprintf(&b, "\thint: %s\n", e.Hint)
		}
	}
	return b.String()
}
