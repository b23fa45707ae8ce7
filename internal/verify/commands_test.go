package verify

import (
	"testing"

	"github.com/calvin-go/calvin/load"
)

// TestCommandsApart: what one command sets before anybody else can look is set first, too, where another command is checked along.
func TestCommandsApart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := into(t, dir)
	write("go.mod", "module m\n\ngo 1.26\n")
	write("lib/lib.go", "package lib\n\nfunc F(f func()) { go f() }\n")
	const command = `package main

import (
	"flag"

	"m/lib"
)

var config *struct{ n int }

func main() {
	flag.Parse()
	config = &struct{ n int }{1}
	lib.F(func() { println(config.n) })
}
`
	write("a/a.go", command)
	write("b/b.go", command)
	sums := func(patterns ...string) map[string]string {
		pkgs, err := load.Load(t.Context(), load.Config{Dir: dir}, patterns...)
		if err != nil {
			t.Fatal(err)
		}
		all, err := Digests(pkgs, true)
		if err != nil {
			t.Fatal(err)
		}
		by := map[string]string{}
		for _, d := range all {
			if d.Package == "m/a" && d.Function != "" {
				by[d.Function] = d.Sum
			}
		}
		return by
	}
	alone, together := sums("./lib", "./a"), sums("./lib", "./a", "./b")
	if len(alone) < 2 {
		t.Fatalf("functions: %v", alone)
	}
	for fn, sum := range alone {
		if together[fn] != sum {
			t.Errorf("%s is translated to something else where there are two commands", fn)
		}
	}
}
