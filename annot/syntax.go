package annot

import "go/token"

// A syntax is an expression, type or specification as parsed: no names resolved, nothing typed.
type syntax interface {
	Pos() token.Pos
	End() token.Pos
}

type span struct{ start, end token.Pos }

func (s span) Pos() token.Pos { return s.start }
func (s span) End() token.Pos { return s.end }

// Expressions and types.
type (
	nameX struct {
		span
		name string
	}
	litX struct {
		span
		kind token.Token
		text string
	}
	parenX struct {
		span
		x syntax
	}
	unaryX struct { // also *T
		span
		op token.Token
		x  syntax
	}
	binaryX struct { // also ==> and <==>
		span
		op   tok
		x, y syntax
	}
	quantX struct {
		span
		exists bool
		vars   []boundX
		body   syntax
	}
	selectX struct { // sel is a number in result.0
		span
		x   syntax
		sel *nameX
	}
	indexX struct { // several indices only in T[A, B]
		span
		x    syntax
		args []syntax
	}
	elemsX struct { // x[*]
		span
		x syntax
	}
	sliceX struct {
		span
		x, lo, hi syntax
	}
	callX struct {
		span
		fun  syntax
		args []syntax
	}
	literalX struct { // seq[T]{...}
		span
		typ   syntax
		elems []syntax
	}
	arrayTypeX struct { // a slice type without len
		span
		len, elem syntax
	}
	mapTypeX struct {
		span
		key, elem syntax
	}
	chanTypeX struct {
		span
		elem syntax
	}
	boundX struct {
		name *nameX
		typ  syntax
	}
)

// Specifications.
type (
	specNameX struct{ nameX }
	specSkipX struct{ span }
	specSeqX  struct {
		span
		a, b syntax
	}
	specChoiceX struct {
		span
		a, b syntax
	}
	specStarX struct {
		span
		a syntax
	}
	specInlineX struct {
		span
		name *nameX // nil: none
		mods []syntax
		body syntax
	}
)

// unparen strips parentheses.
func unparen(x syntax) syntax {
	for {
		p, ok := x.(*parenX)
		if !ok {
			return x
		}
		x = p.x
	}
}

// conjuncts splits x at its outermost conjunctions, so that each can be pointed at.
func conjuncts(x syntax) []syntax {
	if b, ok := x.(*binaryX); ok && b.op.kind == token.LAND {
		return append(conjuncts(b.x), conjuncts(b.y)...)
	}
	return []syntax{x}
}
