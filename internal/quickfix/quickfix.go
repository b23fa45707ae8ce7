// Package quickfix suggests quick fixes. It takes findings and their packages, and gives changes of the source that
// an editor can make.
//
//	demand.go     which lock a finding asks for
//	ops.go        what statements do with a lock
//	enclosing.go  the statements around a finding
//	edit.go       changes of a file, and whether it still compiles with them
//	hold.go       over which statements to hold the lock
//	extent.go     which of the next statements need the lock, too
//	atomic.go     which variable could do without a lock
//	release.go    where to give back a lock that is left held
//
// A fix compiles, but it is not verified. The user who accepts it should read it and run the verifier again.
package quickfix

import (
	"cmp"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// A Source is what suggestions are made from.
type Source struct {
	Packages []*packages.Package
	Text     func(file string) string                     // what a file has in it
	Func     func(pkg, name string) (at ir.Span, ok bool) // the function that a finding names, at its func keyword
}

// maxFixes is how many suggestions a finding has.
const maxFixes = 2

// Suggest adds fixes to those of the findings that know some. The findings are grouped.
func (s *Source) Suggest(findings []*report.Diagnostic) {
	sites := map[*report.Diagnostic]*site{}
	together := map[siteKey][]*site{}
	for _, leader := range findings {
		for _, d := range append([]*report.Diagnostic{leader}, leader.Also...) {
			if x := s.site(d); x != nil {
				sites[d] = x
				together[x.key()] = append(together[x.key()], x)
			}
		}
	}
	fixed := map[siteKey]bool{}
	for _, leader := range findings {
		for i, d := range append([]*report.Diagnostic{leader}, leader.Also...) {
			if fix, ok := s.release(d); ok {
				d.Fixes = append(d.Fixes, fix)
			}
			x := sites[d]
			if x == nil || i > 0 && fixed[x.key()] {
				continue
			}
			fixed[x.key()] = true
			y := join(together[x.key()])
			y.extend()
			fixes := y.fixes()
			d.Fixes = append(d.Fixes, fixes[:min(len(fixes), max(maxFixes-len(d.Fixes), 0))]...)
		}
	}
}

func (x *site) fixes() []report.Fix {
	var fixes []report.Fix
	if fix, ok := hold(x); ok {
		fixes = append(fixes, fix)
	}
	if fix, ok := makeAtomic(x); ok {
		fixes = append(fixes, fix)
	}
	return fixes
}

// A site is where a lock is missing: some consecutive statements of a list.
type site struct {
	*enclosing
	demand
	list        stmtList
	first, last int                  // of the statements, in the list
	findings    []*report.Diagnostic // there
}

// A siteKey tells which findings are fixed together: those that miss one lock in one list of statements.
type siteKey struct {
	list ast.Node
	lock string
}

func (x *site) key() siteKey { return siteKey{x.list.owner, x.lock} }

// site returns where the lock is missing that a finding asks for, nil if it asks for none.
func (s *Source) site(d *report.Diagnostic) *site {
	want, ok := demandOf(d)
	if !ok {
		return nil
	}
	at := s.enclosing(d)
	if at == nil || !at.isLock(want) {
		return nil
	}
	in := at.level(want.lock)
	return &site{enclosing: at, demand: want, list: in.stmtList, first: in.index, last: in.index, findings: []*report.Diagnostic{d}}
}

// join makes one site of those with one key: their statements and all between. If one of them writes, so do all.
func join(sites []*site) *site {
	x := *sites[0]
	for _, y := range sites[1:] {
		x.first, x.last = min(x.first, y.first), max(x.last, y.last)
		x.reading = x.reading && y.reading
		x.findings = append(slices.Clip(x.findings), y.findings...)
	}
	slices.SortStableFunc(x.findings, func(a, b *report.Diagnostic) int { return cmp.Compare(a.Start.Offset, b.Start.Offset) })
	return &x
}
