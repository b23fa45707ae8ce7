package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func large() []row {
	return []row{
		{ask: "one file, 3,001 functions; 60 packages, 2,096 functions: cold", left: "minutes; `go run ./internal/tools/checkscale` measures this in pairs with go vet"},
		{ask: "what is asked of a function does not grow with the guarded slices of other packages", files: goMod, steps: []step{{check: conditionSize, want: []string{`grows by less than 10 %`}}}},
		{ask: "60 packages with guarded slices and maps: the time for a function does not grow with the packages", files: goMod, steps: []step{{check: coldTimes, want: []string{`less than twice`}, most: 9 * time.Minute}}},
		{ask: "Ctrl-C in the midst of that", needs: []string{"timeout"}, files: goMod, steps: []step{
			{check: sixty, quiet: true},
			{run: `timeout --preserve-status -s INT 10 calvin check ./...`, exit: 3, most: 30 * time.Second, want: []string{`interrupted`}},
		}},
		{ask: "one body changed, one comment added, in 12 packages: less than a third of the cold time", files: goMod, steps: []step{{check: afterEdits, want: []string{`body: less than a third`, `comment: less than a third`}}}},
		{ask: "README says how to check only what has changed", steps: []step{{read: "README.md", want: []string{`docs/review\.md.*|how to check only what a change may`}}}},
	}
}

// generate writes packages, each of which has a type with a guarded int, slice and map, and imports the one before.
func generate(dir string, packages, functions int) error {
	for p := range packages {
		var b strings.Builder
		fmt.Fprintf(&b, "package p%d\n\nimport (\n\t\"sync\"\n", p)
		if p > 0 {
			fmt.Fprintf(&b, "\n\t\"m/p%d\"\n", p-1)
		}
		b.WriteString(")\n\n// T is guarded.\ntype T struct {\n\tmu sync.Mutex\n\t//calvin:guarded_by mu\n\tn int\n\t//calvin:guarded_by mu\n\txs []int\n\t//calvin:guarded_by mu\n\tby map[string]int\n}\n")
		for f := range functions {
			fmt.Fprintf(&b, "\nfunc (t *T) Inc%d() {\n\tt.mu.Lock()\n\tt.n += %d\n\tt.mu.Unlock()\n}\n", f, f)
			fmt.Fprintf(&b, "\nfunc (t *T) Push%d(x int) {\n\tt.mu.Lock()\n\tt.xs = append(t.xs, x+%d)\n\tt.mu.Unlock()\n}\n", f, f)
		}
		if p > 0 {
			fmt.Fprintf(&b, "\nfunc Use(t *p%d.T) { t.Inc0() }\n", p-1)
		}
		if err := writeFile(filepath.Join(dir, fmt.Sprintf("p%d", p), "p.go"), []byte(b.String())); err != nil {
			return err
		}
	}
	return nil
}

func sixty(_ context.Context, _ *bench, dir string) (string, error) { return "", generate(dir, 60, 16) }

// calvin runs calvin, which must verify everything, and returns the processor time.
func (b *bench) calvin(ctx context.Context, dir string, env string, args ...string) (time.Duration, error) {
	cmd := exec.CommandContext(ctx, filepath.Join(b.bin, "calvin"), args...)
	cmd.Dir, cmd.Env = dir, append(b.env[:len(b.env):len(b.env)], env)
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("calvin %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// conditionSize compares the conditions of one function, checked with one package and with fifteen.
func conditionSize(ctx context.Context, b *bench, dir string) (string, error) {
	if err := generate(dir, 15, 1); err != nil {
		return "", err
	}
	size := func(patterns ...string) (int64, error) {
		dump := filepath.Join(dir, "dump")
		if err := os.RemoveAll(dump); err != nil {
			return 0, err
		}
		if _, err := b.calvin(ctx, dir, "", append([]string{"check", "-run", `Push0`, "-dump", dump}, patterns...)...); err != nil {
			return 0, err
		}
		var n int64
		err := filepath.WalkDir(dump, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Base(filepath.Dir(path)) != "p0" || !strings.Contains(path, "Push0") || filepath.Ext(path) != ".smt2" {
				return err
			}
			info, err := d.Info()
			if err == nil {
				n += info.Size()
			}
			return err
		})
		if err == nil && n == 0 {
			err = fmt.Errorf("no conditions of the function in the dump")
		}
		return n, err
	}
	alone, err := size("./p0")
	if err != nil {
		return "", err
	}
	with, err := size("./...")
	if err != nil {
		return "", err
	}
	if 10*with > 11*alone {
		return fmt.Sprintf("%d bytes alone, %d with 14 others", alone, with), nil
	}
	return "grows by less than 10 % from 1 package to 15", nil
}

// coldTimes compares the processor time for a function, with 4 packages and with 60.
func coldTimes(ctx context.Context, b *bench, dir string) (string, error) {
	per := func(packages int) (float64, error) {
		sub := filepath.Join(dir, fmt.Sprint(packages))
		if err := generate(sub, packages, 4); err != nil {
			return 0, err
		}
		if err := writeFile(filepath.Join(sub, "go.mod"), []byte("module m\n\ngo 1.26\n")); err != nil {
			return 0, err
		}
		t, err := b.calvin(ctx, sub, "", "check", "./...")
		return t.Seconds() / float64(9*packages-1), err
	}
	few, err := per(4)
	if err != nil {
		return "", err
	}
	many, err := per(60)
	if err != nil {
		return "", err
	}
	if many > 2*few {
		return fmt.Sprintf("%.0f ms for a function of 4 packages, %.0f ms for one of 60", 1000*few, 1000*many), nil
	}
	return "with 60 packages a function takes less than twice the time that it takes with 4", nil
}

// afterEdits compares a check after an edit with a cold one.
func afterEdits(ctx context.Context, b *bench, dir string) (string, error) {
	if err := generate(dir, 12, 17); err != nil {
		return "", err
	}
	env := "CALVIN_CACHE=" + filepath.Join(dir, "cache")
	cold, err := b.calvin(ctx, dir, env, "check", "./...")
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, edit := range []struct{ name, old, new string }{
		{"body", "t.n += 3\n", "t.n += 4\n"}, {"comment", "// T is guarded.", "// T is guarded, as one sees."},
	} {
		file := filepath.Join(dir, "p0", "p.go")
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), edit.old, edit.new, 1)), 0o644); err != nil {
			return "", err
		}
		warm, err := b.calvin(ctx, dir, env, "check", "./...")
		if err != nil {
			return "", err
		}
		if 3*warm < cold {
			fmt.Fprintf(&out, "%s: less than a third of a cold check\n", edit.name)
		} else {
			fmt.Fprintf(&out, "%s: %.0f %% of a cold check\n", edit.name, 100*warm.Seconds()/cold.Seconds())
		}
	}
	return out.String(), nil
}

// lspMemory has a server check a small file, and looks at its memory.
func lspMemory(ctx context.Context, b *bench, dir string) (string, error) {
	peak := ""
	c := asking(ask{method: "textDocument/codeLens"})
	c.atEnd = func(pid int) {
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			return
		}
		for line := range strings.Lines(string(data)) {
			if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
				peak = strings.TrimSpace(value)
			}
		}
	}
	if _, err := c.talk(ctx, b, dir); err != nil {
		return "", err
	}
	var kb int
	if _, err := fmt.Sscanf(peak, "%d kB", &kb); err != nil {
		return "", fmt.Errorf("memory %q: %w", peak, err)
	}
	if kb >= 200<<10 {
		return fmt.Sprintf("%d MB", kb>>10), nil
	}
	return "under 200 MB", nil
}
