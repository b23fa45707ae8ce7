package lsp

import (
	"context"
	"fmt"
	"go/token"
	"maps"
	"path/filepath"
	"slices"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/internal/lsp/rpc"
)

// prepareRename says what would be renamed at a place. Of names in code it says nothing: they are for the language server for Go, and
// clients that ask one server alone go on to the next where one has no answer.
func (s *server) prepareRename(_ context.Context, p positionParams) (any, error) {
	b, err := s.buffer(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	u, err := b.renamable(offset(b.text, p.Position))
	if err != nil || u == nil {
		return nil, err
	}
	return preparedRename{spanOf(b.text, u.from, u.to), u.Name}, nil
}

// renamable is the name at a place if only annotations know it; nil in code. An error says where the name is to be renamed.
func (b *buffer) renamable(at int) (*placed, error) {
	u, ok := b.use(at)
	if !ok {
		return nil, nil
	}
	if u.IsWord() {
		return nil, &rpc.Error{Code: rpc.InvalidParams, Message: u.Name + " is a word of the annotations"}
	}
	if s := (symbol{obj: u.Object, use: u.Use}); s.isGhost(b.known) {
		return &u, nil
	}
	where := ""
	if at := b.known.pkg.Fset.Position(u.Object.Pos()); at.IsValid() && u.Object.Pkg() != nil {
		where = fmt.Sprintf(", at %s:%d", filepath.Base(at.Filename), at.Line)
	}
	return nil, &rpc.Error{Code: rpc.InvalidParams, Message: fmt.Sprintf("%s is declared in code%s: rename it there, and its annotations follow", u.Name, where)}
}

// rename renames what only annotations know: a ghost, an action, a variable of a quantifier.
func (s *server) rename(ctx context.Context, p renameParams) (any, error) {
	b, err := s.buffer(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	u, err := b.renamable(offset(b.text, p.Position))
	if err != nil || u == nil {
		return nil, err
	}
	if !token.IsIdentifier(p.NewName) || p.NewName == "_" {
		return nil, &rpc.Error{Code: rpc.InvalidParams, Message: p.NewName + " is not a name"}
	}
	if b.known.texts[b.path] != b.text {
		return nil, &rpc.Error{Code: rpc.InvalidParams, Message: "the file does not compile, or has not been looked at since it changed"}
	}
	sym := symbol{obj: u.Object, use: u.Use}
	if u.Object != nil {
		sym.key = declarationOf(b.known.pkg.Fset, u.Object)
	}
	all := b.everywhere(ctx, s, sym, false)
	if err := b.known.free(p.NewName, *u, all); err != nil {
		return nil, err
	}
	edits := map[string][]textEdit{}
	for _, o := range all {
		text, err := s.textOf(o.path)
		if err != nil {
			return nil, err
		}
		edits[o.path] = append(edits[o.path], textEdit{spanOf(text, o.from, o.to), p.NewName})
	}
	return s.workspaceEdit(edits), nil
}

// free returns an error if a new name means something already where the old one stands.
func (s *snapshot) free(name string, u placed, all []occurrence) error {
	taken := func(what string) error {
		return &rpc.Error{Code: rpc.InvalidParams, Message: fmt.Sprintf("%s is %s already", name, what)}
	}
	if slices.ContainsFunc(annot.Words(), func(w annot.Word) bool { return w.Name == name }) {
		return taken("a word of the annotations")
	}
	if u.ActionOf != nil {
		for _, other := range s.uses(s.pkg) {
			if other.ActionOf == u.ActionOf && other.Name == name {
				return taken("an action of " + u.ActionOf.Name())
			}
		}
		return nil
	}
	if u.Object != nil { // a ghost
		for _, g := range s.annots[u.Object.Pkg().Path()].Ghosts {
			if g.Var.Pos() != u.Object.Pos() {
				continue
			}
			b := &buffer{known: s}
			if g.Owner == nil && u.Object.Pkg().Scope().Lookup(name) != nil {
				return taken("declared")
			}
			if g.Owner != nil && b.members(g.Owner.Type())[name] != nil {
				return taken("a field of " + g.Owner.Name())
			}
		}
	}
	// Of a bare name, something nearer would take its place: a variable of a quantifier, a field.
	for _, other := range s.uses(s.pkg) {
		at := s.pkg.Fset.Position(other.Start)
		if other.Name == name && slices.ContainsFunc(all, func(o occurrence) bool {
			return o.path == at.Filename && lineOf(s.texts[o.path], o.from) == at.Line
		}) {
			return taken(fmt.Sprintf("a name in line %d", at.Line))
		}
	}
	return nil
}

// lineOf is the line of an offset, from 1.
func lineOf(text string, at int) int { return place(text, at).Line + 1 }

// workspaceEdit is one of several files, by path. Of open files it says which version it is of, so that a client leaves one alone that has
// changed meanwhile.
func (s *server) workspaceEdit(edits map[string][]textEdit) *workspaceEdit {
	out := &workspaceEdit{}
	if !s.params.Capabilities.Workspace.WorkspaceEdit.DocumentChanges {
		out.Changes = map[string][]textEdit{}
		for path, es := range edits {
			out.Changes[uriOf(path)] = es
		}
		return out
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, path := range slices.Sorted(maps.Keys(edits)) {
		change := documentChange{Edits: edits[path]}
		change.TextDocument.URI = uriOf(path)
		if d := s.documents[path]; d != nil {
			version := d.version
			change.TextDocument.Version = &version
		}
		out.DocumentChanges = append(out.DocumentChanges, change)
	}
	return out
}
