package vcgen

import (
	"strconv"
	"strings"
)

// names gives out symbols of the solver's language that are unique within a VC and recall what they stand for. Equal
// requests in equal order get equal answers.
type names struct {
	next map[string]int // how often a base was asked for
}

func newNames() *names { return &names{next: map[string]int{}} }

// fresh returns base, or base with a number if base is taken.
func (n *names) fresh(base string) string {
	base = strings.Map(symbolRune, base)
	for {
		n.next[base]++
		k := n.next[base]
		if k == 1 {
			return base
		}
		if name := base + "~" + strconv.Itoa(k); n.next[name] == 0 {
			n.next[name] = 1
			return name
		}
	}
}

// numbered returns base with the next number of its series: base?1, base?2, ...
func (n *names) numbered(base string) string {
	base = strings.Map(symbolRune, base)
	n.next[base+"?"]++
	return n.fresh(base + "?" + strconv.Itoa(n.next[base+"?"]))
}

// symbolRune keeps what may stand between bars in SMT-LIB.
func symbolRune(r rune) rune {
	if r < ' ' || r > '~' || r == '|' || r == '\\' {
		return '_'
	}
	return r
}

// quote writes a symbol, between bars if it needs them. Names of ours never coincide with the solver's own: versions
// bear an @, functions parentheses, sorts a suffix, and so on.
func quote(symbol string) string {
	for i, r := range symbol {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', strings.ContainsRune("~@$%^&*_-+=<>.?/", r):
		case '0' <= r && r <= '9' && i > 0:
		default:
			return "|" + symbol + "|"
		}
	}
	return symbol
}
