package analysis

import (
	"go/types"
	"iter"
	"maps"
	"slices"

	"github.com/calvin-go/calvin/annot"
)

// Contracts in files are of functions that are not checked. Calls of these stay calls of code that is not at hand, for
// all that is found of the program: only the translation of a call takes the contract for what the call does.

// FileContract returns what a contract file says of a function that is not checked, nil if none says anything.
func (p *Facts) FileContract(fn *types.Func) *annot.Contract {
	if fn == nil || fn.Pkg() == nil || p.Packages[fn.Pkg().Path()] != nil {
		return nil
	}
	return p.others.Contracts[fn.Origin().FullName()]
}

// fileContracts visits the contracts of files, in a fixed order.
func (p *Facts) fileContracts() iter.Seq[*annot.Contract] {
	return func(yield func(*annot.Contract) bool) {
		for _, name := range slices.Sorted(maps.Keys(p.others.Contracts)) {
			if !yield(p.others.Contracts[name]) {
				return
			}
		}
	}
}

// FileClauses returns every condition in contract files.
func (p *Facts) FileClauses() []*annot.Clause {
	funcs := map[*types.Func]*annot.FuncSpec{}
	for c := range p.fileContracts() {
		funcs[c.Func] = c.Spec
	}
	return clauses(&annot.Package{Funcs: funcs})
}
