// Package reduction has the programs on which the papers about property-driven reduction measure, written in Go from what
// the papers say of them: Kusano and Wang, "Assertion Guided Abstraction" (ASE 2014), figures 1 and 7 to 9 and table 2;
// Wang, Chaudhuri, Gupta and Yang, "Symbolic Pruning of Concurrent Program Executions" (ESEC/FSE 2009), table 1. A program
// is a function with a parameter; the tests are the parameters that are measured. The number at the end of a test's name
// is the parameter.
package reduction
