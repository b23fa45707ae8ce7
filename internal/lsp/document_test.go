package lsp

import (
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"
)

// TestPlaces: an offset at the beginning of a character and its position stand for each other, and a change at positions is
// one of the characters in between.
func TestPlaces(t *testing.T) {
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"a", "ü", "🏦", "\n", "\t", "x := 1", ""})).Draw(t, "parts"), "")
	})
	rapid.Check(t, func(t *rapid.T) {
		s := text.Draw(t, "text")
		var starts []int
		for i := range s + "." {
			starts = append(starts, i)
		}
		at := rapid.SampledFrom(starts)
		from, to := at.Draw(t, "from"), at.Draw(t, "to")
		if to < from {
			from, to = to, from
		}
		p := place(s, from)
		if got := offset(s, p); got != from {
			t.Fatalf("%q: %d is at %v, which is at %d", s, from, p, got)
		}
		line := s[strings.LastIndexByte(s[:from], '\n')+1 : from]
		if want := (position{strings.Count(s[:from], "\n"), len(utf16.Encode([]rune(line)))}); p != want {
			t.Fatalf("%q: %d is at %v, want %v", s, from, p, want)
		}
		d := &document{text: s}
		r := spanOf(s, from, to)
		if err := d.change(&r, "new"); err != nil || d.text != s[:from]+"new"+s[to:] {
			t.Fatalf("%q with new for %v: %q, %v", s, r, d.text, err)
		}
	})
}

// TestBeyond: a place that there is not is the nearest one before it.
func TestBeyond(t *testing.T) {
	const text = "ab\ncd\r\n"
	for p, want := range map[position]int{{0, 99}: 2, {1, 99}: 5, {2, 0}: 7, {99, 99}: 7} {
		if got := offset(text, p); got != want {
			t.Errorf("%v is at %d, want %d", p, got, want)
		}
	}
	d := &document{text: text}
	if d.change(&textRange{position{1, 0}, position{0, 0}}, "") == nil {
		t.Error("a range that ends before it begins is no error")
	}
}

func TestURIs(t *testing.T) {
	for _, path := range []string{"/a/b.go", "/a b/ü.go", "/a/100%.go", "/a/#.go"} {
		if got := fileOf(uriOf(path)); got != path {
			t.Errorf("%s is %s, which is %s", path, uriOf(path), got)
		}
	}
	if got := fileOf("untitled:Untitled-1"); got != "" {
		t.Errorf("a buffer without a file is %q", got)
	}
}
