//go:build unix

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// An edit changes a file of the generated module, for the nth time.
type edit struct {
	name  string
	apply func(text string, nth int) string
}

// edits are those after which go vet and calvin check take turns.
var edits = []edit{
	{"nothing", func(text string, _ int) string { return text }},
	{"a comment", func(text string, nth int) string { return fmt.Sprintf("%s\n// edit %d\n", text, nth) }},
	{"one body", func(text string, nth int) string {
		return strings.Replace(text, "\tt.n++\n", fmt.Sprintf("\tt.n += %d\n", nth+2), 1)
	}},
}

// edited checks the module of n functions in dir, with a cache of its own, and then again after each edit, in turns with
// go vet, which has the compiler make what both read. It prints the medians of processor time, which
// what else the machine does changes little, and of the ratios.
func edited(ctx context.Context, out io.Writer, calvin, dir string, n, pairs int) error {
	env := append(os.Environ(), "CALVIN_CACHE="+filepath.Join(dir, ".cache"))
	timed := func(name string, args ...string) (time.Duration, error) {
		cmd := exec.CommandContext(ctx, name, args...)
		cmd.Dir, cmd.Env = dir, env
		text, err := cmd.CombinedOutput()
		if err != nil {
			return 0, fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, text)
		}
		if name == calvin {
			if err := allVerified(string(text), n); err != nil {
				return 0, err
			}
		}
		return processor(cmd.ProcessState), nil
	}
	check := func() (time.Duration, error) { return timed(calvin, "check", "./...") }
	vet := func() (time.Duration, error) { return timed("go", "vet", "./...") }
	for _, do := range []func() (time.Duration, error){check, vet} {
		if _, err := do(); err != nil {
			return err
		}
	}
	file := filepath.Join(dir, "p0", "p0.go")
	original, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "edit of %d functions\tgo vet\tcalvin check\tratio\t\n", n)
	for _, e := range edits {
		var vets, checks []time.Duration
		var ratios []float64
		for nth := range max(pairs, 1) {
			if err := os.WriteFile(file, []byte(e.apply(string(original), nth)), 0o666); err != nil {
				return err
			}
			vetted, err := vet()
			if err != nil {
				return err
			}
			checked, err := check()
			if err != nil {
				return err
			}
			vets, checks, ratios = append(vets, vetted), append(checks, checked), append(ratios, checked.Seconds()/vetted.Seconds())
		}
		fmt.Fprintf(t, "%s\t%.2f s\t%.2f s\t%.2f\t\n", e.name, median(vets).Seconds(), median(checks).Seconds(), median(ratios))
	}
	return t.Flush()
}

func median[T time.Duration | float64](all []T) T {
	slices.Sort(all)
	return all[len(all)/2]
}
