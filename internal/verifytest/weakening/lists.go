package weakening

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/calvin-go/calvin/internal/verifytest/mutant"
)

// SurvivorsFile is the list of sites that no test notices, and why.
const SurvivorsFile = "survivors.txt"

// anything stands for any text in a line of the list, which so is about all sites that look like it.
const anything = "…"

// Survivors are the sites on the list.
type Survivors struct {
	Reasons map[string]string // by ID
	Stale   []string          // lines that are about no site
	single  map[string]bool   // the IDs that have a line of their own
}

// ReadSurvivors reads the list in dir, which is about these sites.
func ReadSurvivors(dir string, sites []*Site) (*Survivors, error) {
	lines, err := mutant.ReadReasons(filepath.Join(dir, SurvivorsFile))
	if err != nil {
		return nil, err
	}
	s := &Survivors{Reasons: map[string]string{}, single: map[string]bool{}}
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		of := sitesLike(line, sites)
		if len(of) == 0 {
			s.Stale = append(s.Stale, line)
		}
		for _, id := range of {
			if single := !strings.Contains(line, anything); single || s.Reasons[id] == "" {
				s.Reasons[id] = lines[line]
				s.single[id] = s.single[id] || single
			}
		}
	}
	return s, nil
}

// sitesLike returns the IDs of the sites that a line of the list is about.
func sitesLike(line string, sites []*Site) (of []string) {
	parts := strings.Split(line, anything)
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	like := regexp.MustCompile("^" + strings.Join(parts, ".*") + "$")
	for _, s := range sites {
		if like.MatchString(s.ID()) {
			of = append(of, s.ID())
		}
	}
	return of
}

// Compare says where results and list differ.
func Compare(sites []*Site, results map[string]*Result, survivors *Survivors) []error {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	for _, s := range sites {
		r := results[s.ID()]
		if r == nil {
			continue
		}
		killed := r.killed()
		switch listed := survivors.Reasons[s.ID()] != ""; {
		case !killed && !listed:
			complain("%s: %s: %s", s.Position(), r.Outcome, s.ID())
		case killed && survivors.single[s.ID()]:
			complain("%s: listed as a survivor, but %s by %s: %s", s.Position(), r.Outcome, r.By, s.ID())
		}
	}
	for _, id := range survivors.Stale {
		complain("%s: no such site: %s", SurvivorsFile, id)
	}
	return errs
}

// WriteTable writes what became of the mutants of each kind.
func WriteTable(out io.Writer, sites []*Site, results map[string]*Result, survivors *Survivors) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	columns := []string{"sites", "tried", "accepted", "noticed", "explained", "survived", "unpassed"}
	fmt.Fprintf(w, "kind\t%s\t\n", strings.Join(columns, "\t"))
	sum := map[string]int{}
	row := func(name string, counts map[string]int) {
		fmt.Fprintf(w, "%s\t", name)
		for _, c := range columns {
			fmt.Fprintf(w, "%d\t", counts[c])
			sum[c] += counts[c]
		}
		fmt.Fprintln(w)
	}
	for _, k := range Kinds {
		counts := map[string]int{}
		for _, s := range sites {
			if s.Kind != k.Name {
				continue
			}
			counts["sites"]++
			r := results[s.ID()]
			switch {
			case r == nil:
				continue
			case survivors.Reasons[s.ID()] != "" && !r.killed():
				counts["explained"]++
			default:
				counts[string(r.Outcome)]++
			}
			counts["tried"]++
		}
		row(k.Name, counts)
	}
	row("all", maps.Clone(sum))
	return w.Flush()
}

func (r *Result) killed() bool { return r.Outcome == Accepted || r.Outcome == Noticed }
