package infer

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
	"github.com/calvin-go/calvin/library"
)

// State of an event loop is touched by one goroutine alone: `go h.run()` hands it over, in the function that has made
// the object. So the fields that the loop uses are confined to it, if each go statement that runs the function is on an
// object which nobody else can reach yet. A goroutine that is started later, or more than once for an object, has
// nothing to itself.

// A start is a go statement that runs a function, and what the goroutine that starts it knows alone just before.
type start struct {
	fn   *ssa.Function
	call *ssa.CallCommon
	own  map[*memory.Place]bool
}

// starting notes a go statement before it lets others know what the goroutine is passed.
func (f *flow) starting(g *ssa.Go, s *state) {
	fn := memory.Callee(&g.Call)
	if lit := memory.Literal(g.Call.Value); lit != nil {
		fn = lit
	}
	if !f.record || fn == nil || !f.bodies[fn] {
		return
	}
	f.notes[f.fn].starts = append(f.notes[f.fn].starts, f.startOf(fn, &g.Call, s))
}

// startOf says which objects the goroutine that starts another one knows alone: those that the other is passed, or captures.
func (f *flow) startOf(fn *ssa.Function, call *ssa.CallCommon, s *state) start {
	own := map[*memory.Place]bool{}
	note := func(v ssa.Value) {
		if memory.Refers(v.Type()) && f.isFresh(f.Target(v), s) {
			own[f.Target(v).Object()] = true
		}
	}
	for _, arg := range call.Args {
		note(arg)
	}
	for o := range s.fresh { // what a literal captures has the same place in it
		own[o] = true
	}
	return start{fn, call, own}
}

// notOwn notes the variables in which something is stored that others may have, such as what a constructor is passed: a
// goroutine does not have to itself what that leads to.
func (f *flow) notOwn(at *memory.Place, v ssa.Value, s *state) {
	if !f.record || memory.IsNil(v) || !memory.Refers(v.Type()) || f.isFresh(f.Target(v), s) || madeByLibrary(v) {
		return
	}
	if field, _, _ := f.variable(at); field != nil {
		f.notes[f.fn].ofOthers[field] = true
	}
}

// madeByLibrary reports whether a function of the standard library has made what a pointer leads to, as bufio.NewReader
// does, to tell by its name.
func madeByLibrary(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn := memory.Declared(memory.Callee(&call.Call))
	return fn != nil && strings.HasPrefix(fn.Name(), "New") && library.Of(fn.FullName()) != nil
}

// behindGoroutine is byGoroutine for a field that is not written once others can reach the object, but points to what
// is. What is behind an interface does not count: of such types there are often objects elsewhere, which no goroutine
// has to itself.
func (p *program) behindGoroutine(v *types.Var, all []*access) *guard {
	if _, ok := v.Type().Underlying().(*types.Pointer); !ok || p.ofOthers[v] {
		return nil
	}
	return p.byGoroutine(v, all)
}

// onlyByGoroutine reports whether all accesses are the goroutine's, and none is under a lock. Then a channel that the
// goroutine closes as it ends guards nothing more: nobody waits for it to use the variable.
func onlyByGoroutine(g *guard) bool {
	return len(g.against) == 0 && !slices.ContainsFunc(g.agree, func(a *access) bool {
		for l := range a.held {
			if !isChannel(l) {
				return true
			}
		}
		return false
	})
}

// goroutinesOf gives for the accesses to a field of which some goroutine has the object to itself the function that this runs.
func (p *program) goroutinesOf(v *types.Var, all []*access) map[*access]*types.Func {
	st := p.structs[v]
	if st == nil || st.owner == nil || memory.IsSync(v.Type()) || memory.IsAtomic(v.Type()) {
		return nil
	}
	if _, ok := st.owner.Type().(*types.Named); !ok {
		return nil
	}
	run := map[*access]*types.Func{}
	for _, a := range all {
		if fn := p.loopOf(a.fn, st.owner, map[*ssa.Function]bool{}); fn != nil && a.base != nil {
			run[a] = fn
		}
	}
	return run
}

// byGoroutine finds the function whose goroutine makes the accesses to a field, alone.
func (p *program) byGoroutine(v *types.Var, all []*access) *guard {
	run, count := p.goroutinesOf(v, all), map[*types.Func]int{}
	for _, fn := range run {
		count[fn]++
	}
	for _, a := range all { // in order of the source
		fn := run[a]
		if fn == nil || !p.enough(count[fn], len(all)) {
			continue
		}
		return split(&guard{variable: v, lines: []string{"confined_to " + fn.Name()}, evidence: "are of the goroutine that runs " + fn.Name()}, all,
			func(a *access) bool { return run[a] == fn })
	}
	return nil
}

// loopOf returns the function that a goroutine runs of which fn is a part: it is that function, or it is only called
// from there. It is nil if there is none, or if the goroutine may not have an object of the type to itself.
func (p *program) loopOf(fn *ssa.Function, owner *types.TypeName, seen map[*ssa.Function]bool) *types.Func {
	obj := memory.Declared(fn)
	switch {
	case seen[fn]:
		return nil
	case obj == nil && len(p.starts[fn]) == 0 && fn.Parent() != nil && !p.open[fn]:
		seen[fn] = true
		return p.loopOf(fn.Parent(), owner, seen)
	case obj == nil || p.nameless[fn]:
		return nil
	case p.handedTo(fn, owner):
		return obj
	case p.open[fn] || len(p.sites[fn]) == 0:
		return nil
	}
	seen[fn] = true
	var loop *types.Func
	for at, c := range p.sites[fn] {
		if _, starts := at.(*ssa.Go); starts {
			return nil
		}
		if c.caller == fn {
			continue
		}
		by := p.loopOf(c.caller, owner, seen)
		if by == nil || loop != nil && by != loop {
			return nil
		}
		loop = by
	}
	return loop
}

// handedTo reports whether a function is run by go statements alone, or by literals that these run, on objects of the
// type that nobody else could reach before.
func (p *program) handedTo(fn *ssa.Function, owner *types.TypeName) bool {
	i := slices.IndexFunc(fn.Params, func(param *ssa.Parameter) bool { return p.setUp(param.Type()) == owner })
	if i < 0 || len(p.sites[fn]) == 0 {
		return false
	}
	for at, c := range p.sites[fn] {
		call, ok := at.(ssa.CallInstruction)
		if !ok || memory.Callee(call.Common()) != fn || i >= len(call.Common().Args) {
			return false
		}
		starts := p.starts[c.caller]
		if _, byGo := at.(*ssa.Go); byGo {
			starts = slices.DeleteFunc(slices.Clone(p.starts[fn]), func(s start) bool { return s.call != call.Common() })
		}
		object := p.Target(call.Common().Args[i]).Object()
		if len(starts) == 0 || slices.ContainsFunc(starts, func(s start) bool { return !s.own[object] }) {
			return false
		}
	}
	return true
}
