//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A sample has what was measured while a version served once: some numbers for each quantity.
type sample map[string][]float64

// The quantities, in the order of the table. Those that end with MB are memory, the others seconds.
const (
	openFirst   = "open, the first time: until the first answer"
	openAll     = "open, the first time: until the end of the check"
	againFirst  = "open again, with a cache: until the first answer"
	againAll    = "open again, with a cache: until the end of the check"
	typed       = "an edit that is not saved: until its finding is shown"
	typedAll    = "an edit that is not saved: until the end of the check"
	mended      = "the edit taken back: until its finding is gone"
	saved       = "an edit that is saved: until its finding is shown"
	processor   = "processor time in all, first server"
	memory      = "most memory of the first server, MB"
	hoverBusy   = "hover right after an edit"
	askedAtRest = ", at rest" // after the name of a request
)

// requests are asked when nothing is checked.
var requests = []string{"hover", "completion", "codeAction", "codeLens", "documentSymbol", "semanticTokens/full"}

// quantities is the order of the table.
func quantities() []string {
	all := []string{openFirst, openAll, againFirst, againAll, typed, typedAll, mended, saved, hoverBusy}
	for _, r := range requests {
		all = append(all, r+askedAtRest)
	}
	return append(all, processor, memory)
}

// add adds a duration.
func (s sample) add(quantity string, d time.Duration) {
	s[quantity] = append(s[quantity], d.Seconds())
}

// serve has a version serve the open file of a module: it is opened, edited, and opened again by another server.
func (m module) serve(ctx context.Context, calvin, dir, cache string, edits int) (sample, error) {
	if err := m.write(dir); err != nil {
		return nil, err
	}
	s := sample{}
	err := s.session(ctx, calvin, dir, m.file(m.open), cache, func(e *editor) error {
		if err := s.open(ctx, e, openFirst, openAll); err != nil {
			return err
		}
		for n := range 2 * edits { // no function twice: of the second time a cache would know
			if err := s.edit(ctx, e, n*m.counters*each/(2*edits), n%2 == 1); err != nil {
				return fmt.Errorf("edit %d: %w", n+1, err)
			}
		}
		return s.atRest(ctx, e, edits)
	})
	if err != nil {
		return nil, err
	}
	other := sample{} // of this server only the opening counts
	err = other.session(ctx, calvin, dir, m.file(m.open), cache, func(e *editor) error { return s.open(ctx, e, againFirst, againAll) })
	return s, err
}

// session starts a server, does something with it, and ends it.
func (s sample) session(ctx context.Context, calvin, dir, file, cache string, do func(*editor) error) error {
	e, err := begin(ctx, calvin, dir, file, cache)
	if err != nil {
		return err
	}
	if err := do(e); err != nil {
		e.cmd.Process.Kill()
		e.cmd.Wait() // that it was killed is no error
		return err
	}
	mb, err := peak(e.cmd.Process.Pid)
	if err != nil {
		return err
	}
	s[memory] = append(s[memory], mb)
	time, err := e.end(ctx)
	s.add(processor, time)
	return err
}

// open opens the file.
func (s sample) open(ctx context.Context, e *editor, first, all string) error {
	begun := time.Now()
	if err := e.open(); err != nil {
		return err
	}
	d, err := e.until(ctx, "the first diagnostics", func() bool { return e.told > 0 })
	if err != nil {
		return err
	}
	s.add(first, d)
	if _, err := e.finished(ctx, 0); err != nil {
		return err
	}
	s.add(all, time.Since(begun))
	return nil
}

// edit has a function take its lock no more, waits for the finding, and takes that back.
func (s sample) edit(ctx context.Context, e *editor, function int, save bool) error {
	before := e.text
	after, first, last, err := broken(before, function)
	if err != nil {
		return err
	}
	found := func() bool {
		for _, d := range e.shown {
			if at := d.Range.Start.Line; first <= at && at <= last && strings.HasPrefix(d.Code, "CV01") {
				return true
			}
		}
		return false
	}
	shown, all := typed, typedAll
	if save {
		shown, all = saved, ""
	}
	if err := s.change(ctx, e, after, save, found, shown, all); err != nil {
		return err
	}
	gone := mended
	if save {
		gone = ""
	}
	return s.change(ctx, e, before, save, func() bool { return !found() }, gone, "")
}

// change changes the file, and waits for what that shows, and then for the end of the check. Without a name a time is not kept.
func (s sample) change(ctx context.Context, e *editor, text string, save bool, seen func() bool, shown, all string) error {
	e.mu.Lock()
	checks := e.checks
	e.mu.Unlock()
	begun := time.Now()
	if err := e.put(text, save); err != nil {
		return err
	}
	if shown == mended { // asked for while a check is due
		if err := s.ask(ctx, e, "hover", hoverBusy); err != nil {
			return err
		}
	}
	if _, err := e.until(ctx, "what an edit shows", seen); err != nil {
		return err
	}
	if shown != "" {
		s.add(shown, time.Since(begun))
	}
	if _, err := e.finished(ctx, checks); err != nil {
		return err
	}
	if all != "" {
		s.add(all, time.Since(begun))
	}
	return nil
}

// ask sends a request about the file, and waits for the answer.
func (s sample) ask(ctx context.Context, e *editor, method, quantity string) error {
	at := position(e.text, strings.Index(e.text, "//calvin:ensures  c.n")+len("//calvin:ensures  c.n"))
	params := map[string]any{
		"textDocument": map[string]any{"uri": e.uri}, "position": at, "range": map[string]any{"start": at, "end": at},
		"context": map[string]any{"diagnostics": []any{}},
	}
	begun := time.Now()
	if err := e.conn.Call(ctx, "textDocument/"+method, params, nil); err != nil {
		return err
	}
	s.add(quantity, time.Since(begun))
	return nil
}

// atRest asks each request some times.
func (s sample) atRest(ctx context.Context, e *editor, times int) error {
	for range times {
		for _, r := range requests {
			if err := s.ask(ctx, e, r, r+askedAtRest); err != nil {
				return err
			}
		}
	}
	return nil
}

// peak is the most memory that a process has had, in megabytes. Where there is no /proc it is none.
func peak(pid int) (float64, error) {
	data, err := os.ReadFile(filepath.Join("/proc", fmt.Sprint(pid), "status"))
	if err != nil {
		return 0, nil
	}
	for line := range strings.Lines(string(data)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			var kb float64
			_, err := fmt.Sscan(value, &kb)
			return kb / 1024, err
		}
	}
	return 0, nil
}
