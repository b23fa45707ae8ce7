package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// A translator translates one function.
type translator struct {
	*emit.Builder
	prog *Program
	pkg  *analysis.PkgInfo
	bodyState

	stopped func() error // why nothing more is to be translated: the context's error
	halted  bool         // it was stopped

	outlines      bool                 // calls of large callees are steps of their own
	onlyRecursive bool                 // only of those that call themselves
	parts         bool                 // what the callee requires to be local may be a part of such an object
	contract      *annot.FuncSpec      // that the function is checked for; nil if it has none
	refines       *analysis.Refinement // whose contract it is, if it is not the function's own
}

// A bodyState is what is kept about the body under translation, besides what has been emitted.
type bodyState struct {
	views        map[*emit.Frame]*views // of the activations that have been translated so far
	acquires     map[*ssa.Function][]analysis.LockPath
	objects      map[*ssa.Function]*ir.Expr
	foreignCalls []*foreignCall
	takenAtStart []typed // what captured variables lead to that the goroutine has to itself
	borrowed     *borrowed
	shared       *sharedLoan
	has          *ir.Var                // which elements are borrowed; may be nil
	gaveBack     *ir.Var                // whether they have been given back; nil if it takes over none by their index
	byIndex      *bool                  // see lendsByIndex
	byIndexTo    []*ir.Expr             // of which groups the tokens are with which the function lends elements by their indices
	tracked      map[*ir.Var]bool       // heap variables that hold elements which are lent or borrowed
	lentIn       map[*ir.Var]*lentField // those that hold fields which are
	inBody       int                    // how much has no translation at a place in the body
	tooLarge     bool                   // noted that inlining has gone on for too long
	gotten       map[ssa.Value]bool     // what comes out of pools that transfer what they hold
	root         *ssa.Function          // which is under check
	rights       []right                // that the goroutine has taken over
	sending      []*ir.Expr             // the channels on which the goroutine may send until it pays a Done
	stands       *standing              // which channels stand for groups; may be nil
	uncounted    []ir.Note              // calls by which others may send on channels, or close them
	unordered    map[*ssa.Function]*unordered
	before       map[*ir.Loop]int // how many local variables there were before a loop
}

func newBodyState() bodyState {
	return bodyState{
		acquires:  map[*ssa.Function][]analysis.LockPath{},
		objects:   map[*ssa.Function]*ir.Expr{},
		tracked:   map[*ir.Var]bool{},
		lentIn:    map[*ir.Var]*lentField{},
		gotten:    map[ssa.Value]bool{},
		unordered: map[*ssa.Function]*unordered{},
		before:    map[*ir.Loop]int{},
	}
}
