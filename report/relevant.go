package report

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

// concerns reports of a value whether the finding may depend on the variable: the finding names it, or what it names is made of it, or
// the execution takes its way because of it. That goes by names. So a variable too many may count, and what a name does not tell, as the
// change of a field by a call, counts with all that the call names.
func (d *Diagnostic) concerns() func(vcgen.Value) bool {
	named := map[string]bool{}
	note := func(text string) {
		for _, word := range identifiers(text) {
			named[word] = true
		}
	}
	note(strings.ReplaceAll(d.Message, cmp.Or(d.Whole, "\n"), ""))
	note(d.Needed)
	if d.Clause != nil {
		note(d.Clause.Text)
	}
	for _, v := range d.Values {
		note(v.Label)
	}
	concerns := func(v vcgen.Value) bool { return named[variable(v.Label)] }
	for before := -1; len(named) > before; {
		before = len(named)
		for _, s := range d.Trace {
			if !s.Others && (decides(s) || slices.ContainsFunc(s.Changes, concerns)) {
				note(s.Text)
			}
		}
	}
	return concerns
}

// decides reports whether a step matters by itself: it fails, it does not commute both ways, or the execution takes its way there.
func decides(s Step) bool {
	if s.Mover != "" && s.Mover != ir.BothMover.String() {
		return true
	}
	keyword, _, _ := strings.Cut(s.Text, " ")
	return slices.Contains([]string{"if", "for", "switch", "case", "select"}, keyword)
}

// variable is the name by which a label is known: that of the variable, field or lock, without what it is indexed by.
func variable(label string) string {
	label, _, _ = strings.Cut(strings.TrimSuffix(label, forReading), "[")
	words := identifiers(label)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

func identifiers(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return !ofName(c) })
}

// ofName reports whether names have such a character.
func ofName(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// concerning leaves out of the states of steps what the finding does not depend on, and steps of others of which nothing is left.
func concerning(steps []Step, concerns func(vcgen.Value) bool) []Step {
	var kept []Step
	for _, s := range steps {
		if len(s.Words) > 0 && s.Mover != "E" {
			var words []string
			for i, w := range s.Words {
				if w != "" && concerns(s.Changes[i]) {
					words = append(words, w)
				}
			}
			s.State = strings.Join(words, ", ")
			if s.Others && s.State == "" {
				continue
			}
		}
		kept = append(kept, s)
	}
	return kept
}
