package lsp

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/report"
)

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
	return b.complete(c, at, formats), nil
}

// verbs completes an annotation that begins at a place and is written as far as another, by the directives that may stand there. The
// formats are those for what is said of a verb.
func (b *buffer) verbs(from, at int, formats []string) []completionItem {
	written := strings.TrimPrefix(b.text[from:at], annot.Prefix)
	if len(b.text[from:at]) <= len(annot.Prefix) {
		written = ""
	}
	here := b.site(from)
	items := []completionItem{}
	for i, v := range annot.Verbs() {
		if !strings.HasPrefix(v.Name, written) || here.places != 0 && !here.allows(v) {
			continue
		}
		text := annot.Prefix + v.Name
		if v.Form != "" {
			text += " "
		}
		doc := textIn(formats, fmt.Sprintf("`%s`\n\n%s\n\nIt stands %s.", v.Usage, v.Meaning, v.Where))
		items = append(items, completionItem{Label: v.Name, Kind: completeKeyword, Detail: v.Form, Documentation: &doc,
			SortText: fmt.Sprintf("%02d", i), TextEdit: &textEdit{spanOf(b.text, from, at), text}})
	}
	return items
}

// complete completes the name that ends at a place in the arguments of an annotation: what is in scope there, what fits best first.
func (b *buffer) complete(c comment, at int, formats []string) []completionItem {
	chain, from, _ := selector(b.text[:at], at)
	here := b.site(c.from)
	c = c.guardOfGhost(b.text[:from])
	l := &completionList{buffer: b, formats: formats, edit: spanOf(b.text, from, at), prefix: chain[len(chain)-1], items: []completionItem{},
		ordersLocks: c.verb == "lock_order"}
	if len(chain) > 1 {
		if obj := b.resolve(chain[:len(chain)-1], at); obj != nil {
			l.objects(b.members(obj.Type()), b.expects(c, from-len(strings.Join(chain[:len(chain)-1], "."))-1, here))
		}
		return l.sorted()
	}
	if l.special(c, here, from) {
		return l.sorted()
	}
	e := b.expects(c, from, here)
	if b.known != nil {
		l.objects(b.inScope(here, at), e)
	}
	if e.types {
		for _, name := range types.Universe.Names() {
			if _, isType := types.Universe.Lookup(name).(*types.TypeName); isType {
				l.add(1, completionItem{Label: name, Kind: completeStruct, Detail: "type"}, name)
			}
		}
	}
	for _, w := range annot.Words() {
		if here.means(w.Name, c.verb) && (!e.types || e.rankWord(w) == 0) {
			l.word(w, e.rankWord(w))
		}
	}
	for _, w := range []string{"nil", "true", "false"} {
		if ofVerb[c.verb].fits == nil && !e.types {
			l.add(2, completionItem{Label: w, Kind: completeConstant}, w)
		}
	}
	return l.sorted()
}

// guardOfGhost is the directive that the declaration of a ghost ends in, if it has got that far in a text.
func (c comment) guardOfGhost(text string) comment {
	if c.verb != "ghost" {
		return c
	}
	for _, t := range argTokens(text[min(c.args, len(text)):]) {
		if t.text == "guarded_by" || t.text == "accessible_if" {
			c.verb, c.args = t.text, c.args+t.to
			break
		}
	}
	return c
}

// A completionList is what is offered for a name that begins with a prefix.
type completionList struct {
	*buffer
	formats []string
	edit    textRange
	prefix  string
	items   []completionItem
	// ordersLocks: types can be named, as the beginning of the way to a lock.
	ordersLocks bool
}

// add offers something that is written as a text; the lower its rank, the further up.
func (l *completionList) add(rank int, item completionItem, text string) {
	if !strings.HasPrefix(item.Label, l.prefix) {
		return
	}
	item.SortText = fmt.Sprintf("%d%s", rank, item.Label)
	item.TextEdit = &textEdit{l.edit, text}
	l.items = append(l.items, item)
}

func (l *completionList) objects(named map[string]types.Object, e expectation) {
	for name, obj := range named {
		rank := e.rank(obj)
		_, isType := obj.(*types.TypeName)
		if name == "_" || e.types && rank > 0 || e.only && rank > 1 && !(isType && l.ordersLocks) {
			continue
		}
		item := completionItem{Label: name, Kind: completionKind(obj), Detail: types.TypeString(obj.Type(), types.RelativeTo(l.known.pkg.Types))}
		if about := l.known.written(obj); len(about) > 0 {
			doc := textIn(l.formats, "```\n"+about[0].text+"\n```")
			item.Documentation = &doc
		}
		text := name
		if _, isFunc := obj.(*types.Func); isFunc {
			text += "("
		}
		l.add(rank, item, text)
	}
}

func (l *completionList) word(w annot.Word, rank int) {
	doc := textIn(l.formats, fmt.Sprintf("`%s`\n\n%s%s.", w.Form, strings.ToUpper(w.Meaning[:1]), w.Meaning[1:]))
	text := w.Name
	switch {
	case annot.Callable(w.Name):
		text += "("
	case w.Name == "forall" || w.Name == "exists":
		text += " "
	case strings.HasPrefix(w.Form, w.Name+"["):
		text += "["
	}
	detail := w.Form
	if detail == w.Name {
		detail = w.Meaning
	}
	l.add(rank, completionItem{Label: w.Name, Kind: completeConstant, Detail: detail, Documentation: &doc}, text)
}

func (l *completionList) sorted() []completionItem {
	slices.SortFunc(l.items, func(a, b completionItem) int { return cmp.Compare(a.SortText, b.SortText) })
	return l.items
}

// means reports whether a word of the language means something in the arguments of a directive at the site.
func (s site) means(word, verb string) bool {
	ofFunc := s.places&annot.OnFunc != 0
	switch word {
	case "result":
		return ofFunc && (verb == "ensures" || verb == "performs" || verb == "when" || verb == "modifies") && (s.fn == nil || s.fn.Type.Results.NumFields() > 0)
	case "old":
		return verb == "ensures" || verb == "transition" || verb == "performs"
	case "this":
		return s.places&(annot.OnField|annot.OnType) != 0
	case "region":
		return verb == "modifies"
	case "skip":
		return verb == "performs"
	}
	return verb != "guarded_by" && verb != "condition_of" && verb != "lock_order" && verb != "takes"
}

// special completes the arguments of directives that are no expressions; false: they are.
func (l *completionList) special(c comment, here site, at int) bool {
	written := strings.TrimSpace(l.text[min(c.args, at):at])
	switch c.verb {
	case "ignore":
		if written == "" {
			l.codes(here, c)
		}
	case "confined_to":
		l.runners(here)
	case "performs":
		if strings.Contains(written, "{") || strings.Contains(written, "(") && strings.Contains(written, "action") {
			return false
		}
		for _, name := range l.actions(c) {
			l.add(0, completionItem{Label: name, Kind: completeEvent, Detail: "action"}, name)
		}
		l.add(1, completionItem{Label: "skip", Kind: completeKeyword, Detail: "does nothing"}, "skip")
		l.add(1, completionItem{Label: "action", Kind: completeKeyword, Detail: "action NAME: (MODIFIES) { P }"}, "action ")
	case "action", "witness":
		for _, name := range l.actions(c) {
			if c.verb == "witness" || !here.has("action "+name) {
				l.add(0, completionItem{Label: name, Kind: completeEvent, Detail: "action"}, name)
			}
		}
	case "ghost":
		switch toks := argTokens(l.text[c.args:at]); {
		case len(toks) == 0:
			return true // a new name
		case len(toks) == 1:
			return false // its type
		default:
			l.add(0, completionItem{Label: "guarded_by", Kind: completeKeyword, Detail: "LOCK, ..."}, "guarded_by ")
			l.add(0, completionItem{Label: "accessible_if", Kind: completeKeyword, Detail: "P"}, "accessible_if ")
		}
	case "immutable", "atomic_only", "transfers", "concurrent", "atomic", "pure", "trusted":
	default:
		return false
	}
	return true
}

// codes are those of findings, of the lines below first.
func (l *completionList) codes(here site, c comment) {
	line := lineOf(l.text, c.from)
	for _, code := range report.Codes() {
		rank := 1
		if l.known != nil && slices.ContainsFunc(l.known.findings, func(d *report.Diagnostic) bool {
			return d.Code == code.Code && d.Start.Filename == l.path && line <= d.Start.Line && d.Start.Line <= line+1
		}) {
			rank = 0
		}
		l.add(rank, completionItem{Label: code.Code, Kind: completeConstant, Detail: code.Title}, code.Code+" ")
	}
}

// runners are the methods of the type at hand, and the functions of the package: what a goroutine may run.
func (l *completionList) runners(here site) {
	if l.known == nil {
		return
	}
	scope := l.known.pkg.Types.Scope()
	if t, ok := scope.Lookup(here.owner).(*types.TypeName); ok {
		if named, ok := t.Type().(*types.Named); ok {
			for m := range named.Methods() {
				l.add(0, completionItem{Label: m.Name(), Kind: completeFunction, Detail: "method of " + here.owner}, m.Name())
			}
		}
	}
	for _, name := range scope.Names() {
		if _, ok := scope.Lookup(name).(*types.Func); ok {
			l.add(1, completionItem{Label: name, Kind: completeFunction, Detail: "function"}, name)
		}
	}
}

// actions are the names in the performs and action lines of the function that an annotation is about.
func (l *completionList) actions(c comment) []string {
	fn, _ := l.around(c.from)
	if fn == nil || fn.Doc == nil {
		return nil
	}
	var names []string
	for _, d := range fn.Doc.List {
		verb, args, _ := strings.Cut(strings.TrimPrefix(d.Text, annot.Prefix), " ")
		if l.offset(d.Pos()) == c.from || !strings.HasPrefix(d.Text, annot.Prefix) || verb != "performs" && verb != "action" || strings.Contains(args, "{") {
			continue
		}
		for _, t := range argTokens(args) {
			if t.tok == token.IDENT && t.text != "skip" && t.text != "action" && !slices.Contains(names, t.text) {
				names = append(names, t.text)
			}
		}
	}
	return names
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
	case *types.TypeName:
		return completeStruct
	}
	return completeVariable
}
