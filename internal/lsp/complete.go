package lsp

import (
	"cmp"
	"context"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/annot"
)

// words are the names that annotations have and Go does not, with what they mean.
var words = []struct{ name, meaning string }{
	{"free", "nobody holds the lock"},
	{"tid", "the goroutine under check"},
	{"this", "the object that the annotation is about"},
	{"result", "what the function returns"},
	{"old(", "the value before the action"},
	{"held(", "this goroutine holds the lock"},
	{"rheld(", "this goroutine holds the lock for reading"},
	{"closed(", "the channel is closed"},
	{"done(", "the Once has run"},
	{"local(", "no other goroutine can reach the object"},
	{"region(", "in modifies: all that a lock guards"},
	{"len(", "as in Go"},
	{"cap(", "as in Go"},
	{"forall ", "forall x T :: P"},
	{"exists ", "exists x T :: P"},
	{"nil", ""}, {"true", ""}, {"false", ""},
}

// completion completes the verb of an annotation, and the names in its arguments. In code it knows nothing.
func (s *server) completion(_ context.Context, p positionParams) (any, error) {
	b, err := s.buffer(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	formats := s.params.Capabilities.TextDocument.Completion.CompletionItem.DocumentationFormat
	at := offset(b.text, p.Position)
	begin := strings.LastIndexByte(b.text[:at], '\n') + 1
	line := b.text[begin:at]
	if i := strings.Index(line, "//"); i >= 0 && strings.HasPrefix(annot.Prefix, line[i:]) {
		return b.verbs(begin+i, at, formats), nil
	}
	i := strings.Index(line, annot.Prefix)
	if i < 0 {
		return []completionItem{}, nil
	}
	c, ok := commentAt(b.text, begin+i)
	if !ok || at <= c.args {
		return b.verbs(begin+i, at, formats), nil
	}
	return b.complete(at), nil
}

// verbs completes an annotation that begins at a place and is written as far as another. The formats are those for what is said
// of a verb.
func (b *buffer) verbs(from, at int, formats []string) []completionItem {
	written := strings.TrimPrefix(b.text[from:at], annot.Prefix)
	if len(b.text[from:at]) <= len(annot.Prefix) {
		written = ""
	}
	items := []completionItem{}
	for _, v := range annot.Verbs() {
		if !strings.HasPrefix(v.Name, written) {
			continue
		}
		text := annot.Prefix + v.Name
		if v.Form != "" {
			text += " "
		}
		doc := textIn(formats, fmt.Sprintf("`%s`\n\nIt stands %s.", v.Usage, v.Where))
		items = append(items, completionItem{Label: v.Name, Kind: completeKeyword, Detail: v.Form, Documentation: &doc,
			TextEdit: &textEdit{spanOf(b.text, from, at), text}})
	}
	return items
}

// complete completes the name that ends at a place in the arguments of an annotation.
func (b *buffer) complete(at int) []completionItem {
	chain, from, _ := selector(b.text[:at], at)
	edit := func(text string) *textEdit { return &textEdit{spanOf(b.text, from, at), text} }
	prefix := chain[len(chain)-1]
	items := []completionItem{}
	named := map[string]types.Object{}
	if len(chain) > 1 {
		if obj := b.resolve(chain[:len(chain)-1], at); obj != nil {
			named = b.members(obj.Type())
		}
	} else if b.known != nil {
		named = b.names(at)
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if obj := named[name]; strings.HasPrefix(name, prefix) && name != "_" {
			items = append(items, completionItem{Label: name, Kind: completionKind(obj), TextEdit: edit(name),
				Detail: types.TypeString(obj.Type(), types.RelativeTo(b.known.pkg.Types))})
		}
	}
	for _, w := range words {
		if len(chain) == 1 && strings.HasPrefix(w.name, prefix) {
			items = append(items, completionItem{Label: strings.TrimRight(w.name, "( "), Kind: completeConstant, Detail: w.meaning, TextEdit: edit(w.name)})
		}
	}
	slices.SortStableFunc(items, func(a, b completionItem) int { return cmp.Compare(a.Label, b.Label) })
	return items
}

func completionKind(obj types.Object) int {
	switch obj := obj.(type) {
	case *types.Func:
		return completeFunction
	case *types.Var:
		if obj.IsField() {
			return completeField
		}
	case *types.Const:
		return completeConstant
	}
	return completeVariable
}
