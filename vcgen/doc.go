// Package vcgen takes a sequential program and gives its verification conditions: ground SMT terms, with one goal for
// each assertion, over a shared prefix.
//
// If you start here, read the files in this order:
//
//	vc.go            what comes out
//	generate.go      how it is made
//	validate.go      refuses expressions that are not well sorted
//	terms.go         expressions that are equal are one
//	constants.go     which of them are values to a solver
//	linear.go        index terms in normal form
//	liveness.go      which variables matter at the start of a block
//	passive.go       the program without assignments
//	versions.go      the names that variables have in it
//	known.go         what holds wherever control passes a block
//	goals.go         what is assumed, and what each assertion asks
//	families.go      arrays that are assigned to one another
//	skolem.go        quantified formulas as Boolean constants
//	index_set.go     the indices at which arrays are read or written
//	match.go         where bound variables are indices
//	instantiate.go   instances of quantified formulas
//	witness.go       witnesses of what there is
//	relevance.go     which formulas a goal needs
//	together.go      which of them can hold in one execution
//	tiers.go         instances near to the program, which come first
//	moments.go       which instances speak of moments that a goal is not about
//	facts.go         what is known of a term by itself
//	division.go      division by what is not a literal
//	ranges.go        bounds of integer terms
//	scope.go         the hypotheses of all goals, and those of one
//	sorts.go         sorts as the solver knows them
//	names.go         symbols, each used once
//	encode.go        operators as text
//	encode_int.go    those on integers
//	encode_bv.go     those on bit-vectors
//	declarations.go  what is declared before it is used
//	writer.go        terms as text
//	sexpr.go         answers of a solver, parsed
//	values.go        values of a model in Go's syntax: G1, G2, p1
//	trace.go         a model as an execution
package vcgen
