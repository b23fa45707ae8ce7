// Package browsertest takes an HTML page, opens it in a headless Chromium, does there what a user does, and gives back what has become
// of the page.
package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Narrow is the least width that a window can have.
const Narrow = 500

// ErrNoBrowser says that there is no Chromium.
var ErrNoBrowser = errors.New("there is no chromium here")

// Open opens a page in a window of a size, lets its scripts run, and returns what the page has become. It leaves files in a directory.
func Open(ctx context.Context, dir, page string, width, height int) (string, error) {
	var browser string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		return "", ErrNoBrowser
	}
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
		"--user-data-dir="+filepath.Join(dir, "profile"), fmt.Sprintf("--window-size=%d,%d", width, height),
		"--blink-settings=preferredColorScheme=1", "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=5000", "--dump-dom", "file://"+file)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, &stderr)
	}
	return string(out), nil
}

// DOM does so in a test, which is skipped where there is no Chromium.
func DOM(t testing.TB, page string, width, height int) string {
	t.Helper()
	dom, err := Open(t.Context(), t.TempDir(), page, width, height)
	if errors.Is(err, ErrNoBrowser) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dom
}

// policy is the element with which a page says which scripts may run.
var policy = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)

// Scripted is a page with a script that runs after those of the page. The script leaves a list of strings, as JSON, in the element #result.
func Scripted(page, script string) string {
	page = policy.ReplaceAllString(page, "") // else the script would not run
	return strings.Replace(page, "</body>", "<pre id=\"result\"></pre><script>"+script+"</script></body>", 1)
}

// Result is what such a script has left.
func Result(dom string) (got []string, err error) {
	_, rest, ok := strings.Cut(dom, `<pre id="result">`)
	text, _, _ := strings.Cut(rest, "</pre>")
	if !ok || text == "" {
		return nil, errors.New("the script did not come to its end")
	}
	err = json.Unmarshal([]byte(html.UnescapeString(text)), &got)
	return got, err
}

// Run opens a page and runs a script there, and returns what it has left.
func Run(t testing.TB, page, script string, width, height int) []string {
	t.Helper()
	got, err := Result(DOM(t, Scripted(page, script), width, height))
	if err != nil {
		t.Fatal(err)
	}
	return got
}
