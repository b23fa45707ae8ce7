package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A distribution is what GoReleaser leaves: files by archive, and lines of checksums by archive.
type distribution struct {
	archives map[string]map[string]string
	sums     map[string]string // in the place of the right ones
	mode     int64
}

// whole is a distribution without a fault.
func whole() *distribution {
	d := &distribution{map[string]map[string]string{}, map[string]string{}, 0o755}
	for _, s := range systems {
		system, _, _ := strings.Cut(s, "_")
		extension := ".tar.gz"
		if system == "windows" {
			extension = ".zip"
		}
		d.archives["calvin_0.0.1-snapshot_"+s+extension] = map[string]string{
			"LICENSE": "l", "README.md": "r", "CHANGELOG.md": "c", executable("calvin", system): "b", executable("calvin-vet", system): "v",
		}
	}
	return d
}

// write writes the distribution to a directory.
func (d *distribution) write(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var lines strings.Builder
	for name, files := range d.archives {
		path := filepath.Join(dir, name)
		d.archive(t, path, files)
		data, err := os.ReadFile(path)
		must(t, err)
		sum, ok := d.sums[name]
		if !ok {
			sum = fmt.Sprintf("%x", sha256.Sum256(data))
		}
		if sum != "" {
			fmt.Fprintf(&lines, "%s  %s\n", sum, name)
		}
	}
	must(t, os.WriteFile(filepath.Join(dir, sums), []byte(lines.String()), 0o666))
	return dir
}

func (d *distribution) archive(t *testing.T, path string, files map[string]string) {
	f, err := os.Create(path)
	must(t, err)
	defer f.Close()
	if strings.HasSuffix(path, ".zip") {
		z := zip.NewWriter(f)
		for name, text := range files {
			w, err := z.Create(name)
			must(t, err)
			_, err = w.Write([]byte(text))
			must(t, err)
		}
		must(t, z.Close())
		return
	}
	g := gzip.NewWriter(f)
	w := tar.NewWriter(g)
	for name, text := range files {
		must(t, w.WriteHeader(&tar.Header{Name: name, Mode: d.mode, Size: int64(len(text))}))
		_, err := w.Write([]byte(text))
		must(t, err)
	}
	must(t, w.Close())
	must(t, g.Close())
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestArchives(t *testing.T) {
	const linux, windows = "calvin_0.0.1-snapshot_linux_arm64.tar.gz", "calvin_0.0.1-snapshot_windows_amd64.zip"
	for name, test := range map[string]struct {
		change func(*distribution)
		want   string // what the error says
	}{
		"whole":                   {func(*distribution) {}, ""},
		"an archive is missing":   {func(d *distribution) { delete(d.archives, linux) }, "archives for darwin_amd64"},
		"no system":               {func(d *distribution) { rename(d, linux, "calvin_linux.tar.gz") }, "for no system"},
		"a file is missing":       {func(d *distribution) { delete(d.archives[linux], "LICENSE") }, "it holds"},
		"a command is missing":    {func(d *distribution) { delete(d.archives[windows], "calvin-vet.exe") }, "it holds"},
		"a file too many":         {func(d *distribution) { d.archives[linux]["go.mod"] = "m" }, "it holds"},
		"an empty file":           {func(d *distribution) { d.archives[windows]["calvin.exe"] = "" }, "calvin.exe is empty"},
		"not executable":          {func(d *distribution) { d.mode = 0o644 }, "is not executable"},
		"another kind of archive": {func(d *distribution) { rename(d, windows, strings.Replace(windows, ".zip", ".tar.gz", 1)) }, "is no .tar.gz"},
		"another checksum":        {func(d *distribution) { d.sums[linux] = strings.Repeat("0", 64) }, "has the checksum"},
		"a checksum is missing":   {func(d *distribution) { d.sums[linux] = "" }, "lists 5 files"},
		"no checksum":             {func(d *distribution) { d.sums[linux] = "a b" }, "is no checksum"},
	} {
		t.Run(name, func(t *testing.T) {
			d := whole()
			test.change(d)
			dir := d.write(t)
			archives, err := checkArchives(dir)
			if err == nil {
				err = checkSums(dir, archives)
			}
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("the error is %v, want %q", err, test.want)
			}
		})
	}
}

func rename(d *distribution, from, to string) {
	d.archives[to] = d.archives[from]
	delete(d.archives, from)
}

func TestVersion(t *testing.T) {
	good := "calvin v0.0.0-20260102030405-0123456789ab\ncommit abc\ngo     go1.26.8 " + runtime.GOOS + "/" + runtime.GOARCH + "\nz3     libz3 4.8.12.0\n"
	if err := checkVersion(good, "abc"); err != nil {
		t.Error(err)
	}
	for line, other := range map[string]string{
		"calvin v0.0.0-20260102030405-0123456789ab": "calvin (devel)",
		"commit abc":              "commit not recorded",
		"go1.26.8":                "devel",
		"z3     libz3 4.8.12.0":   "z3     not found: install Z3",
		"\nz3     libz3 4.8.12.0": "",
	} {
		if checkVersion(strings.Replace(good, line, other, 1), "abc") == nil {
			t.Errorf("%q passes", other)
		}
	}
	if checkVersion(good, "abd") == nil {
		t.Error("another commit passes")
	}
}
