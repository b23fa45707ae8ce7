package mutant

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
)

// ReadEquivalents reads the list of mutants that are rightly verified: lines with the IDs of mutants, each group
// followed by an indented line with the reason. It returns the reasons by ID.
func ReadEquivalents(path string) (map[string]string, error) {
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

// Golden is the line that the list of killed mutants has for a result.
func (r *Result) Golden() string {
	return fmt.Sprintf("%s => %s:%d %s", r.ID(), r.First.Function, r.First.Line, r.First.Code)
}

// ReadGolden reads the list of killed mutants, line by ID.
func ReadGolden(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	lines := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		i := strings.LastIndex(line, " => ")
		if i < 0 {
			return nil, fmt.Errorf("%s: a line without =>: %q", path, line)
		}
		lines[line[:i]] = line
	}
	return lines, nil
}

// Sampled reports whether the mutant is in the sample of about one in n, which depends on its ID alone.
func (m *Mutant) Sampled(n uint32) bool {
	h := fnv.New32a()
	h.Write([]byte(m.ID()))
	return h.Sum32()%n == 0
}
