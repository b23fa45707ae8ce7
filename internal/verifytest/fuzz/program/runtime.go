package program

import (
	"fmt"
	"go/parser"
	"regexp"
	"strings"
)

var lockState = regexp.MustCompile(`^(.*\S) (==|!=) (free|tid)$`)

// runAssertion is an assertion as a statement of the program that is run.
func runAssertion(n int, text string) string {
	if m := lockState.FindStringSubmatch(text); m != nil {
		if m[2]+m[3] == "==free" {
			return fmt.Sprintf("_free(@, %d, &%s)", n, m[1])
		}
		return fmt.Sprintf("_locked(@, %d, &%s)", n, m[1]) // held by this goroutine, or by some
	}
	return fmt.Sprintf("_check(@, %d, %s)", n, goFormula(text))
}

var (
	sequence = regexp.MustCompile(`^(\S+) = (\S+) \+ seq\[int\]\{(.*)\}$`)
	oneMore  = regexp.MustCompile(`^(\S+) = \S+ \+ set\[string\]\{(.+)\}$`)
	oneLess  = regexp.MustCompile(`^(\S+) = \S+ - set\[string\]\{(.+)\}$`)
	emptySet = regexp.MustCompile(`^(\S+) = set\[string\]\{\}$`)
	entry    = regexp.MustCompile(`^([\w.]+)\[([^\]]+)\] = (.*)$`)
)

// runSet is an assignment to a ghost as a statement of the program that is run, where the ghost is a field like others.
func runSet(text string) string {
	if strings.HasSuffix(text, "= tid") || strings.HasSuffix(text, "= free") {
		return "" // who runs is nowhere in memory
	}
	text = sequence.ReplaceAllString(text, "$1 = append(slices.Clone($2), $3)")
	text = oneMore.ReplaceAllString(text, "$1 = _put($1, $2, true)")
	text = oneLess.ReplaceAllString(text, "delete($1, $2)")
	text = emptySet.ReplaceAllString(text, "$1 = nil")
	return entry.ReplaceAllString(text, "$1 = _put($1, $2, $3)")
}

// A runnable is what an annotation says, as Go: the values before the call that it speaks of, and the expression.
type runnable struct {
	olds []string // expressions of which the value before the call is in _o0, _o1, ...
	text string
}

// runCondition translates a requires or ensures clause; ok is false if it speaks of what Go code cannot see.
func runCondition(text string, from int) (runnable, bool) {
	if text == "" || strings.Contains(text, "free") || strings.Contains(text, "tid") || strings.Contains(text, "held(") || strings.Contains(text, "local(") {
		return runnable{}, false
	}
	text = strings.ReplaceAll(resultField.ReplaceAllString(text, "_r$1"), "@", "_at_")
	text = goFormula(oldElement.ReplaceAllString(text, "old($1)[$2]"))
	if _, err := parser.ParseExpr(text); err != nil {
		return runnable{}, false
	}
	var c runnable
	text = atomicPlace.ReplaceAllString(text, "$0.Load()")
	text = bareResult.ReplaceAllString(text, "_r0")
	for {
		at := strings.Index(text, "old(")
		if at < 0 {
			break
		}
		stop := closing(text, at+len("old")) + 1
		name := fmt.Sprintf("_o%d", from+len(c.olds))
		c.olds = append(c.olds, text[at+len("old("):stop-1])
		text = text[:at] + name + text[stop:]
	}
	c.text = strings.ReplaceAll(text, "_at_", "@")
	for n := range c.olds {
		c.olds[n] = strings.ReplaceAll(c.olds[n], "_at_", "@")
	}
	return c, true
}

var (
	resultField = regexp.MustCompile(`\bresult\.([0-9])`)
	atomicPlace = regexp.MustCompile(`\b[cd]\.(at|au|ab)\b`)
	bareResult  = regexp.MustCompile(`\bresult\b`)
)

// closing is where the parenthesis at open is closed.
func closing(text string, open int) int {
	depth := 0
	for n := open; n < len(text); n++ {
		switch text[n] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return n
			}
		}
	}
	return len(text) - 1
}
