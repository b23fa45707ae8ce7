package rt

import (
	"regexp"
	"slices"
	"strings"
)

// A Cause is what is wrong, whichever execution shows it: the kind of bug with its places.
type Cause struct {
	Kind  BugKind
	Sites []Site // sorted; of a leak, where goroutines wait
	Text  string // of failures and panics, which a place of ours does not tell apart
}

// Cause is that of the bug.
func (b *Bug) Cause() Cause {
	c := Cause{Kind: b.Kind}
	switch b.Kind {
	case Race, Annotation:
		c.Sites = []Site{b.Site, b.Other}
	case Failure:
		c.Text = failureText(b.Message)
	case Panic:
		c.Sites, c.Text = []Site{b.Site}, digits.ReplaceAllString(firstLine(b.Message), "")
	case Leak, Deadlock, Livelock:
		for _, s := range b.Stuck {
			c.Sites = append(c.Sites, s.Site)
		}
		if len(c.Sites) == 0 {
			c.Sites = []Site{b.Site}
		}
	}
	slices.Sort(c.Sites)
	c.Sites = slices.Compact(c.Sites)
	return c
}

func (c Cause) same(d Cause) bool {
	return c.Kind == d.Kind && c.Text == d.Text && slices.Equal(c.Sites, d.Sites)
}

var (
	digits   = regexp.MustCompile(`0x[0-9a-f]+|\d+`)
	loggedAt = regexp.MustCompile(`^\s*[^\s:]+\.go:\d+: `)
)

// failureText is where a test says that it fails, or else what it says.
func failureText(message string) string {
	first := firstLine(message)
	if at := loggedAt.FindString(first); at != "" {
		return strings.TrimSpace(at)
	}
	return digits.ReplaceAllString(first, "")
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// putAside makes bugs of a cause count no more.
func (s *Scheduler) ignore(c Cause) {
	s.ignored = append(slices.Clip(s.ignored), c)
	clear(s.seenBlocked) // with others they are something else now
}

// isAside reports whether a bug is of a cause that does not count.
func (s *Scheduler) isIgnored(b *Bug) bool {
	return len(s.ignored) > 0 && slices.ContainsFunc(s.ignored, b.Cause().same)
}

// waitsAside reports whether g waits where a leak does not count.
func (s *Scheduler) waitsIgnored(g *G) bool {
	for _, c := range s.ignored {
		if c.Kind == Leak && slices.Contains(c.Sites, g.op.site) {
			return true
		}
	}
	return false
}
