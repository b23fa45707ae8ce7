package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// listening is what code-server prints once it can be asked.
var listening = regexp.MustCompile(`listening on (http://\S+)`)

// TestVSCode has a real VS Code, that of code-server in a headless Chromium, with the extension in editors/vscode, open
// a file with a fault, mend it by the fix that is offered, make another without saving, and use what else the server
// offers. What is shown is what calvin check finds in the same text. In the end no server is left.
func TestVSCode(t *testing.T) {
	server, err := exec.LookPath("code-server")
	if err != nil {
		t.Skip("there is no code-server: CONTRIBUTING.md says how to have one")
	}
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium")
	}
	if _, err := os.Stat("../../editors/vscode/node_modules/vscode-languageclient"); err != nil {
		t.Skip("the extension has not what it needs: npm install --prefix editors/vscode")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	layVSCode(t, dir)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	in := func(name string) string { return filepath.Join(dir, name) }
	url, stop := startVSCode(ctx, t, server, dir)
	view := exec.CommandContext(ctx, browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--window-size=1280,900",
		"--user-data-dir="+in("profile"), "--remote-debugging-port=0", url+"?folder="+in("m"))
	if err := view.Start(); err != nil {
		t.Fatal(err)
	}
	data, err := awaited(ctx, in("m/out"))
	view.Process.Kill()
	view.Wait()
	log := stop()
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	checkVSCode(t, data)
	gone(t, dir)
}

// checkVSCode compares what was seen with what is to be seen.
func checkVSCode(t *testing.T, data []byte) {
	t.Helper()
	var got struct {
		Failed, Version, Mode, Link, Lenses, Explained, Hover, Definition, Symbols, Hints, Completed string
		Unsaved                                                                                      bool
		Opened, Mended, Broken, Annotated, Restarted                                                 stage
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got.Failed != "" {
		t.Fatal(got.Failed)
	}
	t.Log(got.Version)
	for _, s := range []stage{got.Opened, got.Mended, got.Broken, got.Annotated, got.Restarted} {
		if shown, want := s.lines(), foundIn(t, s.Text); shown != want {
			t.Errorf("VS Code shows\n%s\nbut calvin check finds\n%s\nin\n%s", shown, want, s.Text)
		}
	}
	if !got.Unsaved {
		t.Error("what was broken is saved")
	}
	for what, pair := range map[string][2]string{
		"the language":       {got.Mode, "go"},
		"the link":           {got.Link, "CV0101"},
		"the lenses":         {got.Lenses, "failed"},
		"what was mended":    {got.Mended.Text, "\tc.mu.Lock()\n\tc.n = 0 // no lock\n\tc.mu.Unlock()\n"},
		"the explanation":    {got.Explained, "# CV0305: "},
		"what was added":     {got.Annotated.Text, "\t//calvin:guarded_by mu\n\tplain int\n"},
		"the hover":          {got.Hover, "//calvin:guarded_by mu"},
		"the definition":     {got.Definition, "\tn int"},
		"the symbols":        {got.Symbols, "(*Counter).Hit"},
		"the hints":          {got.Hints, "c.mu"},
		"what was completed": {got.Completed, "guarded_by"},
	} {
		if !strings.Contains(pair[0], pair[1]) {
			t.Errorf("%s: %q, want %q in it", what, pair[0], pair[1])
		}
	}
}

// layVSCode writes the module, a program calvin, the settings, and the extensions: ours, and one that does what a person does.
func layVSCode(t *testing.T, dir string) {
	t.Helper()
	in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{"../../editors/vscode": "extensions/calvin-go.calvin-0.1.0", "testdata/vscode": "extensions/calvin-go.driver-0.0.1"} {
		if err := os.CopyFS(in(to), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	settings := map[string]any{"calvin.path": in("calvin"), "telemetry.telemetryLevel": "off", "extensions.autoUpdate": false, "workbench.startupEditor": "none", "files.autoSave": "off"}
	text, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, in("calvin")); err != nil {
		t.Skip(err)
	}
	for name, text := range map[string]string{
		"m/go.mod": "module m\n\ngo 1.26\n", "m/m.go": emacsFile, "user/User/settings.json": string(text), "config.yaml": "",
	} {
		if err := os.MkdirAll(filepath.Dir(in(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(in(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// startVSCode starts code-server and returns where it listens. Stop ends it, and returns what it has printed.
func startVSCode(ctx context.Context, t *testing.T, server, dir string) (url string, stop func() string) {
	t.Helper()
	in := func(name string) string { return filepath.Join(dir, name) }
	cmd := exec.CommandContext(ctx, server, "--auth=none", "--bind-addr=127.0.0.1:0", "--config="+in("config.yaml"), "--user-data-dir="+in("user"),
		"--extensions-dir="+in("extensions"), "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust", "--disable-getting-started-override")
	cmd.Env = append(os.Environ(), serveEnv+"="+dir, "DRIVER_DIR="+in("m"), "VSCODE_CLI=1", "HOME="+dir, "XDG_CACHE_HOME="+dir, "GOCACHE="+goEnv(t, "GOCACHE"), "GOPATH="+goEnv(t, "GOPATH"))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	found, log := make(chan string, 1), make(chan string, 1)
	go func() {
		var all strings.Builder
		for lines := bufio.NewScanner(out); lines.Scan(); {
			fmt.Fprintln(&all, lines.Text())
			if m := listening.FindStringSubmatch(lines.Text()); m != nil {
				select {
				case found <- m[1]:
				default:
				}
			}
		}
		log <- all.String()
	}()
	stop = func() string {
		cmd.Process.Signal(syscall.SIGTERM)
		text := <-log
		cmd.Wait()
		return text
	}
	select {
	case url = <-found:
		return url, stop
	case text := <-log:
		t.Fatalf("code-server does not start: %s", text)
	case <-ctx.Done():
		t.Fatalf("code-server does not listen: %s", stop())
	}
	return "", nil
}

// awaited waits for a file.
func awaited(ctx context.Context, file string) ([]byte, error) {
	for {
		if data, err := os.ReadFile(file); err == nil {
			return data, nil
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("waiting for VS Code: %w", ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}
