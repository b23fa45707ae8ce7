package fuzz

import (
	"regexp"
	"strconv"
	"strings"
)

// ownFrame is a function of a program in a stack: its number stands at the end of its name or of its receiver's.
var ownFrame = regexp.MustCompile(`main\.\(?\*?[A-Za-z]+(?:\d_)?(\d+)\)?[.(\[]\S*`)

// races reads reports of data races: one failure a program.
func races(text string) []Failure {
	var all []Failure
	seen := map[int]bool{}
	for _, block := range strings.Split(text, "WARNING: DATA RACE")[1:] {
		block, _, _ = strings.Cut(block, "==================")
		m := ownFrame.FindStringSubmatch(block)
		if m == nil {
			continue
		}
		n, err := strconv.Atoi(m[1])
		if err != nil || seen[n] {
			continue
		}
		seen[n] = true
		var frames []string
		for _, line := range strings.Split(block, "\n") {
			line = strings.TrimSpace(line)
			if ownFrame.MatchString(line) || strings.HasPrefix(line, "Read at") || strings.HasPrefix(line, "Write at") ||
				strings.HasPrefix(line, "Previous") {
				line, _, _ = strings.Cut(line, " at 0x")
				frames = append(frames, line)
			}
		}
		all = append(all, Failure{n, "", "race", strings.Join(frames, "; ")})
	}
	return all
}
