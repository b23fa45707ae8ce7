package annot

import (
	"go/token"
	"strconv"
)

// A parser is a Pratt parser over the tokens of one directive. It stops at the first fault by panicking with an *Error,
// which catch turns back into a value.
type parser struct {
	toks  []tok
	depth int
}

// maxDepth bounds the nesting of expressions.
const maxDepth = 200

// catch stores the *Error that the caller panicked with.
func catch(err **Error) {
	switch r := recover().(type) {
	case nil:
	case *Error:
		*err = r
	default:
		panic(r)
	}
}

// parse applies rule to the whole of text, which stands at pos.
func parse[T any](text string, pos token.Pos, rule func(*parser) T) (x T, err *Error) {
	return parsePart(text, pos, func(p *parser) T {
		x := rule(p)
		p.end()
		return x
	})
}

// parsePart applies rule to a beginning of text.
func parsePart[T any](text string, pos token.Pos, rule func(*parser) T) (x T, err *Error) {
	toks, err := scan(text, pos)
	if err != nil {
		return x, err
	}
	defer catch(&err)
	return rule(&parser{toks: toks}), nil
}

// end wants nothing more.
func (p *parser) end() {
	if t := p.peek(); t.kind != token.EOF {
		p.unexpected("the end of the line")
	}
}

func (p *parser) peek() tok { return p.toks[0] }

func (p *parser) next() tok {
	t := p.toks[0]
	if t.kind != token.EOF {
		p.toks = p.toks[1:]
	}
	return t
}

// got consumes the next token if it has the kind.
func (p *parser) got(kind token.Token) bool {
	if p.peek().kind != kind {
		return false
	}
	p.next()
	return true
}

func (p *parser) want(kind token.Token, what string) tok {
	if p.peek().kind != kind {
		p.unexpected(what)
	}
	return p.next()
}

func (p *parser) unexpected(want string) {
	t := p.peek()
	panic(&Error{Pos: t.pos, End: t.end, Code: CodeSyntax, Msg: "expected " + want + ", found " + t.String()})
}

// notAnOperator reports a token between expressions that is no operator but may be meant for one.
func (p *parser) notAnOperator() {
	t := p.peek()
	hint := "equality is =="
	switch {
	case t.kind == token.ARROW:
		hint = "Go reads <- as one token: write < -"
	case p.toks[1].kind == token.GTR && p.toks[1].pos == t.end:
		t.text, t.end = "=>", p.toks[1].end
		hint = "implication is ==>"
	}
	panic(&Error{Pos: t.pos, End: t.end, Code: CodeSyntax, Msg: t.text + " is not an operator of annotations", Hint: hint})
}

// The binding powers of the binary operators: Go's five, and ours below them.
const (
	lowest = iota
	iffPower
	impliesPower
	orPower // Go's precedence 1; the others follow
)

func power(t tok) int {
	switch t.kind {
	case tokIff:
		return iffPower
	case tokImplies:
		return impliesPower
	}
	if g := t.kind.Precedence(); g > token.LowestPrec {
		return orPower + g - 1
	}
	return lowest
}

func (p *parser) expr() syntax { return p.binary(lowest) }

// binary parses an expression of operators that bind tighter than min.
func (p *parser) binary(min int) syntax {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.peek(), "the expression is nested too deeply")
	}
	defer func() { p.depth-- }()
	x := p.unary()
	for {
		op := p.peek()
		n := power(op)
		if op.kind == token.ASSIGN || op.kind == token.ARROW {
			p.notAnOperator()
		}
		if n <= min {
			return x
		}
		p.next()
		if op.kind == tokImplies {
			n-- // right-associative
		}
		y := p.binary(n)
		x = &binaryX{span{x.Pos(), y.End()}, op, x, y}
	}
}

func (p *parser) fail(t tok, msg string) {
	panic(&Error{Pos: t.pos, End: t.end, Code: CodeSyntax, Msg: msg})
}

func (p *parser) unary() syntax {
	t := p.peek()
	switch t.kind {
	case token.SUB, token.ADD, token.XOR, token.NOT, token.MUL, token.AND:
		p.next()
		if p.depth++; p.depth > maxDepth {
			p.fail(t, "the expression is nested too deeply")
		}
		defer func() { p.depth-- }()
		x := p.unary()
		return &unaryX{span{t.pos, x.End()}, t.kind, x}
	case token.IDENT:
		if (t.text == "forall" || t.text == "exists") && p.toks[1].kind == token.IDENT {
			return p.quantifier()
		}
	}
	return p.postfix(p.primary())
}

// quantifier parses forall i, j int, p *Node :: P.
func (p *parser) quantifier() syntax {
	q := p.next()
	var vars []boundX
	for {
		group := []*nameX{p.name("a variable")}
		for p.peek().kind == token.COMMA {
			p.next()
			group = append(group, p.name("a variable"))
		}
		typ := p.typ()
		for _, n := range group {
			vars = append(vars, boundX{n, typ})
		}
		if !p.got(token.COMMA) {
			break
		}
	}
	if p.peek().kind != tokSuchThat {
		p.unexpected(":: after the variables of " + q.text)
	}
	p.next()
	body := p.expr()
	return &quantX{span{q.pos, body.End()}, q.text == "exists", vars, body}
}

func (p *parser) name(what string) *nameX {
	t := p.want(token.IDENT, what)
	return &nameX{span{t.pos, t.end}, t.text}
}

func (p *parser) primary() syntax {
	t := p.peek()
	switch t.kind {
	case token.IDENT:
		return p.name("")
	case token.INT, token.FLOAT, token.IMAG, token.CHAR, token.STRING:
		p.next()
		return &litX{span{t.pos, t.end}, t.kind, t.text}
	case token.LPAREN:
		p.next()
		x := p.expr()
		end := p.want(token.RPAREN, ")").end
		return &parenX{span{t.pos, end}, x}
	case token.LBRACK, tokChoice, token.MAP, token.CHAN:
		return p.typ()
	}
	p.unexpected("an expression")
	return nil
}

func (p *parser) postfix(x syntax) syntax {
	for {
		t := p.peek()
		switch {
		case t.kind == token.PERIOD:
			p.next()
			sel := p.name("a field name")
			x = &selectX{span{x.Pos(), sel.end}, x, sel}
		case t.kind == token.FLOAT && t.text[0] == '.' && t.pos == x.End(): // result.0
			p.next()
			sel := &nameX{span{t.pos + 1, t.end}, t.text[1:]}
			x = &selectX{span{x.Pos(), t.end}, x, sel}
		case t.kind == token.LPAREN:
			p.next()
			args := p.list(token.RPAREN)
			x = &callX{span{x.Pos(), p.want(token.RPAREN, ") or ,").end}, x, args}
		case t.kind == token.LBRACK:
			x = p.index(x)
		case t.kind == tokChoice && t.pos == x.End():
			p.fail(t, "the index is missing")
		case t.kind == token.LBRACE && isMathType(x):
			p.next()
			elems := p.list(token.RBRACE)
			x = &literalX{span{x.Pos(), p.want(token.RBRACE, "} or ,").end}, x, elems}
		default:
			return x
		}
	}
}

// isMathType reports whether x has the form of a type that literals may have: seq[T], set[T], mmap[K, V].
func isMathType(x syntax) bool {
	i, ok := x.(*indexX)
	if !ok {
		return false
	}
	n, ok := i.x.(*nameX)
	return ok && (n.name == "seq" || n.name == "set" || n.name == "mmap")
}

// index parses what follows x in x[i], x[*], x[lo:hi] and T[A, B].
func (p *parser) index(x syntax) syntax {
	p.want(token.LBRACK, "[")
	if p.peek().kind == token.MUL && p.toks[1].kind == token.RBRACK {
		p.next()
		return &elemsX{span{x.Pos(), p.next().end}, x}
	}
	var lo, hi syntax
	if p.peek().kind != token.COLON {
		lo = p.expr()
	}
	switch {
	case p.got(token.COLON):
		if p.peek().kind != token.RBRACK {
			hi = p.expr()
		}
		if t := p.peek(); t.kind == token.COLON {
			p.fail(t, "slice expressions with a capacity are not part of annotations")
		}
		return &sliceX{span{x.Pos(), p.want(token.RBRACK, "]").end}, x, lo, hi}
	case lo == nil:
		p.unexpected("an index")
	}
	args := []syntax{lo}
	for p.got(token.COMMA) {
		args = append(args, p.expr())
	}
	return &indexX{span{x.Pos(), p.want(token.RBRACK, "]").end}, x, args}
}

// list parses expressions between commas up to the closing token.
func (p *parser) list(closing token.Token) []syntax {
	var xs []syntax
	if p.peek().kind == closing {
		return nil
	}
	xs = append(xs, p.expr())
	for p.got(token.COMMA) {
		xs = append(xs, p.expr())
	}
	return xs
}

// exprs parses a list of one or more expressions.
func (p *parser) exprs() []syntax {
	xs := []syntax{p.expr()}
	for p.got(token.COMMA) {
		xs = append(xs, p.expr())
	}
	return xs
}

// typ parses a type.
func (p *parser) typ() syntax {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.peek(), "the type is nested too deeply")
	}
	defer func() { p.depth-- }()
	t := p.peek()
	switch t.kind {
	case token.MUL:
		p.next()
		x := p.typ()
		return &unaryX{span{t.pos, x.End()}, token.MUL, x}
	case token.LPAREN:
		p.next()
		x := p.typ()
		return &parenX{span{t.pos, p.want(token.RPAREN, ")").end}, x}
	case tokChoice:
		p.next()
		x := p.typ()
		return &arrayTypeX{span{t.pos, x.End()}, nil, x}
	case token.LBRACK:
		p.next()
		n := p.expr()
		p.want(token.RBRACK, "]")
		x := p.typ()
		return &arrayTypeX{span{t.pos, x.End()}, n, x}
	case token.MAP:
		p.next()
		p.want(token.LBRACK, "[")
		k := p.typ()
		p.want(token.RBRACK, "]")
		x := p.typ()
		return &mapTypeX{span{t.pos, x.End()}, k, x}
	case token.CHAN:
		p.next()
		x := p.typ()
		return &chanTypeX{span{t.pos, x.End()}, x}
	}
	return p.typeName()
}

// typeName parses T, pkg.T, T[A, B].
func (p *parser) typeName() syntax {
	var x syntax = p.name("a type")
	if p.got(token.PERIOD) {
		sel := p.name("a type")
		x = &selectX{span{x.Pos(), sel.end}, x, sel}
	}
	if p.peek().kind != token.LBRACK {
		return x
	}
	p.next()
	args := []syntax{p.typ()}
	for p.got(token.COMMA) {
		args = append(args, p.typ())
	}
	return &indexX{span{x.Pos(), p.want(token.RBRACK, "]").end}, x, args}
}

// spec parses a specification: choice binds loosest, then sequence, then iteration.
func (p *parser) spec() syntax {
	x := p.specSeq()
	for p.got(tokChoice) {
		y := p.specSeq()
		x = &specChoiceX{span{x.Pos(), y.End()}, x, y}
	}
	if t := p.peek(); t.kind == token.LBRACK || t.kind == token.OR || t.kind == token.LOR {
		panic(&Error{Pos: t.pos, End: t.end, Code: CodeSyntax, Msg: "expected [], ; or *, found " + t.String(),
			Hint: "choice is [], without a space between"})
	}
	return x
}

func (p *parser) specSeq() syntax {
	x := p.specStar()
	for p.got(token.SEMICOLON) {
		y := p.specStar()
		x = &specSeqX{span{x.Pos(), y.End()}, x, y}
	}
	return x
}

func (p *parser) specStar() syntax {
	x := p.specPrimary()
	for p.peek().kind == token.MUL {
		x = &specStarX{span{x.Pos(), p.next().end}, x}
	}
	return x
}

func (p *parser) specPrimary() syntax {
	t := p.peek()
	switch {
	case t.kind == token.LPAREN:
		if p.depth++; p.depth > maxDepth {
			p.fail(t, "the specification is nested too deeply")
		}
		defer func() { p.depth-- }()
		p.next()
		x := p.spec()
		return &parenX{span{t.pos, p.want(token.RPAREN, ")").end}, x}
	case t.kind == token.IDENT && t.text == "skip":
		p.next()
		return &specSkipX{span{t.pos, t.end}}
	case t.kind == token.IDENT && t.text == "action":
		return p.inlineAction()
	case t.kind == token.IDENT:
		return &specNameX{*p.name("")}
	}
	p.unexpected("an action, skip or (")
	return nil
}

// inlineAction parses the papers' action "Name": (mods) { P }.
func (p *parser) inlineAction() syntax {
	start := p.next().pos
	var name *nameX
	if k := p.peek().kind; k == token.STRING || k == token.IDENT {
		name = p.actionName()
		p.want(token.COLON, ": after the action's name")
	}
	p.want(token.LPAREN, "( and what the action modifies")
	mods := p.list(token.RPAREN)
	p.want(token.RPAREN, ") or ,")
	p.want(token.LBRACE, "{ and the action's condition")
	body := p.expr()
	end := p.want(token.RBRACE, "}").end
	return &specInlineX{span{start, end}, name, mods, body}
}

// actionName parses the name of an action, with or without the papers' quotes.
func (p *parser) actionName() *nameX {
	t := p.peek()
	name := t.text
	if t.kind == token.STRING {
		name, _ = strconv.Unquote(t.text) // the scanner has checked it
	} else if t.kind != token.IDENT {
		p.unexpected("the name of an action")
	}
	p.next()
	if !token.IsIdentifier(name) {
		p.fail(t, "the name of an action is an identifier")
	}
	if name == "skip" || name == "action" {
		p.fail(t, name+" cannot be the name of an action")
	}
	return &nameX{span{t.pos, t.end}, name}
}

// assignment parses G = E.
func (p *parser) assignment() [2]syntax {
	target := p.postfix(p.primary())
	p.want(token.ASSIGN, "=")
	return [2]syntax{target, p.expr()}
}
