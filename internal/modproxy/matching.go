package modproxy

import (
	"slices"
	"strings"
)

// Matching returns the modules whose paths contain one of the words, all if there are none.
func Matching[M any](modules []M, path func(M) string, words []string) []M {
	var out []M
	for _, m := range modules {
		if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return strings.Contains(path(m), w) }) {
			out = append(out, m)
		}
	}
	return out
}
