package main

import "time"

// shop has a function that is verified, one that is not, and tests.
const shop = goMod + `-- m.go --
package m

import "sync"

type Shop struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	stock int
	//calvin:guarded_by mu
	order []string
	plain int
}

// Add adds.
//
//calvin:requires n > 0
//calvin:atomic
//calvin:modifies s.stock
//calvin:ensures s.stock == old(s.stock)+n
func (s *Shop) Add(n int) int {
	local := n
	s.mu.Lock()
	s.stock += local
	s.mu.Unlock()
	return 0
}

func (s *Shop) Bad() {
	s.mu.Lock()
	s.mu.Unlock()
	s.stock = 0
}

func (s *Shop) Plain() {
	s.mu.Lock()
	s.plain++
	s.mu.Unlock()
}
-- m_test.go --
package m

import "testing"

func TestShop(t *testing.T) {
	s := &Shop{}
	done := make(chan bool)
	go func() { s.Bad(); done <- true }()
	s.Bad()
	<-done
}
`

const (
	hover      = "textDocument/hover"
	completion = "textDocument/completion"
	codeAction = "textDocument/codeAction"
)

// asking is a conversation about the file of shop after its first check.
func asking(asks ...ask) *conversation {
	return &conversation{open: "m.go", asks: append([]ask{{ended: true}}, asks...)}
}

// actionsAt asks for the code actions at a place.
func actionsAt(at string) ask {
	return ask{method: codeAction, at: at, params: `{"context":{"diagnostics":[]}}`}
}

func editor() []row { return append(editorFeatures(), editorDefects()...) }

func editorFeatures() []row {
	rows := []row{
		{ask: "diagnostics on opening, with the steps as related places", steps: []step{{editor: asking(), want: []string{`"relatedInformation":\[`, `"code":"CV0101"`}}}},
		{ask: "diagnostics while typing", steps: []step{{editor: asking(
			ask{old: "\ts.mu.Unlock()\n\ts.stock = 0\n", new: "\ts.stock = 0\n\ts.mu.Unlock()\n"}, ask{ended: true}), want: []string{`^diagnostics \[\{"range":\{"start":\{"line":35`}}}},
		{ask: "hover on a function, a local variable, a lock, a name in an annotation", steps: []step{
			{editor: asking(ask{method: hover, at: "func (s *Shop) A‸dd"}), want: []string{`requires n `, `verified`}},
			{editor: asking(ask{method: hover, at: "\tm‸u sync.Mutex"}), want: []string{`stock`}},
			{editor: asking(ask{method: hover, at: "guarded_by m‸u"}), want: []string{`sync\.Mutex`}},
			{editor: asking(ask{method: hover, at: "requires n‸ > 0"}), want: []string{`parameter|n int`}},
		}},
		{ask: "hover on a verb says what it means", steps: []step{{editor: asking(ask{method: hover, at: "calvin:requi‸res n"}), want: []string{`requires P`, `Every call is checked for it`}}}},
		{ask: "definition inside annotations; none for names in code beside gopls'", steps: []step{
			{editor: asking(ask{method: "textDocument/definition", at: "guarded_by m‸u"}), want: []string{`"line":5`}},
		}},
		{ask: "code lenses can be clicked", steps: []step{{editor: asking(ask{method: "textDocument/codeLens"}), want: []string{`show the execution`, `look for it in the tests`, `"command":"calvin\.`}}}},
		{ask: "quick fixes are edits", steps: []step{
			{editor: asking(actionsAt("\ts.st‸ock = 0")), want: []string{`hold s\.mu`, `"newText"`}},
			{editor: asking(ask{old: "//calvin:guarded_by mu\n\tstock", new: "//calvin:guardedby mu\n\tstock"}, ask{ended: true}, actionsAt("//calvin:guard‸edby")),
				want: []string{`"title":"did you mean guarded_by\?".*"newText":"[^"]*guarded_by`}},
			{editor: asking(ask{old: "//calvin:guarded_by mu\n\tstock", new: "//calvin guarded_by mu\n\tstock"}, ask{ended: true}, actionsAt("//calvin guard‸ed_by")),
				want: []string{`"newText":"[^"]*calvin:guarded_by mu`}},
		}},
		{ask: "completion by place: before a function, after guarded_by, after ignore", steps: []step{
			{editor: asking(ask{old: "// Add adds.\n//\n", new: "//calvin:\n"}, ask{method: completion, at: "//calvin:‸\n"}), want: []string{`"label":"requires"`}, never: []string{`"label":"guarded_by"`}},
			{editor: asking(ask{old: "//calvin:guarded_by mu\n\tstock", new: "//calvin:guarded_by \n\tstock"}, ask{method: completion, at: "//calvin:guarded_by ‸\n\tstock"}), want: []string{`"label":"mu"`}},
			{editor: asking(ask{old: "\ts.stock = 0\n", new: "\t//calvin:ignore \n\ts.stock = 0\n"}, ask{method: completion, at: "//calvin:ignore ‸\n"}), want: []string{`"label":"CV0101"`}},
		}},
		{ask: "document symbols, semantic tokens", steps: []step{
			{editor: asking(ask{method: "textDocument/documentSymbol"}), want: []string{`"name":"[^"]*Add`}},
			{editor: asking(ask{method: "textDocument/semanticTokens/full"}), want: []string{`"data":\[\d`}},
		}},
		{ask: "inferred annotations as code actions", steps: []step{{editor: asking(actionsAt("\tpl‸ain int")), want: []string{`Add guarded_by mu`}}}},
		{ask: "references, highlights and renaming in annotations", steps: []step{
			{editor: asking(ask{method: "textDocument/references", at: "\tm‸u sync.Mutex", params: `{"context":{"includeDeclaration":true}}`}), want: []string{`"line":6.*"line":8`}},
			{editor: asking(ask{method: "textDocument/documentHighlight", at: "guarded_by m‸u"}), want: []string{`"line":6`}},
			{editor: asking(
				ask{old: "//calvin:guarded_by mu", new: "//calvin:guarded_by mu"},      // what was there before
				ask{method: "textDocument/prepareRename", at: "guarded_by m‸u"}), want: []string{`error .*rename`}},
		}},
		{ask: "inlay hints: locks held, inferred annotations", steps: []step{{editor: asking(ask{method: "textDocument/inlayHint", at: "package ‸m",
			params: `{"range":{"start":{"line":0,"character":0},"end":{"line":40,"character":0}}}`}), want: []string{`s\.mu`, `inferred`}}}},
		{ask: "progress; diagnostics of the whole workspace", steps: []step{
			{editor: &conversation{open: "m_test.go", options: `{"workspace":true}`, asks: []ask{{method: "workspace/executeCommand", params: `{"command":"calvin.checkWorkspace","arguments":[]}`}}},
				want: []string{`executeCommand`}},
		}},
		{ask: "diagnostics on request (textDocument/diagnostic)", steps: []step{
			{editor: &conversation{open: "m.go", options: `{"pullDiagnostics":true}`, asks: []ask{{method: "textDocument/diagnostic"}}}, want: []string{`"kind":"full".*CV0101`}},
		}},
		{ask: "workspace symbols: what annotations declare", files: goMod + `-- m.go --
package m

import "sync"

//calvin:ghost seen seq[int] guarded_by mu
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}
`, steps: []step{{editor: asking(ask{method: "workspace/symbol", params: `{"query":"SN"}`}), want: []string{`"name":"seen".*"line":4.*"containerName":"T"`}}}},
		{ask: "a link from the code of a finding to its page", steps: []step{{editor: asking(), want: []string{`"codeDescription":\{"href":"http`}}}},
		{ask: "a test is explored from a lens", steps: []step{
			{editor: &conversation{open: "m_test.go", asks: []ask{{method: "textDocument/codeLens"}}}, want: []string{`explore this test`}},
		}},
		{ask: "latency: 506 lines, 2,981 lines, 60 packages: measured in pairs with the version of the inspection, at the end of this page", steps: []step{
			{read: "internal/tools/surfaces/latency.md", quiet: true, want: []string{`one package, 45 functions`, `one package, 270 functions`, `60 packages, .* on top`, `60 packages, .* at the bottom`}},
		}},
	}
	for i := range rows {
		if rows[i].files == "" {
			rows[i].files = shop
		}
	}
	return rows
}

func editorDefects() []row {
	return []row{
		{ask: "`go` not on the PATH, in the editor", files: shop, steps: []step{{editor: &conversation{open: "m.go", env: "PATH=/nowhere", asks: []ask{{await: "not checked"}}}, want: []string{`not checked: .*go.*PATH`}}}},
		{ask: "a finding in a helper is shown at each call that lacks the lock, once", files: goMod + `-- m.go --
package m

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func bad(t *T) { t.n = 1; go println() }

func (t *T) One() { bad(t) }

func (t *T) Two() { bad(t) }
`, steps: []step{{editor: asking(), want: []string{`"start":\{"line":12.*"code":"CV0101".*"start":\{"line":14.*"code":"CV0101"`}}}},
		{ask: "a call of a function without result has no value", files: goMod + `-- m.go --
package m

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

//calvin:atomic
//calvin:modifies t.n
func (t *T) Add(k int) {
	t.mu.Lock()
	t.n += k
	t.mu.Unlock()
}

func (t *T) Use() {
	t.Add(3)
	t.n = 0
}
`, steps: []step{{editor: asking(), want: []string{`CV0101`}, never: []string{`t\.Add\(3\) = `}}}},
		{ask: "memory for one small file under 200 MB", needs: []string{"linux"}, files: shop, steps: []step{{check: lspMemory, want: []string{`under 200 MB`}}}},
		{ask: "Neovim 0.7.2: the page says what to do", steps: []step{{read: "docs/editors.md", want: []string{`0\.7`, `vim\.lsp\.start_client`}}}},
		{ask: "no libz3, in the editor", files: shop, steps: []step{
			{editor: &conversation{open: "m.go", env: "CALVIN_LIBZ3=/nowhere/libz3.so", asks: []ask{{await: `CV0101|libz3`}}}, want: []string{`CV0101|libz3`}},
		}},
		{ask: "garbage on stdin, a client that dies", steps: []step{
			{run: `echo garbage | calvin lsp`, exit: 2, want: []string{`read a header: `}, lines: 1},
			{run: `calvin lsp </dev/null`, exit: 2, lines: 1, want: []string{`the client has gone without a shutdown request`}},
		}},
		{ask: "VS Code: CHANGELOG, grammar, snippets", steps: []step{
			{run: `cd "$REPO/editors/vscode" && ls && cat package.json`, want: []string{`^CHANGELOG\.md`, `"grammars"`, `"snippets"`}},
		}},
		{ask: "the extension runs in a real VS Code", needs: []string{"code-server", "chromium", "npm"}, steps: []step{
			{run: `cd "$REPO" && go test ./internal/lsp -run 'TestVSCode$' -count=1 -v`, most: 5 * time.Minute, want: []string{`VS Code \d`, `^--- PASS: TestVSCode`}},
		}},
	}
}
