package weakening

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// SurvivorsFile is the list of sites that no test notices, and why.
const SurvivorsFile = "survivors.txt"

// ReadSurvivors reads the list in dir: lines with the IDs of sites, each group followed by an indented line with the reason.
func ReadSurvivors(dir string) (map[string]string, error) {
	path := filepath.Join(dir, SurvivorsFile)
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
			return nil, fmt.Errorf("%s:%d: a reason without sites", path, n)
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
		return nil, fmt.Errorf("%s: no reason is given for the last sites", path)
	}
	return reasons, lines.Err()
}

// Stale returns the IDs on the list that no site has.
func Stale(sites []*Site, survivors map[string]string) []string {
	made := map[string]bool{}
	for _, s := range sites {
		made[s.ID()] = true
	}
	var stale []string
	for _, id := range slices.Sorted(maps.Keys(survivors)) {
		if !made[id] {
			stale = append(stale, id)
		}
	}
	return stale
}

// Compare says where results and list differ.
func Compare(sites []*Site, results map[string]*Result, survivors map[string]string) []error {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	for _, s := range sites {
		r := results[s.ID()]
		if r == nil {
			continue
		}
		killed := r.Outcome == Accepted || r.Outcome == Noticed
		switch listed := survivors[s.ID()] != ""; {
		case !killed && !listed:
			complain("%s: %s: %s", s.Position(), r.Outcome, s.ID())
		case killed && listed:
			complain("%s: listed as a survivor, but %s by %s: %s", s.Position(), r.Outcome, r.By, s.ID())
		}
	}
	for _, id := range Stale(sites, survivors) {
		complain("%s: no such site: %s", SurvivorsFile, id)
	}
	return errs
}

// WriteTable writes what became of the mutants of each kind.
func WriteTable(out io.Writer, sites []*Site, results map[string]*Result, survivors map[string]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "kind\tsites\taccepted\tnoticed\tsurvived\tof these explained\t\n")
	var all [5]int
	for _, k := range Kinds {
		var row [5]int
		for _, s := range sites {
			r := results[s.ID()]
			if s.Kind != k.Name || r == nil {
				continue
			}
			row[0]++
			switch r.Outcome {
			case Accepted:
				row[1]++
			case Noticed:
				row[2]++
			default:
				row[3]++
				if survivors[s.ID()] != "" {
					row[4]++
				}
			}
		}
		for i := range all {
			all[i] += row[i]
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t\n", k.Name, row[0], row[1], row[2], row[3], row[4])
	}
	fmt.Fprintf(w, "all\t%d\t%d\t%d\t%d\t%d\t\n", all[0], all[1], all[2], all[3], all[4])
	return w.Flush()
}
