package weakening

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// sitesFile holds the sites that are in an overlay, next to it.
const sitesFile = "sites.json"

// ReadSites reads the sites that WriteOverlay has written: their numbers are those in the build, whatever has become of the
// sources since.
func ReadSites(dir string) (sites []*Site, err error) {
	data, err := os.ReadFile(filepath.Join(dir, sitesFile))
	if err != nil {
		return nil, err
	}
	return sites, json.Unmarshal(data, &sites)
}

// WriteOverlay writes the instrumented sources to a directory, and returns the file for the go command's -overlay.
func WriteOverlay(sites []*Site, dir string) (string, error) {
	byFile := map[string][]*Site{}
	for _, s := range sites {
		byFile[s.file] = append(byFile[s.file], s)
	}
	replace := map[string]string{}
	for file, of := range byFile {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		to := filepath.Join(dir, strings.ReplaceAll(of[0].File, "/", "_"))
		if err := os.WriteFile(to, []byte(instrument(string(text), of)), 0o666); err != nil {
			return "", err
		}
		replace[file] = to
	}
	list, err := json.Marshal(sites)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, sitesFile), list, 0o666); err != nil {
		return "", err
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, data, 0o666)
}

// An insertion is text that goes into a file at an offset.
type insertion struct {
	at      int
	text    string
	closes  bool
	partner int // the other end of the bytes that are wrapped
	n       int
}

// instrument puts the sites into the text of their file. Lines stay where they are.
func instrument(text string, sites []*Site) string {
	var all []insertion
	for _, s := range sites {
		number := func(t string) string { return strings.ReplaceAll(t, "%d", strconv.Itoa(s.N)) }
		all = append(all,
			insertion{s.start, number(s.before), false, s.end, s.N},
			insertion{s.end, number(s.after), true, s.start, s.N})
	}
	// What closes comes first, the inner before the outer; then what opens, the outer before the inner.
	slices.SortFunc(all, func(a, b insertion) int {
		if c := cmp.Compare(a.at, b.at); c != 0 {
			return c
		}
		if a.closes != b.closes {
			if a.closes {
				return -1
			}
			return 1
		}
		c := cmp.Compare(b.partner, a.partner)
		if a.closes {
			return cmp.Or(c, cmp.Compare(b.n, a.n))
		}
		return cmp.Or(c, cmp.Compare(a.n, b.n))
	})
	var b strings.Builder
	at := 0
	for _, i := range all {
		b.WriteString(text[at:i.at])
		b.WriteString(i.text)
		at = i.at
	}
	b.WriteString(text[at:])
	return withImport(b.String())
}

// withImport adds the import of package hook at the end of the package clause.
func withImport(text string) string {
	const clause = "\npackage "
	at := strings.Index("\n"+text, clause)
	end := at + strings.IndexByte(text[at+1:], '\n') + 1
	return text[:end] + `; import calvinhook "` + module + `internal/verifytest/weakening/hook"` + text[end:]
}
