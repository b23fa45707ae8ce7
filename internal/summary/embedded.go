package summary

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/load"
)

// To summarise database/sql and what it imports takes three and a half seconds of processor time, and on a new machine
// everybody waits for that. So the summaries of the standard library of one Go version are part of the program. Each is
// found by a hash of the source that it was derived from, and of all that this imports: what another version of Go,
// another system or another set of build tags makes different is summarised anew.

// standardZip has the summaries, and an index: which of them are those of which source. TestEmbedded says whether they
// are what this program would find.
//
//go:generate go run ../tools/summaries -standard standard.zip
//go:embed standard.zip
var standardZip []byte

// index is the name of the index in the archive: a line for each package, with the hash of its source, the name of the
// file with its summaries, and its import path.
const index = "index"

// embedded are the summaries in standardZip by the hashes of sources.
var embedded = sync.OnceValue(func() map[string]*zip.File {
	r, err := zip.NewReader(bytes.NewReader(standardZip), int64(len(standardZip)))
	if err != nil {
		panic(err) // it is a part of the program
	}
	files := map[string]*zip.File{}
	for _, f := range r.File {
		files[f.Name] = f
	}
	text, err := contentsOf(files[index])
	if err != nil {
		panic(err)
	}
	found := map[string]*zip.File{}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 3 {
			found[fields[0]] = files[fields[1]]
		}
	}
	return found
})

// contentsOf returns what is in a file of the archive.
func contentsOf(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// sources are the hashes of packages' sources with those of all that they import, by import path; empty where there is none.
type sources struct {
	list *load.Listing
	sums map[string]string
	// only tells the sums that are of use; nil: all are.
	only func(sum string) bool
}

// of returns the hash of a package after those that it imports. Only the standard library has some.
func (s *sources) of(p *packages.Package) string {
	sum, ok := s.sums[p.PkgPath]
	if !ok {
		sum = s.hash(p)
		if s.only != nil && !s.only(sum) {
			sum = ""
		}
		s.sums[p.PkgPath] = sum
	}
	return sum
}

func (s *sources) hash(p *packages.Package) string {
	if p.Module != nil || len(p.GoFiles) == 0 || p.ExportFile == "" {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %T%v\n", p.PkgPath, p.Name, p.TypesSizes, p.TypesSizes)
	for _, path := range sortedKeys(p.Imports) {
		if path == "unsafe" {
			continue
		}
		sum := s.of(p.Imports[path])
		if sum == "" {
			return ""
		}
		fmt.Fprintf(h, "%q %s\n", path, sum)
	}
	dir := filepath.Dir(p.GoFiles[0])
	for _, name := range p.CompiledGoFiles {
		text, err := s.list.Glance(name)
		if err != nil {
			return ""
		}
		base := filepath.Base(name)
		if filepath.Dir(name) != dir { // cgo has made it, and says there of what
			text, base = bytes.ReplaceAll(text, []byte(dir), nil), "cgo"
		}
		fmt.Fprintf(h, "%q %d\n", base, len(text))
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// embeddedFor tells which packages of a listing have summaries in the program.
func embeddedFor(l *load.Listing) *sources {
	return &sources{list: l, sums: map[string]string{}, only: func(sum string) bool { return embedded()[sum] != nil }}
}

// Embedded reports whether the summaries of a package are those in the program, without a look at its source.
func (s *Set) Embedded(path string) bool {
	s.of(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.embedded[path] != ""
}

// readEmbedded returns the summaries that are embedded for a source.
func readEmbedded(sum string) (read storedContents) {
	f := embedded()[sum]
	if f == nil {
		panic(fmt.Sprintf("no summaries are embedded for source %s", sum))
	}
	text, err := contentsOf(f)
	if err == nil {
		err = json.Unmarshal(text, &read)
	}
	if err != nil {
		panic(fmt.Sprintf("read summaries that are embedded for source %s: %v", sum, err))
	}
	return read
}

// An Archive gathers summaries to embed.
type Archive struct {
	files map[string][]byte // by name, a hash of what is in them
	lines map[string]bool   // of the index
}

// Add adds the summaries of the standard library that a listing has.
func (a *Archive) Add(l *load.Listing, s *Set) error {
	if a.files == nil {
		a.files, a.lines = map[string][]byte{}, map[string]bool{}
	}
	src := &sources{list: l, sums: map[string]string{}}
	for p := range packages.Postorder(l.Roots()) {
		sum := src.of(p)
		if sum == "" {
			continue
		}
		text, err := json.Marshal(s.of(p.PkgPath).stored())
		if err != nil {
			return fmt.Errorf("write summaries of %s: %w", p.PkgPath, err)
		}
		hash := sha256.Sum256(text)
		name := hex.EncodeToString(hash[:16])
		a.files[name] = text
		a.lines[fmt.Sprintln(sum, name, p.PkgPath)] = true
	}
	return nil
}

// Stale lists the packages of which other summaries are part of the program, or none.
func (a *Archive) Stale() (paths []string) {
	for _, line := range slices.Sorted(maps.Keys(a.lines)) {
		fields := strings.Fields(line)
		f := embedded()[fields[0]]
		if f == nil || f.Name != fields[1] { // a hash of what is in it
			paths = append(paths, fields[2])
		}
	}
	return paths
}

// Bytes returns the archive as a file. The same summaries make the same one.
func (a *Archive) Bytes() ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	add := func(name string, text []byte) error {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write(text)
		}
		return err
	}
	if err := add(index, []byte(strings.Join(slices.Sorted(maps.Keys(a.lines)), ""))); err != nil {
		return nil, err
	}
	for _, name := range sortedKeys(a.files) {
		if err := add(name, a.files[name]); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}
