// Command explorereduction prints what property-driven reduction saves on the programs of the papers: in goes the package in
// explore/testdata/reduction, out comes a row a test with the executions, events and seconds of each strategy. A cell ends
// in what was found: nothing where every schedule is covered, ! for a bug, ? where the time was over. Below that stands what
// pred costs where it cannot help (overhead.go).
//
//	go run ./internal/tools/explorereduction [-run regexp] [-time 20s]
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/calvin-go/calvin/explore"
	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/explore/worker"
)

// programs is the module with the tests.
const programs = "explore/testdata/reduction"

// A column is a way to search. All of them switch goroutines at every access to memory.
type column struct {
	title string
	job   worker.Job
}

var columns = []column{
	{"dpor", worker.Job{Strategy: "dpor"}},
	{"pred: slice", worker.Job{Strategy: "pred", Parts: strategy.Parts{Slice: true}}},
	{"pred: slice, peek", worker.Job{Strategy: "pred", Parts: strategy.Parts{Slice: true, Peek: true}}},
	{"pred: slice, prune", worker.Job{Strategy: "pred", Parts: strategy.Parts{Slice: true, Prune: true}}},
	{"pred", worker.Job{Strategy: "pred", Parts: strategy.AllParts}},
	{"fusion", worker.Job{Strategy: "fusion"}},
}

func main() {
	only := flag.String("run", "", "only the tests whose names match `regexp`")
	limit := flag.Duration("time", 20*time.Second, "most time for a test with a strategy")
	flag.Parse()
	if err := compare(context.Background(), os.Stdout, *only, *limit); err != nil {
		fmt.Fprintln(os.Stderr, "explorereduction:", err)
		os.Exit(1)
	}
}

// A row is what the strategies did with a test.
type row struct {
	test    string
	results []explore.TestResult // by column
}

// compare explores the tests with all strategies and prints the tables.
func compare(ctx context.Context, out io.Writer, only string, limit time.Duration) error {
	re, err := regexp.Compile(only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	dir, err := filepath.Abs(programs)
	if err != nil {
		return err
	}
	var rows []row
	for _, c := range columns {
		tests, err := explored(ctx, dir, c.job, re, limit)
		if err != nil {
			return fmt.Errorf("%s: %w", c.title, err)
		}
		if rows == nil {
			rows = make([]row, len(tests))
		}
		for i, t := range tests {
			rows[i].test, rows[i].results = t.Test, append(rows[i].results, t)
		}
	}
	if err := printTable(out, rows); err != nil {
		return err
	}
	return overhead(ctx, out, dir, rows, limit)
}

// options are those for all strategies.
func options(dir string, job worker.Job, only *regexp.Regexp) explore.Options {
	job.Bound, job.Seed, job.VisibleAll = -1, 1, true
	return explore.Options{Config: instrument.Config{Dir: dir}, Run: only, Workers: 1, Job: job}
}

// cell is what one strategy did with one test.
func cell(t *explore.TestResult) string {
	m := &t.Result
	return fmt.Sprintf("%10d %8d %7.2f%s", m.Executions, m.Events, m.Seconds, outcomes[t.Verdict])
}

var outcomes = map[explore.Verdict]string{explore.OK: " ", explore.Buggy: "!", explore.Incomplete: "?"}

// number is the parameter at the end of a test's name.
var number = regexp.MustCompile(`\d*$`)

func printTable(out io.Writer, rows []row) error {
	const under = "executions   events seconds "
	head := fmt.Sprintf("%-16s %4s", "", "")
	second := fmt.Sprintf("%-16s %4s", "program", "n")
	for _, c := range columns {
		head += fmt.Sprintf(" | %-*s", len(under), c.title)
		second += " | " + under
	}
	lines := []string{head, second}
	for _, r := range rows {
		n := number.FindString(r.test)
		name := strings.TrimSuffix(strings.TrimPrefix(r.test, "Test"), n)
		var cells []string
		for i := range r.results {
			cells = append(cells, cell(&r.results[i]))
		}
		lines = append(lines, fmt.Sprintf("%-16s %4s | %s", name, n, strings.Join(cells, " | ")))
	}
	_, err := fmt.Fprintln(out, strings.Join(lines, "\n"))
	return err
}
