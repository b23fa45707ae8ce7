package analysis

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/beforeclose"
	"github.com/calvin-go/calvin/desugar/functiontables"
	"github.com/calvin-go/calvin/desugar/startup"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/library"
)

// Facts are what is known of a set of packages as a whole. They are read-only once they are found.
type Facts struct {
	Fset         *token.FileSet
	Ssa          *ssa.Program
	Packages     map[string]*PkgInfo      // by import path
	Paths        []string                 // sorted
	functions    []*ssa.Function          // whose instructions are at hand
	namedMethods map[string][]namedMethod // of types with a name, by their names
	Escapes      *escapes
	Owners       map[*types.Var]string     // the name of the type that declares a field
	inside       map[*types.Var]types.Type // the struct type that declares a field, with a name or without
	twins        twins
	// typed holds the types whose references have to be told apart: those with invariants or transitions, or that a
	// quantifier ranges over.
	Typed          map[*types.TypeName]bool
	Containers     map[string][]Container       // by type key: the variables that hold values of the type inside them
	Spawned        map[*ssa.Function]bool       // run by some goroutine that is started for it:
	ByGo           map[*ssa.Function]bool       // by a go statement,
	ByGroup        map[*ssa.Function]bool       // or by Go of a WaitGroup or an errgroup.Group
	Channels       []*types.Var                 // that own the channels which they hold
	localChannels  map[*types.Var]*ssa.Function // see localchannels.go
	Loose          map[*ssa.Function]bool       // function literals that code which is not at hand may call
	Borrowed       map[*types.Var]token.Pos     // variables with a store whose initial value may not be theirs alone: where it is given
	Valued         map[*types.Func]bool         // declared functions that are used as values
	Unnamed        map[*types.Func]bool         // those that may be called without their names; see unnamed.go
	Sentinels      map[*types.Var]bool
	Open           map[*types.Var]bool            // that hold only channels which nobody closes
	AssignedOnce   map[*types.Var]*ssa.Store      // where package variables get the only value that they ever have
	NeverAssigned  map[*types.Var]bool            // package variables that stay zero
	hasSums        bool                           // a checked package has a method that may be behind Sum of hash.Hash
	Ownerless      map[*types.Var]bool            // slices and maps that no other variable owns; see ownerless.go
	madeLocks      map[*types.Var]*MadeLock       // see madelocks.go
	Constants      map[*types.Var]*Constant       // of fields that are set before others can know their object; see madeonce.go
	fullMaps       map[string]bool                // map types of which no entry is nil; see entries.go
	settledReads   map[*ssa.UnOp]bool             // reads of fields of an object that is complete
	Contents       map[*types.Var]*Contents       // of the variables of type sync.Map, sync.Pool and atomic.Value of which it is known
	Runners        map[*types.Var]*ssa.Call       // package variables that hold what sync.OnceFunc and its like have returned
	kept           map[*types.Var][]*ssa.Function // functions that are stored in fields and package variables
	SpecBits       map[types.BasicKind]bool
	sizes          map[*ssa.Function]int  // in instructions, with all calls inlined
	sizesApart     map[*ssa.Function]int  // with the calls inlined of all functions but those that call themselves
	recursive      map[*ssa.Function]bool // functions that call themselves, by way of others, too
	Outlined       map[*ssa.Function]bool // of which some calls are steps of their own
	Aliases        map[*types.TypeName][]AliasedPart
	EmbeddingSites map[*types.TypeName][]*types.Var // where all values of some types are
	// refinements are the methods behind interfaces that have to be checked for the contracts there.
	refinements []*Refinement
	// implementers are the methods that may be behind each method of an interface with a contract; see implementers.go.
	Implementers      map[*types.Func][]*ssa.Function
	Ghosts            map[*types.Var]bool                   // package variables and fields that only annotations know
	fieldsOf          map[*types.TypeName][]*types.Var      // the ghost fields of a type, in order of declaration
	touching          map[*ssa.Function]bool                // see touches.go
	Changing          map[*types.Var]bool                   // likewise
	Guarding          bool                                  // somebody has said of some variable who may access it
	plain             map[*types.TypeName]bool              // struct types of the checked packages without synchronisation of their own
	regional          map[*types.TypeName]bool              // the types of objects that may be in a region; see regions.go
	regionVariables   map[string]bool                       // the keys of the types of variables, no structs, that may be; see regionvariables.go
	owned             map[*types.TypeName]bool              // those of which objects may be in the region of some group; see leading.go
	instances         map[*types.TypeName][]types.Type      // of the generic types of the checked packages; see instances.go
	apart             map[*types.TypeName]bool              // generic types that regions leave out; see genericregions.go
	elements          map[string]bool                       // keys of struct types of which there may be arrays; see elements.go
	genericElements   map[*types.TypeName]bool              // the generic ones of them
	alone             *startup.Alone                        // what commands do before other goroutines run
	boxed             map[*types.TypeName]bool              // the types of which checked code puts pointers into interfaces
	boxes             behindInterfaces                      // to which objects interfaces lead, as far as the text tells; see opaque.go
	carried           map[*types.TypeName]bool              // the types of objects that interfaces may hold by pointers, in a region; see carried.go
	carriedInOrder    []*types.TypeName                     // the same, in a fixed order
	heldMessages      map[*types.Var]bool                   // fields that are assigned again; see heldmessages.go
	setInMessages     map[*types.Var]bool                   // see SetInMessages
	genericMessages   bool                                  // generic code of the checked packages deals with messages of HTTP; see httpmessages.go
	groups            map[*types.Var]*Group                 // by guarded variable: the guard group that owns what it leads to
	ownsBehind        map[*types.Var]bool                   // slices and maps of functions that own what elements lead to; see capturedgroups.go
	handedOver        map[*types.Var]bool                   // whose value may be taken out, to go on with it; see handedover.go
	handedOverEach    map[*types.Var]bool                   // whose elements may be; see handedovereach.go
	stores            typeutil.Map                          // the slice and map types whose memory may be in a region; see regions.go
	exchanged         map[*types.Var]bool                   // see exchanged.go
	signatures        typeutil.Map                          // of functions that are called without their names, each one for all that are identical
	lentBehind        map[*types.Var]bool                   // fields
	lending           map[namelessKey][]int                 // kinds of calls without a name; see lending.go
	lent              map[*ssa.Function][]int               // parameters
	openCalls         map[[2]int]bool                       // how many parameters and results functions have that generic code calls, whose types its arguments tell
	exposed           map[*ssa.Function][]*types.Var        // see exposed.go
	exposedBehind     map[*ssa.Return][]*types.Var          // likewise
	exposedSent       map[ssa.Value][]*types.Var            // likewise
	storedBehind      map[ssa.Instruction][]*types.Var      // likewise
	sentBehind        map[ssa.Value][]*types.Var            // likewise
	immutableArrays   map[types.BasicKind]bool              // the element types; see immutablearrays.go
	newSlices         map[*ssa.Function][]int               // results; see newslices.go
	newObjects        map[*ssa.Function][]int               // likewise
	copiedAtomics     map[*ssa.Parameter]*types.Var         // fields of copies; see copiedatomics.go
	publishing        map[*types.Var]bool                   // fields; see publishing.go
	beforeClose       beforeclose.Result                    // see beforeclose.go
	appendOnly        map[*types.Var]bool                   // fields; see appendonly.go
	knownUntilDone    map[*types.TypeName]bool              // struct types with a WaitGroup; see joinedtypes.go
	takenOver         map[*ssa.Parameter]bool               // what functions count on their callers to leave them; see takesover.go
	iterators         map[*ssa.Function]bool                // see iterators.go
	called            map[*ssa.Function]bool                // that checked code calls by their names
	lockless          map[*ssa.Function]bool                // and never with a lock held, as far as the text tells; see lockless.go
	started           map[*ssa.Function]bool                // that run in goroutines which checked code starts; see lockless.go
	arranged          map[*types.Func]bool                  // that functions of the standard library call by their names; see arranged.go
	dynamic           map[*types.Func]bool                  // that may be called without their names; see callers.go
	untold            map[string]bool                       // methods that checked code calls by interfaces without contracts
	inListsAlone      map[*types.TypeName]bool              // the types of which only lists of container/list hold pointers; see inlists.go
	unshared          map[*types.TypeName]bool              // the types of objects that two goroutines never know; see unshared.go
	concurrent        map[*types.TypeName]bool              // types whose methods several goroutines may call; see concurrent.go
	concurrentMethods map[*types.Func]bool                  // these methods
	takenAtStart      map[ssa.Value]bool                    // what goroutines get for themselves; see takenatstart.go
	interfaceResults  map[*types.Func][]int                 // of methods of interfaces: the results that callers take for new; see interfaceresults.go
	resultsBehind     map[*types.Func][]int                 // of the methods that may be behind them
	leadToUnshared    map[*types.TypeName][]types.Type      // the types of which values become interfaces and lead to such objects
	behindUnshared    map[*types.Func]bool                  // methods of these that may be called by way of interfaces
	lentWriters       bool                                  // handlers give back the writers that they are passed; see lentwriters.go
	keptBytes         map[ssa.Instruction]bool              // where Read and Write keep the bytes that they get; see keptbytes.go
	usedTogether      map[ssa.Instruction]ssa.Value         // by which value; see usedtogether.go
	sequential        map[*types.Var]bool                   // that hold what one goroutine at a time may use
	heldWritten       map[*types.Var]bool                   // that hold an object of the standard library which a function writes
	sharedCopies      map[ssa.Instruction]*SharedUse        // uses of what copies of a struct lead to, without the lock that others hold
	holdShared        map[*types.Var]bool                   // that hold, among others, what goroutines may share
	lentBytes         map[string]bool                       // methods that take bytes as package io has it, by name; see lentbytes.go
	flatReaders       map[*types.Func]bool                  // methods of slices and maps that only read; see flatreaders.go
	passedMethods     map[*types.Func]bool                  // methods that are values only to be called where these are passed; see passedmethods.go
	getMethods        map[*ssa.Function]bool                // the functions that such are passed to
	lentSlices        typeutil.Map                          // by the types of functions that are values: *lentSlices
	keepsDecoded      bool                                  // see decodedarguments.go
	tables            functiontables.Tables                 // package variables with functions that are only called
	inTables          map[*types.Func]bool                  // declared functions that are values for these alone
	dispatched        map[*types.TypeName][]*types.TypeName // by interface the types that may be behind it; see dispatched.go
	ownLocals         map[token.Pos]*types.Var              // slices and maps of functions that goroutines share under guards, by where they are declared
	closed            map[*types.TypeName]bool              // the interfaces that hold nothing else
	behindNil         map[*types.TypeName]bool              // the types of which one of these may be a nil pointer
	dynamicTypes      map[*types.Var][]*types.TypeName      // by field, if all that it holds are pointers to these types; see dynamictypes.go
	undispatched      map[string]bool                       // methods, by name, of which not all calls tell what they may run
	holders           map[string]*Holders                   // the containers once more, by type key
	handsOver         bool                                  // objects may be handed from one goroutine to another
	abstractTypes     *abstractTypes                        // see abstracttypes.go
	// unaccounted are values that lead to channels which anybody may close, or to WaitGroups of which anybody may pay a
	// Done; see unaccounted.go.
	unaccounted         map[ssa.Value]bool
	unaccountedIn       map[*types.Var]bool        // fields and package variables that hold such channels
	unaccountedChannels bool                       // among the values are channels
	sends               map[ssa.Value]Sending      // who sends on a channel; see senders.go
	ownedApart          map[ssa.Value][]*types.Var // variables that never hold the channel; likewise
	othersRun           map[*types.Func]bool       // see runsothers.go
	linked              map[*types.Func]string     // see linked.go
	SpinLocks           []*types.TypeName          // that exclude as a Mutex does; see spinlocks.go
	// otherLockers: a sync.Locker may be something else than a lock of package sync.
	OtherLockers bool
	// OwnHeaders: a call of the method Header of an http.ResponseWriter may run checked code.
	OwnHeaders bool
	// ReadLockers: an RWMutex behind a sync.Locker may be one that the packages know by another name.
	ReadLockers  bool
	firstLockers map[*types.Var]bool // see HasLockerFromBeginning
	others       Others
}

// Others is what is known of functions that are not checked, by their names as go/types gives them. There may be nothing.
type Others struct {
	Derived   map[string]*library.Row    // of functions that the packages call, for which package library has no row
	Contracts map[string]*annot.Contract // what contract files say
}

// RowOf returns what is known of a function of a package that is not checked: its row in package library, or the one
// that was derived from its source; nil if there is none.
func (p *Facts) RowOf(fn *types.Func) *library.Row {
	if fn == nil || fn.Pkg() == nil || p.Packages[fn.Pkg().Path()] != nil {
		return nil
	}
	name := fn.Origin().FullName()
	if row := library.Of(name); row != nil {
		return row
	}
	return p.others.Derived[name]
}

// PkgInfo is one package under check.
type PkgInfo struct {
	syntax *packages.Package
	Ssa    *ssa.Package
	Annot  *annot.Package
	decls  map[*types.Func]*ast.FuncDecl
	// abstractTypes are those of the program.
	abstractTypes *abstractTypes
	defs          []types.Object // in the order of the source
}

// Syntax returns the package with its syntax and types.
func (info *PkgInfo) Syntax() *packages.Package { return info.syntax }

// AllFunctions visits the functions whose instructions are at hand, each once: literals, instances of generic functions and wrappers too.
func (p *Facts) AllFunctions() iter.Seq[*ssa.Function] { return slices.Values(p.functions) }

// A Function names a function that can be translated.
type Function struct {
	ir.Span        // the func keyword to the end of the signature
	Name    string // as reports write it
	Package string // import path
	// Trusted: the contract is believed, the body is not looked at. Annotated: the function has a contract.
	Trusted, Annotated bool
	// Lends: it passes addresses of variables to code that is not at hand, and is believed to get them back.
	Lends bool
	// Outside: nothing is claimed but what it does to annotated things; see touches.go.
	Outside bool
	Fn      *ssa.Function
	Refines *Refinement // the contract of an interface's method, which is what fn is checked for; else nil
}

// ForInterface reports whether the function is a method as what an interface with contracts says: it depends on both, and on
// the conversions.
func (f *Function) ForInterface() bool { return f.Refines != nil }

// eachInstruction visits the instructions of the checked packages, those that give package variables their initial values
// included; init is the function that holds these.
func (p *Facts) eachInstruction(visit func(instr ssa.Instruction, init *ssa.Function)) {
	for _, path := range p.Paths {
		info := p.Packages[path]
		fns, init := info.sourceFunctions(), info.Ssa.Func("init")
		if init != nil {
			fns = append(fns, init)
		}
		for _, fn := range fns {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					visit(instr, init)
				}
			}
		}
	}
}

// Functions returns the functions of a package that are checked by themselves, in source order: the declared ones and
// the function literals that go statements run or that code which is not at hand may call; then methods once more for each
// contract of an interface that they are behind.
func (p *Facts) Functions(path string) []*Function {
	info := p.Packages[path]
	if info == nil {
		return nil
	}
	var out []*Function
	if p.promisesInitially(info) {
		at := p.Fset.Position(info.syntax.Syntax[0].Package)
		out = append(out, &Function{Span: ir.Span{Start: at, End: at}, Name: "initial values", Package: path, Fn: info.Ssa.Func("init")})
	}
	for _, fn := range info.sourceFunctions() {
		if fn.Parent() != nil && !p.Spawned[fn] && !p.Loose[fn] || p.LinkedTo(fn) != "" || p.CgoName(fn) != "" {
			continue
		}
		f := &Function{Span: p.functionSpan(info, fn), Name: FunctionName(fn), Package: path, Fn: fn}
		if spec := p.ContractOf(fn); spec != nil {
			f.Annotated, f.Trusted, f.Lends = true, spec.Trusted, p.Escapes.lends[fn]
		}
		out = append(out, f)
	}
	return append(out, p.refinementsIn(path)...)
}

func (p *Facts) functionSpan(info *PkgInfo, fn *ssa.Function) ir.Span {
	switch n := fn.Syntax().(type) {
	case *ast.FuncDecl:
		return ir.Span{Start: p.Fset.Position(n.Type.Func), End: p.Fset.Position(n.Type.End())}
	case *ast.FuncLit:
		return ir.Span{Start: p.Fset.Position(n.Type.Func), End: p.Fset.Position(n.Type.End())}
	}
	return ir.Span{Start: p.Fset.Position(fn.Pos()), End: p.Fset.Position(fn.Pos())}
}

// FunctionName writes a function as reports do: F, T.F, (*T).F; function literals with the enclosing function's name
// and a number.
func FunctionName(fn *ssa.Function) string {
	if fn.Parent() != nil {
		for i, anon := range fn.Parent().AnonFuncs {
			if anon == fn {
				return fmt.Sprintf("%s$%d", FunctionName(fn.Parent()), i+1)
			}
		}
	}
	name := fn.Name()
	if obj := Object(fn); obj != nil {
		name = obj.Name() // of an instance without the type arguments
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return name
	}
	t := recv.Type()
	if ptr, ok := t.(*types.Pointer); ok {
		return "(*" + TypeName(ptr.Elem()) + ")." + name
	}
	return TypeName(t) + "." + name
}

// ContractOf returns the contract written on the function, nil if there is none.
func (p *Facts) ContractOf(fn *ssa.Function) *annot.FuncSpec {
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return nil
	}
	return p.Contract(obj)
}

// AsksPanics reports whether somebody asks whether the function panics. It is asked of a literal if it is of the
// function that it stands in.
func (p *Facts) AsksPanics(fn *ssa.Function) bool {
	info := p.InfoOf(fn)
	return info != nil && info.Annot.PanicsAsked(p.ContractOf(Root(fn)))
}

// Contract returns the contract written on the function, nil if there is none.
func (p *Facts) Contract(fn *types.Func) *annot.FuncSpec {
	fn = fn.Origin()
	if fn.Pkg() == nil {
		return nil
	}
	if info := p.Packages[fn.Pkg().Path()]; info != nil {
		return info.Annot.Funcs[fn]
	}
	return nil
}

// Guard returns what is written on a variable about who may access it, nil if nothing is.
func (p *Facts) Guard(v *types.Var) *annot.Guard {
	v = p.Field(v)
	if g := p.twins.guard[v]; g != nil {
		return g
	}
	if v.Pkg() == nil {
		return nil
	}
	if info := p.Packages[v.Pkg().Path()]; info != nil {
		return info.Annot.Guards[v]
	}
	return nil
}

// TypeSpec returns what is declared of a named type, nil if nothing is.
func (p *Facts) TypeSpec(name *types.TypeName) *annot.TypeSpec {
	if name.Pkg() == nil {
		return nil
	}
	if info := p.Packages[name.Pkg().Path()]; info != nil {
		return info.Annot.Named[name]
	}
	return nil
}

// InOrder compares two places of the source. Files are parsed at the same time, so that a token.Pos of one may be before
// or after those of another: their names tell.
func InOrder(fset *token.FileSet, a, b token.Pos) int {
	f := fset.File(a)
	if f != nil && f.Base() <= int(b) && int(b) <= f.Base()+f.Size() {
		return cmp.Compare(a, b) // most are in one file
	}
	p, q := fset.PositionFor(a, false), fset.PositionFor(b, false)
	return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Offset, q.Offset))
}
