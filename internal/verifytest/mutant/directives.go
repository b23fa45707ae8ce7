package mutant

import (
	"go/scanner"
	"go/token"
	"strings"
)

// A directive is one annotation line.
type directive struct {
	source *Source
	file   *file
	decl   string // the declaration that it belongs to
	start  int    // offset of the comment
	end    int
	verb   string // with [j], if it has that
	args   string
	at     int // offset of args
	tokens []tokenAt
}

// A tokenAt is a token of a directive's arguments; joined tells the annotation language's own: ==> and the like.
type tokenAt struct {
	kind       token.Token
	joined     string
	text       string
	start, end int // offsets in the file
}

const prefix = "//calvin:"

// directives returns the annotations of a file, in order.
func (s *Source) directives(f *file) []*directive {
	var all []*directive
	for _, group := range f.ast.Comments {
		for _, c := range group.List {
			rest, ok := strings.CutPrefix(c.Text, prefix)
			if !ok {
				continue
			}
			verb, args, _ := strings.Cut(rest, " ")
			d := &directive{source: s, file: f, decl: s.declAt(f, c.Pos()), verb: verb}
			d.start, d.end = f.offset(c.Pos()), f.offset(c.End())
			d.args = strings.TrimSpace(args)
			d.at = d.end - len(strings.TrimLeft(args, " "))
			d.tokens = scan(d.args, d.at)
			all = append(all, d)
		}
	}
	return all
}

// joined lists the tokens that Go's scanner splits.
var joined = []string{"<==>", "==>", "::", "[]"}

// scan splits the text of a directive, which stands at offset, into tokens.
func scan(text string, offset int) []tokenAt {
	var s scanner.Scanner
	f := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(f, []byte(text), func(token.Position, string) {}, 0)
	var all []tokenAt
	skip := 0
	for {
		pos, kind, lit := s.Scan()
		at := f.Offset(pos)
		if kind == token.EOF {
			return all
		}
		if kind == token.SEMICOLON && lit == "\n" || at < skip {
			continue
		}
		if !kind.IsLiteral() && !kind.IsKeyword() {
			lit = kind.String()
		}
		t := tokenAt{kind: kind, text: lit}
		for _, j := range joined {
			if strings.HasPrefix(text[at:], j) {
				t = tokenAt{kind: token.ILLEGAL, joined: j, text: j}
				break
			}
		}
		skip = at + len(t.text)
		t.start, t.end = offset+at, offset+skip
		all = append(all, t)
	}
}

// baseVerb returns the verb without [j].
func (d *directive) baseVerb() string {
	verb, _, _ := strings.Cut(d.verb, "[")
	return verb
}

// conditionVerbs are those whose arguments are one condition.
var conditionVerbs = map[string]bool{
	"when": true, "ensures": true, "requires": true, "panics_if": true, "invariant": true, "transition": true, "assert": true,
	"accessible_if": true, "readable_if": true, "writable_if": true,
}

func (d *directive) isCondition() bool { return conditionVerbs[d.baseVerb()] }

// replaced is the change of a stretch of the directive, shown with the whole directive.
func (d *directive) replaced(start, end int, text string) change {
	before := d.file.text[d.start:d.end]
	after := d.file.text[d.start:start] + text + d.file.text[end:d.end]
	return change{strings.TrimPrefix(before, prefix), strings.TrimPrefix(after, prefix), []edit{{start, end, text}}}
}

// dropped is the deletion of the directive.
func (d *directive) dropped() change {
	return change{d.file.text[d.start+len(prefix) : d.end], "", []edit{{d.start, d.end, "//"}}}
}
