package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/vcgen"
)

// reference is how values name objects, in the order in which they are met.
var reference = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\bp[0-9]+\b`)

// simple is a name of the source.
var simple = regexp.MustCompile(`^[\pL_][\pL\pN_]*$`)

// nameObjects writes what values call p1 and p2 as the source would: an object that a variable holds throughout by that variable, a
// parameter first; others as object 1, object 2.
func nameObjects(cx *vcgen.Counterexample) *vcgen.Counterexample {
	names := holders(cx)
	numbers := map[string]int{}
	rename := func(values []vcgen.Value) []vcgen.Value {
		values = slices.Clone(values)
		for i, v := range values {
			values[i].Text = reference.ReplaceAllStringFunc(v.Text, func(word string) string {
				if word[0] == '"' {
					return word
				}
				if name := names[word]; name != "" && name != v.Label {
					return name
				}
				if numbers[word] == 0 {
					numbers[word] = len(numbers) + 1
				}
				return fmt.Sprintf("%s%d", object, numbers[word])
			})
		}
		return values
	}
	out := &vcgen.Counterexample{Points: slices.Clone(cx.Points)}
	for i, p := range out.Points {
		out.Points[i].Shows = rename(p.Shows)
	}
	out.Values = rename(cx.Values)
	return out
}

// object begins the name of an object that no variable holds.
const object = "object "

// holders finds for objects a variable that holds nothing else all along: one with a simple name, or else a field or element.
func holders(cx *vcgen.Counterexample) map[string]string {
	var order []string // labels
	held := map[string][]string{}
	note := func(values []vcgen.Value) {
		for _, v := range values {
			if held[v.Label] == nil {
				order = append(order, v.Label)
			}
			if !slices.Contains(held[v.Label], v.Text) {
				held[v.Label] = append(held[v.Label], v.Text)
			}
		}
	}
	for _, p := range cx.Points {
		note(p.Shows)
	}
	note(cx.Values)
	names := map[string]string{}
	for _, plain := range []bool{true, false} {
		for _, label := range order {
			texts := held[label]
			if len(texts) != 1 || reference.FindString(texts[0]) != texts[0] || texts[0][0] == '"' {
				continue
			}
			if simple.MatchString(label) != plain || label == "result" || strings.HasSuffix(label, ")") || names[texts[0]] != "" {
				continue
			}
			names[texts[0]] = label
		}
	}
	return names
}
