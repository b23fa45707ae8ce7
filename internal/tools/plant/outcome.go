package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/calvin-go/calvin/internal/modproxy"
	"github.com/calvin-go/calvin/report"
)

// What becomes of a plant.
const (
	found      = "found"
	elsewhere  = "elsewhere"
	undecided  = "undecided"
	missed     = "missed"
	unfinished = "not finished"
	uncompiled = "does not compile"
	leftOut    = "left out"
)

// circle is the code of findings about locks that are acquired in a circle.
const circle = "CV0208"

// An outcome is what becomes of a plant. Hits are the new findings at its lines, Others those elsewhere.
type outcome struct {
	ID, Kind, Module, Package, Function, File string
	Line                                      int
	Outcome                                   string
	Hits, Others                              int      `json:",omitempty"`
	Verdict, Before                           string   `json:",omitempty"` // of the function
	Findings                                  []string `json:",omitempty"` // the new ones
	Seconds                                   float64  `json:",omitempty"`
}

// counts reports whether the error was planted.
func (o *outcome) counts() bool { return o.Outcome != uncompiled && o.Outcome != leftOut }

// A spot tells a finding, whether it leads or is with others of the same cause. Plants change no line's number.
type spot struct{ code, function, line string }

// spots are the places of a finding. One of locks that are acquired in a circle has a place in each function that acquires one.
func spots(f modproxy.Finding) []spot {
	out := []spot{{f.Code, f.Function, lineOf(f.Position)}}
	if f.Code == circle {
		for _, n := range f.Related {
			out = append(out, spot{f.Code, f.Function, lineOf(n.Position)})
		}
	}
	for _, a := range f.Also {
		out = append(out, spot{f.Code, a.Function, lineOf(a.Position)})
	}
	return out
}

// lineOf is a position without its column.
func lineOf(position string) string {
	if i := strings.LastIndex(position, ":"); i >= 0 {
		return position[:i]
	}
	return position
}

// compare says what a check with the plant finds that one without it does not.
func (o *outcome) compare(p *plant, before, after *modproxy.Check) {
	known := map[spot]bool{}
	for _, f := range before.Findings {
		for _, s := range spots(f) {
			known[s] = true
		}
	}
	for _, f := range after.Findings {
		if f.Verdict != string(report.Refuted) {
			continue
		}
		isNew, here := false, false
		for _, s := range spots(f) {
			isNew = isNew || !known[s]
			here = here || !known[s] && p.lines[s.line]
		}
		if !isNew {
			continue
		}
		o.Findings = append(o.Findings, fmt.Sprintf("%s %s %s: %s", f.Code, f.Position, f.Function, f.Message))
		if here {
			o.Hits++
		} else {
			o.Others++
		}
	}
	o.Before, o.Verdict = verdictAt(before, p), verdictAt(after, p)
	switch {
	case o.Hits > 0:
		o.Outcome = found
	case o.Others > 0:
		o.Outcome = elsewhere
	case o.Verdict != string(report.Verified) || lost(before, after):
		o.Outcome = undecided
	default:
		o.Outcome = missed
	}
}

// verdictAt is that of the function that has the plant.
func verdictAt(c *modproxy.Check, p *plant) string {
	for _, f := range c.Functions {
		if lineOf(f.Position) == p.decl {
			return f.Verdict
		}
	}
	return ""
}

// lost reports whether a function is not verified any more.
func lost(before, after *modproxy.Check) bool {
	verified := map[string]bool{}
	for _, f := range before.Functions {
		verified[f.Position] = f.Verdict == string(report.Verified)
	}
	for _, f := range after.Functions {
		if verified[f.Position] && f.Verdict != string(report.Verified) {
			return true
		}
	}
	return false
}

// Outcomes are kept in a file, a line of JSON each.
type outcomes struct {
	all   []*outcome
	known map[string]*outcome
	file  *os.File
}

// openOutcomes reads the results of earlier runs, if there are any. A last line that was cut off is written anew.
func openOutcomes(name string) (*outcomes, error) {
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read results: %w", err)
	}
	r := &outcomes{known: map[string]*outcome{}}
	var whole []byte
	for line := range bytes.Lines(data) {
		o := &outcome{}
		if err := json.Unmarshal(line, o); err != nil || !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		r.all = append(r.all, o)
		r.known[o.ID] = o
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

func (r *outcomes) of(p *plant) (*outcome, bool) {
	o, ok := r.known[p.id()]
	return o, ok
}

func (r *outcomes) add(o *outcome) error {
	r.all = append(r.all, o)
	r.known[o.ID] = o
	line, err := json.Marshal(o)
	if err == nil {
		_, err = r.file.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep results: %w", err)
	}
	return nil
}

func (r *outcomes) close() { r.file.Close() } // each line is written at once
