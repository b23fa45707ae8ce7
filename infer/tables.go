package infer

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/functiontables"
	"github.com/calvin-go/calvin/infer/memory"
)

// A call of an entry of a table (package functiontables) runs one of the functions in the table, which nobody else
// calls by it. So it counts as a call of each by its name, and to stand in a table leaves a function to its callers.

// findTables finds the tables of which all functions are at hand.
func (p *program) findTables() {
	p.tables = functiontables.Find(p.inits, slices.Concat(p.functions, p.inits))
	for v, entries := range p.tables {
		if slices.ContainsFunc(entries, func(fn *ssa.Function) bool { return !p.bodies[entered(fn)] }) {
			delete(p.tables, v)
		}
	}
}

// entered returns the function that an entry of a table stands for: itself, or the method that it calls with what it is
// passed; nil if it does anything else.
func entered(entry *ssa.Function) *ssa.Function {
	if entry.Synthetic == "" {
		return entry
	}
	if len(entry.Blocks) != 1 {
		return nil
	}
	for _, instr := range entry.Blocks[0].Instrs {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		if !slices.EqualFunc(call.Call.Args, entry.Params, func(arg ssa.Value, param *ssa.Parameter) bool { return arg == ssa.Value(param) }) {
			return nil
		}
		return memory.Callee(&call.Call)
	}
	return nil
}

// entriesOf returns the functions one of which a call runs by a table, nil if it calls by none.
func (p *program) entriesOf(c *ssa.CallCommon) (all []*ssa.Function) {
	for _, entry := range p.tables.Of(c) {
		if fn := entered(entry); !slices.Contains(all, fn) {
			all = append(all, fn)
		}
	}
	return all
}

// calls reports whether a call is one of fn, by its name or by a table.
func (p *program) calls(c *ssa.CallCommon, fn *ssa.Function) bool {
	return memory.Callee(c) == fn || slices.Contains(p.entriesOf(c), fn)
}

// callEntries calls each of the functions of a table. Afterwards holds what holds after each.
func (f *flow) callEntries(at ssa.CallInstruction, c *ssa.CallCommon, entries []*ssa.Function, s *state) {
	for i := range c.Args {
		f.lendTo(c, i, s)
	}
	var all *state
	for _, fn := range entries {
		after := s.clone()
		f.callBody(at, c, fn, after)
		if all == nil {
			all = after
		} else {
			all.meet(after)
		}
	}
	*s = *all
}
