package report

import (
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// TestReasons: a finding that another one says the reason of counts with that. Each row has the one that stays first,
// and relatives of the second that stay, too.
func TestReasons(t *testing.T) {
	finding := func(function, code, subject, message string, span ir.Span, related ...ir.Note) *Diagnostic {
		return &Diagnostic{Code: code, Verdict: Refuted, Span: span, Package: "p", Function: function, Subject: subject, Message: message, Related: related}
	}
	lock := finding("F", codeAccess, "s.cur", "s.cur may not be read here", at(3, 1, 9))
	inner := finding("G", codeRegion, "melody", "what is stored into melody may have an owner already", at(5, 1, 9))
	sends := finding("F", codeTakes, "F$1", "F$1 takes over that it may send on ch, which this goroutine may not have", at(3, 1, 9))
	copied := finding("F", codeCopy, "*body", "*body is copied here", at(3, 1, 19))
	in := func(d *Diagnostic, function string, line int) *Diagnostic {
		d.Function, d.Declared = function, at(line, 1, 9)
		return d
	}
	tests := []struct {
		name      string
		first     *Diagnostic
		follows   *Diagnostic
		relatives []*Diagnostic
	}{
		{"the lock of an object", lock, finding("F", codeNotHeld, "s.cur.mu", "s.cur.mu is unlocked here, but is not held", at(5, 1, 9)), []*Diagnostic{
			finding("F", codeNotHeld, "s.current.mu", "s.current.mu is unlocked here, but is not held", at(6, 1, 9)),
			finding("G", codeNotHeld, "s.cur.mu", "s.cur.mu is unlocked here, but is not held", at(7, 1, 9)),
		}},
		{"a statement of a callee", inner, finding("F", codeRegion, "melody", "what is stored into melody may have an owner already", at(3, 1, 9), ir.Note{Span: at(5, 1, 9)}), []*Diagnostic{
			finding("F", codeRegion, "keys", "what is stored into keys may have an owner already", at(3, 1, 9), ir.Note{Span: at(6, 1, 9)}),
			finding("F", codeAccess, "melody", "melody may not be read here", at(4, 1, 9), ir.Note{Span: at(5, 1, 9)}),
		}},
		{"a statement that two functions run", in(finding("", codeBinding, "Body", "what is stored into Body may already belong to another field", at(9, 1, 9)), "G", 8),
			in(finding("", codeRegion, "Hdr", "what is stored into Hdr may have an owner already", at(9, 1, 9)), "F", 2), []*Diagnostic{
				in(finding("", codeAccess, "Hdr", "Hdr may not be read here", at(9, 1, 9)), "F", 2),
			}},
		{"a send on a closed channel", sends, finding("F", codeAccess, "ch", "ch may not be closed here: another goroutine may close it, too", at(8, 1, 9)), []*Diagnostic{
			finding("F", codeAccess, "done", "done may not be closed here: another goroutine may close it, too", at(9, 1, 9)),
			finding("G", codeAccess, "ch", "ch may not be closed here: another goroutine may close it, too", at(9, 1, 9)),
		}},
		{"a copy", copied, finding("F", codeAccess, "*body (bytes.Reader.s)", "*body (bytes.Reader.s) may not be read here", at(3, 14, 19)), []*Diagnostic{
			finding("F", codeAccess, "*body (bytes.Reader.s)", "*body (bytes.Reader.s) may not be read here", at(4, 14, 19)),
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			groups := Group([]*Diagnostic{test.follows, test.first})
			if len(groups) != 1 || groups[0] != test.first || len(groups[0].Also) != 1 {
				t.Errorf("%d groups, the first of %q", len(groups), groups[0].Message)
			}
			for _, d := range test.relatives {
				test.first.Also = nil
				if groups := Group([]*Diagnostic{d, test.first}); len(groups) != 2 {
					t.Errorf("%s: %s counts with the first", d.Function, d.Message)
				}
			}
		})
	}
}

// TestReasonsOfReasons: what counts with a finding that counts with a third one counts with that, and none is lost.
func TestReasonsOfReasons(t *testing.T) {
	finding := func(function string, span ir.Span, related ...ir.Note) *Diagnostic {
		return &Diagnostic{Code: codeRegion, Verdict: Refuted, Span: span, Package: "p", Function: function, Subject: "x", Message: "what is stored into x may have an owner already", Related: related}
	}
	h := finding("H", at(9, 1, 9))
	g := finding("G", at(6, 1, 9), ir.Note{Span: at(9, 1, 9)})
	f := finding("F", at(3, 1, 9), ir.Note{Span: at(6, 1, 9)})
	for _, order := range [][]*Diagnostic{{f, g, h}, {h, g, f}, {g, f, h}} {
		for _, d := range order {
			d.Also = nil
		}
		if groups := Group(order); len(groups) != 1 || groups[0] != h || Count(groups) != 3 {
			t.Errorf("%d findings in %d groups", Count(groups), len(groups))
		}
	}
}
