package mutant

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Lists say what is expected of mutants.
type Lists struct {
	Equivalent map[string]string // why a mutant is rightly verified, by ID
	Killed     map[string]string // the first finding of a killed mutant, by ID

	dir   string
	order []string // of Killed
}

const (
	equivalentFile = "equivalent.txt"
	killedFile     = "killed.golden"
)

// ReadLists reads the lists in dir.
func ReadLists(dir string) (*Lists, error) {
	equivalent, err := ReadReasons(filepath.Join(dir, equivalentFile))
	if err != nil {
		return nil, err
	}
	l := &Lists{Equivalent: equivalent, dir: dir}
	return l, l.readKilled()
}

// ReadReasons reads a list of mutants that are rightly not noticed: lines with their IDs, each group followed by an indented
// line with the reason.
func ReadReasons(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	reasons := make(map[string]string)
	var group []string
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		reason, indented := strings.CutPrefix(line, "\t")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case !indented:
			group = append(group, line)
		case group == nil:
			return nil, fmt.Errorf("%s:%d: a reason without mutants", path, n)
		default:
			for _, id := range group {
				if reasons[id] != "" {
					return nil, fmt.Errorf("%s:%d: listed twice: %s", path, n, id)
				}
				reasons[id] = reason
			}
			group = nil
		}
	}
	if group != nil {
		return nil, fmt.Errorf("%s: no reason is given for the last mutants", path)
	}
	return reasons, lines.Err()
}

// A line of the list of killed mutants is ID => FINDING.
const arrow = " => "

func (l *Lists) readKilled() error {
	text, err := os.ReadFile(filepath.Join(l.dir, killedFile))
	if err != nil {
		return err
	}
	l.Killed = make(map[string]string)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		i := strings.LastIndex(line, arrow)
		if i < 0 {
			return fmt.Errorf("%s: a line without %s: %q", killedFile, arrow, line)
		}
		l.Killed[line[:i]] = line[i+len(arrow):]
		l.order = append(l.order, line[:i])
	}
	return nil
}

// SetKilled makes the list of killed mutants say what the results say.
func (l *Lists) SetKilled(results []Result) {
	l.Killed, l.order = make(map[string]string), nil
	for _, r := range results {
		if r.Outcome == Killed {
			l.Killed[r.ID()] = r.First.String()
			l.order = append(l.order, r.ID())
		}
	}
}

// WriteKilled stores the list of killed mutants.
func (l *Lists) WriteKilled() error {
	var b strings.Builder
	for _, id := range l.order {
		b.WriteString(id + arrow + l.Killed[id] + "\n")
	}
	return os.WriteFile(filepath.Join(l.dir, killedFile), []byte(b.String()), 0o666)
}

// Compare says where the results and the lists differ, and which mutants of the lists do not exist.
func (l *Lists) Compare(results []Result, sources []*Source) []error {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	for _, r := range results {
		id := r.ID()
		want, listed := l.Killed[id]
		switch {
		case r.Outcome == Survived && l.Equivalent[id] == "":
			complain("%s: survives: %s", r.Position(), id)
		case r.Outcome != Survived && l.Equivalent[id] != "":
			complain("%s: listed as equivalent, but %s: %s", r.Position(), r.Outcome, id)
		case r.Outcome == Killed && !listed:
			complain("%s: killed, but not in %s: %s", r.Position(), killedFile, id)
		case r.Outcome == Killed && want != r.First.String():
			complain("%s: killed by %s, not by %s: %s", r.Position(), r.First, want, id)
		case r.Outcome == Stillborn && listed:
			complain("%s: listed as killed, but stillborn: %s", r.Position(), id)
		}
	}
	made := make(map[string]bool)
	for _, s := range sources {
		for _, m := range s.Mutants() {
			made[m.ID()] = true
		}
	}
	for _, id := range l.order {
		if !made[id] {
			complain("%s: no such mutant: %s", killedFile, id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(l.Equivalent)) {
		if !made[id] {
			complain("%s: no such mutant: %s", equivalentFile, id)
		}
	}
	return errs
}
