package summary

import (
	_ "embed"
	"strings"
)

// silent.txt has the rows of functions of which the source tells nothing: whatever they are passed they may write,
// keep, give back and call, at any time; they may wait, panic, and run code that is not known. Servers and clients of
// HTTP are like that. Such a row is true of every release, and to derive it takes the source of two hundred packages.
//
//go:embed silent.txt
var silent string

// SilentPackages are those that silent.txt tells of.
var SilentPackages = []string{"crypto/tls", "net/http", "net/http/httptest", "net/http/httputil", "net/rpc", "net/smtp"}

// Silent returns the rows of functions of a package of the standard library of which it need not be asked what their
// source tells: nothing. Of all others it has to be.
func Silent(path string) (rows []string) {
	inside := false
	for line := range strings.Lines(silent) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "package "); ok {
			inside = name == path
		} else if inside && line != "" && !strings.HasPrefix(line, "#") {
			rows = append(rows, line)
		}
	}
	return rows
}

// IsSilent reports whether a summary claims nothing.
func (s *Summary) IsSilent() bool {
	if !s.MayPanic || !s.Waits || !s.Changes || s.NeverReturns || s.Ends || s.Opaque == "" && s.Unknown == "" {
		return false
	}
	refers := false // some result may lead to memory
	for i := range s.Results {
		if s.Nil[i] != Maybe {
			return false
		}
		if len(s.shape.Results[i].Nodes) > 0 {
			refers = true
			if s.Fresh(i) {
				return false
			}
		}
	}
	all := Writes | Keeps | Calls | Later
	if refers {
		all |= Aliases
	}
	for i := range s.Params {
		if len(s.shape.Params[i].Nodes) > 0 && s.Effects[i]&all != all {
			return false
		}
	}
	return true
}
