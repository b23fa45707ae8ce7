package page

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/report"
)

// A Root is a directory of this machine, and what a page writes in its place.
type Root struct{ Dir, Name string }

// places names files as others can make something of them: a page is made to be shown.
type places struct {
	dir   string
	roots []Root // longer ones first, each ends in a slash
}

func newPlaces(dir string, roots []Root) places {
	p := places{dir: dir}
	for _, r := range append([]Root{{dir, ""}}, roots...) {
		if d := strings.TrimSuffix(filepath.ToSlash(r.Dir), "/"); d != "" {
			p.roots = append(p.roots, Root{d + "/", r.Name})
		}
	}
	slices.SortStableFunc(p.roots, func(a, b Root) int { return cmp.Compare(len(b.Dir), len(a.Dir)) })
	return p
}

// file is the name of a file: relative to the directory of the page, or to another that it knows. Of any other the last two
// elements are left.
func (p places) file(name string) string {
	name = filepath.ToSlash(report.Relative(p.dir, name))
	if name == filepath.ToSlash(p.dir) {
		return "."
	}
	for _, r := range p.roots {
		if rest, ok := strings.CutPrefix(name, r.Dir); ok {
			return r.Name + rest
		}
	}
	if path.IsAbs(name) || filepath.IsAbs(name) {
		return path.Join("…", path.Base(path.Dir(name)), path.Base(name))
	}
	return name
}

// text is a text in which files may be named.
func (p places) text(s string) string {
	for _, r := range p.roots {
		s = strings.ReplaceAll(s, r.Dir, r.Name)
	}
	return s
}

// command is a command line without what is the machine's own: the directory that it ran in, and where the page and the results went.
func (p places) command(args []string) string {
	var out []string
	for i := 0; i < len(args); i++ {
		name, value, given := strings.Cut(args[i], "=")
		switch strings.TrimLeft(name, "-") {
		case "C", "html", "json":
			if strings.HasPrefix(name, "-") {
				if !given {
					i++
				}
				continue
			}
		}
		if !strings.HasPrefix(name, "-") {
			name = p.argument(name)
		}
		if given {
			name += "=" + p.argument(value)
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

// argument is a word of the command line, which may be a path.
func (p places) argument(s string) string {
	if filepath.IsAbs(s) {
		return p.file(s)
	}
	return s
}
