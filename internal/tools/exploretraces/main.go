// Command exploretraces prints how many executions the strategies run on programs whose numbers of traces are known: in
// go the programs of package golden, out comes the table of what dpor, and dfs where that is feasible, did with them, and
// the one of bpor by bounds. It fails if a number is not the one that is known.
//
//	go run ./internal/tools/exploretraces [-limit 100000]
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/internal/exploretest/golden"
)

func main() {
	limit := flag.Int("limit", 100000, "leave out programs with more traces")
	dfs := flag.Int("dfs", 200000, "give dfs up after so many executions")
	flag.Parse()
	wrong := traces(os.Stdout, *limit, *dfs)
	fmt.Println()
	wrong += bounds(os.Stdout, *limit)
	if wrong > 0 {
		fmt.Fprintf(os.Stderr, "%d numbers are wrong\n", wrong)
		os.Exit(1)
	}
}

// traces prints the first table and returns how many rows are wrong.
func traces(out io.Writer, limit, dfsLimit int) (wrong int) {
	const row = "%-22s %6s %8v %8v %8v %8v %9v %12v %10v %s\n"
	fmt.Fprintf(out, row, "program", "N", "dfs", "dpor", "optimum", "blocked", "redundant", "executions/s", "events/s", "")
	for _, r := range golden.Rows() {
		if r.Traces > limit {
			continue
		}
		brute := "-"
		if c := golden.Run(r, strategy.NewDFS(), dfsLimit); c.Exhausted {
			brute = fmt.Sprint(c.Executions)
		}
		c := golden.Run(r, strategy.NewDPOR(), 3*(r.Traces+r.Blocked)+100)
		verdict := ""
		if c.Complete != r.Traces || c.Blocked != r.Blocked || c.Redundant > 0 || !c.Exhausted {
			verdict = "wrong"
			wrong++
		}
		fmt.Fprintf(out, row, r.Name, parameters(r.N), brute, c.Complete, r.Traces, c.Blocked, c.Redundant,
			int(float64(c.Executions)/c.Elapsed.Seconds()), int(float64(c.Events)/c.Elapsed.Seconds()), verdict)
	}
	return wrong
}

// bounds prints the second table and returns how many rows are wrong.
func bounds(out io.Writer, limit int) (wrong int) {
	const row = "%-20s %6s %-34v %-34v %10v %12v %s\n"
	fmt.Fprintf(out, row, "program", "N", "bpor, by preemptions", "optimum", "executions", "executions/s", "")
	for _, r := range golden.Rows() {
		if r.Bounds == nil || r.Traces > limit {
			continue
		}
		c := golden.Run(r, strategy.NewBPOR(len(r.Bounds)-1), 3*(r.Traces+r.Blocked)+100)
		verdict := ""
		if fmt.Sprint(c.ByBound) != fmt.Sprint(r.Bounds) || !c.Exhausted || c.Executions > 2*(c.Complete+c.Blocked) {
			verdict = "wrong"
			wrong++
		}
		fmt.Fprintf(out, row, r.Name, parameters(r.N), fmt.Sprint(c.ByBound), fmt.Sprint(r.Bounds), c.Executions,
			int(float64(c.Executions)/c.Elapsed.Seconds()), verdict)
	}
	return wrong
}

func parameters(n []int) string {
	s := fmt.Sprint(n)
	return s[1 : len(s)-1]
}
