package infer

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// Who may close a channel that guards something. It is whoever has made it, or the goroutine that is started for it, if
// nobody says otherwise. Where it is closed in functions of one sync.Once alone, whichever of them comes first may
// close it, and where it is closed under one lock, whoever holds that:
//
//	func (p *Promise) Resolve(v string) { p.once.Do(func() { p.val = v; close(p.done) }) }
//	func (p *Promise) Reject(err error) { p.once.Do(func() { p.err = err; close(p.done) }) }

// closing notes that the channel in a field is closed.
func (f *flow) closing(ch ssa.Value, s *state) {
	if !f.record || f.initial {
		return
	}
	at := f.channel(ch)
	if at == nil || at.Up == nil || f.isFresh(at.Up, s) {
		return
	}
	f.notes[f.fn].closings = append(f.notes[f.fn].closings, &access{variable: at.Step.Field, base: at.Up, at: at, held: maps.Clone(s.held), write: true, fn: f.fn})
}

// closers adds to guards who may close the channels that guard something.
func (p *program) closers(guards map[*types.Var]*guard) {
	for ch, all := range p.closings {
		if p.written(ch) != nil || guards[ch] != nil || !p.guardsSomething(ch, guards) {
			continue
		}
		for _, c := range p.candidates(all) {
			lock := p.fieldBeside(ch, c.text)
			if lock == nil || slices.ContainsFunc(all, func(a *access) bool { return !p.holding(a, c.text) }) {
				continue
			}
			evidence := "that close it hold " + c.text
			switch annot.LockOf(lock.Type()) {
			case annot.Once:
				evidence = "that close it are in the function of " + c.text
			case annot.Mutex, annot.RWMutex:
			default:
				continue
			}
			guards[ch] = &guard{variable: ch, locks: []string{c.text}, lines: []string{"closable_if held(" + c.text + ")"}, evidence: evidence, agree: all}
			break
		}
	}
}

// publish adds which channels publish fields.
func (p *program) publish(guards map[*types.Var]*guard) {
	for v, ch := range p.publishers {
		line := "published_by " + ch.Name()
		switch g := guards[v]; {
		case g == nil:
			guards[v] = &guard{variable: v, lines: []string{line}, evidence: "all accesses are of who was first, or come after " + ch.Name() + " is closed"}
		case len(g.locks) == 1 && len(g.lines) == 1 && g.lines[0] == "guarded_by "+g.locks[0]:
			g.lines = append(g.lines, line)
			g.evidence += ", or read once " + ch.Name() + " is closed, before which all writes come"
		}
	}
}

// guardsSomething reports whether a channel in a field is the guard of some field beside it.
func (p *program) guardsSomething(ch *types.Var, guards map[*types.Var]*guard) bool {
	st := p.structs[ch]
	return st != nil && slices.ContainsFunc(st.fields, func(f *types.Var) bool {
		return guards[f] != nil && slices.Contains(guards[f].locks, ch.Name())
	})
}

// fieldBeside returns the field of that name in the struct of another one, nil if there is none.
func (p *program) fieldBeside(v *types.Var, name string) *types.Var {
	st := p.structs[v]
	if st == nil {
		return nil
	}
	if i := slices.IndexFunc(st.fields, func(f *types.Var) bool { return f.Name() == name }); i >= 0 {
		return st.fields[i]
	}
	return nil
}
