package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/pages"
)

// links finds the links of a page: in Markdown, and the pictures in HTML.
var (
	links    = regexp.MustCompile(`\]\(([^()\s]+)\)|(?:src|srcset|href)="([^"]+)"`)
	fences   = regexp.MustCompile("(?ms)^```.*?^```")
	headings = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// TestLinks: what pages link to is there, and the index lists every page.
func TestLinks(t *testing.T) {
	all, err := pages.All(root)
	if err != nil {
		t.Fatal(err)
	}
	index, listed := filepath.Join(root, "docs", "README.md"), map[string]bool{}
	for _, page := range all {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range links.FindAllStringSubmatch(fences.ReplaceAllString(string(text), ""), -1) {
			target := m[1] + m[2]
			if strings.Contains(target, "://") {
				continue
			}
			file, anchor, _ := strings.Cut(target, "#")
			path := page
			if file != "" {
				path = filepath.Join(filepath.Dir(page), file)
			}
			if page == index {
				listed[path] = true
			}
			data, err := os.ReadFile(path)
			if _, missing := os.Stat(path); missing != nil {
				t.Errorf("%s links to %s, which is not there", page, target)
			} else if anchor != "" && (err != nil || !hasAnchor(string(data), anchor)) {
				t.Errorf("%s links to %s: there is no such heading", page, target)
			}
		}
	}
	for _, page := range all {
		if filepath.Dir(page) != root && page != index && !listed[page] {
			t.Errorf("%s does not list %s", index, page)
		}
	}
}

// hasAnchor reports whether a heading of a page has the anchor that GitHub gives it.
func hasAnchor(page, anchor string) bool {
	for _, m := range headings.FindAllStringSubmatch(page, -1) {
		if slug(m[1]) == anchor {
			return true
		}
	}
	return false
}

var unsluggable = regexp.MustCompile(`[^\pL\pN _-]`)

func slug(heading string) string {
	return strings.ReplaceAll(unsluggable.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
}
