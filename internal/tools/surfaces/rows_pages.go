package main

// ring has many goroutines, and a bug under most schedules.
const ring = goMod + `-- m_test.go --
package m

import (
	"sync"
	"testing"
)

func TestRing(t *testing.T) {
	const size = 9
	var mu [size]sync.Mutex
	var wg sync.WaitGroup
	for i := range size {
		wg.Go(func() {
			mu[i].Lock()
			mu[(i+1)%size].Lock()
			mu[(i+1)%size].Unlock()
			mu[i].Unlock()
		})
	}
	wg.Wait()
}
`

// fields has two findings of one message in two functions.
const fields = goMod + `-- m.go --
package m

import "sync"

// A T is guarded.
//
//calvin:invariant n >= 0
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	next *T
}

func (t *T) One() { t.n = 1 }

func (t *T) Two() { t.n = 1 }

func (t *T) Add(k int) {
	t.mu.Lock()
	t.n += k
	t.mu.Unlock()
}
`

func pages() []row {
	check := step{run: `calvin check -html p.html`, exit: 1, quiet: true}
	explore := step{run: `calvin explore -time 20s -html p.html`, exit: 1, quiet: true}
	at := func(width, height int, script string, want ...string) step {
		return step{browse: &visit{page: "p.html", width: width, height: height, script: script}, want: want}
	}
	scrolled := "['scrollY ' + scrollY]"
	rows := []row{
		{ask: "a page does not scroll when it opens", files: fields, steps: []step{check, at(1280, 900, scrolled, `^scrollY 0$`), at(500, 800, scrolled, `^scrollY 0$`)}},
		{ask: "9 goroutines at 1280 and 500 px: nothing sideways, the text of steps in sight", files: ring, steps: []step{
			explore,
			at(1280, 900, "['beyond ' + (document.documentElement.scrollWidth > innerWidth)]", `^beyond false$`),
			at(500, 800, "['beyond ' + (document.documentElement.scrollWidth > innerWidth)]", `^beyond false$`),
		}},
		{ask: "G1 and G9 can be told apart: there are eight colours, and dots of one colour have different forms", files: ring, steps: []step{
			explore,
			at(1280, 2400, `[...new Set([...document.querySelectorAll('path.dot')].map(e => 'colour ' + e.getAttribute('class').match(/h(\d)/)[1] + (/a/.test(e.getAttribute('d')) ? ', round' : ', square')))].sort()`,
				`^colour 0, round$`, `^colour 0, square$`),
		}},
		{ask: "search, the next step of a goroutine, folding", files: ring, steps: []step{
			explore,
			at(1280, 900, "[...document.querySelectorAll('input[type=search], button, [aria-label]')].map(e => (e.getAttribute('aria-label') || e.title || e.textContent).trim())", `(?i)find|search`, `(?i)fold|hide|show`),
		}},
		{ask: "two findings with one message are told apart by their functions", files: fields, steps: []step{
			check, at(1280, 900, "[document.body.innerText]", `One`, `Two`),
		}},
		{ask: "`t.n += k` says which step reads and which writes", files: fields, steps: []step{check, at(1280, 900, "[document.body.innerText]", `t\.n = `)}},
		{ask: "objects have names that a reader understands", files: fields, steps: []step{{run: `calvin check -html p.html; grep -o '"text":"p[0-9][0-9]*"\|= p[0-9][0-9]*[,<]' p.html | head -3; true`, never: []string{`^("text":"|= )p\d`}, quiet: true}}},
		{ask: "no paths of the machine in a page", files: fields, steps: []step{{run: `calvin check -C "$WORK" -html "$WORK/p.html" >/dev/null; grep -c "$WORK" p.html; true`, want: []string{`^0$`}}}},
		{ask: "`does not hold` says what does not", files: fields, steps: []step{{run: `calvin check -html p.html; grep -o 'invariant n [^ ]* 0 of T does not hold[^<"]*' p.html | head -1`, want: []string{`invariant n`}}}},
	}
	for i := range rows {
		rows[i].needs = []string{"chromium"}
	}
	return rows
}
