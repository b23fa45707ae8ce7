package fusion

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/calvin-go/calvin/explore/strategy"
)

// This file makes a plan of a model: a schedule that leads to where the trace knows the program no longer. That may be a
// failure; if not, the trace of that schedule knows more.

// terms are what makes a plan of a model.
func (f *formula) terms() []string {
	out := []string{"end"}
	for _, it := range f.rest {
		if it.event >= 0 || it.imagined() {
			out = append(out, f.time(it))
		}
	}
	for _, x := range f.fails {
		out = append(out, x.name)
	}
	for _, b := range f.phantoms() {
		out = append(out, f.leaves(b))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// phantoms are the branches that an execution of the formula may take another way, and go on.
func (f *formula) phantoms() []*branch {
	var out []*branch
	for _, b := range f.c.branches {
		if !b.bail && b.at >= f.cut && f.leaves(b) != "false" {
			out = append(out, b)
		}
	}
	return out
}

// A model is what a solver says of the terms of a formula.
type model struct {
	*formula
	values map[string]string
}

func (m *model) isTrue(text string) bool { return text == "true" || m.values[text] == "true" }

// number is a time.
func (m *model) number(text string) int {
	n, err := strconv.Atoi(m.values[text])
	if err != nil {
		return 0
	}
	return n
}

// plan is the execution up to the first point where the program is left that the trace knows.
func (f *formula) plan(values map[string]string, trace *strategy.Trace) verdict {
	m := &model{f, values}
	end, last, real := m.end()
	v := verdict{real: real}
	visible := f.accessesAreVisible()
	var steps []*item
	for _, it := range f.rest {
		// Of a way that was not taken it is a guess which items are visible operations.
		step := it.event >= 0 || it.imagined() && (it.atomic || visible)
		if step && m.number(f.time(it)) <= end && m.happens(it) {
			steps = append(steps, it)
		}
	}
	slices.SortFunc(steps, func(a, b *item) int {
		return cmp.Or(m.number(f.time(a))-m.number(f.time(b)), b.id-a.id) // as in earlier
	})
	for _, it := range steps {
		h := strategy.Hint{G: it.g.gid}
		if it.event >= 0 {
			h.Site = trace.Steps[it.event].Site
		}
		v.plan = append(v.plan, h)
	}
	if last != nil {
		v.plan = append(v.plan, strategy.Hint{G: last.gid})
	}
	return v
}

// end is when the program is left that the trace knows, by whom (nil for nobody in particular), and whether that is a
// failure for certain.
func (m *model) end() (end int, last *goroutine, real bool) {
	end = m.number("end")
	for _, x := range m.fails {
		if m.isTrue(x.name) && x.g != nil {
			last, real = x.g, x.branch != nil && x.branch.fails
		}
	}
	for _, b := range m.phantoms() {
		if b.exact || !m.isTrue(m.leaves(b)) {
			continue
		}
		if at := m.number(m.time(m.previous(b))); at < end {
			end, last, real = at, b.g, false
		}
	}
	return end, last, real
}

// accessesAreVisible reports whether accesses to memory are visible operations in the trace.
func (f *formula) accessesAreVisible() bool {
	return slices.ContainsFunc(f.c.items, func(it *item) bool { return it.plain && it.event >= 0 })
}

// happens reports whether control comes to an item.
func (m *model) happens(it *item) bool {
	for _, g := range it.guards {
		if !g.bail && m.isTrue(m.leaves(g.branch)) != g.other || g.bail && g.other {
			return false
		}
	}
	return true
}
