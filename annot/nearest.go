package annot

import "strings"

// Nearest returns the candidate closest to name if it is close enough to be a misspelling, or "".
func Nearest(name string, candidates []string) string {
	for _, c := range candidates {
		if len(name) >= 4 && strings.HasPrefix(c, name+"_") {
			return c
		}
	}
	best, bestDistance := "", max(1, len(name)/3)+1
	for _, c := range candidates {
		if c == name || c == "" || c == "_" {
			continue
		}
		d := distance(strings.ToLower(name), strings.ToLower(c))
		if d >= max(len(name), len(c)) || min(len(name), len(c)) < 2 {
			continue // next to nothing in common
		}
		if d < bestDistance || d == bestDistance && best != "" && c < best {
			best, bestDistance = c, d
		}
	}
	return best
}

// didYouMean is the hint for a misspelt name, or "".
func didYouMean(name string, candidates []string) string {
	if n := Nearest(name, candidates); n != "" {
		return "did you mean " + n + "?"
	}
	return ""
}

// distance is the number of insertions, deletions, substitutions and swaps of neighbours that lead from a to b
// (optimal string alignment).
func distance(a, b string) int {
	before, prev, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, prev, row = prev, row, before
	}
	return prev[len(b)]
}
