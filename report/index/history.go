package index

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
)

// HistoryName is the file in a directory of results that has its earlier runs, one a line, the oldest first.
const HistoryName = "history.jsonl"

// historyVersion is the version of that file's form.
const historyVersion = 1

// A Run is a line of the history: the verdicts that differ from those of the run before it.
type Run struct {
	Version int    `json:"version"`
	Label   string `json:"label"`
	Time    string `json:"time,omitempty"` // of the commit
	// Functions and Tests have the verdicts by full name; "" says that there is none any more.
	Functions map[string]string `json:"functions"`
	Tests     map[string]string `json:"tests"`
}

// A State is the verdicts after a run.
type State struct {
	Label, Time      string
	Functions, Tests map[string]string
}

// A History is the states after each run, the oldest first.
type History []State

// ReadHistory reads a history; a file that is not there is an empty one.
func ReadHistory(file string) (History, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var h History
	last := State{}
	for i, text := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		var r Run
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, fmt.Errorf("%s: line %d is no run: %w", HistoryName, i+1, err)
		}
		if r.Version != historyVersion {
			return nil, fmt.Errorf("%s: line %d has version %d, and this is calvin with version %d: remove the file to begin a new history",
				HistoryName, i+1, r.Version, historyVersion)
		}
		last = State{r.Label, r.Time, changed(last.Functions, r.Functions), changed(last.Tests, r.Tests)}
		h = append(h, last)
	}
	return h, nil
}

// changed is a map with changes.
func changed(m, changes map[string]string) map[string]string {
	out := map[string]string{}
	maps.Copy(out, m)
	for name, v := range changes {
		if v == "" {
			delete(out, name)
		} else {
			out[name] = v
		}
	}
	return out
}

// difference is what changed makes of one map another.
func difference(from, to map[string]string) map[string]string {
	out := map[string]string{}
	for name, v := range to {
		if from[name] != v {
			out[name] = v
		}
	}
	for name := range from {
		if _, ok := to[name]; !ok {
			out[name] = ""
		}
	}
	return out
}

// Add appends the results of a run. It takes the place of the last one if that has its label: then it is the same commit, looked at
// again. Verdicts of a command that did not run stay as they were, and so do those on what was not looked at because something is in error.
func (h History) Add(label, time string, r *Results) History {
	if n := len(h); n > 0 && h[n-1].Label == label {
		h = h[:n-1]
	}
	before := h.last()
	s := State{Label: label, Time: time, Functions: before.Functions, Tests: before.Tests}
	functions, tests := r.verdicts()
	if r.inError() {
		functions, tests = changed(before.Functions, functions), changed(before.Tests, tests)
	}
	if r.Checked {
		s.Functions = functions
	}
	if r.Explored {
		s.Tests = tests
	}
	return append(slices.Clip(h), s)
}

func (h History) last() State {
	if len(h) == 0 {
		return State{}
	}
	return h[len(h)-1]
}

// Bytes is the history as the file has it.
func (h History) Bytes() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	last := State{}
	for _, s := range h {
		r := Run{historyVersion, s.Label, s.Time, difference(last.Functions, s.Functions), difference(last.Tests, s.Tests)}
		if err := enc.Encode(r); err != nil {
			return nil, err
		}
		last = s
	}
	return b.Bytes(), nil
}
