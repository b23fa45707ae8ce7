// Package report takes verdicts and gives diagnostics, with traces, in every output form.
//
//	Diagnostic      one finding: what fails, where, why, and by which execution
//	FunctionResult  what became of one function
//	Summary         what became of the whole run
//	Renderer        an output form; Text and JSON are two
//	Code            what a finding's code means: the data behind messages and behind calvin explain
//
// A message is built once, here, from what the failing check says of itself (ir.Check) and from the counterexample. "Does
// not hold" is said only where there is a counterexample; everything else "could not be proved".
package report
