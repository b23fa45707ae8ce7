package lsp

import (
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A document is a file that is open in the editor.
type document struct {
	uri     string
	version int
	text    string
}

// change applies one change of the editor's.
func (d *document) change(r *textRange, text string) error {
	if r == nil {
		d.text = text
		return nil
	}
	from, to := offset(d.text, r.Start), offset(d.text, r.End)
	if from > to {
		return fmt.Errorf("change of %s: the range ends before it begins", d.uri)
	}
	d.text = d.text[:from] + text + d.text[to:]
	return nil
}

// offset is where a position stands in a text, in bytes. One beyond the end of a line is at its end.
func offset(text string, p position) int {
	at := 0
	for range p.Line {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return len(text)
		}
		at += i + 1
	}
	line, _, _ := strings.Cut(text[at:], "\n")
	units := 0
	for i, c := range line {
		if units >= p.Character {
			return at + i
		}
		units += max(utf16.RuneLen(c), 1)
	}
	return at + len(strings.TrimSuffix(line, "\r"))
}

// place is the position of an offset in bytes.
func place(text string, at int) position {
	at = max(0, min(at, len(text)))
	begin := strings.LastIndexByte(text[:at], '\n') + 1
	return position{strings.Count(text[:begin], "\n"), units(text[begin:at])}
}

// units counts the UTF-16 code units of s.
func units(s string) int {
	n := 0
	for len(s) > 0 {
		c, size := utf8.DecodeRuneInString(s)
		n += max(utf16.RuneLen(c), 1)
		s = s[size:]
	}
	return n
}

// spanOf is the range between two offsets.
func spanOf(text string, from, to int) textRange {
	return textRange{place(text, from), place(text, to)}
}

// fileOf returns the path that a URI names; empty if it names no file.
func fileOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.Clean(filepath.FromSlash(path))
}

// uriOf names a file.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
