// Package pages finds the pages of documentation, for the tests that check them.
package pages

import (
	"path/filepath"
	"slices"
)

// All returns the Markdown files at the root of the repository, in docs and in its directories, sorted.
func All(root string) ([]string, error) {
	var all []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		pages, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		all = append(all, pages...)
	}
	slices.Sort(all)
	return all, nil
}
