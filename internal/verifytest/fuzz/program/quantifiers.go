package program

import (
	"fmt"
	"regexp"
	"strings"
)

// Annotations as Go: implications, quantifiers over the indices of a slice or the keys of a map, and has.

// goFormula is a formula of an annotation as a Go expression. A quantifier over indices says by a bound in its first part
// how far they go, one over keys by has.
func goFormula(text string) string {
	text = strings.TrimSpace(text)
	q := outside(text, "forall ", "exists ")
	for _, arrow := range []string{"<==>", "==>"} {
		at := outside(text, arrow)
		if at < 0 || q >= 0 && q < at {
			continue
		}
		a, b := goFormula(text[:at]), goFormula(text[at+len(arrow):])
		if arrow == "==>" {
			return "(!(" + a + ") || (" + b + "))"
		}
		return "((" + a + ") == (" + b + "))"
	}
	if q >= 0 {
		return inParentheses(text[:q]) + goQuantifier(text[q:])
	}
	return inParentheses(text)
}

var ours = regexp.MustCompile(`\b(has|integer)\(`)

// inParentheses translates what stands in parentheses.
func inParentheses(text string) string {
	open := strings.Index(text, "(")
	if open < 0 {
		return text
	}
	end := closing(text, open)
	return ours.ReplaceAllString(text[:open+1], "_$1(") + goFormula(text[open+1:end]) + ")" + inParentheses(text[end+1:])
}

// outside is where the first of the words stands outside of all parentheses, or -1.
func outside(text string, words ...string) int {
	depth := 0
	for n := range len(text) {
		switch text[n] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		for _, w := range words {
			if depth == 0 && strings.HasPrefix(text[n:], w) && !(w == "==>" && n > 0 && text[n-1] == '<') {
				return n
			}
		}
	}
	return -1
}

var (
	upperBound = regexp.MustCompile(`< (len\([^()]*\)|old\(len\([^()]*\)\)|[0-9]+)`)
	ofMap      = regexp.MustCompile(`has\(([\w.@]+), `)
)

// goQuantifier translates a quantifier, which extends to the end of the text.
func goQuantifier(text string) string {
	head, body, _ := strings.Cut(text, "::")
	kind, binders, _ := strings.Cut(strings.TrimSpace(head), " ")
	over, guard := "_all", body
	if at := outside(body, "==>"); at >= 0 {
		guard = body[:at]
	}
	if kind == "exists" {
		over = "_any"
	}
	out := goFormula(body)
	for _, b := range strings.Split(binders, ",") {
		name, typ, _ := strings.Cut(strings.TrimSpace(b), " ")
		if typ == "string" {
			out = fmt.Sprintf("%sKeys(%s, func(%s string) bool { return %s })", over, ofMap.FindStringSubmatch(guard)[1], name, out)
			continue
		}
		bounds := upperBound.FindAllStringSubmatch(guard, -1)
		out = fmt.Sprintf("%s(%s, func(%s int) bool { return %s })", over, bounds[len(bounds)-1][1], name, out)
	}
	return out
}

// oldElement is an element before the call, of which an annotation speaks in a quantifier.
var oldElement = regexp.MustCompile(`old\(([\w.@]+)\[(ix|jx|key)\]\)`)
