package chess_test

import (
	"testing"

	"github.com/calvin-go/calvin/internal/exploretest/chess"
)

// Every seeded bug is found with at most two preemptions, and nothing is found in the correct programs with one.
func TestSeededBugs(t *testing.T) {
	for _, p := range chess.Programs() {
		name := p.Name + "/correct"
		bound := 1
		if p.Bug != "" {
			name, bound = p.Name+"/"+p.Bug, 2
		}
		t.Run(name, func(t *testing.T) {
			f := chess.Explore(p, bound, 20000)
			switch {
			case p.Bug == "" && len(f.Bugs) > 0:
				t.Errorf("%v: %s", f.Bugs[0].Kind, f.Bugs[0].Message)
			case p.Bug != "" && len(f.Bugs) == 0:
				t.Errorf("not found: %+v", f.Coverage)
			}
		})
	}
}
