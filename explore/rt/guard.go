package rt

import (
	"fmt"
	"regexp"
	"strings"
	"unsafe"
)

// A touching is an access that is about to be made.
type touching struct {
	site          Site
	p             unsafe.Pointer
	size          uintptr
	write, atomic bool
}

// kind is that of the access, if it is no operation of its own.
func (t touching) kind() Kind {
	switch {
	case t.p == nil || t.atomic:
		return OpNone
	case t.write:
		return OpWrite
	}
	return OpRead
}

func (t touching) verb() string {
	if t.write {
		return "write"
	}
	return "read"
}

// touch holds an access by g against the annotations.
func (a *annotations) touch(g *G, t touching) {
	a.begins(g)
	a.followAssigned()
	if a.inPool(g, t, t.verb()) {
		return
	}
	u := a.use(t.site)
	var object unsafe.Pointer
	shared := !g.initialises // the initialisation of packages has their variables to itself
	if u.Object {
		object = unsafe.Add(t.p, -int(u.Offset))
		shared = a.touches(g, t, u, object) && shared
	}
	v := a.variable(u.Variable)
	switch {
	case v == nil:
		a.behind(g, t)
	default:
		if shared {
			a.judge(g, t, v, &v.Self, object, -1)
		}
		a.bind(v, t.p, object)
	}
	a.leads(t, u, v, object)
	if u.Object || u.TypeSpec > 0 {
		a.writes(g, t, u.TypeSpec, object)
	}
}

// touches notes that g touches an object and reports whether others have.
func (a *annotations) touches(g *G, t touching, u Use, object unsafe.Pointer) (shared bool) {
	before := a.sharing.shared(object)
	shared = a.sharing.by(g, object, u.Type)
	if shared && !before {
		a.afterwards()
		a.published(g, t, u.TypeSpec, object)
	}
	return shared
}

func (a *annotations) variable(number int) *Variable {
	if number < len(a.variables) {
		return a.variables[number]
	}
	return nil
}

// behind holds an access against the annotation of the variable that owns the memory.
func (a *annotations) behind(g *G, t touching) {
	o := a.covering(uintptr(t.p))
	if o == nil {
		return
	}
	if o.lead.Type > 0 {
		a.inRegion(g, t, o)
		return
	}
	element, owned := o.elementAt(t.p)
	if !owned {
		return
	}
	v, object := o.variable, o.object
	shared := object == nil || a.touches(g, t, Use{TypeSpec: v.TypeSpec}, object)
	defer a.writes(g, t, v.TypeSpec, object)
	if g.initialises || !shared {
		return
	}
	if element < 0 || v.Elem.Read == nil && v.Elem.Write == nil {
		a.judge(g, t, v, &v.Self, object, element)
		return
	}
	for last := element + int((max(t.size, 1)-1)/v.Size); element <= last; element++ {
		a.judge(g, t, v, &v.Elem, object, element)
	}
}

// judge reports the access if the variable's annotation does not allow it to g.
func (a *annotations) judge(g *G, t touching, v *Variable, of *Access, object unsafe.Pointer, element int) {
	if a.exempt.has(t.site) {
		return
	}
	self := Tid(g.id)
	if v.Published != nil && of == &v.Self {
		switch closed := a.broken(v.Published, self, object, element) == nil; {
		case closed && t.write:
			a.forbidden(g, t, v, v.Published[0].Site, "nothing allows it once the channel is closed")
			return
		case closed, v.First: // a race with another who counts as first is found as such
			return
		}
	}
	switch {
	case v.Confined > 0 && (of.Write == nil || !t.write && a.broken(of.Read, self, object, element) != nil):
		a.confines(g, t, v, object)
	case v.Confined > 0 && t.write: // under locks, under which others read
		if c := a.broken(of.Write, self, object, element); c != nil {
			a.forbidden(g, t, v, c.Site, "needed: "+c.Needs)
			return
		}
		a.confines(g, t, v, object)
	case v.Confined > 0:
	case v.Immutable && t.write:
		a.forbidden(g, t, v, v.Where, "nothing allows it once another goroutine has reached the object")
	case v.Immutable:
	case v.AtomicOnly && !t.atomic && of.Write != nil && !t.write: // a race with whoever may write is found as such
	case v.AtomicOnly && !t.atomic:
		a.forbidden(g, t, v, v.Where, "it needs an operation of sync/atomic")
	case v.AtomicOnly && of.Write == nil:
	case t.write || of.Read == nil:
		if c := a.broken(of.Write, self, object, element); c != nil {
			a.forbidden(g, t, v, c.Site, "needed: "+c.Needs)
		}
	default:
		c := a.broken(of.Read, self, object, element)
		if c != nil && (of.Write == nil || a.broken(of.Write, self, object, element) != nil) {
			a.forbidden(g, t, v, c.Site, "needed: "+c.Needs)
		}
	}
}

// broken returns the first condition that does not hold for the goroutine self.
func (a *annotations) broken(clauses []Clause, self Tid, object unsafe.Pointer, element int) *Clause {
	for i := range clauses {
		if holds, known := a.holds(&clauses[i], self, object, element); known && !holds {
			return &clauses[i]
		}
	}
	return nil
}

// holds evaluates a condition. Where that is not possible, as a pointer is nil or it is not known who holds a lock, it is
// not known to hold.
func (a *annotations) holds(c *Clause, self Tid, object unsafe.Pointer, element int) (holds, known bool) {
	known = a.evaluating(self, func() { holds = c.Holds(object, element) })
	return holds, known
}

// forbidden reports an access.
func (a *annotations) forbidden(g *G, t touching, v *Variable, clause Site, why string) {
	a.report(g, t, clause, func() string {
		return fmt.Sprintf("goroutine %d may not %s %s here: %s\n%s; %s", g.name(), t.verb(), a.named(t, v), clause.Info().What, why, a.heldBy(g))
	})
}

// named is the variable as the source has it.
func (a *annotations) named(t touching, v *Variable) string {
	if m := variable.FindStringSubmatch(t.site.Info().What); m != nil {
		return m[1]
	}
	return v.Name
}

// report records that t is against the annotation at clause.
func (a *annotations) report(g *G, t touching, clause Site, message func() string) {
	a.reportAt(g, SiteInfo{}, t, clause, message)
}

// reportAt is report for what shows elsewhere than at the site, if that is known.
func (a *annotations) reportAt(g *G, at SiteInfo, t touching, clause Site, message func() string) {
	s := a.s
	k := bugKey{Annotation, t.site, clause, ""}
	if s.failed || s.seen[k] && !s.everyTime() {
		return
	}
	s.seen[k] = true
	s.report(Bug{Kind: Annotation, Message: message(), Site: t.site, Other: clause, G: g.id, Stack: stack(), does: t.kind(), Shows: at})
}

// lockCall is how the source takes a lock.
var lockCall = regexp.MustCompile(`\.(Try)?R?Lock(er)?\(\)$`)

// heldBy lists the locks that g holds.
func (a *annotations) heldBy(g *G) string {
	var list []string
	add := func(held bool, how string, site Site) {
		if !held {
			return
		}
		what := lockCall.ReplaceAllString(site.Info().What, "")
		list = append(list, fmt.Sprintf("%s%s since %v", what, how, site))
	}
	m := &a.s.models
	for _, o := range m.mutexes.all[:m.mutexes.used] {
		add(o.locked && o.owner == g, "", o.site)
	}
	for _, o := range m.rwmutexes.all[:m.rwmutexes.used] {
		add(o.held && o.owner == g, "", o.site)
	}
	if len(list) == 0 {
		return fmt.Sprintf("goroutine %d holds no lock here", g.name())
	}
	return fmt.Sprintf("goroutine %d holds %s", g.name(), strings.Join(list, ", "))
}
