package lsp

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// apply changes texts by an edit of the server's.
func (c *client) apply(texts map[string]string, edit workspaceEdit) {
	c.Helper()
	change := func(uri string, edits []textEdit) {
		name := strings.TrimPrefix(fileOf(uri), c.dir+"/")
		text, ok := texts[name]
		if !ok {
			text = c.read(name)
		}
		slices.SortFunc(edits, func(a, b textEdit) int {
			return offset(text, a.Range.Start) - offset(text, b.Range.Start)
		})
		for _, e := range slices.Backward(edits) {
			text = text[:offset(text, e.Range.Start)] + e.NewText + text[offset(text, e.Range.End):]
		}
		texts[name] = text
	}
	for uri, edits := range edit.Changes {
		change(uri, edits)
	}
	for _, d := range edit.DocumentChanges {
		name := strings.TrimPrefix(fileOf(d.TextDocument.URI), c.dir+"/")
		if v := d.TextDocument.Version; v != nil && *v != c.versions[name] {
			c.Errorf("%s: an edit of version %d, want %d", name, *v, c.versions[name])
		}
		change(d.TextDocument.URI, d.Edits)
	}
}

// TestRename: what only annotations know is renamed. What code declares is not, and the answer says where to do it; in code there is none,
// so that the client asks the language server for Go.
func TestRename(t *testing.T) {
	c := start(t, shop)
	text := c.open("m.go")
	c.until("all functions to be known", func() bool { return slices.Contains(c.requests, "workspace/codeLens/refresh") })
	for _, test := range []struct {
		something, name string
		want            []string // lines that come of it
		wrong           string   // what the error says
	}{
		{"sold[i]", "gone", []string{"//calvin:ghost gone seq[int] guarded_by mu", "0 <= i && i < len(gone) ==> gone[i] <= limit"}, ""},
		{"sold seq", "stock", nil, "stock is a field of Shop already"},
		{"i && i", "at", []string{"forall at int :: 0 <= at && at < len(sold) ==> sold[at] <= limit"}, ""},
		{"i && i", "limit", nil, "limit is a name in line"},
		{"i && i", "held", nil, "held is a word"},
		{"j] held", "k", []string{"accessible_if[k] held(mu) || k == 0"}, ""},
		{"Sold\n//calvin:when", "Done", []string{"performs Nothing [] Done", "action   Done"}, ""},
		{"Sold\n//calvin:when", "Nothing", nil, "Nothing is an action of Sell already"},
		{"Sold\n//calvin:when", "a b", nil, "a b is not a name"},
		{"mu == free", "lock", nil, "mu is declared in code, at m.go:12: rename it there, and its annotations follow"},
		{"free", "lock", nil, "free is a word"},
		{"stock int", "lock", nil, ""},
	} {
		p := c.at("m.go", text, test.something, 1)
		m := c.await("prepareRename", c.send("textDocument/prepareRename", p))
		p["newName"] = test.name
		r := c.await("rename", c.send("textDocument/rename", p))
		if test.wrong != "" {
			if r.Error == nil || !strings.Contains(r.Error.Message, test.wrong) {
				t.Errorf("%q to %s: %+v, want %q", test.something, test.name, r, test.wrong)
			}
			continue
		}
		var edit *workspaceEdit
		if err := json.Unmarshal(r.Result, &edit); err != nil || (edit == nil) != (test.want == nil) {
			t.Errorf("%q to %s: %s %v", test.something, test.name, r.Result, r.Error)
		}
		if (string(m.Result) == "null") != (test.want == nil) {
			t.Errorf("%q can be renamed: %s", test.something, m.Result)
		}
		if edit == nil {
			continue
		}
		texts := map[string]string{}
		c.apply(texts, *edit)
		for _, want := range test.want {
			if !strings.Contains(texts["m.go"], want) {
				t.Errorf("%q to %s:\n%s\nwant %s", test.something, test.name, texts["m.go"], want)
			}
		}
	}
}

// edits answers requests to apply edits, and gives each.
func (c *client) edits() <-chan workspaceEdit {
	edits := make(chan workspaceEdit, 9)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.applies = func(raw json.RawMessage) {
		var p struct{ Edit workspaceEdit }
		if err := json.Unmarshal(raw, &p); err != nil {
			c.Error(err)
		}
		edits <- p.Edit
	}
	return edits
}

// TestFollow: when a name is renamed in code, annotations follow, in packages that import it, too. Others of the name stay.
func TestFollow(t *testing.T) {
	c := start(t, chain)
	edits := c.edits()
	text := c.open("m.go")
	c.shows("m.go", "")
	renamed := strings.NewReplacer("\tFull bool", "\tEmpty bool", "{ b.Full = true }", "{ b.Empty = true }").Replace(text)
	c.edit("m.go", renamed)
	texts := map[string]string{"m.go": renamed}
	c.apply(texts, <-edits)
	if want := strings.ReplaceAll(renamed, "Full", "Empty"); texts["m.go"] != want {
		t.Errorf("%s\nwant\n%s", texts["m.go"], want)
	}
	if want := "//calvin:requires held(b.Mu) && !b.Empty\n"; !strings.Contains(texts["use/use.go"], want) {
		t.Errorf("%s\nwant %s", texts["use/use.go"], want)
	}
	if want := "//calvin:requires b.Empty == b.Empty && (b.Empty || !b.Empty)\n"; !strings.Contains(texts["use/use.go"], want) {
		t.Errorf("%s\nwant %s", texts["use/use.go"], want)
	}
	c.checked("m.go", texts["m.go"])
	c.shows("m.go", "")
	c.save("use/use.go", texts["use/use.go"])

	// A parameter: the names of other functions are others.
	again := strings.Replace(texts["m.go"], "(b *Box) fill() { b.Empty", "(box *Box) fill() { box.Empty", 1)
	c.edit("m.go", again)
	texts = map[string]string{"m.go": again}
	c.apply(texts, <-edits)
	if strings.Contains(texts["m.go"], "b.") || len(texts) != 1 {
		t.Errorf("%s", texts)
	}

	// More than a name, and a name that stays somewhere, are followed by nothing.
	c.checked("m.go", texts["m.go"])
	c.checked("m.go", strings.Replace(texts["m.go"], "\tEmpty bool", "\tHollow, Empty bool", 1))
	select {
	case e := <-edits:
		t.Errorf("%+v", e)
	default:
	}
}

// TestFollowLater: a package that uses what is renamed does not compile until it is saved. Its annotations follow then.
func TestFollowLater(t *testing.T) {
	c := start(t, strings.Replace(chain, "func Use(b *m.Box) {}", "func Use(b *m.Box) { b.Mu.Lock(); b.Full = false; b.Mu.Unlock() }", 1))
	edits := c.edits()
	text := c.open("m.go")
	c.shows("m.go", "")
	renamed := strings.NewReplacer("\tFull bool", "\tEmpty bool", "{ b.Full = true }", "{ b.Empty = true }").Replace(text)
	c.edit("m.go", renamed)
	texts := map[string]string{"m.go": renamed}
	c.apply(texts, <-edits)
	if len(texts) != 1 {
		t.Errorf("a package that does not compile has followed: %s", texts["use/use.go"])
	}
	c.checked("m.go", texts["m.go"])
	c.save("use/use.go", strings.Replace(c.read("use/use.go"), "b.Full = false", "b.Empty = false", 1))
	c.edit("m.go", texts["m.go"]+"\n// A change.\n")
	c.apply(texts, <-edits)
	if strings.Contains(texts["use/use.go"], "Full") || strings.Count(texts["use/use.go"], "Empty") != 6 {
		t.Errorf("%s", texts["use/use.go"])
	}
}

// TestFollowOff: by the settings annotations stay, or the user is asked.
func TestFollowOff(t *testing.T) {
	for _, how := range []string{renamesOff, renamesAsk} {
		c := startWith(t, chain, map[string]any{"followRenames": how})
		edits := c.edits()
		text := c.open("m.go")
		c.shows("m.go", "")
		c.edit("m.go", strings.NewReplacer("\tFull bool", "\tEmpty bool", "{ b.Full = true }", "{ b.Empty = true }").Replace(text))
		c.shows("m.go", "CV0804:15 CV0804:16")
		if how == renamesAsk {
			c.until("the question", func() bool { return slices.Contains(c.requests, "window/showMessageRequest") })
		}
		select {
		case e := <-edits: // the client has answered nothing
			t.Errorf("%s: %+v", how, e)
		default:
		}
	}
}

// TestFollowGopls: gopls renames a field, and leaves the annotations to us.
func TestFollowGopls(t *testing.T) {
	gopls, err := exec.LookPath("gopls")
	if err != nil {
		t.Skip("there is no gopls; go install golang.org/x/tools/gopls@latest")
	}
	c := start(t, chain)
	edits := c.edits()
	text := c.open("m.go")
	c.shows("m.go", "")
	cmd := exec.CommandContext(t.Context(), gopls, "rename", "-w", filepath.Join(c.dir, "m.go")+":"+itoa(1+strings.Count(text[:strings.Index(text, "Full bool")], "\n"))+":2", "Empty")
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "GOFLAGS=-modcacherw", "GOCACHE="+goEnv(t, "GOCACHE"), "GOMODCACHE="+goEnv(t, "GOMODCACHE"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gopls: %v: %s", err, out)
	}
	code := c.read("m.go")
	if !strings.Contains(code, "{ b.Empty = true }") || !strings.Contains(code, "//calvin:ensures b.Full") {
		t.Fatalf("gopls has made of it\n%s", code)
	}
	c.edit("m.go", code)
	texts := map[string]string{"m.go": code}
	c.apply(texts, <-edits)
	c.edit("m.go", texts["m.go"])
	c.shows("m.go", "")
	if strings.Contains(texts["m.go"]+texts["use/use.go"], "Full") {
		t.Errorf("%s\n%s", texts["m.go"], texts["use/use.go"])
	}
}
