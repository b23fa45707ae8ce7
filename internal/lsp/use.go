package lsp

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
)

// A names has the names in the annotations of packages, once somebody asks.
type names struct {
	mu  sync.Mutex
	all map[*packages.Package][]annot.Use
}

// uses lists the names in the annotations of a package.
func (s *snapshot) uses(p *packages.Package) []annot.Use {
	s.names.mu.Lock()
	defer s.names.mu.Unlock()
	all, ok := s.names.all[p]
	if !ok {
		if len(p.Syntax) > 0 && s.annots[p.PkgPath] != nil {
			all = annot.Uses(annot.Source{Fset: p.Fset, Files: p.Syntax, Types: p.Types, Info: p.TypesInfo, Imports: s.annots})
		}
		if s.names.all == nil {
			s.names.all = map[*packages.Package][]annot.Use{}
		}
		s.names.all[p] = all
	}
	return all
}

// A placed is a name in an annotation, and where it stands in a text.
type placed struct {
	annot.Use
	from, to int
}

// use returns the name in an annotation at a place. What it stands for is known if the annotation is one of the text that was
// checked last, wherever it stood there.
func (b *buffer) use(at int) (placed, bool) {
	if b.known == nil {
		return placed{}, false
	}
	moved := 0 // from the text that is known to this one
	if b.known.texts[b.path] != b.text {
		c, ok := b.under(at)
		if !ok {
			return placed{}, false
		}
		was, ok := b.before(c)
		if !ok {
			return placed{}, false
		}
		moved = c.from - was.from
	}
	for _, u := range b.known.uses(b.known.pkg) {
		p := b.known.pkg.Fset.Position(u.Start)
		from, to := p.Offset+moved, p.Offset+moved+int(u.End-u.Start)
		if p.Filename == b.path && from <= at && at <= to {
			return placed{u, from, to}, true
		}
	}
	return placed{}, false
}

// before finds an annotation in the text that was checked last: of those with its text the one with as many before it.
func (b *buffer) before(c comment) (comment, bool) {
	text := b.text[c.from:c.to]
	nth := 0
	for _, other := range commentsOf(b.file, b.fset, b.text) {
		if other.from < c.from && b.text[other.from:other.to] == text {
			nth++
		}
	}
	old := b.known.texts[b.path]
	for _, f := range b.known.pkg.Syntax {
		if b.known.pkg.Fset.Position(f.FileStart).Filename != b.path {
			continue
		}
		for _, other := range commentsOf(f, b.known.pkg.Fset, old) {
			if old[other.from:other.to] != text {
				continue
			}
			if nth == 0 {
				return other, true
			}
			nth--
		}
	}
	return comment{}, false
}

// describe says what a name in an annotation stands for.
func (b *buffer) describe(u annot.Use) string {
	qualified := types.RelativeTo(b.known.pkg.Types)
	switch {
	case u.Object != nil:
		return strings.Join(append([]string{"```go\n" + b.known.declares(u.Object) + "\n```"}, b.known.about(u.Object)...), "\n")
	case u.Bound != nil:
		role := "It is a variable of the quantifier."
		if strings.HasSuffix(strings.TrimRight(b.known.lineBefore(b.known.pkg.Fset.Position(u.Bound.Pos)), " \t"), "[") {
			role = "It is the index of an element, or for `carries` the value that is sent."
		}
		return fmt.Sprintf("```go\n%s %s\n```\n%s", u.Name, types.TypeString(u.Bound.Type, qualified), role)
	case u.ActionOf != nil:
		return b.known.actionText(u)
	}
	for _, w := range annot.Words() {
		if w.Name != u.Name {
			continue
		}
		form := w.Form
		if u.Type != nil {
			t := types.TypeString(u.Type, qualified)
			switch w.Name {
			case "this", "result":
				form += " " + t
			case "old":
				form = fmt.Sprintf("old(e %s) %[1]s", t)
			}
		}
		return fmt.Sprintf("```go\n%s\n```\n%s%s.", form, strings.ToUpper(w.Meaning[:1]), w.Meaning[1:])
	}
	if text := directiveText(u.Name); text != "" { // in the declaration of a ghost, or an action inside of performs
		return text
	}
	if u.Type != nil {
		return fmt.Sprintf("```go\n%s %s\n```", u.Name, types.TypeString(u.Type, qualified))
	}
	return "`" + u.Name + "`"
}

// lineBefore is what stands before a place in its line.
func (s *snapshot) lineBefore(at token.Position) string {
	text := s.texts[at.Filename]
	begin := lineStart(text, at.Line)
	if at.Offset < begin || at.Offset > len(text) {
		return ""
	}
	return text[begin:at.Offset]
}

// actionText says what an action of a function does.
func (s *snapshot) actionText(u annot.Use) string {
	lines := []string{"action " + u.Name}
	spec := s.annots[s.pkg.PkgPath].Funcs[u.ActionOf]
	if spec != nil && spec.Performs != nil {
		for _, a := range spec.Performs.Actions {
			if a.Name != u.Name {
				continue
			}
			for _, c := range a.When {
				lines = append(lines, "when     "+c.Text)
			}
			var modifies []string
			for _, e := range a.Modifies {
				modifies = append(modifies, annot.String(e))
			}
			if len(modifies) > 0 {
				lines = append(lines, "modifies "+strings.Join(modifies, ", "))
			}
			for _, c := range a.Ensures {
				lines = append(lines, "ensures  "+c.Text)
			}
		}
	}
	return fmt.Sprintf("```\n%s\n```\nIt is an action of `%s`.", strings.Join(lines, "\n"), u.ActionOf.Name())
}

// declares writes an object as a declaration does, with its part in it: a parameter, a field, a ghost.
func (s *snapshot) declares(obj types.Object) string {
	qualified := types.RelativeTo(s.pkg.Types)
	text := types.ObjectString(obj, qualified)
	switch obj := obj.(type) {
	case *types.Const:
		if obj.Pkg() != nil {
			return text + " = " + obj.Val().String()
		}
	case *types.Var:
		if role := s.role(obj); role != "" {
			return role + " " + obj.Name() + " " + types.TypeString(obj.Type(), qualified)
		}
	}
	return text
}

// role is what a variable is besides one: a ghost, the receiver, a parameter or a result of a function; or nothing.
func (s *snapshot) role(v *types.Var) string {
	if v.Pkg() == nil {
		return ""
	}
	if p := s.annots[v.Pkg().Path()]; p != nil {
		if slices.ContainsFunc(p.Ghosts, func(g *annot.Ghost) bool { return g.Var.Pos() == v.Pos() }) {
			return "ghost"
		}
	}
	pkg := s.packageOf(v)
	if pkg == nil || v.IsField() {
		return ""
	}
	within := func(list *ast.FieldList) bool { return list != nil && list.Pos() <= v.Pos() && v.Pos() < list.End() }
	role := ""
	for _, f := range pkg.Syntax {
		if v.Pos() < f.FileStart || f.FileEnd < v.Pos() {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if within(n.Recv) {
					role = "receiver"
				}
			case *ast.FuncType:
				if within(n.Params) {
					role = "parameter"
				} else if within(n.Results) {
					role = "result"
				}
			}
			return n == nil || n.Pos() <= v.Pos() && v.Pos() < n.End()
		})
	}
	return role
}
