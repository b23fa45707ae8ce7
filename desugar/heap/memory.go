package heap

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// Needs is what a translation has to provide for; each pass over a function may find more.
type Needs struct {
	Bits      map[types.BasicKind]bool // integer types that need bit-vectors, by widthKind
	Ownership bool                     // objects are created: tell whose they are
	Lending   bool                     // memory is lent to goroutines
	Channels  bool                     // account is kept of what is still to come by channels
	Families  map[string]bool          // heap variables to initialise in a new object
	Regions   bool                     // objects may be in regions: tell in which
	Groups    map[*analysis.Group]bool // guard groups that the function names
	// Names are variables that the function names; what others own is all one to it. Nil: it names all.
	Names map[*types.Var]bool
}

// Memory lays out the heap for one function: which heap variable holds a place, by what keys, under which predicates.
//
// There is one heap variable (a family of places) a field, indexed by the struct's reference and, for array fields, the
// element's index; one a package variable; one an element type for what slices hold; and one a type for variables
// whose address is a value somewhere, indexed by the address.
type Memory struct {
	*refs
	Dynamic          *dynamic
	Facts            *analysis.Facts
	annotations      Evaluator
	Path             string // import path of the function's package
	Need             Needs
	Tid              *ir.Expr
	NewLocal         func(label string, s *ir.Sort) *ir.Var
	Families         map[string]*ir.Var
	Answers          map[*ir.Var]accessFunc // what is said of each of these
	readers          map[*ir.Var]*ir.Var    // the readers of an RWMutex, by its writer
	dones            map[*ir.Var]*ir.Var    // whether a Once is done, by who runs it
	structs          map[string]*ir.Sort
	keyings          map[string]*keying // by type of key
	seqs             map[string]*seqFns // functions on sequences, by their sort's name
	setFns           map[string]*ir.Fn  // union and difference of sets, by name and sort
	sortNames        map[string]bool
	bitFns           map[string]*ir.Fn // see bits.go, by name
	Status           *ir.Var
	Stored           *ir.Var
	Bound            *binding
	regions          *regions
	hasMessage       *ir.Fn // see Has
	hasWriter        *ir.Fn
	beganAlone       *ir.Fn // see mayBeginAlone
	usesHeaders      bool   // something is known of the headers of a message
	namedRegions     []region
	usedGroups       map[*analysis.Group]bool   // see mentions
	callersVariables map[string]bool            // the types, by their keys, of variables that callers have
	readFrom         map[*ir.Var]*ir.Expr       // see within.go
	mentioned        map[*types.Var]bool        // see mentions
	unnamed          map[*analysis.Holders]bool // see owners.go
	permitted        *permissions
	mirrors          map[*ir.Var]bool // see currentValues
	theirs           map[*ir.Var]bool // see IsTheirs
	fields           map[*ir.Var]bool // see IsField
	// namedHandingOver are the variables that hand over what they lead to, of objects that the function has a name for.
	namedHandingOver []Place
	// regionalRefs are the references that Publishable has returned and that may lead to what is in a region.
	regionalRefs map[*ir.Expr]bool
	owners       map[*ir.Var]*types.Var // the variable that owns arrays or stores, by heap variable
	Lending      *Lending
	Borrowed     []*ir.Expr // arrays of which the goroutine has taken over elements: they are another's, and this one knows them
	Allocated    map[*types.TypeName]bool
	// wantsOwnership: something was translated that depends on ownership.
	WantsOwnership bool
	WantsLending   bool // memory is lent
	WantsChannels  bool // something comes back by a channel
	WantsRegions   bool // something was translated that depends on regions
	// Alone: the function runs during package initialisation, or at the beginning of a command, before any other goroutine.
	Alone bool
	// BeginsAlone: the function begins so, and goes on when there may be others.
	BeginsAlone bool
	// lookedAt: the function's package has no annotations, and is only looked at for what it does to those of others.
	LookedAt bool
	// fromLiteral: what is stored is a new literal, whose locks and atomic variables are zero, as those are in its place.
	FromLiteral bool
	placeNames  map[string]*types.Var
	// arbitrary has, by variable, the length of the array that it is any index into.
	Arbitrary map[*ir.Var]int64
	noteGuard map[*types.Var]bool // guards whose problems are listed already
	Problems  []ir.Note
	// Particular: what was made of the memory depends on a part of Need that is not in General.
	Particular bool
}

// General is what many functions of a package have in common of what their memory depends on: the package, and the part
// of Needs that does not name anything.
type General struct {
	path                                  string
	bits                                  string
	ownership, lending, channels, regions bool
}

// General returns that.
func (m *Memory) General() General {
	kinds := slices.Sorted(maps.Keys(m.Need.Bits))
	kinds = slices.DeleteFunc(kinds, func(k types.BasicKind) bool { return !m.Need.Bits[k] })
	return General{m.Path, fmt.Sprint(kinds), m.Need.Ownership, m.Need.Lending, m.Need.Channels, m.Need.Regions}
}

// needs reports whether the heap variable with an ID is to be initialised in a new object.
func (m *Memory) needs(id string) bool {
	m.Particular = true
	return m.Need.Families[id]
}

// NewMemory returns the heap for the translation of a function of the package with that path, run by the goroutine tid, in which
// annotations mean what the evaluator says.
func NewMemory(p *analysis.Facts, annotations Evaluator, need Needs, path string, tid *ir.Expr) *Memory {
	m := &Memory{
		refs:             newRefs(),
		Facts:            p,
		annotations:      annotations,
		Path:             path,
		Need:             need,
		Tid:              tid,
		Families:         map[string]*ir.Var{},
		Answers:          map[*ir.Var]accessFunc{},
		readers:          map[*ir.Var]*ir.Var{},
		owners:           map[*ir.Var]*types.Var{},
		structs:          map[string]*ir.Sort{},
		keyings:          map[string]*keying{},
		seqs:             map[string]*seqFns{},
		setFns:           map[string]*ir.Fn{},
		sortNames:        map[string]bool{},
		bitFns:           map[string]*ir.Fn{},
		Allocated:        map[*types.TypeName]bool{},
		noteGuard:        map[*types.Var]bool{},
		dones:            map[*ir.Var]*ir.Var{},
		placeNames:       map[string]*types.Var{},
		Arbitrary:        map[*ir.Var]int64{},
		usedGroups:       map[*analysis.Group]bool{},
		callersVariables: map[string]bool{},
		readFrom:         map[*ir.Var]*ir.Expr{},
		mentioned:        map[*types.Var]bool{},
		unnamed:          map[*analysis.Holders]bool{},
		regionalRefs:     map[*ir.Expr]bool{},
		mirrors:          map[*ir.Var]bool{},
		theirs:           map[*ir.Var]bool{},
		fields:           map[*ir.Var]bool{},
		hasMessage:       &ir.Fn{Name: "has message", Params: []*ir.Sort{ir.Ref}, Result: ir.Bool},
		beganAlone:       &ir.Fn{Name: "began alone", Result: ir.Bool},
		hasWriter:        &ir.Fn{Name: "has writer", Params: []*ir.Sort{interfaceSort}, Result: ir.Bool},
	}
	m.Dynamic = newDynamic(m)
	if need.Ownership {
		m.Status = &ir.Var{Name: "status", Sort: ir.Array(ir.Ref, ir.Int), Kind: ir.HeapVar}
		m.Stored = &ir.Var{Name: "stored", Sort: ir.Array(ir.Ref, ir.Bool), Kind: ir.HeapVar}
	}
	return m
}

// More updates need with what this translation found out, and reports whether there was anything new.
func (m *Memory) More(need *Needs) bool {
	changed := m.MoreNames(need)
	changed = m.moreRegions(need) || changed
	if !m.WantsOwnership {
		return changed
	}
	changed = changed || !need.Ownership || m.WantsLending && !need.Lending || m.WantsChannels && !need.Channels
	need.Ownership, need.Lending = true, need.Lending || m.WantsLending
	need.Channels = need.Channels || m.WantsChannels
	families := maps.Clone(need.Families)
	for id := range m.Families {
		if !families[id] {
			families[id] = true
			changed = true
		}
	}
	need.Families = families
	return changed
}

// HeapVars returns the heap variables in use, sorted by name.
func (m *Memory) HeapVars() []*ir.Var {
	vars := slices.Collect(maps.Values(m.Families))
	slices.SortFunc(vars, func(a, b *ir.Var) int { return cmp.Compare(a.Name, b.Name) })
	return vars
}
