package fuzz

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/internal/verifytest/fuzz/program"
)

// A function that is wrong and counts as verified is found, in the program that it is in.
func TestPlanted(t *testing.T) {
	thorough.Only(t)
	var programs []*program.Program
	for n := range 40 {
		programs = append(programs, program.Draw(3, uint64(n)))
	}
	library, err := ListLibrary(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewBatch(library, programs)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	b.Believe = func(string) bool { return true }
	failures, err := b.Execute(context.Background(), Effort{Rounds: 20, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, f := range failures {
		kinds[f.Kind] = true
	}
	for _, kind := range []string{"panic", "assert"} {
		if !kinds[kind] {
			t.Errorf("no failure of kind %s among %v", kind, failures)
		}
	}
	explored, err := b.Explore(context.Background(), 12, Effort{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(explored) == 0 {
		t.Error("nothing is found by exploration")
	}
}

// Of most constructs some wrong program fails when it is run: so a rule that let it pass would be found out.
func TestDesignsFail(t *testing.T) {
	thorough.Only(t)
	library, err := ListLibrary(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	markers := []string{"type hub ", "type meter ", "type base ", "startCall(", "newCall(", "type task ", "marked(", "byKey ", "type srv ", "front ", "type store "}
	var programs []*program.Program
	marked := map[string][]int{}
	for n := uint64(0); slices.ContainsFunc(markers, func(m string) bool { return len(marked[m]) < each }); n++ {
		p := program.Draw(17, n)
		text := p.Source("", program.Checked)
		for _, m := range markers {
			if len(marked[m]) < each && p.Designed() && strings.Contains(text, m) {
				marked[m] = append(marked[m], len(programs))
				programs = append(programs, p)
				break
			}
		}
	}
	b, err := NewBatch(library, programs)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	b.Believe = func(string) bool { return true }
	failures, err := b.Execute(t.Context(), Effort{Rounds: 20, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	fails := map[int]bool{}
	for _, f := range failures {
		fails[f.Program] = true
	}
	seen := 0 // of the constructs; which one shows is chance
	for _, m := range markers {
		some := 0
		for _, n := range marked[m] {
			if fails[n] {
				some++
			}
		}
		t.Logf("%s: %d of %d fail", m, some, len(marked[m]))
		if some > 0 {
			seen++
		}
	}
	if seen < len(markers)-5 {
		t.Errorf("wrong programs fail of %d of %d constructs", seen, len(markers))
	}
}

// each is how many programs of a construct are run.
const each = 5

// A program is made smaller as long as it fails.
func TestShrink(t *testing.T) {
	fails := func(p *program.Program) bool {
		return strings.Contains(p.Source("", program.Checked), "recover()")
	}
	judge := func(_ context.Context, programs []*program.Program) ([]bool, error) {
		var all []bool
		for _, p := range programs {
			all = append(all, fails(p))
		}
		return all, nil
	}
	shrunk := 0
	for n := uint64(0); shrunk < 3; n++ {
		p := program.Draw(5, n)
		if !fails(p) {
			continue
		}
		shrunk++
		q, err := Shrink(t.Context(), p, judge, 60)
		if err != nil {
			t.Fatal(err)
		}
		if text := q.Source("", program.Checked); !fails(q) || len(text) > 400 {
			t.Errorf("program %d shrinks to\n%s", n, text)
		}
	}
}

func TestRaces(t *testing.T) {
	text := `==================
WARNING: DATA RACE
Write at 0x00c000012345 by goroutine 9:
  main.(*T17).M1()
      /tmp/run/programs.go:12 +0x44
  main.(*_w17).op()
      /tmp/run/programs.go:40 +0x44

Previous read at 0x00c000012345 by goroutine 8:
  main.f2_17()
      /tmp/run/programs.go:22 +0x44
==================
WARNING: DATA RACE
Read at 0x00c000012345 by goroutine 9:
  main.box4[go.shape.int].get()
==================
`
	all := races(text)
	if len(all) != 2 || all[0].Program != 17 || all[1].Program != 4 {
		t.Fatalf("races: %v", all)
	}
	if want := "Write; main.(*T17).M1(); Previous read; main.f2_17()"; all[0].Detail != want {
		t.Errorf("detail %q, want %q", all[0].Detail, want)
	}
}

func TestExcuses(t *testing.T) {
	const one = "all values that are stored into c.av, or compared with what it holds, have one type"
	for _, test := range []struct {
		assumption, detail string
		want               bool
	}{
		{one, "sync/atomic.(*Value).Store: sync/atomic: store of inconsistently typed value into Value", true},
		{one, "main.(*T1).M1: runtime error: index out of range", false},
		{"strconv.Quote returns without a panic", "strconv.Quote: out of range", true},
	} {
		if got := excuses(test.assumption, test.detail); got != test.want {
			t.Errorf("excuses(%q, %q) = %t", test.assumption, test.detail, got)
		}
	}
}

func TestPanicking(t *testing.T) {
	for detail, want := range map[string]string{
		"strconv.formatBits: strconv: illegal base":        "strconv.",
		"encoding/binary.littleEndian.Uint32: index":       "encoding/binary.",
		"main.(*T1).M1: runtime error: index out of range": "main.",
	} {
		if got := panicking(detail); got != want {
			t.Errorf("panicking(%q) = %q, want %q", detail, got, want)
		}
	}
}
