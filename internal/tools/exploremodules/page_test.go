package main

import (
	"flag"
	"os"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite the expected output")

// output is what calvin explore -f json prints of a package.
const output = `{"kind":"test","test":"TestA","verdict":"ok","executions":7,"bound":-1}
{"kind":"test","test":"TestB","verdict":"bug","bug":{"kind":"leak","message":"goroutine 5 in send at a.go:7:2\nmore","position":"a.go:7:2"},"bound":-1}
{"kind":"test","test":"TestC","verdict":"bug","bug":{"kind":"leak","message":"goroutine 9 in send at a.go:7:2","position":"a.go:7:2"},"bound":-1}
{"kind":"test","test":"TestD","verdict":"incomplete","truncated":3,"bound":-1}
{"kind":"test","test":"TestE","verdict":"incomplete","bound":2}
{"kind":"test","test":"TestF","verdict":"incomplete","bound":-1,"out_of_control":["a channel was sent to | from elsewhere\nstack"]}
{"kind":"test","test":"TestG","verdict":"error","reason":"it waits in net.accept at /usr/local/go/src/net/fd.go:15, called from /home/me/go/pkg/mod/example.org/d@v1.0.0/d.go:7","bound":-1}
{"kind":"explored","ok":1}
`

func TestPage(t *testing.T) {
	tests, err := decode(strings.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	again, err := decode(strings.NewReader(`{"kind":"test","test":"TestB","verdict":"ok"}{"kind":"test","test":"TestC","verdict":"bug",` +
		`"bug":{"kind":"race","message":"n is written","position":"b.go:1:1","clock":"any"}}{"kind":"explored"}`))
	if err != nil {
		t.Fatal(err)
	}
	got := markdown([]result{
		{Module: "example.org/a", Version: "v1.2.3", Budget: time.Minute, Partial: true, Packages: []pkg{
			{Path: "example.org/a", Tests: tests, Again: again}, {Path: "example.org/a/b", Tests: tests[:1]},
		}},
		{Module: "example.org/c", Version: "v0.1.0", Budget: 2 * time.Second, Packages: []pkg{{Path: "example.org/c", Error: "no such file"}}},
	})
	if *update {
		if err := os.WriteFile("testdata/page.md", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/page.md")
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Results that end too soon are no results.
func TestDecodeCutOff(t *testing.T) {
	if _, err := decode(strings.NewReader(output[:strings.LastIndex(output, `{"kind":"explored"`)])); err == nil {
		t.Error("no error")
	}
}
