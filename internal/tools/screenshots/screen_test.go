package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/internal/pages"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       screen
	}{
		{"plain", "a\n\nb\n", screen{{{0, "a", style{}}}, nil, {{0, "b", style{}}}}},
		{"tabs", "a\tb", screen{{{0, "a   b", style{}}}}},
		{"colours", "\x1b[1;31mx\x1b[0m y", screen{{{0, "x", style{fore: palette[1], bold: true}}, {1, " y", style{}}}}},
		{"bright", "\x1b[92;100mx", screen{{{0, "x", style{fore: palette[10], back: palette[8]}}}}},
		{"256", "\x1b[38;5;196;48;5;244mx", screen{{{0, "x", style{fore: "#ff0000", back: "#808080"}}}}},
		{"24 bits", "\x1b[38;2;1;2;255mx", screen{{{0, "x", style{fore: "#0102ff"}}}}},
		{"underlines", "\x1b[4:3;58;2;1;2;3mx\x1b[24my", screen{{{0, "x", style{underline: true}}, {1, "y", style{}}}}},
		{"ends of styles", "\x1b[2;3;7mx\x1b[22;23;27my", screen{{{0, "x", style{faint: true, italic: true, inverse: true}}, {1, "y", style{}}}}},
		{"others", "\x1b(Ba\x1b[2Kb\x1b", screen{{{0, "ab", style{}}}}},
		{"cut off", "a\x1b[38;5", screen{{{0, "a", style{}}}}},
		{"wide", "é\x1b[1mx", screen{{{0, "é", style{}}, {1, "x", style{bold: true}}}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if d := cmp.Diff(test.want, parse(test.text, 4), cmp.AllowUnexported(stretch{}, style{})); d != "" {
				t.Error(d)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"\x1b[38;2;1m", "\x1b[38m\x1b[", "\x1b(", "\x1b[;;;mx<&", "\x1b[48;5;999mx", "\xff\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		wellFormed(t, svg(parse(text, 8), 10))
	})
}

func wellFormed(t *testing.T, data []byte) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(string(data))); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
	}
}

// TestPictures: the pictures that pages show are there and small, and no others.
func TestPictures(t *testing.T) {
	const dir = "../../../docs/images"
	shown := map[string]bool{}
	all, err := pages.All("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range all {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`images/([\w-]+\.\w+)`).FindAllStringSubmatch(string(text), -1) {
			shown[m[1]] = true
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > 150<<10 {
			t.Errorf("%s has %d KiB", e.Name(), len(data)>>10)
		}
		if strings.HasSuffix(e.Name(), ".svg") {
			wellFormed(t, data)
		}
		if !shown[e.Name()] {
			t.Errorf("no page shows %s", e.Name())
		}
		delete(shown, e.Name())
	}
	for name := range shown {
		t.Errorf("there is no picture %s", name)
	}
}
