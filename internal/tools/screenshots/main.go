// Command screenshots makes the pictures in docs/images: of a page, which a headless Chromium shows, of what calvin prints in a terminal,
// and of a Neovim that calvin lsp serves.
//
//	go run ./internal/tools/screenshots
//
// It needs the programs chromium, tmux and nvim.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/calvin-go/calvin/internal/cli"
)

func main() {
	out := flag.String("o", "docs/images", "the directory to write to")
	flag.Parse()
	if err := run(context.Background(), *out); err != nil {
		fmt.Fprintf(os.Stderr, "screenshots: %v\n", err)
		os.Exit(1)
	}
}

// The programs that the pictures show, with a bug each.
const (
	bank = "cmd/calvin/testdata/bank"
	hits = "cmd/calvin/testdata/hits"
)

func run(ctx context.Context, out string) error {
	for _, program := range []string{"chromium", "tmux", "nvim"} {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Errorf("there is no %s; on Debian: apt-get install chromium tmux neovim", program)
		}
	}
	tmp, err := os.MkdirTemp("", "calvin-screenshots-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for _, p := range []picture{
		{"html-light.png", func() ([]byte, error) { return page(ctx, tmp, "explore", bank, "f1s6", false) }},
		{"html-dark.png", func() ([]byte, error) { return page(ctx, tmp, "explore", bank, "f1s6", true) }},
		{"html-check.png", func() ([]byte, error) { return page(ctx, tmp, "check", hits, "f1s6", true) }},
		{"report-light.png", func() ([]byte, error) { return reportPage(ctx, tmp, false) }},
		{"report-dark.png", func() ([]byte, error) { return reportPage(ctx, tmp, true) }},
		{"terminal-check.svg", func() ([]byte, error) { return terminal(ctx, "check", hits) }},
		{"terminal-explore.svg", func() ([]byte, error) { return terminal(ctx, "explore", bank) }},
		{"editor.svg", func() ([]byte, error) { return editor(ctx, tmp) }},
	} {
		data, err := p.make()
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if err := os.WriteFile(filepath.Join(out, p.name), data, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s: %d KiB\n", p.name, len(data)>>10)
	}
	return nil
}

// A picture is a file and how it comes about.
type picture struct {
	name string
	make func() ([]byte, error)
}

// calvin runs a command and returns what it prints. That it finds something is what the pictures are about.
func calvin(ctx context.Context, args ...string) (string, error) {
	var out, errors bytes.Buffer
	if code := cli.Execute(ctx, args, nil, &out, &errors); code != 1 {
		return "", fmt.Errorf("calvin %v exits with %d: %s", args, code, &errors)
	}
	return out.String(), nil
}

// extra are the flags beyond those that the pictures show.
var extra = map[string][]string{"explore": {"-trace="}}

// terminal shows what a command prints in the directory dir.
func terminal(ctx context.Context, command, dir string) ([]byte, error) {
	args := append([]string{command, "-C", dir, "-color=always"}, extra[command]...)
	text, err := calvin(ctx, args...)
	if err != nil {
		return nil, err
	}
	return svg(parse("\x1b[1m$ calvin "+command+"\x1b[0m\n"+text, 4), terminalColumns), nil
}

// terminalColumns is how wide the terminal is at least.
const terminalColumns = 100
