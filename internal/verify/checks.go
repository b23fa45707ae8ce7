package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// Checks are the families of properties that are proved. Those that are not are assumed, and listed so.
type Checks struct {
	Access      bool // access predicates
	Races       bool // no data race is possible
	Abstraction bool // specifications, contracts, assertions, locks
	Panics      bool // no run-time panic happens
}

// AllChecks proves everything.
var AllChecks = Checks{Access: true, Races: true, Abstraction: true, Panics: true}

// a family names a check as the command line does, and says what it means to go without.
type family struct {
	name    string
	of      func(*Checks) *bool
	assumed string
}

func families() []family {
	return []family{
		{"access", func(c *Checks) *bool { return &c.Access }, "accesses are allowed by their annotations"},
		{"abstraction", func(c *Checks) *bool { return &c.Abstraction }, "contracts, assertions and invariants hold, and locks are used properly"},
		{"panics", func(c *Checks) *bool { return &c.Panics }, "no run-time panic happens"},
		{"races", func(c *Checks) *bool { return &c.Races }, "no data race happens"},
	}
}

// CheckNames lists the names that ParseChecks reads.
func CheckNames() []string {
	var names []string
	for _, f := range families() {
		names = append(names, f.name)
	}
	return names
}

// ParseChecks reads names separated by commas, at least one.
func ParseChecks(list string) (Checks, error) {
	var c Checks
	for name := range strings.SplitSeq(list, ",") {
		i := slices.Index(CheckNames(), name)
		if i < 0 {
			return Checks{}, fmt.Errorf("%q is none of %s", name, strings.Join(CheckNames(), ", "))
		}
		*families()[i].of(&c) = true
	}
	return c, nil
}

// assumptions lists what is assumed instead of proved.
func (c Checks) assumptions() []ir.Note {
	var notes []ir.Note
	for _, f := range families() {
		if !*f.of(&c) {
			notes = append(notes, ir.Note{Text: f.assumed + " (" + f.name + " is not checked)"})
		}
	}
	return notes
}

// believed lists what is assumed of f only where it is asked whether it panics.
func (c Checks) believed(f *ir.Func) []ir.Note {
	if !c.Panics {
		return nil
	}
	return f.NoPanics
}

// asked is what is proved of one function.
type asked struct {
	Checks
	Documented bool // it calls nothing that panics then, as the source at hand says
}

// of returns what is proved of a function: that it does not panic where somebody asks, and not of one that is only
// looked at for what it does to annotated things.
func (c Checks) of(f *ir.Func) asked {
	documented := c.Panics && !f.Outside
	c.Panics = documented && f.AsksPanics
	return asked{c, documented}
}

// wants reports whether an assertion is to be proved. One that is not is assumed from there on. What a program supposes of
// where blocks end is always asked, as are covers, which guard against assumptions that contradict each other.
func (c asked) wants(a *ir.Assert) bool {
	if a.Check.Ends != nil {
		return true
	}
	switch k := a.Check.Kind; {
	case k == ir.ReadDenied || k == ir.WriteDenied:
		return c.Access
	case k == ir.ReadRace || k == ir.WriteRace:
		return c.Races
	case k == ir.PanicAtCall && a.Check.Documented:
		return c.Documented
	case k.Panics():
		return c.Panics
	}
	return c.Abstraction
}
