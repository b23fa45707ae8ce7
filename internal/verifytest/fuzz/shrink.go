package fuzz

import (
	"context"
	"slices"

	"github.com/calvin-go/calvin/internal/verifytest/fuzz/program"
)

// A Judge says which of the programs still fail in the way that is looked for.
type Judge func(ctx context.Context, programs []*program.Program) ([]bool, error)

// Shrink makes a failing program small. Candidates are judged many at a time, as a judgement of one costs a load, a build
// and a run, and that of fifty hardly more.
func Shrink(ctx context.Context, p *program.Program, judge Judge, rounds int) (*program.Program, error) {
	tried := map[string]bool{p.Source("", program.Checked): true}
	for range rounds {
		var next []*program.Program
		for _, choices := range smaller(p.Choices) {
			q := program.Replay(choices)
			text := q.Source("", program.Checked)
			if !tried[text] && simpler(q, p) {
				tried[text] = true
				next = append(next, q)
				if len(next) == candidates {
					break
				}
			}
		}
		if len(next) == 0 {
			break
		}
		fails, err := judge(ctx, next)
		if err != nil {
			return p, err
		}
		best := p
		for n, q := range next {
			if fails[n] && simpler(q, best) {
				best = q
			}
		}
		p = best // if none fails, the next round tries what this one had no room for
	}
	return p, nil
}

const candidates = 60

// simpler reports whether a is simpler than b.
func simpler(a, b *program.Program) bool {
	la, lb := len(a.Source("", program.Checked)), len(b.Source("", program.Checked))
	if la != lb {
		return la < lb
	}
	if len(a.Choices) != len(b.Choices) {
		return len(a.Choices) < len(b.Choices)
	}
	return slices.Compare(a.Choices, b.Choices) < 0
}

// smaller returns sequences that are simpler than the one given, the boldest first.
func smaller(choices []int) [][]int {
	var all [][]int
	n := len(choices)
	for size := n / 2; size > 0; size /= 2 {
		for at := 0; at+size <= n; at += max(1, size/2) {
			all = append(all, slices.Concat(choices[:at], choices[at+size:]))
			zeroed := slices.Clone(choices)
			clear(zeroed[at : at+size])
			if !slices.Equal(zeroed, choices) {
				all = append(all, zeroed)
			}
		}
	}
	for at, c := range choices {
		for _, v := range []int{c / 2, c - 1} {
			if v >= 0 && v < c {
				less := slices.Clone(choices)
				less[at] = v
				all = append(all, less)
			}
		}
	}
	return all
}
