package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/calvin-go/calvin/report/index"
)

// reportFlags are the flags of calvin report.
type reportFlags struct{ dir, label, output, markdown string }

// reportCommand is calvin report.
func reportCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report [flags] DIR",
		Short: "make a page of a whole run, with the history of its verdicts",
		Long: `Reads the results in DIR, which calvin check and calvin explore have written with -json, to files that end in .json, and writes
DIR/index.html: what was found, what became of each function and test, packages, types, and what was relied on. Pages of the same name that
end in .html are linked. The verdicts are added to DIR/history.jsonl, so keep that file from one run to the next.`,
		Example: `  mkdir -p calvin-report
  calvin check -json calvin-report/check.json -html calvin-report/check.html ./...
  calvin explore -json calvin-report/explore.json -html calvin-report/explore.html ./...
  calvin report calvin-report`,
		Args:              arguments(1, 1, "one DIR"),
		ValidArgsFunction: completePackages,
	}
	var f reportFlags
	s := cmd.Flags()
	s.StringVar(&f.dir, "C", "", "the `dir` in which the commands ran, if it is another; DIR is below it, too")
	s.StringVar(&f.label, "label", "", "what to call this run, in place of the commit; a run with the label of the last one takes its place")
	s.StringVar(&f.output, "o", "", "write the page to `file` in place of DIR/index.html")
	s.StringVar(&f.markdown, "markdown", "", "also write a summary to `file`, in Markdown; GitHub shows such a file with a workflow")
	cmd.RunE = p.runs(func(ctx context.Context, env *environment, args []string) int { return runReport(ctx, env, f, args[0]) })
	completeFlags(cmd, nil)
	p.help[cmd] = help{codes: `  0  the page is written, whatever the results
  2  the command line, a result or the history is in error`}
	return cmd
}

// runReport makes the page of the results in a directory, and adds them to the history there.
func runReport(ctx context.Context, env *environment, f reportFlags, name string) int {
	base, err := absoluteDir(f.dir)
	if err != nil {
		return env.fail(err)
	}
	dir := joined(base, name)
	fail := func(err error) int { return env.fail(fmt.Errorf("report %s: %w", name, err)) }
	results, err := index.Read(dir)
	if err != nil {
		return fail(err)
	}
	file := filepath.Join(dir, index.HistoryName)
	history, err := index.ReadHistory(file)
	if err != nil {
		return fail(err)
	}
	label, time := f.label, ""
	if label == "" {
		label, time = commitOf(ctx, base)
	}
	if label == "" {
		label = fmt.Sprintf("run %d", len(history)+1)
	}
	history = history.Add(label, time, results)

	var page bytes.Buffer
	err = index.Write(&page, results, history, index.Options{
		Title: moduleIn(base), Version: version(),
		Source: func(sub string) *index.Source { return index.ReadSource(joined(base, sub)) },
	})
	if err != nil {
		return fail(err)
	}
	lines, err := history.Bytes()
	if err != nil {
		return fail(err)
	}
	if f.markdown != "" {
		var summary bytes.Buffer
		if err := index.Markdown(&summary, results, history); err != nil {
			return fail(err)
		}
		if err := replaceFile(joined(base, f.markdown), summary.Bytes()); err != nil {
			return fail(err)
		}
	}
	output := filepath.Join(dir, index.PageName)
	if f.output != "" {
		output = joined(base, f.output)
	}
	if err := replaceFile(output, page.Bytes()); err != nil {
		return fail(err)
	}
	if err := replaceFile(file, lines); err != nil {
		return fail(err)
	}
	return exitVerified
}

// joined is a path as it is meant in a directory.
func joined(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// replaceFile writes a file. It is whole at any time: the new one takes the place of the old one.
func replaceFile(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".calvin-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // unless it has got its name
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// commitOf is the commit that is checked out in a directory, with a + if files differ from it, and its time; empty if there is none.
func commitOf(ctx context.Context, dir string) (label, time string) {
	git := func(args ...string) (string, error) {
		out, err := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...).Output()
		return strings.TrimSpace(string(out)), err
	}
	out, err := git("log", "-1", "--format=%H %cI")
	if err != nil {
		return "", ""
	}
	label, time, _ = strings.Cut(out, " ")
	label = label[:min(10, len(label))]
	if changes, err := git("status", "--porcelain", "--untracked-files=no"); err != nil || changes != "" {
		label += "+"
	}
	return label, time
}

// moduleLine is the line of a go.mod with the module's path.
var moduleLine = regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`)

// moduleIn is the path of the module in a directory; the directory's name if there is none.
func moduleIn(dir string) string {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err == nil {
		if m := moduleLine.FindSubmatch(data); m != nil {
			return string(m[1])
		}
	}
	return filepath.Base(dir)
}
