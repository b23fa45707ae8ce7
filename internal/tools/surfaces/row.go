package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"golang.org/x/tools/txtar"
)

// A table is a part of the inspection. Its rows are numbered: 2.7 is the seventh of the second.
type table struct {
	title string
	rows  []row
}

// A row is a question, with what is expected of the answer. It is asked in a directory of its own.
type row struct {
	ask   string   // what is asked, as a reader of the page sees it
	files string   // what is in the directory, in the form of package txtar
	needs []string // programs besides calvin and go; an operating system is written "linux"
	steps []step
	bad   string // why it is not handled well, where that is known
	left  string // why it is not asked at all
}

// A verdict says what became of a row.
type verdict string

const (
	well    verdict = "well"
	badly   verdict = "badly"
	leftOut verdict = "left out"
)

// A result is what happened at a row.
type result struct {
	number  string
	row     *row
	verdict verdict
	saw     string // what was seen, in a line
	reason  string // why it is not well
	output  string // all that was seen
}

// runAll asks the rows that match, one after the other.
func (b *bench) runAll(ctx context.Context, all []table, match *regexp.Regexp, progress io.Writer, verbose bool) results {
	var out results
	for i := range all {
		part := part{title: all[i].title}
		for j := range all[i].rows {
			r := &all[i].rows[j]
			number := fmt.Sprintf("%d.%d", i+1, j+1)
			if ctx.Err() != nil || !match.MatchString(number+" "+r.ask) {
				continue
			}
			begin := time.Now()
			res := b.run(ctx, number, r)
			fmt.Fprintf(progress, "%-6s %-8s %5.1f s  %s\n", number, res.verdict, time.Since(begin).Seconds(), r.ask)
			if res.verdict == badly && verbose {
				fmt.Fprintf(progress, "%s\n%s\n", res.reason, res.output)
			}
			part.results = append(part.results, res)
		}
		out = append(out, part)
	}
	return out
}

// run asks a row.
func (b *bench) run(ctx context.Context, number string, r *row) result {
	res := result{number: number, row: r, verdict: leftOut, reason: r.left}
	if res.reason == "" {
		res.reason = missing(r.needs)
	}
	if res.reason != "" {
		return res
	}
	dir := filepath.Join(b.dir, "row-"+number)
	defer os.RemoveAll(dir)
	if err := layOut(dir, r.files); err != nil {
		return result{number: number, row: r, verdict: badly, reason: "the row cannot be laid out: " + err.Error()}
	}
	res.verdict = well
	for _, s := range r.steps {
		saw, output, err := s.do(ctx, b, dir)
		res.output += output
		if saw != "" {
			res.saw = b.portable(saw, dir)
		}
		if err != nil {
			res.verdict, res.reason = badly, b.portable(err.Error(), dir)
			break
		}
	}
	if res.verdict == badly && r.bad != "" {
		res.reason = r.bad
	}
	return res
}

// missing says what a row needs that is not here.
func missing(needs []string) string {
	for _, name := range needs {
		if name == "linux" {
			if runtime.GOOS != name {
				return "needs Linux"
			}
			continue
		}
		if _, err := exec.LookPath(name); err != nil {
			return "needs " + name + ", which was not there"
		}
	}
	return ""
}

// layOut makes a directory with files.
func layOut(dir, archive string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(f.Name)), f.Data); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

// durations are what differs from run to run.
var durations = regexp.MustCompile(`\b\d+(\.\d+)? (ms|s)\b`)

// portable is a text without this machine's paths, and without times.
func (b *bench) portable(text, dir string) string {
	for _, p := range []struct{ path, name string }{{dir, "$WORK"}, {b.bin, "$BIN"}, {b.repo, "$REPO"}, {b.dir, "$TOP"}} {
		text = strings.ReplaceAll(text, p.path, p.name)
		if home, err := filepath.EvalSymlinks(p.path); err == nil {
			text = strings.ReplaceAll(text, home, p.name)
		}
	}
	return durations.ReplaceAllString(text, "n $2")
}
