package desugar

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/digest"
)

// A Function names a function that can be translated.
type Function = analysis.Function

// Others is what is known of functions that are not checked.
type Others = analysis.Others

// A TypeUse is what is known of how several goroutines may use the objects of a type.
type TypeUse = analysis.TypeUse

// FunctionName writes a function as reports do.
func FunctionName(fn *ssa.Function) string { return analysis.FunctionName(fn) }

// StructsIn returns the struct types with a name of which the function, or a literal in it, has a value or a pointer to one.
func StructsIn(fn *ssa.Function) map[*types.TypeName]bool { return analysis.StructsIn(fn) }

// A Program is a set of packages ready for translation. It is read-only after Build, but for what it remembers: functions of it may be
// translated concurrently.
type Program struct {
	*analysis.Facts
	models   map[string]model // of the standard library
	others   Others
	relating bool // there are conditions that relate objects; see publication.go
	// typedNames are those of Facts, once.
	typedNames func() []*types.TypeName
	spoken     spoken
}

// Build prepares the packages, which must have been loaded with syntax, for translation. The annotations are by import
// path; a package may have none. Others is what is known of functions that are not checked: rows of those that Unknown
// lists, and contracts.
func Build(pkgs []*packages.Package, annots map[string]*annot.Package, others Others) (*Program, error) {
	found, err := analysis.Find(pkgs, annots, others)
	if err != nil {
		return nil, err
	}
	p := &Program{Facts: found, others: others, models: standardLibrary(), typedNames: sync.OnceValue(found.TypedNames)}
	p.relating = p.findRelating()
	return p, nil
}

// Digests returns a hash for each package, by import path: as long as it stays the same, so does what its functions and
// its declarations are translated to. An error says why there are none.
func (p *Program) Digests(sources digest.Sources) (map[string]digest.Sum, error) {
	also := []string{fmt.Sprint("relating ", p.relating)}
	for _, name := range slices.Sorted(maps.Keys(p.others.Derived)) {
		also = append(also, name+": "+p.others.Derived[name].Text)
	}
	for _, name := range slices.Sorted(maps.Keys(p.others.Contracts)) {
		c := p.others.Contracts[name]
		also = append(also, fmt.Sprintf("%s by contract: %s: %q %q", name, c.Where, c.Head, c.Text))
	}
	return digest.Packages(p.Facts, sources, strings.Join(also, "\n"))
}
