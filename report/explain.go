package report

import (
	"embed"
	"strings"
)

//go:embed explain/*.md
var pages embed.FS

// Explain returns the page of a code, in Markdown: what the finding means, Go code that earns it, and the mend. The
// code may be written in lower case and without its CV. Ok is false if there is no such code.
func Explain(code string) (page string, ok bool) {
	code = strings.ToUpper(strings.TrimSpace(code))
	if !strings.HasPrefix(code, "CV") {
		code = "CV" + code
	}
	data, err := pages.ReadFile("explain/" + code + ".md")
	return string(data), err == nil
}
