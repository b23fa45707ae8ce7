package explore

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A schedule means something for the program that it was found in. So a trace has the hash of each file that the test was built from:
// those of the packages that are instrumented, as far as the test reaches them, and the go.mod of their modules.

// hashesOf are the hashes of the files that the tests of a package are built from, by package path and name.
func (r *runner) hashesOf(pkg string) (hashes map[string]string, files map[string]string) {
	files = r.build.SourcesOf(pkg)
	hashes = map[string]string{}
	for name, file := range files {
		if data, err := os.ReadFile(file); err == nil {
			sum := sha256.Sum256(data)
			hashes[name] = hex.EncodeToString(sum[:12])
		}
	}
	return hashes, files
}

// changedSince lists the files that are not what they were when a trace was written, by their paths where they are still there.
func (r *runner) changedSince(t *Trace) []string {
	if len(t.Sources) == 0 { // the trace is older than that
		return nil
	}
	now, files := r.hashesOf(t.Package)
	var out []string
	for name, hash := range t.Sources {
		switch {
		case now[name] == "":
			out = append(out, name+", which is gone")
		case now[name] != hash:
			out = append(out, r.relative(files[name]))
		}
	}
	for name := range maps.Keys(now) {
		if t.Sources[name] == "" {
			out = append(out, r.relative(files[name])+", which is new")
		}
	}
	slices.Sort(out)
	return out
}

// relative is a path as seen from the directory that the user is in.
func (r *runner) relative(file string) string {
	if rel, err := filepath.Rel(r.opts.Config.Dir, file); err == nil && !strings.HasPrefix(rel, "..") {
		return rel
	}
	return file
}
