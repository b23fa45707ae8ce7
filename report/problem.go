package report

import (
	"fmt"
	"go/token"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// FromAnnotation returns the finding for an ill-formed annotation of the package at path.
func FromAnnotation(path string, fset *token.FileSet, e *annot.Error) *Diagnostic {
	span := ir.Span{Start: fset.Position(e.Pos), End: fset.Position(e.Pos)}
	if e.End.IsValid() {
		span.End = fset.Position(e.End)
	}
	d := &Diagnostic{Code: e.Code, Verdict: IllFormed, Span: span, Message: e.Msg, Package: path}
	if e.Hint != "" {
		fix := Fix{Message: e.Hint}
		if e.Instead != "" {
			fix.Edits = []Edit{{span, e.Instead}}
		}
		d.Fixes = []Fix{fix}
	}
	return d
}

// StaleIgnore returns the finding for an ignore directive that matches nothing.
func StaleIgnore(path string, span ir.Span, code string) *Diagnostic {
	if titleOf(code) == "" {
		return &Diagnostic{Code: CodeStaleIgnore, Verdict: IllFormed, Span: span, Package: path,
			Message: fmt.Sprintf("there is no code %s", code),
			Fixes:   []Fix{{Message: "write the code of the finding; calvin explain lists them all"}}}
	}
	return &Diagnostic{Code: CodeStaleIgnore, Verdict: IllFormed, Span: span, Package: path,
		Message: fmt.Sprintf("the next line has no finding %s", code),
		Fixes:   []Fix{{Message: "remove the directive"}}}
}

// FromUnsupported returns the finding for a construct of f that the verifier does not model.
func FromUnsupported(f *ir.Func, n ir.Note) *Diagnostic {
	return &Diagnostic{Code: CodeUnsupported, Verdict: Undecided, Span: n.Span, Package: f.Package, Function: f.Name,
		Message: "not yet supported: " + n.Text,
		Next:    "move it into a function of its own with a //calvin:trusted contract"}
}

// TooLarge returns the finding for a function that is too large to be proved; how is what of it is, and most how large it may be.
func TooLarge(f *ir.Func, how, most string) *Diagnostic {
	return &Diagnostic{Code: CodeLimit, Verdict: Undecided, Span: f.Span, Package: f.Package, Function: f.Name, Limit: most,
		Message: "could not be proved: with what it calls it " + how,
		Next:    "divide it, or give contracts to the functions that it calls"}
}

// FromFault returns the finding for a fault of our own met while checking function name; file, if not empty, holds the
// details.
func FromFault(pkg, name string, span ir.Span, what, file string) *Diagnostic {
	d := &Diagnostic{Code: CodeInternal, Verdict: Undecided, Span: span, Package: pkg, Function: name,
		Message: "this is a bug in calvin: " + what,
		Next:    "please report it"}
	if file != "" {
		d.Next = "please report it and attach " + file
	}
	return d
}
