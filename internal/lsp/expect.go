package lsp

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/annot"
)

// An expectation says which names fit best where the cursor is in an annotation.
type expectation struct {
	fits func(types.Type) bool // nil: all do
	next func(types.Type) bool // what fits less well; nil: nothing
	only bool                  // nothing else can be meant, but as the way to what fits
	// goroutine: who holds a lock, tid or free.
	goroutine, condition bool
	types                bool // the name of a type
}

var (
	anyLock = expectation{fits: isLockType}
	once1   = expectation{fits: func(t types.Type) bool { return annot.LockOf(deref(t)) == annot.Once }}
	readers = expectation{fits: func(t types.Type) bool { return annot.LockOf(deref(t)) == annot.RWMutex }}
	channel = expectation{fits: func(t types.Type) bool { return is[*types.Chan](t) }}
	truth   = expectation{condition: true, fits: func(t types.Type) bool { return hasInfo(t, types.IsBoolean) }}
	number  = expectation{fits: func(t types.Type) bool { return hasInfo(t, types.IsInteger) }}
	sized   = expectation{fits: func(t types.Type) bool {
		return is[*types.Slice](t) || is[*types.Map](t) || is[*types.Chan](t) || is[*types.Array](t) || hasInfo(t, types.IsString)
	}}
	keyed   = expectation{fits: func(t types.Type) bool { return is[*types.Map](t) }}
	pointed = expectation{fits: func(t types.Type) bool { return is[*types.Pointer](t) || is[*types.Slice](t) }}
)

// inside has what the functions of the language take.
var inside = map[string]expectation{
	"held": anyLock, "rheld": readers, "region": anyLock, "closed": channel, "closer": channel, "done": once1,
	"len": sized, "cap": sized, "has": keyed, "local": pointed,
}

// ofVerb has what the arguments of directives are, where that is no condition.
var ofVerb = map[string]expectation{
	"guarded_by": {fits: isLockType, next: is[*types.Chan], only: true}, "condition_of": {fits: isLockType, only: true}, "lock_order": {fits: isLockType, only: true},
}

func is[T types.Type](t types.Type) bool {
	_, ok := t.Underlying().(T)
	return ok
}

func hasInfo(t types.Type, info types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

func isLockType(t types.Type) bool {
	return annot.LockOf(deref(t)) != annot.NoLock || annot.IsLocker(t)
}

// expects finds out what fits at a place in the arguments of an annotation, which is where a name begins.
func (b *buffer) expects(c comment, at int, s site) expectation {
	begin := min(at, c.args)
	toks := argTokens(b.text[begin:at])
	if c.verb == "ghost" && len(toks) == 1 || boundNow(toks) {
		return expectation{types: true}
	}
	if len(toks) == 0 {
		if e, ok := ofVerb[c.verb]; ok {
			return e
		}
		return b.plain(c)
	}
	last := toks[len(toks)-1]
	switch last.tok {
	case token.LPAREN:
		if len(toks) > 1 {
			if e, ok := inside[toks[len(toks)-2].text]; ok {
				return e
			}
		}
	case token.LBRACK:
		return number
	case token.COMMA, token.LSS:
		if e, ok := ofVerb[c.verb]; ok {
			return e
		}
	}
	if last.tok.IsOperator() && last.tok != token.LPAREN {
		if left := b.typeBefore(begin, toks[:len(toks)-1], at, s); left != nil && last.tok != token.LAND && last.tok != token.LOR {
			if isLockType(left) || left.String() == "tid" {
				return expectation{goroutine: true, fits: isLockType}
			}
			return expectation{fits: func(t types.Type) bool { return sameType(t, left) }}
		}
	}
	if last.tok == token.IDENT && c.verb == "ghost" {
		return expectation{fits: func(types.Type) bool { return false }}
	}
	return b.plain(c)
}

// sameType reports whether values of two types can be compared; package types does not know the types of ghosts.
func sameType(a, b types.Type) bool {
	if x, ok := a.(*types.Basic); ok && x.Info()&types.IsUntyped != 0 {
		return hasInfo(b, x.Info()&types.IsConstType)
	}
	return types.TypeString(a, nil) == types.TypeString(b, nil)
}

// plain is what a directive expects if nothing is written.
func (b *buffer) plain(c comment) expectation {
	for _, v := range annot.Verbs() {
		if v.Name == c.verb && v.Form == "P" {
			return truth
		}
	}
	return expectation{}
}

// boundNow reports whether the type of a variable of a quantifier comes next.
func boundNow(toks []lexeme) bool {
	for i, t := range slices.Backward(toks) {
		switch {
		case t.text == "forall" || t.text == "exists":
			return i < len(toks)-1 && toks[len(toks)-1].tok == token.IDENT
		case t.tok != token.IDENT && t.tok != token.COMMA:
			return false
		}
	}
	return false
}

// argTokens are the tokens of a text as far as they are whole.
func argTokens(text string) []lexeme {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var sc scanner.Scanner
	sc.Init(file, []byte(text), func(token.Position, string) {}, 0)
	var all []lexeme
	for {
		pos, tok, lit := sc.Scan()
		if tok == token.EOF || tok == token.SEMICOLON && lit == "\n" {
			return all
		}
		if lit == "" {
			lit = tok.String()
		}
		all = append(all, lexeme{file.Offset(pos), file.Offset(pos) + len(lit), tok, lit})
	}
}

// typeBefore is the type of the operand that tokens end with, which begin at a place: a name, a chain of them, old or len of one.
func (b *buffer) typeBefore(begin int, toks []lexeme, at int, s site) types.Type {
	if len(toks) == 0 || b.known == nil {
		return nil
	}
	last := toks[len(toks)-1]
	if last.tok == token.RPAREN {
		depth := 0
		for i, t := range slices.Backward(toks) {
			switch t.tok {
			case token.RPAREN:
				depth++
			case token.LPAREN:
				depth--
			}
			if depth > 0 || i == 0 {
				continue
			}
			switch toks[i-1].text {
			case "old":
				return b.typeBefore(begin, toks[:len(toks)-1], at, s)
			case "len", "cap":
				return types.Typ[types.Int]
			}
			return nil
		}
		return nil
	}
	if last.tok != token.IDENT {
		return nil
	}
	words, _, _ := selector(b.text, begin+last.from)
	if len(words) == 1 && words[0] == "result" {
		return b.resultType(s.fn)
	}
	if obj := b.resolve(words, at); obj != nil {
		return obj.Type()
	}
	return nil
}

// resultType is the type of the only result of a function, as it was when the package last compiled.
func (b *buffer) resultType(fn *ast.FuncDecl) types.Type {
	if fn == nil || b.known == nil {
		return nil
	}
	for _, file := range b.known.pkg.Syntax {
		for _, d := range file.Decls {
			if old, ok := d.(*ast.FuncDecl); ok && nameOf(old) == nameOf(fn) {
				if f, ok := b.known.pkg.TypesInfo.Defs[old.Name].(*types.Func); ok && f.Signature().Results().Len() == 1 {
					return f.Signature().Results().At(0).Type()
				}
			}
		}
	}
	return nil
}

// rank orders what is offered: what fits, what has a part that fits, other values, and types.
func (e expectation) rank(obj types.Object) int {
	if _, isType := obj.(*types.TypeName); isType || e.types {
		if isType && e.types {
			return 0
		}
		return 3
	}
	t := obj.Type()
	if f, ok := obj.(*types.Func); ok && f.Signature().Results().Len() == 1 {
		t = f.Signature().Results().At(0).Type()
	}
	switch {
	case e.goroutine && e.fits(t):
		return 1 // after the words
	case e.fits == nil || e.fits(t):
		return 0
	case e.next != nil && e.next(t):
		return 1
	}
	if st, ok := deref(t).Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			if e.fits(f.Type()) {
				return 1
			}
		}
	}
	return 2
}

// rankWord orders the words of the language likewise.
func (e expectation) rankWord(w annot.Word) int {
	switch {
	case e.types:
		if slices.Contains([]string{"integer", "seq", "set", "mmap", "tid"}, w.Name) {
			return 0
		}
	case e.goroutine:
		if w.Name == "tid" || w.Name == "free" {
			return 0
		}
		if strings.HasSuffix(w.Form, " tid") {
			return 1
		}
	case e.condition:
		if strings.HasSuffix(w.Form, " bool") || w.Name == "forall" || w.Name == "exists" || w.Name == "old" {
			return 1 // after the names that fit
		}
	}
	return 2
}
