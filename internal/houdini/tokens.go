package houdini

import (
	"go/scanner"
	"go/token"
	"sort"
)

// tokens are those of a file before and after comments and line breaks were added: they are the same, in the same order, but
// for semicolons.
type tokens struct {
	before, after []int // offsets
	file          *token.File
}

// align lists the tokens of both.
func align(before, after []byte) *tokens {
	t := &tokens{}
	t.before, t.file = offsets(before)
	t.after, _ = offsets(after)
	return t
}

func offsets(src []byte) ([]int, *token.File) {
	file := token.NewFileSet().AddFile("", -1, len(src))
	var sc scanner.Scanner
	sc.Init(file, src, func(token.Position, string) {}, 0)
	var all []int
	for {
		pos, tok, _ := sc.Scan()
		if tok == token.EOF {
			return all, file
		}
		if tok != token.SEMICOLON {
			all = append(all, file.Offset(pos))
		}
	}
}

// original returns the place before that a place after was: that of its token.
func (t *tokens) original(p token.Position) token.Position {
	i := sort.SearchInts(t.after, p.Offset+1) - 1
	if i < 0 || i >= len(t.before) || len(t.before) != len(t.after) {
		return p
	}
	into := p.Offset - t.after[i]
	at := t.file.Position(t.file.Pos(min(t.before[i]+into, t.file.Size())))
	at.Filename = p.Filename
	return at
}
