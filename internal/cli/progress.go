package cli

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"

	"golang.org/x/term"
)

// isTerminal reports whether people read what is written.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// columnsOf is how wide the output is: as the variable COLUMNS has it, or the terminal; otherwise elsewhere.
func columnsOf(w io.Writer, elsewhere int) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return elsewhere
}

// progress says on a terminal how far a run has come. Elsewhere it is silent.
type progress struct {
	mu    sync.Mutex
	out   io.Writer // nil: silent
	shown bool
}

func newProgress(w io.Writer) *progress {
	if !isTerminal(w) {
		return &progress{}
	}
	return &progress{out: w}
}

func (p *progress) show(done, total int) { p.line("%d of %d functions", done, total) }

// line replaces what is shown.
func (p *progress) line(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out != nil {
		p.shown = true
		fmt.Fprintf(p.out, "\r\033[K"+format, args...)
	}
}

// clear removes the line, so that findings stand alone.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.out, "\r\033[K")
	}
}
