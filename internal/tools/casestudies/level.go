package main

import (
	"bytes"
	"context"
	"fmt"
	"go/token"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// The annotations of a package say two things: who may access what and which functions are one step or several (level a),
// and what those steps do (level b). How much the first takes is measured by packages that say no more: contracts lose
// their when, modifies and ensures lines, and a choice between actions becomes one step. The smallest that is verified
// counts.

// A level is one way to leave out what level a may do without.
type level struct {
	ghosts     []string        // left out, with all that speaks of them
	promises   string          // what becomes of the invariants and transitions of types and packages
	unexported string          // what becomes of the contracts of functions that are not exported
	locks      string          // what becomes of what they say of the locks that their callers hold, if their contracts are gone
	loops      string          // what becomes of the invariants of loops
	whole      map[string]bool // functions whose contracts stay as they are
	steps      string          // what becomes of a contract that is one step at most, where it says no more what that does
	apart      map[string]bool // functions of which that becomes an action
}

// What may become of a contract, of the promises of types and packages, or of invariants of loops.
const (
	gone = "gone" // the function is inlined, as any without a contract
	less = "less" // it says what a function does no more
	kept = "kept"
)

// What may become of a contract that is one step at most. Without ensures, atomic is meant of all accesses; of an action it is enough that
// one block acts, and that the others change nothing. But callers inline what is atomic and says no more.
const (
	whole  = "atomic"
	action = "action"
)

// levels lists those that treat all functions alike.
func levels(ghosts []string) []*level {
	var all []*level
	for _, g := range [][]string{ghosts, nil} {
		for _, promises := range []string{gone, kept} {
			for _, contracts := range []level{{unexported: gone, locks: gone}, {unexported: gone}, {unexported: less}, {unexported: kept}} {
				for _, loops := range []string{gone, kept} {
					for _, steps := range []string{whole, action} {
						l := contracts
						l.ghosts, l.promises, l.loops, l.steps = g, promises, loops, steps
						all = append(all, &l)
					}
				}
			}
		}
	}
	return all
}

// An attempt is a package at some level.
type attempt struct {
	*level
	files map[string][]byte
	lines int // of annotations
}

func (l *level) attempt(files map[string][]byte) attempt {
	a := attempt{level: l, files: map[string][]byte{}}
	for name, src := range files {
		src = l.reduce(src)
		a.files[name], a.lines = src, a.lines+directives(src)
	}
	return a
}

// atLevelA returns the package with the annotations that level a needs: the smallest that is verified where all functions are treated
// alike, or else one where only those contracts stay whole without which it is not.
func atLevelA(files map[string][]byte) (attempt, error) {
	var attempts []attempt
	for _, l := range levels(ghostNames(files)) {
		attempts = append(attempts, l.attempt(files))
	}
	slices.SortStableFunc(attempts, func(a, b attempt) int { return a.lines - b.lines })
	seen := map[string]bool{}
	for _, a := range attempts {
		text := a.text()
		if seen[text] {
			continue
		}
		seen[text] = true
		ok, err := verifies(a.files)
		switch {
		case err != nil:
			return attempt{}, err
		case ok && a.unexported == kept:
			return oneByOne(files, a.level)
		case ok:
			return a, nil
		}
	}
	return oneByOne(files, &level{promises: kept, loops: kept, steps: whole})
}

// text returns all files as one text.
func (a attempt) text() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		b.Write(a.files[name])
	}
	return b.String()
}

// oneByOne reduces the contract of one function after the other below a level that is verified, and takes back what is
// not.
func oneByOne(files map[string][]byte, from *level) (attempt, error) {
	l := &level{
		ghosts: from.ghosts, promises: from.promises, unexported: less, loops: from.loops, steps: from.steps,
		whole: map[string]bool{}, apart: map[string]bool{},
	}
	var names []string
	for _, name := range functions(files) {
		if from.unexported == "" || !token.IsExported(name) {
			names, l.whole[name] = append(names, name), true
		}
	}
	for _, name := range names {
		l.whole[name] = false
		ok, err := verifies(l.attempt(files).files)
		if !ok && err == nil && l.steps == whole {
			l.apart[name] = true
			ok, err = verifies(l.attempt(files).files)
		}
		if err != nil {
			return attempt{}, err
		}
		l.whole[name] = !ok
	}
	return l.attempt(files), nil
}

// functions lists the names of the functions in the files.
func functions(files map[string][]byte) []string {
	var names []string
	for _, src := range files {
		for line := range bytes.Lines(src) {
			if name := functionName(line); name != "" {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// patience is the time that a function has in an attempt: more than any takes with all its annotations.
const patience = 30 * time.Second

// verifies reports whether all functions of the package are verified.
func verifies(files map[string][]byte) (bool, error) {
	dir, err := os.MkdirTemp("", "casestudies")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module study\n\ngo 1.26\n"), 0o644); err != nil {
		return false, err
	}
	for name, src := range files {
		if err := os.WriteFile(filepath.Join(dir, name), src, 0o644); err != nil {
			return false, err
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	result, err := verify.Run(ctx, verify.Options{
		Load: load.Config{Dir: dir}, Patterns: []string{"."}, Checks: verify.AllChecks, Panics: true, Workers: runtime.GOMAXPROCS(0),
		Budget: patience,
		Done: func(f report.FunctionResult, _ []*report.Diagnostic) {
			if f.Verdict != report.Verified {
				cancel() // the others do not matter any more
			}
		},
	})
	if ctx.Err() != nil {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return result.Summary.Verified == len(result.Functions) && len(result.Findings) == 0, nil
}

// reduce leaves out of a file what the level does without.
func (l *level) reduce(src []byte) []byte {
	var out []byte
	var block [][]byte // the lines of a comment
	for line := range bytes.Lines(append(src, '\n')) {
		if bytes.HasPrefix(bytes.TrimSpace(line), []byte("//")) {
			block = append(block, line)
			continue
		}
		steps := l.steps
		if l.apart[functionName(line)] {
			steps = action
		}
		for _, comment := range l.contract(block, l.becomes(line), steps) {
			out = append(out, comment...)
		}
		out, block = append(out, line...), nil
	}
	return out
}

var function = regexp.MustCompile(`^func (?:\([^)]*\) )?(\w+)`)

// becomes returns what becomes of the contract, or the promises, before a line.
func (l *level) becomes(line []byte) string {
	if bytes.HasPrefix(line, []byte("type ")) || bytes.HasPrefix(line, []byte("package ")) {
		return l.promises
	}
	if bytes.HasPrefix(bytes.TrimSpace(line), []byte("for ")) {
		return l.loops
	}
	if bytes.HasPrefix(line, []byte("\t")) { // a method of an interface: what it says is all that a caller knows
		return kept
	}
	name := functionName(line)
	switch {
	case l.whole[name]:
		return kept
	case name != "" && !token.IsExported(name):
		return l.unexported
	}
	return less
}

// functionName returns the name of the function that a line declares, if it does.
func functionName(line []byte) string {
	if m := function.FindSubmatch(line); m != nil {
		return string(m[1])
	}
	return ""
}

// contract returns what is left of one comment.
func (l *level) contract(block [][]byte, becomes, steps string) [][]byte {
	modified := map[string][]string{} // of the actions, by name
	current, says := "", false        // says is that an ensures tells what the step does
	for _, line := range block {
		switch verb, rest := directive(line); verb {
		case "ensures":
			says = true
		case "action":
			current = rest
		case "modifies":
			for place := range strings.SplitSeq(rest, ",") {
				if !l.leavesOut(place) {
					modified[current] = append(modified[current], strings.TrimSpace(place))
				}
			}
		}
	}
	var out [][]byte
	for _, line := range block {
		verb, rest := directive(line)
		effect := slices.Contains([]string{"action", "modifies", "ensures", "when"}, verb)
		step := verb == "performs" || verb == "atomic" || verb == "pure"
		promise := verb == "invariant" || verb == "transition"
		switch {
		case becomes != kept && effect, becomes == gone && (step || promise):
		case becomes == gone && l.locks == gone && verb == "requires" && heldLock.MatchString(rest):
		case becomes == less && steps == action && (verb == "performs" || verb == "atomic" && says) && !severalSteps(rest):
			out = append(out, []byte(tool+"performs "+bareAction("Step", slices.Concat(slices.Collect(maps.Values(modified))...))+"\n"))
		case becomes == less && verb == "performs":
			out = append(out, []byte(tool+bareSpec(rest, modified)+"\n"))
		case verb == "" || !l.leavesOut(rest):
			out = append(out, line)
		}
	}
	return out
}

// heldLock is a condition on a lock alone, which a function without a contract counts on by itself.
var heldLock = regexp.MustCompile(`^(held\([^()]*\)|[^ ()]+ == tid)$`)

// leavesOut reports whether a text speaks of a ghost that is left out.
func (l *level) leavesOut(text string) bool {
	return slices.ContainsFunc(word.FindAllString(text, -1), func(w string) bool { return slices.Contains(l.ghosts, w) })
}

const tool = "//calvin:"

// directive returns the verb of a line with an annotation, and what follows.
func directive(line []byte) (verb, rest string) {
	text, ok := strings.CutPrefix(strings.TrimSpace(string(line)), tool)
	if !ok {
		return "", ""
	}
	verb, rest, _ = strings.Cut(text, " ")
	return verb, strings.TrimSpace(rest)
}

// annotations writes the lines with annotations, each with its place.
func (a attempt) annotations(w io.Writer) {
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		n := 0
		for line := range bytes.Lines(a.files[name]) {
			n++
			if verb, _ := directive(line); verb != "" {
				fmt.Fprintf(w, "%s:%d: %s\n", name, n, bytes.TrimSpace(line))
			}
		}
	}
}

// directives counts the lines with annotations.
func directives(src []byte) int {
	n := 0
	for line := range bytes.Lines(src) {
		if verb, _ := directive(line); verb != "" {
			n++
		}
	}
	return n
}

var word = regexp.MustCompile(`[A-Za-z_]\w*`)

// bareSpec returns the specification with actions of which only is said what they modify. What is one step at most is
// atomic.
func bareSpec(spec string, modified map[string][]string) string {
	if !severalSteps(spec) {
		return "atomic"
	}
	seen := map[string]bool{}
	return "performs " + word.ReplaceAllStringFunc(spec, func(name string) string {
		if name == "skip" || seen[name] {
			return name
		}
		seen[name] = true
		return bareAction(name, modified[name])
	})
}

// severalSteps reports whether a specification is more than a choice.
func severalSteps(spec string) bool { return strings.ContainsAny(spec, ";*") }

// bareAction returns an action of which only is said what it modifies.
func bareAction(name string, modified []string) string {
	slices.Sort(modified)
	return "action " + name + ": (" + strings.Join(slices.Compact(modified), ", ") + ") { true }"
}

// ghostNames lists the ghosts that the files declare.
func ghostNames(files map[string][]byte) []string {
	var names []string
	for _, src := range files {
		for line := range bytes.Lines(src) {
			if verb, rest := directive(line); verb == "ghost" {
				name, _, _ := strings.Cut(rest, " ")
				names = append(names, name)
			}
		}
	}
	return names
}
