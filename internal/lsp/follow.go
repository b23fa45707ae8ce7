package lsp

import (
	"context"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
)

// A renaming is a name of code that another took the place of, everywhere it stood for something, and nothing else has changed: what the
// language server for Go does on a rename. It leaves annotations alone, as they are directives.
//
// Clients do not ask two servers to rename at once. VS Code and Helix take one that has an answer, and Neovim asks one
// after the other, with a prompt for each. So the annotations follow what has happened in the code, whoever did it.
type renaming struct {
	old, new   string
	where, now map[string][]int // by file: offsets of the old name in the old text, and of the new one in the new text
}

// renamed compares two texts of the files of a package; nil: they do not differ by one renaming.
func renamed(before, after map[string]string) *renaming {
	if len(before) != len(after) {
		return nil
	}
	r := &renaming{where: map[string][]int{}, now: map[string][]int{}}
	for path, old := range before {
		text, ok := after[path]
		if !ok {
			return nil
		}
		if old != text && !r.compare(path, codeOf(old), codeOf(text)) {
			return nil
		}
	}
	if r.old == "" {
		return nil
	}
	return r
}

// compare adds where the tokens of a file differ; false: they differ in more than one name.
func (r *renaming) compare(path string, a, b []lexeme) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].tok != b[i].tok {
			return false
		}
		if a[i].text == b[i].text {
			continue
		}
		if a[i].tok != token.IDENT || r.old != "" && (a[i].text != r.old || b[i].text != r.new) {
			return false
		}
		r.old, r.new = a[i].text, b[i].text
		r.where[path], r.now[path] = append(r.where[path], a[i].from), append(r.now[path], b[i].from)
	}
	return true
}

// A lexeme is a token of a text.
type lexeme struct {
	from, to int
	tok      token.Token
	text     string
}

// codeOf are the tokens of a file, without comments.
func codeOf(text string) []lexeme {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var sc scanner.Scanner
	sc.Init(file, []byte(text), nil, 0)
	var all []lexeme
	for {
		pos, tok, lit := sc.Scan()
		if tok == token.EOF {
			return all
		}
		if tok == token.SEMICOLON {
			lit = ";" // whether it is written or not
		}
		at := file.Offset(pos)
		all = append(all, lexeme{from: at, to: at + len(lit), tok: tok, text: lit})
	}
}

// A following is what a renaming asks of annotations.
type following struct {
	*renaming
	edits map[string][]textEdit // by path
}

// follow looks whether names of a package have been renamed since annotations followed last, and has those in annotations follow, in
// packages that import it, too.
func (u *unit) follow(ctx context.Context, now *snapshot) {
	old := u.followed
	if old == nil || u.server.renames == renamesOff {
		u.followed = now
		return
	}
	var f *following
	if r := renamed(old.texts, now.texts); r != nil {
		f = &following{r, r.here(old, now)}
	} else if u.awaiting != nil {
		f = &following{u.awaiting, map[string][]textEdit{}}
	}
	u.awaiting = nil
	if f != nil && (token.IsExported(f.old) || token.IsExported(f.new)) {
		if err := u.followers(ctx, f, now); err != nil {
			u.awaiting = f.renaming // perhaps they do not compile, as they are still to be changed
			u.server.log("packages that import %s: %v", now.pkg.PkgPath, err)
		}
	}
	if ctx.Err() != nil {
		return
	}
	if u.followed = now; f != nil && len(f.edits) > 0 {
		u.server.work.Go(func() { u.server.apply(f) })
	}
}

// What happens to annotations when a name is renamed in code.
const (
	renamesOn  = "on"  // they follow
	renamesAsk = "ask" // they do if the user says so
	renamesOff = "off"
)

// apply has the client change the annotations.
func (s *server) apply(f *following) {
	if !s.params.Capabilities.Workspace.ApplyEdit {
		return
	}
	edit := s.workspaceEdit(f.edits)
	if s.renames == renamesAsk {
		const yes = "Rename"
		question := map[string]any{"type": severityInformation, "actions": []any{map[string]string{"title": yes}},
			"message": fmt.Sprintf("calvin: rename %s to %s in annotations, too?", f.old, f.new)}
		var answer *struct {
			Title string `json:"title"`
		}
		if err := s.conn.Call(s.ctx, "window/showMessageRequest", question, &answer); err != nil || answer == nil || answer.Title != yes {
			return
		}
	}
	apply := map[string]any{"label": fmt.Sprintf("Rename %s to %s in annotations", f.old, f.new), "edit": edit}
	if err := s.conn.Call(s.ctx, "workspace/applyEdit", apply, nil); err != nil && s.ctx.Err() == nil {
		s.log("%v", err)
	}
}

// here are the edits in the package itself: of each name that stood for what was renamed.
func (r *renaming) here(old, now *snapshot) map[string][]textEdit {
	edits := map[string][]textEdit{}
	fset := old.pkg.Fset
	for _, u := range old.uses(old.pkg) {
		if u.Object == nil || u.Name != r.old || u.Object.Pkg() == nil {
			continue
		}
		declared, at := fset.Position(u.Object.Pos()), fset.Position(u.Start)
		if !slices.Contains(r.where[declared.Filename], declared.Offset) {
			continue // another of that name, or a ghost
		}
		if from, ok := movedTo(old.texts[at.Filename], now.texts[at.Filename], at.Offset); ok {
			edits[at.Filename] = append(edits[at.Filename], textEdit{spanOf(now.texts[at.Filename], from, from+len(r.old)), r.new})
		}
	}
	return edits
}

// movedTo is where a place in a comment of one text is in another, which has as many comments; false if that one has changed.
func movedTo(before, after string, at int) (int, bool) {
	a, b := commentTokens(before), commentTokens(after)
	if len(a) != len(b) {
		return 0, false
	}
	for i := range a {
		if a[i].from <= at && at < a[i].to {
			return b[i].from + at - a[i].from, a[i].text == b[i].text
		}
	}
	return 0, false
}

func commentTokens(text string) []lexeme {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var sc scanner.Scanner
	sc.Init(file, []byte(text), nil, scanner.ScanComments)
	var all []lexeme
	for {
		pos, tok, lit := sc.Scan()
		switch tok {
		case token.EOF:
			return all
		case token.COMMENT:
			at := file.Offset(pos)
			all = append(all, lexeme{from: at, to: at + len(lit), text: lit})
		}
	}
}

// rounds bounds how often the annotations of a package are read again: each time the first wrong name of every directive is found.
const rounds = 20

// followers adds the edits in packages that import the one at hand: of names there that mean nothing any more, and with the new name
// what was renamed.
func (u *unit) followers(ctx context.Context, f *following, now *snapshot) error {
	w, more, err := u.server.dependents(ctx, now.pkg, now.pkg.PkgPath, []*packages.Package{now.pkg})
	if err != nil {
		return err
	}
	for _, p := range more {
		for path, edits := range f.mend(p, w) {
			f.edits[path] = edits
		}
	}
	return nil
}

// A mended is a comment in which names were replaced, and where these are in it.
type mended struct {
	comment  *ast.Comment
	original string
	names    []int
}

// mend replaces the old name by the new one in the annotations of a package where the old one is unknown and the new one is what was
// renamed. The package is nobody else's: its comments change.
func (f *following) mend(p *packages.Package, w world) map[string][]textEdit {
	src := annot.Source{Fset: p.Fset, Files: p.Syntax, Types: p.Types, Info: p.TypesInfo, Imports: w.annots}
	changed := map[*ast.Comment]*mended{}
	for range rounds {
		_, errs := annot.Check(src)
		now := map[*ast.Comment]bool{}
		for _, e := range errs {
			c := commentWith(p.Syntax, e.Pos)
			if c == nil || e.Code != annot.CodeUnknownName || now[c] {
				continue
			}
			from := int(e.Pos - c.Slash)
			if to := from + len(f.old); to > len(c.Text) || c.Text[from:to] != f.old || int(e.End-e.Pos) != len(f.old) {
				continue
			}
			if changed[c] == nil {
				changed[c] = &mended{comment: c, original: c.Text}
			}
			changed[c].replace(from, f.old, f.new)
			now[c] = true
		}
		if len(now) == 0 {
			break
		}
	}
	meant := map[token.Pos]bool{} // where names stand that mean what was renamed
	for _, u := range annot.Uses(src) {
		if u.Object != nil && u.Object.Pkg() != nil {
			at := p.Fset.Position(u.Object.Pos())
			meant[u.Start] = slices.Contains(f.now[at.Filename], at.Offset)
		}
	}
	edits := map[string][]textEdit{}
	for c, m := range changed {
		if slices.ContainsFunc(m.names, func(at int) bool { return !meant[c.Slash+token.Pos(at)] }) {
			continue
		}
		at := p.Fset.Position(c.Slash)
		start := position{at.Line - 1, at.Column - 1}
		if text, err := w.read(at.Filename); err == nil {
			start = place(text, at.Offset)
		}
		end := position{start.Line, start.Character + units(m.original)}
		edits[at.Filename] = append(edits[at.Filename], textEdit{textRange{start, end}, c.Text})
	}
	for _, es := range edits {
		slices.SortFunc(es, func(a, b textEdit) int { return a.Range.Start.Line - b.Range.Start.Line })
	}
	return edits
}

// replace puts a name in the place of another.
func (m *mended) replace(from int, old, name string) {
	text := m.comment.Text
	m.comment.Text = text[:from] + name + text[from+len(old):]
	for i, at := range m.names {
		if at > from {
			m.names[i] += len(name) - len(old)
		}
	}
	m.names = append(m.names, from)
}

// commentWith is the comment that a place is in, as it was parsed.
func commentWith(files []*ast.File, pos token.Pos) *ast.Comment {
	var found *ast.Comment
	for _, f := range files {
		for _, g := range f.Comments {
			for _, c := range g.List {
				if c.Slash <= pos && (found == nil || found.Slash < c.Slash) {
					found = c
				}
			}
		}
	}
	return found
}
