package verify

import (
	"bytes"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/load"
)

// unread finds annotations in the test files of packages, which are not checked: for each file the first one.
func unread(pkgs []*packages.Package) ([]token.Position, error) {
	var all []token.Position
	for _, p := range pkgs {
		if len(p.GoFiles) == 0 {
			continue
		}
		files, err := filepath.Glob(filepath.Join(escape(filepath.Dir(p.GoFiles[0])), "*_test.go"))
		if err != nil {
			return nil, fmt.Errorf("look for test files: %w", err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil || !load.MayAnnotate(text) { // one that cannot be read is the go command's affair
				continue
			}
			if pos := firstAnnotation(file, text); pos.IsValid() {
				all = append(all, pos)
			}
		}
	}
	return all, nil
}

// firstAnnotation is where the first line is that begins with an annotation.
func firstAnnotation(file string, text []byte) token.Position {
	n := 0
	for line := range bytes.Lines(text) {
		n++
		rest := bytes.TrimLeft(line, " \t")
		if bytes.HasPrefix(rest, []byte(annot.Prefix)) {
			return token.Position{Filename: file, Line: n, Column: len(line) - len(rest) + 1}
		}
	}
	return token.Position{}
}

// escape keeps what is in a path from being a pattern.
func escape(path string) string {
	if filepath.Separator == '\\' {
		return path // there is no way to
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}
