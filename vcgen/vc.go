package vcgen

import "github.com/calvin-go/calvin/ir"

// A VC holds the verification conditions of one program: SMT-LIB 2 text, ground, one goal per assertion over a shared
// prefix.
type VC struct {
	Name string // the program's
	// Decls declares sorts, constants and functions; Hyps are the bodies of the assert commands that follow.
	Decls []string
	Hyps  []string
	// Further gives what Hyps leave out of quantified hypotheses, the program's and a goal's: the quantifiers themselves, with
	// patterns. It is asserted only for the second attempt at the goal, with all else. It is written when it is asked for, as most
	// programs are proved without: it would be a third of the text. If it is nil there is nothing that is left out.
	Further    func(*Goal) (*Further, error)
	Candidates []*Candidate
	Goals      []*Goal // in program order
	// Tier: of a Near one only proofs count, of all goals or none. It is Far wherever that makes no difference.
	Tier Tier
	// Truncated: so many instances were left out that a model of a goal is no reason to believe it refuted.
	Truncated bool
}

// A Goal is proved when its negation, together with the VC's prefix and its own, is unsatisfiable.
type Goal struct {
	Assert *ir.Assert // nil for a cover
	Cover  *ir.Cover  // the goal is met when Neg is satisfiable
	// Decls and Hyps are the goal's own: skolem constants and the instances at their terms.
	Decls []string
	Hyps  []string
	// Neg is the negated goal: the assertion is reached and does not hold.
	Neg string
	// Terms are what to evaluate in a model of Neg; Trace turns the answers into a counterexample.
	Terms []string
	Trace func(values map[string]string) *Counterexample
	// Small says what a reader would prefer to the model of values: the first of the formulas, so many as fixed says,
	// keep to its execution, each of the others has one of its numbers small. None are given if all numbers are small.
	Small func(values map[string]string) (fixed int, formulas []string)
}

// Further is what is asserted of a goal besides.
type Further struct {
	Decls []string // some of them may be among those of the VC and the goal
	Hyps  []string
}

// Conjecture reports whether the goal is a conjecture about the program. The other goals count only if all conjectures are
// proved, and it is no finding if one is not.
func (g *Goal) Conjecture() bool { return g.Assert != nil && g.Assert.Check.Ends != nil }

// A Candidate is a loop invariant that may be assumed while Lit is true and is refuted by a model of any goal of
// Obligations. Obligations carry no Terms.
type Candidate struct {
	*ir.Candidate
	Lit         string // a declared Bool constant
	Obligations []*Goal
}

// A Counterexample is one execution that ends in the failing assertion.
type Counterexample struct {
	Points []Point
	Values []Value // what the failing check asked to show
}

// A Point is a Mark that the execution passed.
type Point struct {
	Mark  *ir.Mark
	Mover ir.Mover // of a MarkStep; ByPredicate where unknown
	Shows []Value  // of a MarkEnv: the values after
}

// A Value is a named value in Go syntax.
type Value struct{ Label, Text string }
