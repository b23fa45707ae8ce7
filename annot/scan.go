package annot

import (
	"go/scanner"
	"go/token"
	"strings"
)

// A tok is a token of the annotation language: one of Go's, or several adjacent ones of Go's that make one of ours.
type tok struct {
	kind     token.Token
	text     string
	pos, end token.Pos
}

// The tokens that Go does not have.
const (
	tokImplies  token.Token = 1000 + iota // ==>
	tokIff                                // <==>
	tokSuchThat                           // ::
	tokChoice                             // []
)

// joined lists how Go's scanner splits each of our tokens.
var joined = []struct {
	kind  token.Token
	text  string
	parts []token.Token
}{
	{tokIff, "<==>", []token.Token{token.LEQ, token.ASSIGN, token.GTR}},
	{tokImplies, "==>", []token.Token{token.EQL, token.GTR}},
	{tokSuchThat, "::", []token.Token{token.COLON, token.COLON}},
	{tokChoice, "[]", []token.Token{token.LBRACK, token.RBRACK}},
}

// String names the token in messages.
func (t tok) String() string {
	if t.kind == token.EOF {
		return "the end of the line"
	}
	return t.text
}

// maxTokens bounds the length of a directive, and with it the depth of what is parsed from it.
const maxTokens = 10000

// scan splits text, which stands at pos, into tokens; the last one has kind EOF. A // comment ends the text.
func scan(text string, pos token.Pos) ([]tok, *Error) {
	var failure *Error
	file := token.NewFileSet().AddFile("", 1, len(text))
	at := func(p token.Pos) token.Pos { return pos + token.Pos(file.Offset(p)) }
	var s scanner.Scanner
	s.Init(file, []byte(text), func(p token.Position, msg string) {
		if failure == nil {
			start := pos + token.Pos(p.Offset)
			failure = &Error{Pos: start, End: start + 1, Code: CodeSyntax, Msg: msg}
		}
	}, scanner.ScanComments)
	var toks []tok
	end := pos
	for {
		p, kind, lit := s.Scan()
		t := tok{kind: kind, text: lit, pos: at(p)}
		switch {
		case failure != nil:
			return nil, failure
		case len(toks) > maxTokens:
			return nil, &Error{Pos: pos, End: end, Code: CodeSyntax, Msg: "the directive is too long"}
		case kind == token.SEMICOLON && lit == "\n":
			continue // Go's automatic semicolon
		case kind == token.COMMENT && strings.HasPrefix(lit, "/*"):
			return nil, &Error{Pos: t.pos, End: t.pos + 2, Code: CodeSyntax, Msg: "a /* comment inside a directive"}
		case kind == token.COMMENT || kind == token.EOF:
			toks = append(toks, tok{kind: token.EOF, pos: end, end: end})
			return join(toks), nil
		case !kind.IsLiteral():
			t.text = kind.String()
		}
		end = min(t.pos+token.Pos(len(t.text)), pos+token.Pos(len(text)))
		t.end = end
		toks = append(toks, t)
	}
}

// join makes our tokens out of Go's where they touch.
func join(toks []tok) []tok {
	var out []tok
	for len(toks) > 0 {
		t := toks[0]
		n := 1
		for _, j := range joined {
			if touches(toks, j.parts) {
				n = len(j.parts)
				t = tok{j.kind, j.text, toks[0].pos, toks[n-1].end}
				break
			}
		}
		out = append(out, t)
		toks = toks[n:]
	}
	return out
}

func touches(toks []tok, kinds []token.Token) bool {
	if len(toks) < len(kinds) {
		return false
	}
	for i, k := range kinds {
		if toks[i].kind != k || i > 0 && toks[i].pos != toks[i-1].end {
			return false
		}
	}
	return true
}
