package verify

import (
	"os"
	"strings"
	"sync"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// A sources reads what findings quote. A file that cannot be read is quoted as nothing.
type sources struct {
	overlay map[string][]byte
	mu      sync.Mutex
	files   map[string]string
	// inferred are the annotations that no source has, by where what they are about is declared.
	inferred map[string]string
}

func (s *sources) file(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if text, ok := s.files[name]; ok {
		return text
	}
	data, ok := s.overlay[name]
	if !ok {
		data, _ = os.ReadFile(name)
	}
	s.files[name] = string(data)
	return s.files[name]
}

// text returns what stands at the span.
func (s *sources) text(span ir.Span) string {
	file := s.file(span.Start.Filename)
	from, to := span.Start.Offset, span.End.Offset
	if from < 0 || from > to || to > len(file) {
		return ""
	}
	return file[from:to]
}

// directive returns the directive around the span, from its verb on, empty if there is none on that line.
func (s *sources) directive(span ir.Span) string {
	file := s.file(span.Start.Filename)
	at := span.Start.Offset
	if at < 0 || at > len(file) {
		return ""
	}
	begin := strings.LastIndexByte(file[:at], '\n') + 1
	line, _, _ := strings.Cut(file[begin:], "\n")
	_, text, _ := strings.Cut(line, "//calvin:")
	return strings.Join(strings.Fields(text), " ")
}

// quote replaces the condition of an access predicate by its whole directive, which says what kind of condition it is.
func (s *sources) quote(d *report.Diagnostic) {
	if d.Clause == nil || !guardCodes[d.Goal.Property] {
		return
	}
	if text := s.directive(d.Clause.Span); text != "" {
		d.Clause.Text = text
	} else if text := s.inferred[d.Clause.Start.String()]; text != "" {
		d.Clause.Text = text
	}
}

// guardCodes are the properties whose conditions are access predicates.
var guardCodes = map[string]bool{
	report.CodeOf(ir.ReadDenied): true, report.CodeOf(ir.ReadRace): true, report.CodeOf(ir.Unstable): true, report.CodeOf(ir.Exposed): true,
}
