package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/functiontables"
)

// A call of an entry of a table (package functiontables) is a choice between the functions in the table, as a call of a
// method by way of an interface may be (dispatched.go). So these count on their callers as they do where they are
// called by their names.

// findTables fills tables and inTables: the tables, and the declared functions that are values for tables alone.
func (p *Facts) findTables() {
	var initialisers []*ssa.Function
	for _, path := range p.Paths {
		if init := p.Packages[path].Ssa.Func("init"); init != nil {
			initialisers = append(initialisers, init)
		}
	}
	p.tables = functiontables.Find(initialisers, p.functions)
	var refused []*types.Var
	for v, entries := range p.tables {
		if slices.ContainsFunc(entries, func(fn *ssa.Function) bool { return p.reachesTable(fn, map[*ssa.Function]bool{}) }) {
			refused = append(refused, v)
		}
	}
	for _, v := range refused {
		delete(p.tables, v)
	}
	p.inTables = map[*types.Func]bool{}
	elsewhere := map[*types.Func]bool{}
	for _, fn := range p.functions {
		eachValued(fn, func(used *ssa.Function, at ssa.Instruction) {
			obj, ok := used.Object().(*types.Func)
			switch {
			case !ok:
			case p.tables.IsEntry(at):
				p.inTables[obj.Origin()] = true
			default:
				elsewhere[obj.Origin()] = true
			}
		})
	}
	for fn := range elsewhere {
		delete(p.inTables, fn)
	}
}

// TableOf returns the functions of the table of which a call calls an entry; nil if it does not.
func (p *Facts) TableOf(call *ssa.CallCommon) []*ssa.Function { return p.tables.Of(call) }

// reachesTable reports whether a function calls an entry of some table: such functions run each other, so their bodies
// cannot stand in each other's place.
func (p *Facts) reachesTable(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for _, call := range AllCalls(fn) {
		if p.TableOf(call) != nil {
			return true
		}
		if callee := call.StaticCallee(); callee != nil && p.reachesTable(callee, seen) {
			return true
		}
		for _, target := range p.candidates(call) {
			if p.reachesTable(target.Func, seen) {
				return true
			}
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool { return p.reachesTable(lit, seen) })
}
