// Package vcgen takes a sequential program and gives its verification conditions: ground SMT terms, with one goal for
// each assertion, over a shared prefix.
//
// If you start here, read vc.go, generate.go, passive.go, goals.go and instantiate.go first.
//
// The files, each mostly using those before it. Terms, and how they become conditions:
//
//	vc.go            what comes out
//	names.go         symbols, each used once
//	sorts.go         sorts as the solver knows them
//	sexpr.go         answers of a solver, parsed
//	terms.go         expressions that are equal are one
//	linear.go        index terms in normal form
//	validate.go      refuses expressions that are not well sorted
//	generate.go      how they are made
//	liveness.go      which variables matter at the start of a block
//	ranges.go        bounds of integer terms
//	constants.go     which terms are values to a solver
//	scope.go         the hypotheses of all goals, and those of one
//
// The program without assignments:
//
//	versions.go      the names that variables have in the program without assignments
//	passive.go       the program without assignments
//	known.go         what holds wherever control passes a block
//	families.go      arrays that are assigned to one another
//
// Terms as text:
//
//	writer.go        terms as text
//	encode.go        operators as text
//	encode_int.go    operators on integers
//	encode_bv.go     operators on bit-vectors
//	declarations.go  what is declared before it is used
//
// Quantified formulas, and their instances:
//
//	index_set.go     the indices at which arrays are read or written
//	match.go         where bound variables are indices
//	tiers.go         instances near to the program, which come first
//	moments.go       which instances speak of moments that a goal is not about
//	skolem.go        quantified formulas as Boolean constants
//	small.go         what a reader prefers to the numbers of a model
//	witness.go       witnesses of what there is
//	instantiate.go   instances of quantified formulas
//
// Goals, and what each needs:
//
//	relevance.go     which formulas a goal needs
//	together.go      which formulas can hold in one execution
//	division.go      division by what is not a literal
//	facts.go         what is known of a term by itself
//	goals.go         what is assumed, and what each assertion asks
//	quantifiers.go   what only the second attempt at a goal is given
//
// Models:
//
//	values.go        values of a model in Go's syntax: G1, G2, p1
//	trace.go         a model as an execution
package vcgen
