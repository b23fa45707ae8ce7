package prover

import (
	"errors"
	"fmt"
	"strings"
)

// A Node is an s-expression: an atom or a list.
type Node struct {
	Atom string // as written, quotes and bars included; "" for a list
	List []Node
}

// maxDepth bounds the nesting of s-expressions, for those who walk them recursively.
const maxDepth = 10_000

// ParseNodes reads all s-expressions of text. Comments are skipped.
func ParseNodes(text string) ([]Node, error) {
	open := [][]Node{nil} // the lists being read, innermost last
	for rest := text; ; {
		rest = skipBlank(rest)
		top := len(open) - 1
		switch {
		case rest == "" && top > 0:
			return nil, errors.New("list without an end")
		case rest == "":
			return open[0], nil
		case rest[0] == '(':
			if top == maxDepth {
				return nil, fmt.Errorf("lists nested deeper than %d", maxDepth)
			}
			open = append(open, nil)
			rest = rest[1:]
		case rest[0] == ')':
			if top == 0 {
				return nil, errors.New("closing parenthesis without a list")
			}
			open[top-1] = append(open[top-1], Node{List: open[top]})
			open = open[:top]
			rest = rest[1:]
		default:
			n, err := atomLen(rest)
			if err != nil {
				return nil, err
			}
			open[top] = append(open[top], Node{Atom: rest[:n]})
			rest = rest[n:]
		}
	}
}

func skipBlank(s string) string {
	for {
		s = strings.TrimLeft(s, " \t\r\n")
		if !strings.HasPrefix(s, ";") {
			return s
		}
		_, s, _ = strings.Cut(s, "\n")
	}
}

// atomLen returns how long the atom is that s starts with.
func atomLen(s string) (int, error) {
	switch s[0] {
	case '|':
		if end := strings.IndexByte(s[1:], '|'); end >= 0 {
			return end + 2, nil
		}
		return 0, errors.New("quoted symbol without an end")
	case '"':
		// A quotation mark inside a string is written twice.
		for i := 1; i < len(s); i++ {
			if s[i] != '"' {
				continue
			}
			if i+1 == len(s) || s[i+1] != '"' {
				return i + 1, nil
			}
			i++
		}
		return 0, errors.New("string without an end")
	}
	if n := strings.IndexAny(s, " \t\r\n()|\";"); n >= 0 {
		return n, nil
	}
	return len(s), nil
}

// IsList reports whether n is a list, perhaps empty.
func (n Node) IsList() bool { return n.Atom == "" }

// Head returns the first element's atom, or "".
func (n Node) Head() string {
	if len(n.List) == 0 {
		return ""
	}
	return n.List[0].Atom
}

// String returns n on one line, with single spaces.
func (n Node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n Node) write(b *strings.Builder) {
	if !n.IsList() {
		b.WriteString(n.Atom)
		return
	}
	b.WriteByte('(')
	for i, e := range n.List {
		if i > 0 {
			b.WriteByte(' ')
		}
		e.write(b)
	}
	b.WriteByte(')')
}
