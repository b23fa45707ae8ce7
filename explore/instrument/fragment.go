package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// A fragment is rewritten source: pieces of the user's text, which know where they come from, between pieces of ours.
type fragment []piece

// A piece is the user's text from one position to another, or text of ours.
type piece struct {
	from, to token.Pos // valid for the user's text
	text     string    // ours
}

// join puts fragments, strings and anything that prints in a row.
func join(parts ...any) fragment {
	var out fragment
	for _, p := range parts {
		switch p := p.(type) {
		case fragment:
			out = append(out, p...)
		case string:
			out = append(out, piece{text: p})
		default:
			out = append(out, piece{text: fmt.Sprint(p)})
		}
	}
	return out
}

// separated puts fragments in a row with sep between them.
func separated(list []fragment, sep string) fragment {
	var out fragment
	for i, f := range list {
		if i > 0 {
			out = append(out, piece{text: sep})
		}
		out = append(out, f...)
	}
	return out
}

// span is the user's text from one position to another.
func span(from, to token.Pos) fragment {
	if from >= to {
		return nil
	}
	return fragment{{from: from, to: to}}
}

// mark gives what follows, which is ours, a position.
func mark(at token.Pos) fragment { return fragment{{from: at, to: at}} }

func text(n ast.Node) fragment { return span(n.Pos(), n.End()) }

// A printer turns fragments into a file. Where a piece of the user's text would come to stand at a position that is not
// its own, a line directive goes before it; so positions, in stack traces and elsewhere, are the user's.
type printer struct {
	file       *token.File
	src        []byte
	directives bool

	out       strings.Builder
	line, col int // where the compiler believes it is
}

func (p *printer) print(f fragment) string {
	p.line, p.col = 1, 1
	for _, piece := range f {
		if !piece.from.IsValid() {
			p.write(piece.text)
			continue
		}
		at := p.file.PositionFor(piece.from, false)
		own := string(p.src[p.file.Offset(piece.from):p.file.Offset(piece.to)])
		if p.directives && (at.Line != p.line || at.Column != p.col) && (!blank(own) || piece.from == piece.to) {
			fmt.Fprintf(&p.out, "/*line :%d:%d*/", at.Line, at.Column)
			p.line, p.col = at.Line, at.Column
		}
		p.write(own)
	}
	return p.out.String()
}

// blank is true for text that has no position worth keeping: space and punctuation of one line.
func blank(s string) bool { return strings.Trim(s, " \t,;(){}") == "" && !strings.Contains(s, "\n") }

func (p *printer) write(s string) {
	p.out.WriteString(s)
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		p.line += strings.Count(s, "\n")
		p.col = len(s) - i
	} else {
		p.col += len(s)
	}
}
