package rt

import (
	"fmt"
	"unsafe"
)

// What is confined to a goroutine belongs to the object's maker until the goroutine starts, and from then on to the
// goroutine alone. So once several goroutines know the object, one of them may touch what is confined, and no other:
// the first that does is held against the rest. Which goroutine ought to be the one is not asked.

// A confinement is fields of one object that one goroutine has.
type confinement struct {
	object unsafe.Pointer
	number int
}

// A claim is a goroutine's, by its first access after others had come to know the object.
type claim struct {
	by   GID
	name int
	at   Site
}

// confines reports an access to a variable that another goroutine has to itself.
func (a *annotations) confines(g *G, t touching, v *Variable, object unsafe.Pointer) {
	of, one := confinement{object, v.Confined}, g.alone().id
	c, known := a.claims[of]
	switch {
	case !known:
		a.claims[of] = claim{one, g.name(), t.site}
	case c.by != one:
		a.report(g, t, v.Where, func() string {
			return fmt.Sprintf("goroutine %d may not %s %s here: %s\ngoroutine %d touched what is so confined at %v, when others knew the object",
				g.name(), t.verb(), a.named(t, v), v.Where.Info().What, c.name, c.at)
		})
	}
}

// confinedElsewhere reports whether a goroutine other than self may be in the midst of changing a variable that is confined.
func (a *annotations) confinedElsewhere(v *Variable, object unsafe.Pointer) bool {
	c, known := a.claims[confinement{object, v.Confined}]
	return a.between || !known || Tid(c.by) != a.self
}
