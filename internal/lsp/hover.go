package lsp

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/report"
)

// hover says what is known of the name at a place, in code or in an annotation: of a variable who may access it, of a function its
// contract, what became of it and what it counts on its callers for, of a type its line, of a lock what it guards. Inside an annotation it
// says so of every name, of the language's own words, too, and of the directive what it means.
func (s *server) hover(_ context.Context, p positionParams) (any, error) {
	b, err := s.buffer(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	formats := s.params.Capabilities.TextDocument.Hover.ContentFormat
	at := offset(b.text, p.Position)
	c, inside := b.under(at)
	if inside && at < c.args {
		if text := directiveText(c.verb); text != "" {
			return hover{textIn(formats, text), spanOf(b.text, c.from, c.args)}, nil
		}
		return nil, nil
	}
	if u, ok := b.use(at); ok {
		return hover{textIn(formats, b.describe(u.Use)), spanOf(b.text, u.from, u.to)}, nil
	}
	obj, from, to := b.object(at, inside)
	if obj == nil {
		return nil, nil
	}
	known := b.known.about(obj)
	if len(known) == 0 && !inside {
		return nil, nil // the language server for Go says the rest
	}
	parts := append([]string{"```go\n" + b.known.declares(obj) + "\n```"}, known...)
	return hover{textIn(formats, strings.Join(parts, "\n")), spanOf(b.text, from, to)}, nil
}

// directiveText says what a directive means; empty if there is no such directive.
func directiveText(verb string) string {
	for _, v := range annot.Verbs() {
		if v.Name == verb {
			return fmt.Sprintf("```\n%s\n```\n%s\n\nIt stands %s.", v.Usage, v.Meaning, v.Where)
		}
	}
	return ""
}

// about is what annotations and checks say of an object: the annotations as they are written, the verdict, and what a lock guards.
func (s *snapshot) about(obj types.Object) []string {
	var parts []string
	if written := s.written(obj); len(written) > 0 {
		var lines []string
		for _, w := range written {
			lines = append(lines, w.text)
		}
		parts = append(parts, "```\n"+strings.Join(lines, "\n")+"\n```")
	}
	if verdict := s.verdict(obj); verdict != "" {
		parts = append(parts, verdict)
	}
	if v, ok := obj.(*types.Var); ok {
		if guarded := s.guardedBy(v); len(guarded) > 0 {
			parts = append(parts, "It guards "+strings.Join(guarded, ", ")+".")
		}
	}
	return parts
}

// guardedBy lists the variables that a lock guards.
func (s *snapshot) guardedBy(lock *types.Var) []string {
	var names []string
	for _, p := range s.annots {
		for v, g := range p.Guards {
			if slices.ContainsFunc(g.Write, func(c *annot.Clause) bool { return speaksOfLock(c.Expr, lock) }) {
				names = append(names, "`"+v.Name()+"`")
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// speaksOfLock reports whether a condition is about who holds a lock.
func speaksOfLock(e annot.Expr, lock *types.Var) bool {
	found := false
	is := func(e annot.Expr) bool {
		switch e := e.(type) {
		case *annot.Select:
			return e.Field.Origin() == lock.Origin()
		case *annot.Var:
			return e.Obj == lock
		}
		return false
	}
	annot.Walk(e, func(e annot.Expr) bool {
		switch e := e.(type) {
		case *annot.Held:
			found = found || is(e.X)
		case *annot.Holder:
			found = found || is(e.X)
		}
		return !found
	})
	return found
}

// textIn is a text in Markdown, or without its signs for a client that says what it takes, and not Markdown.
func textIn(formats []string, text string) markup {
	if len(formats) == 0 || slices.Contains(formats, "markdown") {
		return markup{"markdown", text}
	}
	var plain strings.Builder
	code := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
		case code:
			plain.WriteString(line)
		default:
			plain.WriteString(strings.ReplaceAll(line, "`", ""))
		}
	}
	return markup{"plaintext", plain.String()}
}

// object is what the name at a place stands for, in an annotation or in code. What code means is known of the text that was
// type-checked last.
func (b *buffer) object(at int, inside bool) (obj types.Object, from, to int) {
	words, from, to := selector(b.text, at)
	if b.known == nil || from == to {
		return nil, from, to
	}
	if inside {
		return b.resolve(words, at), from, to
	}
	if b.known.texts[b.path] != b.text {
		return nil, from, to
	}
	info := b.known.pkg.TypesInfo
	for _, uses := range []map[*ast.Ident]types.Object{info.Uses, info.Defs} {
		for id, o := range uses {
			if o != nil && info.Uses[id] == o && o.Pos() == id.Pos() {
				continue // the parameter of a goroutine's literal that package gostatements has made
			}
			if p := b.known.pkg.Fset.PositionFor(id.Pos(), false); o != nil && p.Offset == from && p.Filename == b.path {
				return o, from, to
			}
		}
	}
	return nil, from, to
}

// A written is an annotation in the source.
type written struct {
	text string
	at   token.Position
}

// written lists the annotations of a variable, a function or a type, as they stand in the source.
func (s *snapshot) written(obj types.Object) []written {
	pkg := s.packageOf(obj)
	if pkg == nil {
		return nil
	}
	var all []written
	add := func(groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if g == nil {
				continue
			}
			for _, c := range g.List {
				if strings.HasPrefix(c.Text, annot.Prefix) {
					all = append(all, written{strings.TrimSpace(c.Text), pkg.Fset.Position(c.Pos())})
				}
			}
		}
	}
	for _, f := range pkg.Syntax {
		if f.FileStart > obj.Pos() || obj.Pos() > f.FileEnd {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Name.Pos() == obj.Pos() {
					add(n.Doc)
				}
			case *ast.GenDecl:
				for _, s := range n.Specs {
					addSpec(s, n, obj, add)
				}
			case *ast.Field:
				for _, name := range n.Names {
					if name.Pos() == obj.Pos() {
						add(n.Doc, n.Comment)
					}
				}
			}
			return true
		})
	}
	return all
}

func addSpec(s ast.Spec, around *ast.GenDecl, obj types.Object, add func(...*ast.CommentGroup)) {
	doc := around.Doc
	if around.Lparen.IsValid() {
		doc = nil
	}
	switch s := s.(type) {
	case *ast.TypeSpec:
		if s.Name.Pos() == obj.Pos() {
			add(doc, s.Doc, s.Comment)
		}
	case *ast.ValueSpec:
		for _, name := range s.Names {
			if name.Pos() == obj.Pos() {
				add(doc, s.Doc, s.Comment)
			}
		}
	}
}

// packageOf returns the package of an object if its source was read.
func (s *snapshot) packageOf(obj types.Object) *packages.Package {
	if obj.Pkg() == nil {
		return nil
	}
	var found *packages.Package
	packages.Visit([]*packages.Package{s.pkg}, func(p *packages.Package) bool {
		if p.Types == obj.Pkg() && len(p.Syntax) > 0 {
			found = p
		}
		return found == nil
	}, nil)
	return found
}

// verdict says what became of a function of this package, and what it counts on its callers for, or how several goroutines may use the
// objects of a type.
func (s *snapshot) verdict(obj types.Object) string {
	if obj.Pkg() != s.pkg.Types {
		return ""
	}
	switch obj := obj.(type) {
	case *types.TypeName:
		if t, ok := s.types[obj.Name()]; ok && obj.Parent() == s.pkg.Types.Scope() {
			return t.Line()
		}
	case *types.Func:
		if res, ok := s.functions[reportName(obj)]; ok {
			return strings.Join(append([]string{verdictText(res)}, res.CountsOn...), "\n\n")
		}
	}
	return ""
}

// reportName is the name of a function in reports.
func reportName(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	named, ok := types.Unalias(deref(recv.Type())).(*types.Named)
	switch {
	case !ok:
		return fn.Name()
	case named != types.Unalias(recv.Type()):
		return "(*" + named.Obj().Name() + ")." + fn.Name()
	}
	return named.Obj().Name() + "." + fn.Name()
}

// verdictText says what became of a function and what that took.
func verdictText(f report.FunctionResult) string {
	s := string(f.Verdict)
	if f.Goals > 0 {
		s += fmt.Sprintf(", %d goals", f.Goals)
	}
	if f.Cached {
		s += ", as before"
	} else if f.Seconds > 0 {
		s += fmt.Sprintf(", %.0f ms", 1000*f.Seconds)
	}
	if f.Reason != "" {
		s += ": " + f.Reason
	}
	return s
}

// definition goes to what is written of the name at a place: its annotation; from there, or where there is none, to its
// declaration.
func (s *server) definition(_ context.Context, p positionParams) (any, error) {
	b, err := s.buffer(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	at := offset(b.text, p.Position)
	_, inside := b.under(at)
	var obj types.Object
	if u, ok := b.use(at); !ok {
		obj, _, _ = b.object(at, inside)
	} else if obj = u.Object; obj == nil {
		return b.declares(u)
	}
	if obj == nil {
		return nil, nil
	}
	pkg := b.known.packageOf(obj)
	if pkg == nil {
		return nil, nil
	}
	target := pkg.Fset.Position(obj.Pos())
	if all := b.known.written(obj); len(all) > 0 && !inside {
		target = all[0].at
	}
	return b.known.wordAt(target), nil
}

// declares goes to the declaration of what only an annotation knows: the variable of a quantifier, an action.
func (b *buffer) declares(u placed) (any, error) {
	pkg := b.known.pkg
	switch {
	case u.Bound != nil:
		return b.known.wordAt(pkg.Fset.Position(u.Bound.Pos)), nil
	case u.ActionOf != nil:
		for _, other := range b.known.uses(pkg) {
			at := pkg.Fset.Position(other.Start)
			if other.Same(u.Use) && strings.Contains(b.known.lineBefore(at), annot.Prefix+"action") {
				return b.known.wordAt(at), nil
			}
		}
	}
	return nil, nil
}

// wordAt is the word at a place.
func (s *snapshot) wordAt(target token.Position) []location {
	text, ok := s.texts[target.Filename]
	if !ok {
		start := position{target.Line - 1, target.Column - 1}
		return []location{{uriOf(target.Filename), textRange{start, start}}}
	}
	return []location{{uriOf(target.Filename), spanOf(text, target.Offset, target.Offset+wordAt(text, target.Offset))}}
}
