package changed

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/calvin-go/calvin/annot"
)

// A Change is what differs from a revision: by file, the lines that are new or next to where lines were deleted.
type Change struct {
	files map[string][]lines
	fresh map[string]bool // files that were not there
	// removed has the directories of which a file has lost annotations.
	removed map[string]bool
	// All is set if something changed that says how everything is built.
	All bool
}

// lines are some of a file, from 1, both ends included.
type lines struct{ first, last int }

// Since asks git what has changed in the working tree of dir since a revision. Files that git does not know are new.
func Since(ctx context.Context, dir, revision string) (*Change, error) {
	root, err := git(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	base := strings.TrimRight(root, "\r\n")
	if _, err := git(ctx, dir, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}"); err != nil {
		if from, _, ok := strings.Cut(revision, ".."); ok {
			return nil, fmt.Errorf("%s is a range, and not a revision: what has changed since one is looked at, as in -diff=%s", revision, cmp.Or(from, "HEAD"))
		}
		return nil, fmt.Errorf("there is no revision %s in %s", revision, base)
	}
	diff, err := git(ctx, base, "diff", "--no-color", "--no-ext-diff", "--no-renames", "--unified=0", "--src-prefix=a/", "--dst-prefix=b/", revision, "--")
	if err != nil {
		return nil, err
	}
	c := &Change{files: map[string][]lines{}, fresh: map[string]bool{}, removed: map[string]bool{}}
	if err := c.parse(base, diff); err != nil {
		return nil, err
	}
	unknown, err := git(ctx, base, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(unknown, "\x00"), "\x00") {
		if name != "" {
			c.add(base, name, lines{1, 1 << 30})
			c.fresh[filepath.Join(base, filepath.FromSlash(name))] = true
		}
	}
	return c, nil
}

func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.quotePath=false"}, args...)...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return string(out), nil
}

// parse reads a diff without context. Where a file of Go is no more, there is no telling what it was for.
func (c *Change) parse(base, diff string) error {
	var old, file string
	skip := 0 // lines of a hunk that are still to come
	for line := range strings.Lines(diff) {
		line = strings.TrimRight(line, "\r\n")
		if skip > 0 && line != "" && strings.ContainsRune("+-", rune(line[0])) {
			skip--
			c.remove(base, old, line)
			continue
		}
		if name, ok := strings.CutPrefix(line, "--- "); ok {
			old = strings.TrimPrefix(unquote(name), "a/")
			c.config(old)
		} else if name, ok := strings.CutPrefix(line, "+++ "); ok {
			file = strings.TrimPrefix(unquote(name), "b/")
			c.All = c.All || file == "/dev/null" && strings.HasSuffix(old, ".go")
		} else if strings.HasPrefix(line, "@@ ") {
			r, n, err := hunk(line)
			if err != nil {
				return fmt.Errorf("read the output of git diff: %w", err)
			}
			skip = n
			c.add(base, file, r)
			if old == "/dev/null" {
				c.fresh[filepath.Join(base, filepath.FromSlash(file))] = true
			}
		}
	}
	return nil
}

// remove notes that a line of a diff takes an annotation away.
func (c *Change) remove(base, file, line string) {
	if line[0] == '-' && strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") &&
		strings.HasPrefix(strings.TrimLeft(line[1:], " \t"), annot.Prefix) {
		c.removed[filepath.Join(base, filepath.FromSlash(path.Dir(file)))] = true
	}
}

// Bared lists the directories whose last annotation the change has removed, sorted.
func (c *Change) Bared() ([]string, error) {
	var all []string
	for _, dir := range slices.Sorted(maps.Keys(c.removed)) {
		bare, err := hasNone(dir)
		if err != nil {
			return nil, err
		}
		if bare {
			all = append(all, dir)
		}
	}
	return all, nil
}

// hasNone reports whether a directory has Go files, and no annotation in them.
func hasNone(dir string) (bool, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil // the package is gone, and not only its annotations
	}
	if err != nil {
		return false, fmt.Errorf("look for annotations: %w", err)
	}
	files := false
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return false, fmt.Errorf("look for annotations: %w", err)
		}
		if bytes.Contains(text, []byte(annot.Prefix)) {
			return false, nil
		}
		files = true
	}
	return files, nil
}

// unquote reads a name that git has put in quotes.
func unquote(name string) string {
	name = strings.TrimSuffix(name, "\t")
	if s, err := strconv.Unquote(name); err == nil {
		return s
	}
	return name
}

// hunk reads "@@ -a,b +c,d @@", which b+d lines follow. Where lines are only deleted, those around the gap have changed.
func hunk(header string) (r lines, n int, err error) {
	var counts [2]int
	fields := strings.Fields(header)
	if len(fields) < 4 {
		return lines{}, 0, fmt.Errorf("%q is no hunk", header)
	}
	for i, sign := range []string{"-", "+"} {
		from, count, some := strings.Cut(strings.TrimPrefix(fields[1+i], sign), ",")
		if r.first, err = strconv.Atoi(from); err != nil {
			return lines{}, 0, fmt.Errorf("%q is no hunk", header)
		}
		counts[i] = 1
		if some {
			if counts[i], err = strconv.Atoi(count); err != nil {
				return lines{}, 0, fmt.Errorf("%q is no hunk", header)
			}
		}
	}
	r.last = r.first + max(counts[1]-1, 0)
	if counts[1] == 0 {
		r.last = r.first + 1
	}
	return r, counts[0] + counts[1], nil
}

// config notes files that say how everything is built.
func (c *Change) config(name string) {
	switch filepath.Base(name) {
	case "go.mod", "go.sum", "go.work", "go.work.sum":
		c.All = true
	}
}

func (c *Change) add(base, name string, r lines) {
	c.config(name)
	path := filepath.Join(base, filepath.FromSlash(name))
	c.files[path] = append(c.files[path], r)
	c.All = c.All || hasContracts(path)
}

// hasContracts reports whether a file has contracts of functions of other packages, on which any function may rest.
func hasContracts(path string) bool {
	if !strings.HasSuffix(path, ".go") {
		return false
	}
	text, err := os.ReadFile(path)
	return err == nil && bytes.Contains(text, []byte(annot.Prefix+"contracts"))
}

// overlaps reports whether a line from first to last of a file has changed.
func (c *Change) overlaps(file string, first, last int) bool {
	for _, r := range c.files[file] {
		if r.first <= last && first <= r.last {
			return true
		}
	}
	return false
}
