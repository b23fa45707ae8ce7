package infer

import (
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// All functions are analysed in rounds. In each round those are analysed again for which something is new: what they
// find when they are called, the summary of a function that they call, what is stored in objects that they know. What
// an analysis notes is kept by function, as that of the others stands. Where all were analysed again, some 6,000
// functions that go on changing each other's summaries took 27 s of processor time.

// notes are what one analysis of a function has noted beside the summary.
type notes struct {
	accesses   map[accessKey]*access
	conds      []condOf
	starts     []start
	closings   []*access
	sendings   []sending
	fromOthers map[*types.Var]bool
	foreign    map[*types.Var]bool // see foreignFields
	ofOthers   map[*types.Var]bool
	passed     map[*lending]map[int]passed
}

// A condOf says that a sync.Cond is stored in a variable, and with which lock it was made; nil: that is not known.
type condOf struct {
	in   *access // the variable and its object
	lock *memory.Place
}

func newNotes() *notes {
	return &notes{accesses: map[accessKey]*access{}, fromOthers: map[*types.Var]bool{}, foreign: map[*types.Var]bool{}, ofOthers: map[*types.Var]bool{}, passed: map[*lending]map[int]passed{}}
}

// round analyses the functions, callers first, for which there is something new. It reports whether what they find or do has changed.
func (p *program) round(order []*ssa.Function) (again bool) {
	for _, fn := range order {
		entry := p.entry(fn)
		if entry == nil {
			continue
		}
		old := p.entries[fn]
		same := old != nil && old.equal(entry)
		if same && !p.stale[fn] {
			continue
		}
		delete(p.stale, fn)
		p.initial, p.notes[fn] = isInit(fn), newNotes()
		sum := p.analyse(fn, entry)
		if !sum.equal(p.summaries[fn]) {
			again = true
			for user := range p.users[fn] {
				p.stale[user] = true
			}
		}
		again = again || !same
		p.entries[fn], p.summaries[fn] = entry, sum
	}
	return again
}

// allStale has all functions analysed in the next round.
func (p *program) allStale() {
	for _, fn := range p.functions {
		p.stale[fn] = true
	}
}

// summaryOf returns what is known of a function that f calls; nil as long as it is not analysed.
func (f *flow) summaryOf(fn *ssa.Function) *summary {
	if f.users[fn] == nil {
		f.users[fn] = map[*ssa.Function]bool{}
	}
	f.users[fn][f.fn] = true
	return f.summaries[fn]
}

// isStored has those functions analysed again to which something new at a place may make a difference: the one that it
// is in, with the literals that capture its variables, or else all.
func (f *flow) isStored(at *memory.Place) {
	if in := at.Root.Value.Parent(); in != nil && outermost(in) == outermost(f.fn) {
		for _, fn := range f.around[outermost(in)] {
			f.stale[fn] = true
		}
		return
	}
	f.allStale()
}

// outermost is the function that is no literal around fn.
func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// collect puts together what the last analyses of all functions have noted.
func (p *program) collect(order []*ssa.Function) {
	clear(p.accesses)
	clear(p.conds)
	clear(p.fromOthers)
	clear(p.foreignFields)
	clear(p.assignedLate)
	clear(p.starts)
	clear(p.ofOthers)
	clear(p.closings)
	clear(p.sendings)
	for _, fn := range order {
		n := p.notes[fn]
		if n == nil {
			continue
		}
		for key, a := range n.accesses {
			c := *a // what is collected changes
			c.held = maps.Clone(a.held)
			p.accesses[key] = c.after(p.accesses[key])
		}
		maps.Copy(p.fromOthers, n.fromOthers)
		maps.Copy(p.foreignFields, n.foreign)
		maps.Copy(p.ofOthers, n.ofOthers)
		for _, c := range n.closings {
			p.closings[c.variable] = append(p.closings[c.variable], c)
		}
		for _, s := range n.sendings {
			p.sendings[s.channel] = append(p.sendings[s.channel], s)
		}
		for _, s := range n.starts {
			p.starts[s.fn] = append(p.starts[s.fn], s)
		}
	}
	for key, a := range p.accesses {
		if a.write && !a.fresh && !a.behind {
			p.assignedLate[key.variable] = true
		}
	}
	for _, fn := range order {
		if n := p.notes[fn]; n != nil {
			for _, c := range n.conds {
				p.noteCond(c)
			}
		}
	}
}

// noteCond counts the name of the lock of a sync.Cond.
func (p *program) noteCond(c condOf) {
	name := ""
	if c.lock != nil {
		for _, n := range p.named(c.in, c.lock) {
			name = n.text
			break
		}
	}
	if p.conds[c.in.variable] == nil {
		p.conds[c.in.variable] = map[string]int{}
	}
	p.conds[c.in.variable][name]++
}
