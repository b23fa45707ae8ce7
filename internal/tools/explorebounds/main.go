// Command explorebounds prints what iterative context bounding covers of the programs of package chess, as figure 1 of the
// paper (Musuvathi and Qadeer, PLDI 2007): in go the correct programs, out comes the share of their states that schedules
// with at most 0, 1, 2, ... preemptions visit, and then with how many preemptions each seeded bug was found.
//
//	go run ./internal/tools/explorebounds [-bound 8] [-limit 200000]
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/calvin-go/calvin/internal/exploretest/chess"
)

func main() {
	bound := flag.Int("bound", 8, "up to so many preemptions")
	limit := flag.Int("limit", 200000, "up to so many executions of a program")
	flag.Parse()
	fmt.Printf("%-16s %12s %12s %10s %8s\n", "program", "preemptions", "executions", "states", "covered")
	missed := 0
	for _, p := range chess.Programs() {
		if p.Bug == "" {
			cover(p, *bound, *limit)
		}
	}
	fmt.Printf("\n%-16s %-44s %12s\n", "program", "seeded bug", "preemptions")
	for _, p := range chess.Programs() {
		if p.Bug == "" {
			continue
		}
		f := chess.Explore(p, 2, *limit)
		found := "not found"
		if len(f.Bugs) > 0 {
			found = fmt.Sprint(f.Preemptions)
		} else {
			missed++
		}
		fmt.Printf("%-16s %-44s %12s\n", p.Name, p.Bug, found)
	}
	if missed > 0 {
		os.Exit(1)
	}
}

// cover prints the rows of one program. The share is one of all states only if the search came to its end; else it is one
// of those seen, and marked so.
func cover(p chess.Program, bound, limit int) {
	f := chess.Explore(p, bound, limit)
	mark := ""
	if !f.Exhausted || len(f.Coverage) > bound {
		mark = " of those seen"
	}
	if len(f.Coverage) == 0 {
		return
	}
	all := f.Coverage[len(f.Coverage)-1].States
	for _, c := range f.Coverage {
		fmt.Printf("%-16s %12d %12d %10d %7.1f%%%s\n", p.Name, c.Bound, c.Executions, c.States,
			100*float64(c.States)/float64(all), mark)
	}
}
