package vcgen

import "strings"

// A sexpr is a parsed answer of a solver: an atom or a list.
type sexpr struct {
	atom string
	list []sexpr
}

// parseSexpr parses one S-expression and tells whether text is one.
func parseSexpr(text string) (sexpr, bool) {
	e, rest, ok := readSexpr(strings.TrimSpace(text))
	return e, ok && strings.TrimSpace(rest) == ""
}

func readSexpr(text string) (e sexpr, rest string, ok bool) {
	switch {
	case text == "" || text[0] == ')':
		return sexpr{}, text, false
	case text[0] == '(':
		e.list, text = []sexpr{}, strings.TrimSpace(text[1:])
		for !strings.HasPrefix(text, ")") {
			var item sexpr
			if item, text, ok = readSexpr(text); !ok {
				return sexpr{}, text, false
			}
			e.list = append(e.list, item)
			text = strings.TrimSpace(text)
		}
		return e, text[1:], true
	case text[0] == '|':
		end := strings.IndexByte(text[1:], '|')
		if end < 0 {
			return sexpr{}, text, false
		}
		return sexpr{atom: text[:end+2]}, text[end+2:], true
	}
	end := strings.IndexAny(text, " \t\r\n()")
	if end < 0 {
		end = len(text)
	}
	return sexpr{atom: text[:end]}, text[end:], true
}

// String writes e with single spaces, so that equal answers are equal strings.
func (e sexpr) String() string {
	if e.list == nil {
		return e.atom
	}
	items := make([]string, len(e.list))
	for i, x := range e.list {
		items[i] = x.String()
	}
	return "(" + strings.Join(items, " ") + ")"
}

// head returns the arguments of a list that begins with the atom.
func (e sexpr) head(atom string) ([]sexpr, bool) {
	if len(e.list) == 0 || e.list[0].atom != atom {
		return nil, false
	}
	return e.list[1:], true
}
