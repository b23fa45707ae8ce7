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
	"time"
)

// measured is what pairs have shown of a module.
type measured struct {
	module      string
	pairs       int
	before, now sample               // of all pairs
	ratios      map[string][]float64 // now to before, one of each pair
}

// measure measures the modules that match, and prints a table for each when it is done.
func (p plan) measure(ctx context.Context, dir string, out, progress io.Writer) error {
	for i, m := range modules {
		if !p.match.MatchString(m.name) {
			continue
		}
		r := measured{module: m.name, before: sample{}, now: sample{}, ratios: map[string][]float64{}}
		work := filepath.Join(dir, fmt.Sprintf("module%d", i))
		if err := prepare(ctx, m, work); err != nil {
			return err
		}
		for n := range p.pairs {
			begun := time.Now()
			if err := p.pair(ctx, m, work, n, &r); err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
			fmt.Fprintf(progress, "%s: pair %d, %.0f s\n", m.name, n+1, time.Since(begun).Seconds())
		}
		if _, err := io.WriteString(out, r.table()); err != nil {
			return err
		}
	}
	return nil
}

// prepare lays a module out and has the go command build what is built once.
func prepare(ctx context.Context, m module, dir string) error {
	if err := m.write(dir); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "./...")
	cmd.Dir = dir
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: go build: %w\n%s", m.name, err, text)
	}
	return nil
}

// pair has each version serve once.
func (p plan) pair(ctx context.Context, m module, dir string, n int, r *measured) error {
	versions := []string{p.before, p.now}
	samples := make([]sample, len(versions))
	for k := range versions {
		v := (k + n) % len(versions)
		cache, err := os.MkdirTemp("", "editlatency-cache-")
		if err != nil {
			return err
		}
		samples[v], err = m.serve(ctx, versions[v], dir, cache, p.edits)
		os.RemoveAll(cache)
		if err != nil {
			return fmt.Errorf("%s: %w", versions[v], err)
		}
	}
	r.pairs++
	for q, was := range samples[0] {
		is := samples[1][q]
		r.before[q], r.now[q] = append(r.before[q], was...), append(r.now[q], is...)
		if before := median(was); before > 0 {
			r.ratios[q] = append(r.ratios[q], median(is)/before)
		}
	}
	return nil
}

// median is the middle of some numbers, 0 of none.
func median(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	half := len(sorted) / 2
	if len(sorted)%2 == 0 {
		return (sorted[half-1] + sorted[half]) / 2
	}
	return sorted[half]
}

// table is the table of a module, with an empty line after it.
func (r *measured) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s; pairs: %d | before | now | ratio | of the worst |\n| --- | ---: | ---: | ---: | ---: |\n", r.module, r.pairs)
	for _, q := range quantities() {
		if len(r.before[q]) == 0 || len(r.now[q]) == 0 {
			continue
		}
		worst := slices.Max(r.now[q]) / slices.Max(r.before[q])
		fmt.Fprintf(&b, "| %s | %s | %s | %.2f | %.2f |\n", strings.TrimSuffix(q, ", MB"), amount(q, median(r.before[q])), amount(q, median(r.now[q])), median(r.ratios[q]), worst)
	}
	b.WriteByte('\n')
	return b.String()
}

// amount is a number with its unit.
func amount(quantity string, x float64) string {
	switch {
	case strings.HasSuffix(quantity, "MB"):
		return fmt.Sprintf("%.0f MB", x)
	case x < 0.01:
		return fmt.Sprintf("%.1f ms", 1000*x)
	case x < 10:
		return fmt.Sprintf("%.0f ms", 1000*x)
	}
	return fmt.Sprintf("%.1f s", x)
}
