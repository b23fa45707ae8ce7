package slice

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/explore/rt"
)

// A closure is a set of instructions with all that they depend on.
type closure struct {
	full    map[ssa.Instruction]bool // what they do matters,
	placed  map[ssa.Instruction]bool // whether they are executed, and with what address
	blocks  map[*ssa.BasicBlock]bool // whether they are executed
	entries map[*ssa.Function]bool
	values  map[ssa.Value]bool // parameters, and variables that function literals capture
}

func newClosure() closure {
	return closure{
		map[ssa.Instruction]bool{}, map[ssa.Instruction]bool{}, map[*ssa.BasicBlock]bool{}, map[*ssa.Function]bool{}, map[ssa.Value]bool{},
	}
}

// A slicer slices one test.
type slicer struct {
	*world
	closed closure // of what has been asked for so far
	base   closure // what it need not go into again
	writes []*effect
	of     map[*ssa.Function][][]*ssa.BasicBlock // control dependences
	facts  *facts
	sites  map[rt.Site][]ssa.Instruction
	guards map[ssa.Instruction][]*lock // the critical sections that an instruction is part of
}

func newSlicer(w *world) *slicer {
	return &slicer{
		world: w, closed: newClosure(), base: newClosure(), writes: w.writes(), of: map[*ssa.Function][][]*ssa.BasicBlock{},
		facts: newFacts(w), guards: map[ssa.Instruction][]*lock{},
	}
}

// enter adds k to a set of the closure and reports whether it is new.
func enter[K comparable](closed, base map[K]bool, k K) bool {
	if closed[k] || base[k] {
		return false
	}
	closed[k] = true
	return true
}

// value makes what v is matter.
func (z *slicer) value(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.Parameter:
		if enter(z.closed.values, z.base.values, ssa.Value(v)) {
			z.parameter(v)
		}
	case *ssa.FreeVar:
		if !enter(z.closed.values, z.base.values, ssa.Value(v)) {
			return
		}
		for _, c := range z.closures[v.Parent()] {
			for k, f := range v.Parent().FreeVars {
				if f == v {
					z.value(c.Bindings[k])
				}
			}
		}
	case ssa.Instruction:
		z.instruction(v)
	}
}

// parameter makes what calls pass for v matter, and which of them are executed.
func (z *slicer) parameter(v *ssa.Parameter) {
	f := v.Parent()
	z.entry(f)
	for k, p := range f.Params {
		if p != v {
			continue
		}
		for _, c := range z.callers[f] {
			if a := argument(c.Common(), k); a != nil {
				z.value(a)
			}
		}
	}
}

// instruction makes what i does matter.
func (z *slicer) instruction(i ssa.Instruction) {
	if !enter(z.closed.full, z.base.full, i) {
		return
	}
	z.block(i.Block())
	for _, l := range z.guards[i] { // what the section excludes is up to which mutex it locks
		z.block(l.at.Block())
		z.value(l.mutex)
	}
	if p := z.read(i); p != nil {
		z.memory(p, len(z.units.sitesOf(i, "")) > 0)
	}
	switch i := i.(type) {
	case *ssa.Phi:
		for k, v := range i.Edges {
			z.value(v)
			z.edge(i.Block().Preds[k])
		}
	case ssa.CallInstruction:
		z.call(i)
	default:
		z.operands(i)
	}
}

func (z *slicer) operands(i ssa.Instruction) {
	for _, v := range i.Operands(nil) {
		if *v != nil {
			z.value(*v)
		}
	}
}

// edge makes it matter whether control goes from a block to where a phi stands.
func (z *slicer) edge(from *ssa.BasicBlock) {
	z.block(from)
	if last := from.Instrs[len(from.Instrs)-1]; len(from.Succs) > 1 {
		z.instruction(last)
	}
}

// call makes the result of a call matter. Of a function with a body these are the results that it returns.
func (z *slicer) call(i ssa.CallInstruction) {
	c := i.Common()
	known := z.callees[i]
	if len(known) == 0 || c.StaticCallee() == nil {
		z.operands(i)
	}
	for _, f := range known {
		for _, b := range f.Blocks {
			if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
				z.instruction(r)
			}
		}
	}
}

// block makes it matter whether b is executed.
func (z *slicer) block(b *ssa.BasicBlock) {
	if !enter(z.closed.blocks, z.base.blocks, b) {
		return
	}
	f := b.Parent()
	list, ok := z.of[f]
	if !ok {
		list = controls(f)
		z.of[f] = list
	}
	for _, a := range list[b.Index] {
		z.instruction(a.Instrs[len(a.Instrs)-1])
	}
	z.entry(f)
}

// entry makes it matter whether f is called.
func (z *slicer) entry(f *ssa.Function) {
	if !enter(z.closed.entries, z.base.entries, f) {
		return
	}
	for _, c := range z.callers[f] {
		z.block(c.Block())
		if c.Common().StaticCallee() == nil {
			z.value(c.Common().Value)
		}
	}
	for _, u := range z.uses[f] { // it may be run by a function of the runtime
		z.block(u.Block())
	}
	for _, c := range z.closures[f] {
		z.block(c.Block())
	}
}

// memory makes what is at a place matter. If the access is one that runs of the test show, so do they show which of the
// visible writes are to the same variable.
func (z *slicer) memory(p *place, visible bool) {
	for _, w := range z.writes {
		switch {
		case !z.overlaps(p, w.place):
		case visible && w.visible && exact(p, w.place):
			z.place(w)
		default:
			z.instruction(w.instr)
		}
	}
}

// place makes it matter whether a write is executed, and to which variable.
func (z *slicer) place(w *effect) {
	if enter(z.closed.placed, z.base.placed, w.instr) {
		z.block(w.instr.Block())
		z.value(w.address)
	}
}

// essential adds all that an essential statement depends on.
func (z *slicer) essential(leaves []*lock) {
	spared := map[ssa.Instruction]bool{}
	for _, l := range leaves {
		spared[l.at] = true
		for _, u := range l.unlocks {
			spared[u] = true
		}
	}
	for _, f := range z.functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if !spared[i] {
					z.root(i)
				}
			}
		}
		if z.passedOut(f) { // what it returns goes who knows where
			for _, b := range f.Blocks {
				if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) > 0 {
					z.instruction(r)
				}
			}
		}
	}
	for _, i := range z.waits() {
		z.instruction(i)
	}
}

// root adds what i depends on if it is essential, or could panic.
func (z *slicer) root(i ssa.Instruction) {
	for _, v := range z.facts.dangers(i) {
		z.block(i.Block())
		z.value(v)
	}
	switch i := i.(type) {
	case *ssa.Send, *ssa.Select, *ssa.Panic:
		z.instruction(i)
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			z.instruction(i)
		}
	case *ssa.Range: // the order of a map is chosen
		if z.read(i) != nil {
			z.instruction(i)
		}
	case ssa.CallInstruction:
		z.rootCall(i)
	}
}

func (z *slicer) rootCall(i ssa.CallInstruction) {
	c := i.Common()
	if len(z.callees[i]) > 0 {
		if c.StaticCallee() == nil && z.mayLeave(c) {
			z.outside(i)
		}
		return
	}
	switch roleOf(c) {
	case ends:
		z.block(i.Block())
	case essential, locks, unlocks:
		z.outside(i)
	}
}

// outside adds a call of code that is not instrumented, with all that its arguments lead to.
func (z *slicer) outside(i ssa.CallInstruction) {
	z.instruction(i)
	c := i.Common()
	z.operands(i)
	if f := calleeObject(c); f != nil && f.Pkg() != nil && modelled[f.Pkg().Path()] {
		return
	}
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return
	}
	if p := reachOf(c); p != nil {
		z.memory(p, false)
	}
}

// waits lists what loops read that do nothing but wait.
func (z *slicer) waits() (out []ssa.Instruction) {
	for _, a := range z.units.list {
		for _, s := range a.sites {
			if s.Op != "Spin" {
				continue
			}
			if inside := z.instructionsIn(a.pos, a.end); !writesAny(inside) {
				out = append(out, inside...)
			}
		}
	}
	return out
}

// writesAny reports whether one of some instructions writes to memory that others see, or may.
func writesAny(list []ssa.Instruction) bool {
	for _, i := range list {
		switch i := i.(type) {
		case *ssa.Store, *ssa.MapUpdate:
			return true
		case ssa.CallInstruction:
			if a := atomicOf(i.Common()); a != nil && a.writes {
				return true
			}
		}
	}
	return false
}

// instructionsIn lists the instructions, of those that runs show, in a part of the source.
func (z *slicer) instructionsIn(pos, end token.Pos) (out []ssa.Instruction) {
	for _, f := range z.functions {
		n := f.Syntax()
		if n == nil || n.End() <= pos || n.Pos() >= end {
			continue
		}
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if at := z.units.posOf(i); classOf(i) != 0 && at >= pos && at < end {
					out = append(out, i)
				}
			}
		}
	}
	return out
}

// instructionsAt lists the instructions that a site may stand for.
func (z *slicer) instructionsAt(s Site) []ssa.Instruction { return z.bySite()[s.Number] }

// bySite lists the instructions of all sites.
func (z *slicer) bySite() map[rt.Site][]ssa.Instruction {
	if z.sites == nil {
		z.sites = map[rt.Site][]ssa.Instruction{}
		for _, f := range z.functions {
			for _, b := range f.Blocks {
				for _, i := range b.Instrs {
					for _, s := range z.units.sitesOf(i, "") {
						z.sites[s.Number] = append(z.sites[s.Number], i)
					}
				}
			}
		}
	}
	return z.sites
}

// wide lists the sites of accesses to more than one variable.
func (z *slicer) wide() (out []rt.Site) {
	for n, list := range z.bySite() {
		for _, i := range list {
			p := z.read(i)
			if e := z.write(i); p == nil && e != nil {
				p = e.place
			}
			if p != nil && (p.wide || p.all) {
				out = append(out, n)
				break
			}
		}
	}
	slices.Sort(out)
	return out
}
