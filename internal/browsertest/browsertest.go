// Package browsertest takes an HTML page, opens it in a headless Chromium, does there what a user does, and gives back what has become
// of the page.
package browsertest

import (
	"context"
	"encoding/json"
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

// DOM opens a page in a window of a size, lets its scripts run, and returns what the page has become. The test is skipped where there is no
// Chromium.
func DOM(t testing.TB, page string, width, height int) string {
	t.Helper()
	var browser string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("there is no chromium here")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
		"--user-data-dir="+filepath.Join(dir, "profile"), fmt.Sprintf("--window-size=%d,%d", width, height),
		"--blink-settings=preferredColorScheme=1", "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=5000", "--dump-dom", "file://"+file)
	var errors strings.Builder
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &errors)
	}
	return string(out)
}

// policy is the element with which a page says which scripts may run.
var policy = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)

// Run opens a page and runs a script there, after those of the page. The script leaves a list of strings, as JSON, in the element #result, which
// Run returns.
func Run(t testing.TB, page, script string, width, height int) (got []string) {
	t.Helper()
	page = policy.ReplaceAllString(page, "") // else the script would not run
	page = strings.Replace(page, "</body>", "<pre id=\"result\"></pre><script>"+script+"</script></body>", 1)
	_, rest, ok := strings.Cut(DOM(t, page, width, height), `<pre id="result">`)
	text, _, _ := strings.Cut(rest, "</pre>")
	if !ok || text == "" {
		t.Fatal("the script did not come to its end")
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(text)), &got); err != nil {
		t.Fatal(err)
	}
	return got
}
