package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

const (
	sums           = "checksums.txt"      // the file with the checksums
	archivePattern = "calvin_*.[tz][ai]*" // the archives: .tar.gz and .zip
)

// systems are those that there is an archive for.
var systems = []string{"darwin_amd64", "darwin_arm64", "linux_amd64", "linux_arm64", "windows_amd64", "windows_arm64"}

// checkArchives checks that dist has an archive for each system, with the right files in it, and returns their names by system.
func checkArchives(dist string) (map[string]string, error) {
	all, err := filepath.Glob(filepath.Join(dist, archivePattern))
	if err != nil {
		return nil, err
	}
	archives := map[string]string{}
	for _, path := range all {
		name := filepath.Base(path)
		m := regexp.MustCompile(`^calvin_.+_([a-z]+)_([a-z0-9]+)(\.tar\.gz|\.zip)$`).FindStringSubmatch(name)
		if m == nil {
			return nil, fmt.Errorf("%s is an archive for no system", name)
		}
		if (m[1] == "windows") != (m[3] == ".zip") {
			return nil, fmt.Errorf("%s: an archive for %s is no %s", name, m[1], m[3])
		}
		archives[m[1]+"_"+m[2]] = name
		files, err := contents(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := checkFiles(files, m[1]); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if got := slices.Sorted(maps.Keys(archives)); !slices.Equal(got, systems) {
		return nil, fmt.Errorf("archives for %s, want %s", strings.Join(got, ", "), strings.Join(systems, ", "))
	}
	return archives, nil
}

// checkFiles checks what an archive for a system holds.
func checkFiles(files map[string][]byte, system string) error {
	want := []string{"CHANGELOG.md", "LICENSE", "README.md", executable("calvin", system), executable("calvin-vet", system)}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(files)); !slices.Equal(got, want) {
		return fmt.Errorf("it holds %s, want %s", strings.Join(got, ", "), strings.Join(want, ", "))
	}
	for name, data := range files {
		if len(data) == 0 {
			return fmt.Errorf("%s is empty", name)
		}
	}
	return nil
}

// executable is the name of a command's file on a system.
func executable(command, system string) string {
	if system == "windows" {
		return command + ".exe"
	}
	return command
}

// contents returns the files of an archive by their names. Binaries that could not be run once unpacked are an error.
func contents(path string) (map[string][]byte, error) {
	if strings.HasSuffix(path, ".zip") {
		return zipped(path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	files, r := map[string][]byte{}, tar.NewReader(unzipped)
	for {
		h, err := r.Next()
		if err == io.EOF {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(h.Name, "calvin") && h.Mode&0o111 != 0o111 {
			return nil, fmt.Errorf("%s is not executable", h.Name)
		}
		if files[h.Name], err = io.ReadAll(r); err != nil {
			return nil, err
		}
	}
}

func zipped(path string) (map[string][]byte, error) {
	r, err := zip.OpenReader(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	files := map[string][]byte{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			return nil, err
		}
		files[f.Name], err = io.ReadAll(in)
		in.Close()
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// checkSums checks that the file of checksums has each archive with its own, and nothing else.
func checkSums(dist string, archives map[string]string) error {
	text, err := os.ReadFile(filepath.Join(dist, sums))
	if err != nil {
		return err
	}
	listed := map[string]string{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) != 2 {
			return fmt.Errorf("%s: %q is no checksum and name", sums, line)
		}
		listed[words[1]] = words[0]
	}
	if len(listed) != len(archives) {
		return fmt.Errorf("%s lists %d files, want %d", sums, len(listed), len(archives))
	}
	for _, name := range archives {
		data, err := os.ReadFile(filepath.Join(dist, name))
		if err != nil {
			return err
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(data)); got != listed[name] {
			return fmt.Errorf("%s has the checksum %s, listed is %q", name, got, listed[name])
		}
	}
	return nil
}

// checkVersion checks what calvin version says: a version, the commit head, this system and the version of Z3.
func checkVersion(text, head string) error {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, want := range []string{
		`^calvin v\d+\.\d+\.\d+`,
		`^commit ` + head + `$`,
		`^go     go1\.\d.* ` + runtime.GOOS + "/" + runtime.GOARCH + `$`,
		`^z3     .*\d+\.\d+`,
	} {
		if i >= len(lines) || !regexp.MustCompile(want).MatchString(lines[i]) {
			return fmt.Errorf("line %d of calvin version is not %s:\n%s", i+1, want, text)
		}
	}
	return nil
}
