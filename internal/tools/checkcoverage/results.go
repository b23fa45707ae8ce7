package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"

	"github.com/calvin-go/calvin/report"
)

// A resultFile keeps what became of functions, a line of JSON each, so that a run can be interrupted.
type resultFile struct {
	mu   sync.Mutex
	file *os.File // nil: nothing is kept
	all  []outcome
	err  error
}

// openResults reads the results of earlier runs, if there are any, and keeps later ones. A last line that was cut off is
// written anew.
func openResults(name string) (*resultFile, error) {
	r := &resultFile{}
	if name == "" {
		return r, nil
	}
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read results: %w", err)
	}
	var whole []byte
	for line := range bytes.Lines(data) {
		var o outcome
		if err := json.Unmarshal(line, &o); err != nil || !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		r.all = append(r.all, o)
		whole = append(whole, line...)
	}
	if err := os.WriteFile(name, whole, 0o644); err != nil {
		return nil, fmt.Errorf("keep results: %w", err)
	}
	if r.file, err = os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
		return nil, fmt.Errorf("keep results: %w", err)
	}
	return r, nil
}

// add notes what became of a function. It may be called concurrently.
func (r *resultFile) add(f report.FunctionResult, findings []*report.Diagnostic) {
	o := outcome{Package: f.Package, Function: f.Function, At: place(f.Span), Verdict: f.Verdict, Reason: f.Reason, Seconds: f.Seconds}
	o.Code = codesOf(findings)[finding{f.Package, f.Function, f.Reason}]
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, o)
	if r.file == nil || r.err != nil {
		return
	}
	line, err := json.Marshal(o)
	if err == nil {
		_, err = r.file.Write(append(line, '\n'))
	}
	r.err = err
}

// close returns all results, sorted.
func (r *resultFile) close() ([]outcome, error) {
	if r.file != nil {
		r.err = errors.Join(r.err, r.file.Close())
	}
	slices.SortFunc(r.all, func(x, y outcome) int {
		return cmp.Or(cmp.Compare(x.Package, y.Package), cmp.Compare(x.At, y.At), cmp.Compare(x.Function, y.Function))
	})
	return r.all, r.err
}
