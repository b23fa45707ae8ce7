package analyzer

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// places finds positions of findings in the file set of a pass.
type places struct {
	pass  *analysis.Pass
	texts map[string][]byte
	known map[string]*token.File
	told  map[string]bool
}

// report reports a finding, unless it reads like one before: two checks of a statement may fail for one reason.
func (w *places) report(d *report.Diagnostic) {
	if w.told == nil {
		w.told = map[string]bool{}
	}
	if like := key(d) + d.Message; w.told[like] {
		return
	} else {
		w.told[like] = true
	}
	out := analysis.Diagnostic{Category: d.Code, Message: d.Message + " (" + d.Code + ")"}
	out.Pos, out.End = w.span(d.Span)
	if !out.Pos.IsValid() { // reported anyway, with its position in words
		out.Pos = w.pass.Files[0].Package
		out.Message = d.Start.String() + ": " + out.Message
	}
	relate := func(at ir.Span, text string) {
		if pos, end := w.span(at); pos.IsValid() {
			out.Related = append(out.Related, analysis.RelatedInformation{Pos: pos, End: end, Message: text})
		}
	}
	if d.Clause != nil {
		relate(d.Clause.Span, d.Clause.Text+" (the condition that fails)")
	}
	for _, n := range d.Notes() {
		relate(n.Span, n.Text)
	}
	for _, f := range d.Fixes {
		if edits := w.edits(f.Edits); len(edits) > 0 {
			out.SuggestedFixes = append(out.SuggestedFixes, analysis.SuggestedFix{Message: f.Message, TextEdits: edits})
		}
	}
	w.pass.Report(out)
}

// edits returns nil unless all of them are in the files of the pass.
func (w *places) edits(list []report.Edit) []analysis.TextEdit {
	var out []analysis.TextEdit
	for _, e := range list {
		pos, end := w.span(e.Span)
		if !pos.IsValid() || !end.IsValid() || !w.own(pos) {
			return nil
		}
		out = append(out, analysis.TextEdit{Pos: pos, End: end, NewText: []byte(e.NewText)})
	}
	return out
}

// own reports whether a position is in a file of the pass.
func (w *places) own(pos token.Pos) bool {
	for _, f := range w.pass.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return true
		}
	}
	return false
}

// span returns the place of s, token.NoPos if it is in no file that is known here.
func (w *places) span(s ir.Span) (pos, end token.Pos) {
	if !s.Start.IsValid() {
		return token.NoPos, token.NoPos
	}
	file := w.file(s.Start)
	if file == nil {
		return token.NoPos, token.NoPos
	}
	pos, end = file.Pos(s.Start.Offset), token.NoPos
	if s.End.IsValid() && s.Start.Offset <= s.End.Offset && s.End.Offset <= file.Size() {
		end = file.Pos(s.End.Offset)
	}
	return pos, end
}

// file finds the file of the pass in which a position is, by what its lines say of themselves. One of an imported package
// joins the file set when something is found in it.
func (w *places) file(at token.Position) *token.File {
	for _, f := range w.pass.Files {
		file := w.pass.Fset.File(f.FileStart)
		if at.Offset <= file.Size() && file.Position(file.Pos(at.Offset)) == at {
			return file
		}
	}
	if w.known == nil {
		w.known = map[string]*token.File{}
	}
	if w.known[at.Filename] == nil {
		text, ok := w.texts[at.Filename]
		if !ok || at.Offset > len(text) {
			return nil
		}
		file := w.pass.Fset.AddFile(at.Filename, -1, len(text))
		file.SetLinesForContent(text)
		w.known[at.Filename] = file
	}
	return w.known[at.Filename]
}
