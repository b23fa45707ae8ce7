package lsp

import (
	"strings"
	"testing"
)

const contracts = `
-- go.mod --
module m

go 1.26
-- m.go --
package m

import "strings"

// Upper is s in capitals.
//
//calvin:requires len(s) < 50
func Upper(s string) string { return strings.ToUpper(s) }
-- calvin/strings.go --
//go:build ignore

//calvin:contracts
package strings

//calvin:requires len(s) > 0
func ToUpper(s string) string
`

// TestContracts: an edit of a contract file counts at once, and what is wrong with the file is said there.
func TestContracts(t *testing.T) {
	c := start(t, contracts)
	c.open("m.go")
	c.shows("m.go", "CV0401:8")
	text := c.open("calvin/strings.go")
	c.edit("calvin/strings.go", strings.Replace(text, "> 0", ">= 0", 1))
	c.shows("m.go", "")
	c.edit("calvin/strings.go", strings.Replace(text, "len(s)", "len(t)", 1))
	c.shows("calvin/strings.go", "CV0804:6")
	c.edit("calvin/strings.go", text)
	c.shows("calvin/strings.go", "")
	c.shows("m.go", "CV0401:8")
}
