package lsp

import (
	"reflect"
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
