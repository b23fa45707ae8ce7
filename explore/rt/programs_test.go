package rt_test

import (
	"sort"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// A program is a small test with known answers, run under every schedule.
type program struct {
	name string
	run  func(t *rt.T)
	want string // the kinds of bugs there are, sorted
	says string // part of the message of the first bug

	complete, blocked int // executions that end so; -1: any number, but at least one. Zero is zero where want is empty.
	clockAny          bool
}

// any number of executions
const some = -1

func check(t *testing.T, programs []program) {
	t.Helper()
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			r := rt.Explore(rt.Config{Strategy: strategy.NewDFS(), ClockAny: p.clockAny, MaxExecutions: 300000, MaxSteps: 400}, p.run)
			if r.Err != nil {
				t.Fatal(r.Err)
			}
			if !r.Exhausted {
				t.Errorf("not exhausted after %d executions", r.Executions)
			}
			if got := kinds(r); got != p.want {
				t.Errorf("bugs %q, want %q\n%s", got, p.want, describe(r))
			}
			if p.says != "" && (len(r.Bugs) == 0 || !strings.Contains(r.Bugs[0].Message, p.says)) {
				t.Errorf("no message %q\n%s", p.says, describe(r))
			}
			for _, b := range r.Bugs {
				if !b.Confirmed {
					t.Errorf("not confirmed: %s: %s", b.Kind, b.Message)
				}
			}
			if len(r.OutOfControl) > 0 {
				t.Error(r.OutOfControl[0])
			}
			count(t, "complete", r.Outcomes[rt.Complete], p.complete)
			count(t, "blocked", r.Outcomes[rt.Blocked], p.blocked)
		})
	}
}

func count(t *testing.T, what string, got, want int) {
	t.Helper()
	if want == some && got == 0 || want != some && got != want {
		t.Errorf("%d %s executions, want %d", got, what, want)
	}
}

func kinds(r *rt.Result) string {
	seen := map[string]bool{}
	for _, b := range r.Bugs {
		seen[string(b.Kind)] = true
	}
	var list []string
	for k := range seen {
		list = append(list, k)
	}
	sort.Strings(list)
	return strings.Join(list, " ")
}

func describe(r *rt.Result) string {
	var b strings.Builder
	for _, bug := range r.Bugs {
		b.WriteString(string(bug.Kind) + ": " + bug.Message + "\n")
	}
	return b.String()
}
