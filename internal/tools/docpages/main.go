// Command docpages writes what the pages in docs repeat from the code: docs/diagnostics.md, the list of what calvin
// check finds, docs/library.md, what it believes of the functions and types of the standard library, and the table of
// all directives in docs/language.md.
//
//	go run ./internal/tools/docpages
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	dir := flag.String("dir", "docs", "the directory of the pages")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintf(os.Stderr, "docpages: %v\n", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	text, err := generate(dir)
	if err != nil {
		return err
	}
	for name, page := range text {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(page), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate returns what the pages should be, by their names.
func generate(dir string) (map[string]string, error) {
	list, err := diagnostics()
	if err != nil {
		return nil, err
	}
	language, err := os.ReadFile(filepath.Join(dir, "language.md"))
	if err != nil {
		return nil, err
	}
	reference, err := directives(string(language))
	if err != nil {
		return nil, err
	}
	return map[string]string{"diagnostics.md": list, "language.md": reference, "library.md": believed()}, nil
}
