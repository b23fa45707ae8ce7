// Command snapshot builds the archives of a release as GoReleaser makes them from .goreleaser.yaml, without a tag, and checks them: what is
// in each, the checksums, and what calvin version says of itself. It builds the last commit, in a clone, as go build records the commit
// of a clone only; archives and checksums come to dist.
//
//	go run ./internal/tools/snapshot
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// goreleaser is the newest version that builds with the Go that go.mod asks for, and whose dependencies the module proxy has.
const goreleaser = "github.com/goreleaser/goreleaser/v2@v2.15.1"

func main() {
	out := flag.String("o", "dist", "the directory for archives and checksums")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintf(os.Stderr, "snapshot: %v\n", err)
		os.Exit(1)
	}
}

func run(out string) error {
	temp, err := os.MkdirTemp("", "snapshot")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	clone := filepath.Join(temp, "calvin")
	if err := command(".", "git", "clone", "--quiet", ".", clone); err != nil {
		return err
	}
	if err := command(clone, "go", "run", goreleaser, "release", "--snapshot", "--clean"); err != nil {
		return err
	}
	dist := filepath.Join(clone, "dist")
	archives, err := checkArchives(dist)
	if err != nil {
		return err
	}
	if err := checkSums(dist, archives); err != nil {
		return err
	}
	version, err := versionOf(filepath.Join(dist, archives[runtime.GOOS+"_"+runtime.GOARCH]), filepath.Join(temp, "bin"))
	if err != nil {
		return err
	}
	head, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		return err
	}
	if err := checkVersion(version, strings.TrimSpace(string(head))); err != nil {
		return err
	}
	fmt.Print(version)
	return keep(dist, archives, out)
}

// command runs a command that says by itself what goes wrong.
func command(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return nil
}

// versionOf runs the calvin of an archive of this system, unpacked into a directory.
func versionOf(archive, dir string) (string, error) {
	files, err := contents(archive)
	if err != nil {
		return "", err
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return "", err
	}
	binary := filepath.Join(dir, executable("calvin", runtime.GOOS))
	if err := os.WriteFile(binary, files[filepath.Base(binary)], 0o777); err != nil {
		return "", err
	}
	version, err := exec.Command(binary, "version").Output()
	if err != nil {
		return "", fmt.Errorf("%s version: %w", binary, err)
	}
	return string(version), nil
}

// keep copies archives and checksums to out, in the place of the archives that were there.
func keep(dist string, archives map[string]string, out string) error {
	old, err := filepath.Glob(filepath.Join(out, archivePattern))
	if err != nil {
		return err
	}
	for _, path := range old {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	names := []string{sums}
	for _, name := range archives {
		names = append(names, name)
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dist, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(out, name), data, 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
