package lsp

import (
	"reflect"
	"strings"
	"testing"
)

// TestMoved: a diagnostic that stays while its function moves takes along what is in the function, its contract included, and
// nothing else.
func TestMoved(t *testing.T) {
	at := func(line int) textRange { return textRange{position{line, 1}, position{line, 5}} }
	with := func(own int, related ...relatedLocation) shown {
		return shown{diagnostic{Range: at(own), RelatedInformation: related}, "f"}
	}
	place := func(path string, line int) relatedLocation {
		return relatedLocation{Location: location{uriOf(path), at(line)}}
	}
	function := stretch{"//calvin:atomic\nfunc f() {\n\tx = 1\n}", 10} // lines 9 to 12 of the protocol's
	before := with(11, place("/a.go", 9), place("/a.go", 12), place("/a.go", 8), place("/a.go", 13), place("/b.go", 11))
	want := with(14, place("/a.go", 12), place("/a.go", 15), place("/a.go", 8), place("/a.go", 13), place("/b.go", 11))
	if got := before.moved("/a.go", function, 3); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if before.RelatedInformation[0].Location.Range.Start.Line != 9 {
		t.Error("what is shown has been changed")
	}
}

// TestTextIn: a client that takes no Markdown gets text without its signs, and code as it is.
func TestTextIn(t *testing.T) {
	const text = "```go\nfield n int `json:\"n\"`\n```\nIt has `mu`.\n"
	for _, test := range []struct {
		formats    []string
		kind, want string
	}{
		{nil, "markdown", text},
		{[]string{"markdown", "plaintext"}, "markdown", text},
		{[]string{"plaintext", "markdown"}, "markdown", text},
		{[]string{"plaintext"}, "plaintext", "field n int `json:\"n\"`\nIt has mu.\n"},
	} {
		if got := textIn(test.formats, text); got != (markup{test.kind, test.want}) {
			t.Errorf("%v: %+v", test.formats, got)
		}
	}
}

// TestCircle: that locks are acquired in a circle is known after the functions, and is shown all the same; an ignore directive accepts it.
func TestCircle(t *testing.T) {
	const archive = `
-- go.mod --
module m

go 1.26
-- m.go --
package m

import "sync"

//calvin:guarded_by a
var n int

var a, b sync.Mutex

func One() {
	a.Lock()
	b.Lock()
	b.Unlock()
	a.Unlock()
}

func Two() {
	b.Lock()
	a.Lock()
	n = 1
	a.Unlock()
	b.Unlock()
}
`
	c := start(t, archive)
	text := c.open("m.go")
	circle := func() int {
		for _, d := range c.shown["m.go"].Diagnostics {
			if d.Code == "CV0208" {
				return d.Range.Start.Line + 1
			}
		}
		return 0
	}
	at := 0
	c.until("a circle", func() bool { at = circle(); return at > 0 })
	edited := strings.Replace(text, "n = 1", "n = 2", 1)
	c.checked("m.go", edited)
	c.until("the circle again", func() bool { return circle() == at })
	lines := strings.Split(edited, "\n")
	lines[at-1] = "\t//calvin:ignore CV0208 they never run at the same time\n" + lines[at-1]
	c.checked("m.go", strings.Join(lines, "\n"))
	c.until("no circle", func() bool { return circle() == 0 && len(c.shown["m.go"].Diagnostics) == 0 })
}
