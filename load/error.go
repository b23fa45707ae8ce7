package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// An Error lists what keeps packages from being compiled: at least one problem, sorted by position, each once.
type Error struct{ Problems []Problem }

// A Problem is one message of the go command, the parser or the type checker.
type Problem struct {
	Position token.Position // zero if the problem belongs to no file
	Msg      string
}

func (e *Error) Error() string {
	first := e.Problems[0].String()
	if n := len(e.Problems) - 1; n > 0 {
		return fmt.Sprintf("%s (and %d more)", first, n)
	}
	return first
}

func (p Problem) String() string {
	if !p.Position.IsValid() && p.Position.Filename == "" {
		return p.Msg
	}
	return p.Position.String() + ": " + p.Msg
}

// problems collects the errors of all packages that the matched ones reach, or returns nil. Dir is where the go command
// ran.
func problems(roots []*packages.Package, dir string) error {
	var all []Problem
	for p := range packages.Postorder(roots) {
		for _, e := range p.Errors {
			msg := strings.TrimSpace(e.Msg)
			if e.Kind == packages.ListError && strings.HasPrefix(msg, "# ") {
				all = append(all, compilers(msg, dir)...)
				continue
			}
			all = append(all, Problem{within(dir, parsePosition(e.Pos)), withAdvice(msg)})
		}
	}
	if len(all) == 0 {
		return nil
	}
	return newError(all)
}

// ComparePositions orders positions by file, line and column.
func ComparePositions(a, b token.Position) int {
	return cmp.Or(cmp.Compare(a.Filename, b.Filename), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// newError sorts problems, at least one.
func newError(all []Problem) *Error {
	slices.SortFunc(all, func(a, b Problem) int {
		return cmp.Or(ComparePositions(a.Position, b.Position), cmp.Compare(a.Msg, b.Msg))
	})
	// The type checker and the compiler often say the same in other words.
	return &Error{slices.CompactFunc(all, func(a, b Problem) bool {
		return a == b || a.Position.IsValid() && a.Position == b.Position
	})}
}

// join makes one error of what the go command said, which is an *Error, and of what the type checker did; b may be nil.
// Why something cannot be imported the go command has said, if that is what keeps it from being so.
func join(a, b error) error {
	more := (*Error)(nil)
	if !errors.As(b, &more) {
		return a
	}
	first := (*Error)(nil)
	errors.As(a, &first)
	said := slices.DeleteFunc(slices.Clone(more.Problems), func(p Problem) bool { return strings.HasPrefix(p.Msg, "could not import ") })
	return newError(slices.Concat(first.Problems, said))
}

// compilers reads what the compiler says of a package, which the go command passes on under a line with its name. It has
// compiled what the matched packages import, and some of them.
func compilers(msg, dir string) []Problem {
	var all []Problem
	for line := range strings.Lines(msg) {
		line = strings.TrimRight(line, "\n")
		at, text, ok := strings.Cut(line, ": ")
		pos := parsePosition(at)
		switch {
		case strings.HasPrefix(line, "# "):
		case ok && pos.IsValid() && !strings.HasPrefix(line, "\t"):
			all = append(all, Problem{within(dir, pos), text})
		case len(all) > 0: // more of the same
			all[len(all)-1].Msg += "\n" + line
		default:
			all = append(all, Problem{Msg: line})
		}
	}
	return all
}

// within makes the path of a position absolute: what the go command writes is relative to dir.
func within(dir string, pos token.Position) token.Position {
	if pos.Filename == "" || filepath.IsAbs(pos.Filename) {
		return pos
	}
	if path, err := filepath.Abs(filepath.Join(dir, pos.Filename)); err == nil {
		pos.Filename = path
	}
	return pos
}

// driverError turns a failure of the go command itself (a directory without a module, a malformed go.mod) into an
// Error, without the words that packages.Load puts around it.
func driverError(err error) error {
	msg := err.Error()
	if failure, stderr, ok := strings.Cut(msg, "stderr: "); ok {
		if msg = stderr; strings.TrimSpace(stderr) == "" { // it has not even started
			msg = strings.TrimRight(failure, " :\n")
		}
	}
	msg = strings.TrimSpace(strings.TrimPrefix(msg, "err: "))
	if strings.Contains(msg, exec.ErrNotFound.Error()) {
		msg = fmt.Sprintf("the go command is needed, and cannot be run: %s", msg)
	}
	return &Error{[]Problem{{Msg: withAdvice(msg)}}}
}

// noPackages is for patterns that match nothing, also because there is no module: packages.Load does not say why, so the go command is
// asked.
func noPackages(ctx context.Context, c Config, patterns []string) error {
	args := slices.Concat([]string{"list", "-deps", "-export", "-f={{with .Error}}{{.}}{{end}}"}, c.buildFlags(), []string{"--"}, patterns)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = c.Dir, c.Env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	// What it says counts, not how it ends.
	if err := cmd.Run(); ctx.Err() != nil {
		return fmt.Errorf("load packages: %w", ctx.Err())
	} else if said := strings.TrimSpace(stderr.String()); said != "" {
		return &Error{[]Problem{{Msg: withAdvice(said)}}}
	} else if err != nil {
		return &Error{[]Problem{{Msg: fmt.Sprintf("go %s: %v", strings.Join(args, " "), err)}}}
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	return &Error{[]Problem{{Msg: fmt.Sprintf("no packages match %s", strings.Join(patterns, " "))}}}
}

// withAdvice adds what to do about a module that is not there, which the go command leaves to its help.
func withAdvice(said string) string {
	for _, absent := range []string{"go.mod file not found", "does not contain main module", "cannot find main module"} {
		if strings.Contains(said, absent) {
			return said + "\nbegin a module with go mod init, or name the directory of one: calvin check -C DIR"
		}
	}
	return said
}

// parsePosition reads "file:line:column", "file:line", "file" or "-", the forms of packages.Error.Pos.
func parsePosition(s string) token.Position {
	if s == "" || s == "-" {
		return token.Position{}
	}
	var numbers []int // from the end
	for len(numbers) < 2 {
		i := strings.LastIndexByte(s, ':')
		n, err := strconv.Atoi(s[i+1:])
		if i <= 0 || err != nil {
			break
		}
		numbers, s = append(numbers, n), s[:i]
	}
	pos := token.Position{Filename: s}
	switch len(numbers) {
	case 1:
		pos.Line = numbers[0]
	case 2:
		pos.Line, pos.Column = numbers[1], numbers[0]
	}
	return pos
}
