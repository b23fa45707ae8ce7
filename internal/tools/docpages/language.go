package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/calvin-go/calvin/annot"
)

// The table of directives stands between these lines.
const (
	tableBegins = "<!-- written by go run ./internal/tools/docpages -->\n"
	tableEnds   = "<!-- end -->\n"
)

// directives returns the page of the language with its table as it should be. Each directive has to be explained, too, outside
// of the table.
func directives(page string) (string, error) {
	before, rest, begins := strings.Cut(page, tableBegins)
	_, after, ends := strings.Cut(rest, tableEnds)
	if !begins || !ends {
		return "", errors.New("language.md has no place for the table of directives")
	}
	var b strings.Builder
	b.WriteString("\n| directive | stands before |\n| --- | --- |\n")
	for _, v := range annot.Verbs() {
		if !strings.Contains(before, "`"+v.Name) && !strings.Contains(before, "//calvin:"+v.Name) {
			return "", fmt.Errorf("language.md does not explain %s", v.Name)
		}
		usage := strings.TrimPrefix(v.Usage, annot.Prefix)
		usage = strings.ReplaceAll(usage, " or "+annot.Prefix, "`, `")
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(usage, "|", `\|`), strings.TrimPrefix(v.Where, "directly before "))
	}
	return before + tableBegins + b.String() + "\n" + tableEnds + after, nil
}
