package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/calvin-go/calvin/internal/browsertest"
)

// A visit opens a page that calvin has written, in Chromium.
type visit struct {
	page          string // a file
	width, height int
	script        string // an expression of JavaScript: a list of strings
}

// look returns what the script sees, a line for each string.
func (v *visit) look(ctx context.Context, dir string) (string, error) {
	page, err := os.ReadFile(filepath.Join(dir, v.page))
	if err != nil {
		return "", err
	}
	files := filepath.Join(dir, "browser")
	if err := os.MkdirAll(files, 0o755); err != nil {
		return "", err
	}
	script := `addEventListener("load", () => setTimeout(() => { document.querySelector("#result").textContent = JSON.stringify(` + v.script + `) }, 200))`
	dom, err := browsertest.Open(ctx, files, browsertest.Scripted(string(page), script), v.width, v.height)
	if err != nil {
		return "", err
	}
	got, err := browsertest.Result(dom)
	return strings.Join(got, "\n"), err
}
