// Package ir is the language between the stages. Package desugar turns a Go function into a Func, a concurrent
// program whose shared accesses are atomic steps. Package reduce turns a Func into Programs, which are sequential and
// acyclic. Package vcgen turns a Program into verification conditions.
//
//	Func     control-flow graph of Blocks; Step and Spawn touch shared state, the rest is local
//	Program  the same without Step, Spawn, Witness and loops; shared state is ordinary variables
//	Expr     side-effect free terms, many-sorted
//	Var      a local, a heap variable (one array a field), a constant, a bound variable
//	Heap     how a heap variable is shared: its class and access predicates
//	Spec     the flow graph of a performs clause
//	Check    what an assertion checks
package ir
