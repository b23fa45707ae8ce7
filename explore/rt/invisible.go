package rt

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
)

// An InvisibleStep is something that a goroutine did without a scheduling point, and that helps to understand a bug: a go
// statement, or an access to memory that takes part in a race.
type InvisibleStep struct {
	G       GID
	Kind    Kind // OpNone, OpRead or OpWrite
	Site    Site
	At      int  // so many events had happened before
	Started GID  // by a go statement
	Step    bool // the event before says it, too: a call of WaitGroup.Go
}

// A replayed is what is recorded while a bug is being replayed.
type replayed struct {
	watch    Site // of a race, the earlier access
	accesses map[GID]access
	started  []InvisibleStep // go statements

	history history
}

// An access is where a goroutine last made the access that is watched.
type access struct {
	stack string
	at    int // so many events had happened,
	after int // and so many go statements
}

// starts records that g starts a goroutine.
func (s *Scheduler) starts(g *G, site Site, started GID) {
	if s.confirming {
		a := InvisibleStep{G: g.id, Kind: OpNone, Site: site, At: len(s.x.Events), Started: started}
		a.Step = s.isStep(a)
		s.replayed.started = append(s.replayed.started, a)
	}
}

// isStep reports whether the event before is the same: a call of WaitGroup.Go, an access that is a scheduling point.
func (s *Scheduler) isStep(a InvisibleStep) bool {
	if a.At == 0 {
		return false
	}
	e := &s.x.Events[a.At-1]
	return e.G == a.G && e.Site == a.Site
}

// explain adds to b what its replay has shown; found is the same bug there.
func (s *Scheduler) explain(b, found *Bug) {
	if b.Stack == "" {
		b.Stack = found.Stack
	}
	for i := range b.Stuck {
		b.Stuck[i].Stack = s.byID[b.Stuck[i].G].stack
	}
	b.Invisible = append([]InvisibleStep(nil), s.replayed.started...)
	c := &s.replayed.history
	c.note(s)
	b.Links, b.Statuses = c.linksOf(s.x.Events), c.statuses
	if a := (InvisibleStep{G: found.G, Kind: found.does, Site: found.Site, At: found.At}); b.Kind == Annotation && a.Kind != OpNone && !s.isStep(a) {
		b.Invisible = append(b.Invisible, a)
	}
	if b.Kind != Race || participles[b.does] == "" {
		return
	}
	first := found.first
	b.OtherStack = first.stack
	if a := (InvisibleStep{G: found.OtherG, Kind: found.did, Site: found.Other, At: first.at}); !s.isStep(a) {
		b.Invisible = slices.Insert(b.Invisible, first.after, a)
	}
	if a := (InvisibleStep{G: found.G, Kind: found.does, Site: found.Site, At: found.At}); !s.isStep(a) {
		b.Invisible = append(b.Invisible, a)
	}
}

// variable is how an access names what it reads or assigns, if it names one variable.
var variable = regexp.MustCompile(`^((?:\(\*[\pL_][\pL\pN_.]*\)|[\pL_*])[\pL\pN_.*\[\]"]*)(?:$|\+\+$|--$| (?:[-+*/%&|^:]|<<|>>|&\^)?= )`)

// further forms of an access: the one variable that is assigned beside blanks, and what an atomic operation is passed.
var (
	besideBlanks = regexp.MustCompile(`^(?:_, )*([\pL_*][\pL\pN_.*\[\]]*)(?:, _)* = `)
	byAtomics    = regexp.MustCompile(`^atomic\.\w+\(&([\pL_][\pL\pN_.\[\]]*)[,)]`)
	lastArgument = regexp.MustCompile(`[(, ]([\pL_][\pL\pN_.]*)(?:\[.*\])?\)$`)
	pulled       = regexp.MustCompile(`^(iter\.Pull2?)[(\[]`)
)

// accessed names what an access reads or assigns.
func accessed(text string) string {
	for _, form := range []*regexp.Regexp{variable, besideBlanks, byAtomics} {
		if m := form.FindStringSubmatch(text); m != nil && m[1] != "_" {
			return m[1]
		}
	}
	if m := pulled.FindStringSubmatch(text); m != nil {
		return "the iterator of " + m[1]
	}
	return "this memory"
}

var participles = map[Kind]string{OpRead: "read", OpWrite: "written"}

// raceMessage says of two accesses to one variable, or of Add and Wait of a WaitGroup, that they are not ordered. The variable may be bytes
// that are passed to a call.
func raceMessage(site Site, passed bool, g *G, does Kind, other *G, did Kind) string {
	if participles[does] == "" {
		return fmt.Sprintf("WaitGroup: %v by goroutine %d and %v by goroutine %d are not ordered", does, g.name(), did, other.name())
	}
	info := site.Info()
	name := accessed(cmp.Or(info.Var, info.What))
	if m := lastArgument.FindStringSubmatch(info.What); passed && m != nil {
		name = m[1]
	}
	also := ""
	if does == did {
		also = ", too"
	}
	return fmt.Sprintf("%s is %s here by goroutine %d while goroutine %d may %v it%s",
		name, participles[does], g.name(), other.name(), did, also)
}
