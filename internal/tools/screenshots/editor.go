package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

//go:embed init.lua
var initLua []byte

// The size of the editor.
const (
	editorColumns = 104
	editorLines   = 41
)

// editor shows a Neovim with the finding in hits, in a terminal of tmux.
func editor(ctx context.Context, tmp string) ([]byte, error) {
	binary, config, socket := filepath.Join(tmp, "calvin"), filepath.Join(tmp, "init.lua"), filepath.Join(tmp, "tmux")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "./cmd/calvin").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	if err := os.WriteFile(config, initLua, 0o644); err != nil {
		return nil, err
	}
	tmux := func(args ...string) (string, error) {
		cmd := exec.CommandContext(ctx, "tmux", append([]string{"-S", socket, "-f", os.DevNull}, args...)...)
		cmd.Env = append(os.Environ(), "CALVIN="+binary, "TERM=xterm-256color", "LC_ALL=C.UTF-8", "XDG_STATE_HOME="+tmp, "XDG_DATA_HOME="+tmp)
		cmd.Dir = hits
		out, err := cmd.CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("tmux %s: %w\n%s", args[0], err, out)
		}
		return string(out), nil
	}
	if _, err := tmux("new-session", "-d", "-x", fmt.Sprint(editorColumns), "-y", fmt.Sprint(editorLines), "-s", "editor",
		"nvim -u "+config+" -i NONE hits.go"); err != nil {
		return nil, err
	}
	defer tmux("kill-server")
	if _, err := tmux("set-option", "-g", "status", "off"); err != nil {
		return nil, err
	}
	// The picture is taken when the finding is there and nothing has changed for a second.
	last := ""
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Second) {
		text, err := tmux("capture-pane", "-p", "-e", "-t", "editor")
		if err != nil {
			return nil, err
		}
		if text == last && strings.Contains(text, "counterexample") {
			return svg(parse(text, 8), editorColumns), nil
		}
		last = text
	}
	return nil, fmt.Errorf("the editor shows no finding within a minute:\n%s", last)
}
