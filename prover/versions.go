package prover

import "regexp"

// versionNumber is the number in what Z3 says of its version.
var versionNumber = regexp.MustCompile(`\d+\.\d+\.\d+`)

// refused are the versions of Z3 that call formulas of the kind that Calvin asks contradictory although they can be
// true, with where that is said.
var refused = map[string]string{
	"4.8.10": "github.com/Z3Prover/z3/issues/5388",
	"4.12.1": "github.com/dafny-lang/dafny/issues/6158",
}

// tried are the versions of Z3 with which verdicts were compared: docs/evaluation/solvers.md. Others are examined before they are asked.
var tried = []string{"4.8.12", "4.13.3"}
