package main

import (
	"bytes"
	"fmt"
	"strings"
)

// A tally counts what became of annotations.
type tally struct{ removed, proposed, same, right, further, furtherRight int }

func (s *study) tally() tally {
	var t tally
	for _, x := range s.removed {
		t.removed++
		t.proposed += one(x.proposed)
		t.same += one(x.same)
		t.right += one(x.right)
	}
	for _, f := range s.further {
		t.further++
		t.furtherRight += one(f.right)
	}
	return t
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (t *tally) add(u tally) {
	t.removed, t.proposed, t.same, t.right = t.removed+u.removed, t.proposed+u.proposed, t.same+u.same, t.right+u.right
	t.further, t.furtherRight = t.further+u.further, t.furtherRight+u.furtherRight
}

func percent(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}

const intro = `# How much of the annotations is inferred

Written by ` + "`go run ./internal/tools/inferaccuracy`" + `, which takes the guards and lock preconditions out of packages that have them, infers them
anew, and compares. A guard is taken out where it is about locks alone: guarded_by, and accessible_if, readable_if and
writable_if where they say no more than that locks are held (not those of the locks themselves, which need none). A lock
precondition is a requires clause that says no more than that. All other annotations stay: contracts, invariants, ghosts, the
other requires clauses, condition_of.

Same means the same condition, written one way or another. Right means the same, or another one with which every function of
the package is verified. Further are annotations that are proposed where none was taken out; they are right if the package is
verified with them.

`

func page(all []*study) []byte {
	var b bytes.Buffer
	b.WriteString(intro)
	b.WriteString("| package | removed | proposed | same | right | missed | further | right |\n")
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	row := func(name string, t tally) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %d |\n", name, t.removed, t.proposed, t.same, t.right,
			t.removed-t.proposed, t.further, t.furtherRight)
	}
	var sum tally
	for _, s := range all {
		row(s.name, s.tally())
		sum.add(s.tally())
	}
	row("all", sum)
	proposed := sum.proposed + sum.further
	fmt.Fprintf(&b, "\nOf the annotations that were taken out %s are proposed again. Of all that is proposed %s are right.\n",
		percent(sum.proposed, sum.removed), percent(sum.right+sum.furtherRight, proposed))
	stays := 0
	for _, s := range all {
		stays += s.stays
	}
	fmt.Fprintf(&b, "%d further guards in these packages are about more than locks, or of a lock, and stay.\n", stays)
	b.WriteString(exceptions(all))
	return b.Bytes()
}

// exceptions lists what is not the same as it was.
func exceptions(all []*study) string {
	var b strings.Builder
	list := func(title string, of func(*study) []string) {
		var lines []string
		for _, s := range all {
			for _, line := range of(s) {
				lines = append(lines, "- "+s.name+": "+line+"\n")
			}
		}
		if len(lines) > 0 {
			fmt.Fprintf(&b, "\n## %s\n\n%s", title, strings.Join(lines, ""))
		}
	}
	list("Missed, and why", func(s *study) (lines []string) {
		for _, x := range s.removed {
			if !x.proposed {
				lines = append(lines, x.what+": "+x.missed)
			}
		}
		return lines
	})
	list("Not the same", func(s *study) (lines []string) {
		for _, x := range s.removed {
			if x.proposed && !x.same {
				verdict := "wrong"
				if x.right {
					verdict = "right"
				}
				lines = append(lines, x.what+": now "+x.instead+" ("+verdict+")")
			}
		}
		return lines
	})
	list("Further", func(s *study) (lines []string) {
		for _, f := range s.further {
			verdict := "wrong"
			if f.right {
				verdict = "right"
			}
			lines = append(lines, f.what+" ("+verdict+")")
		}
		return lines
	})
	return b.String()
}
