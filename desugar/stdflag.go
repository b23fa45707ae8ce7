package desugar

import "github.com/calvin-go/calvin/ir"

// Package flag keeps the variables that it makes, or gets by their addresses, and writes them when the command line is
// parsed: not while the call lasts that has made them known to it, as is believed of other code.

// flagVariables lists functions whose result is the address of a new variable, which is no part of anything.
var flagVariables = byFlagSets("Bool", "Duration", "Float64", "Int", "Int64", "String", "Uint", "Uint64")

// flagSetters lists those that write such variables.
var flagSetters = byFlagSets("Parse", "Set")

// byFlagSets gives the functions of these names, and the methods.
func byFlagSets(names ...string) map[string]bool {
	table := map[string]bool{}
	for _, name := range names {
		table["flag."+name], table["(*flag.FlagSet)."+name] = true, true
	}
	return table
}

// flagTypes lists the types of such variables, as the heap tells places apart: a time.Duration is an int64.
var flagTypes = []string{"bool", "float64", "int", "int64", "string", "uint", "uint64"}

// isFlagVariable reports whether a heap variable has variables that may be those of flags.
func (t *translator) isFlagVariable(f *ir.Var) bool {
	for _, key := range flagTypes {
		if t.Mem.IsCell(f, key) {
			return true
		}
	}
	return false
}
