package lsp

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/annot"
)

// A comment is an annotation in a text.
type comment struct {
	from, to int // from the slashes to the end
	verb     string
	args     int // where its arguments begin
}

// commentsOf finds the annotations of a text, in order. The text need not compile.
func commentsOf(file *ast.File, fset *token.FileSet, text string) []comment {
	var all []comment
	for _, g := range file.Comments {
		for _, c := range g.List {
			from := fset.Position(c.Pos()).Offset
			if c, ok := commentAt(text, from); ok {
				all = append(all, c)
			}
		}
	}
	return all
}

// commentAt takes apart the annotation that begins at a place.
func commentAt(text string, from int) (comment, bool) {
	if from < 0 || from > len(text) || !strings.HasPrefix(text[from:], annot.Prefix) {
		return comment{}, false
	}
	line, _, _ := strings.Cut(text[from:], "\n")
	line = strings.TrimRight(line, " \t\r")
	rest := line[len(annot.Prefix):]
	n := 0
	for n < len(rest) && (rest[n] == '_' || isAlphanumeric(rest[n])) {
		n++
	}
	return comment{from, from + len(line), rest[:n], from + len(annot.Prefix) + n}, true
}

// A buffer is the text of an open file, parsed as far as it can be.
type buffer struct {
	path, text string
	fset       *token.FileSet
	file       *ast.File
	known      *snapshot // may be nil, or of another text
}

func (s *server) buffer(uri string) (*buffer, error) {
	path, text, known, err := s.at(uri)
	if err != nil {
		return nil, err
	}
	b := &buffer{path: path, text: text, fset: token.NewFileSet(), known: known}
	b.file, _ = parser.ParseFile(b.fset, path, text, parser.ParseComments|parser.SkipObjectResolution) // never nil
	return b, nil
}

func (b *buffer) offset(p token.Pos) int { return b.fset.Position(p).Offset }

// under returns the annotation at a place.
func (b *buffer) under(at int) (comment, bool) {
	for _, c := range commentsOf(b.file, b.fset, b.text) {
		if c.from <= at && at <= c.to {
			return c, true
		}
	}
	return comment{}, false
}

// around returns the declaration that an annotation at a place is a part of: a function, with its comment, or a type.
func (b *buffer) around(at int) (fn *ast.FuncDecl, owner string) {
	for _, d := range b.file.Decls {
		from := d.Pos()
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Doc != nil {
				from = d.Doc.Pos()
			}
			if b.offset(from) <= at && at <= b.offset(d.End()) {
				return d, ""
			}
		case *ast.GenDecl:
			if d.Doc != nil {
				from = d.Doc.Pos()
			}
			if b.offset(from) > at || at > b.offset(d.End()) {
				continue
			}
			for _, s := range d.Specs {
				s, ok := s.(*ast.TypeSpec)
				if !ok {
					continue
				}
				begin := s.Pos()
				if s.Doc != nil {
					begin = s.Doc.Pos()
				}
				if len(d.Specs) == 1 || b.offset(begin) <= at && at <= b.offset(s.End()) {
					return nil, s.Name.Name
				}
			}
		}
	}
	return nil, ""
}

// names are the variables and functions that an annotation at a place may speak of, by name.
func (b *buffer) names(at int) map[string]types.Object {
	names := map[string]types.Object{}
	if b.known == nil {
		return names
	}
	pkg := b.known.pkg
	for _, name := range pkg.Types.Scope().Names() {
		names[name] = pkg.Types.Scope().Lookup(name)
	}
	for _, g := range b.known.annots[pkg.PkgPath].Ghosts {
		if g.Owner == nil {
			names[g.Var.Name()] = g.Var
		}
	}
	fn, owner := b.around(at)
	if owner != "" {
		if obj := pkg.Types.Scope().Lookup(owner); obj != nil {
			maps.Copy(names, b.members(obj.Type()))
		}
	}
	if fn != nil {
		maps.Copy(names, b.locals(fn))
	}
	return names
}

// locals are what a function defines, as it was when the package last compiled. Of several variables of one name there is
// the first.
func (b *buffer) locals(fn *ast.FuncDecl) map[string]types.Object {
	names := map[string]types.Object{}
	for _, file := range b.known.pkg.Syntax {
		for _, d := range file.Decls {
			old, ok := d.(*ast.FuncDecl)
			if !ok || nameOf(old) != nameOf(fn) {
				continue
			}
			ast.Inspect(old, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				if v, ok := b.known.pkg.TypesInfo.Defs[id].(*types.Var); ok && !v.IsField() && names[v.Name()] == nil && v.Name() != "_" {
					names[v.Name()] = v
				}
				return true
			})
		}
	}
	return names
}

// members are the fields of a type, those of ghosts included, and its methods without side effects.
func (b *buffer) members(t types.Type) map[string]types.Object {
	all := map[string]types.Object{}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if st, ok := t.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			all[f.Name()] = f
			if f.Embedded() {
				for name, obj := range b.members(f.Type()) {
					if all[name] == nil {
						all[name] = obj
					}
				}
			}
		}
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return all
	}
	for _, p := range b.known.annots {
		for _, g := range p.Ghosts {
			if g.Owner == named.Obj() {
				all[g.Var.Name()] = g.Var
			}
		}
		for fn, spec := range p.Funcs {
			if recv := fn.Signature().Recv(); spec.Pure && recv != nil && types.Identical(deref(recv.Type()), t) {
				all[fn.Name()] = fn
			}
		}
	}
	return all
}

func deref(t types.Type) types.Type {
	if p, ok := t.(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// resolve returns what the words of a selector stand for, in an annotation at a place; nil if that is not known.
func (b *buffer) resolve(words []string, at int) types.Object {
	var obj types.Object
	for i, w := range words {
		if i == 0 {
			obj = b.names(at)[w]
		} else {
			obj = b.members(obj.Type())[w]
		}
		if obj == nil {
			return nil
		}
	}
	return obj
}

// selector is the chain of words, joined by dots, that ends where the word at a place does.
func selector(text string, at int) (words []string, from, to int) {
	word := func(c byte) bool { return c == '_' || isAlphanumeric(c) }
	from, to = at, at
	for to < len(text) && word(text[to]) {
		to++
	}
	for from > 0 && word(text[from-1]) {
		from--
	}
	first := from
	for {
		words = append(words, text[first:wordEnd(text, first)])
		if first == 0 || text[first-1] != '.' {
			break
		}
		end := first - 1
		begin := end
		for begin > 0 && word(text[begin-1]) {
			begin--
		}
		if begin == end {
			break
		}
		first = begin
	}
	slices.Reverse(words)
	return words, from, to
}

func wordEnd(text string, from int) int {
	for from < len(text) && (text[from] == '_' || isAlphanumeric(text[from])) {
		from++
	}
	return from
}
