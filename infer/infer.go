// Package infer takes type-checked packages, with or without annotations, and gives the annotations that their code
// suggests. Locks that are held at the accesses to a variable suggest its guard. Locks that are held at the calls of
// a function suggest what it requires.
//
//	concern.go   whether there is anything in a package that an annotation may be about
//	lacking.go   whether a variable lacks one, in a package with annotations
//	state.go     what is known at a point: the locks held, the objects that nobody else can reach yet
//	flow.go      one function, from its entry to its returns
//	calls.go     what a call does, and what its callee finds
//	arranged.go  collections that sort and container/heap arrange by their methods
//	lending.go   options: functions that set up objects of their callers
//	builders.go  methods that set up an object and return it
//	converters.go  methods that make another object out of one that is being set up
//	program.go   all functions, until nothing new is found
//	open.go      which functions code of others may call
//	rounds.go    which of them are analysed again
//	atomics.go   which fields are accessed atomically
//	tables.go    calls of functions by tables that hold them
//	locals.go    variables of a function that goroutines share
//	confinement.go  which fields one goroutine alone uses
//	closed.go    which channels tell by being closed that what is beside them is written
//	closers.go   who may close them
//	publishing.go  which WaitGroups tell it by their one Done
//	access.go    which variable an access is one to
//	addressed.go variables that code of others writes by their addresses
//	relative.go  a lock as an annotation of a variable names it
//	observed.go  what executions have shown
//	guards.go    from the accesses to a variable to its guard
//	covered.go   which variables need none beside those that are written
//	behind.go    the same for what it points to
//	pools.go     which pools hand over what they hold
//	transfers.go which channels hand over what is sent on them
//	requires.go  from the calls of a function to its requires clauses
//	expected.go  what check shows by itself at each call
//	held.go      the locks that are held, for whoever reads the code
//	conflicts.go the accesses that conflict with one another, likewise
//	missing.go   the lock without which an access is made, unlike most others
//	edit.go      proposals as changes of the source
//
// Package infer proves nothing. It proposes what most of the code follows, with the evidence and with the accesses
// that disagree. A verifier decides. So where the analysis does not know, it takes the likely case: two loads of one
// variable give the same object, and an unknown caller of a function value holds no lock.
package infer

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/calvin-go/calvin/annot"
)

// A Proposal is an annotation that a variable or a function should have.
type Proposal struct {
	Package string // import path
	// Name is that of the variable, with its type before a field, or of the function as reports write it.
	Name     string
	Var      *types.Var  // what the annotation is about, or
	Func     *types.Func // this
	Position token.Position
	Lines    []string // without the //calvin: before each
	// Evidence says why, in a few words; Agree of Total accesses or calls do.
	Evidence     string
	Agree, Total int
	// Accesses are all those that count, Against those that disagree, in order of position.
	Accesses, Against []Access
	// Functions are those that the proposal concerns, as reports write them, sorted.
	Functions []string

	declared token.Pos
}

// An Access is one place in the source that reads or writes a variable.
type Access struct {
	Position token.Position
	Function string
	Write    bool
	Held     []string // the locks that are held there, as the source may write them
}

// Text is the proposal in one line.
func (p *Proposal) Text() string { return strings.Join(p.Lines, "; ") }

// Key names the proposal apart from where it stands.
func (p *Proposal) Key() string { return p.Package + " " + p.Name + ": " + p.Text() }

// Propose analyses the packages, which were loaded together with their syntax. Annotations are by import path: what has one
// gets no other, and those that speak of locks are believed. What was seen of executions, if anything, has its say. The
// proposals are in order of position.
func Propose(pkgs []*packages.Package, annots map[string]*annot.Package, observed ...Observation) ([]*Proposal, error) {
	all, _, err := propose(pkgs, annots, false, observed)
	return all, err
}

// ProposeAnyway is Propose for whoever checks the packages under the annotations. A variable that is written once
// others can reach it has to have a guard, so the one that at least half of its accesses keep to is taken: what
// disagrees is told as an access without that lock. The accesses are those that findings can be set against.
func ProposeAnyway(pkgs []*packages.Package, annots map[string]*annot.Package) ([]*Proposal, *Accesses, error) {
	all, p, err := propose(pkgs, annots, true, nil)
	if err != nil || p == nil {
		return nil, nil, err
	}
	return all, p.accessesOf(), nil
}

// AccessesIn are the accesses that packages make, which were loaded together with their syntax. Annotations that speak
// of locks are believed. It is the analysis that Propose rests on, without what is proposed.
func AccessesIn(pkgs []*packages.Package, annots map[string]*annot.Package) (*Accesses, error) {
	p, err := build(pkgs, annots)
	if err != nil || p == nil {
		return nil, err
	}
	p.run()
	return p.accessesOf(), nil
}

func propose(pkgs []*packages.Package, annots map[string]*annot.Package, anyway bool, observed []Observation) ([]*Proposal, *program, error) {
	p, err := build(pkgs, annots)
	if err != nil || p == nil {
		return nil, nil, err
	}
	p.anyway = anyway
	p.run()
	for len(observed) > 0 && p.observe(observed) {
		p.run()
	}
	guards := p.guards()
	all := append(p.proposals(guards), p.requires(guards)...)
	slices.SortFunc(all, func(a, b *Proposal) int {
		return cmp.Or(cmp.Compare(a.Position.Filename, b.Position.Filename), cmp.Compare(a.Position.Offset, b.Position.Offset),
			cmp.Compare(a.Text(), b.Text()))
	})
	return all, p, nil
}

// build makes a program of packages; nil if there are none.
func build(pkgs []*packages.Package, annots map[string]*annot.Package) (*program, error) {
	if len(pkgs) == 0 {
		return nil, nil
	}
	_, built := ssautil.Packages(pkgs, ssa.GlobalDebug)
	p := newProgram(pkgs, annots)
	for i, b := range built {
		if b == nil {
			return nil, fmt.Errorf("infer annotations of %s: the package does not compile", pkgs[i].PkgPath)
		}
		b.Build()
		p.add(pkgs[i], b)
	}
	return p, nil
}
