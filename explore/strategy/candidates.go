package strategy

import "github.com/calvin-go/calvin/explore/rt"

// candidates are the touches of an object with which a later operation may race, the latest first: those that it depends
// on, or without which it would have another effect, and that do not happen before it anyway. Each class of touches has a
// cursor of its own, so that those that do not matter are not looked at.
type candidates struct {
	o       *order
	e       *rt.Event
	part    rt.Part
	seen    []int32 // the clock of what happens before e
	cursors []int32
	given   uint64 // by touches so far, see supplied
}

// begin sets the cursors.
func (c *candidates) begin() {
	classes := c.part.Class.After()
	switch c.part.Class {
	case rt.ClassSendClosed, rt.ClassRecvClosed, rt.ClassCloseClosed: // anything that comes before the Close
		classes = c.part.Class.Kin()
	case rt.ClassRUnlock:
		classes = append(classes[:len(classes):len(classes)], rt.ClassRLock)
	case rt.ClassWGDone:
		classes = append(classes[:len(classes):len(classes)], rt.ClassWGAdd)
	}
	for _, class := range classes {
		c.cursors = append(c.cursors, c.o.lasts[c.part.Obj][class])
	}
}

// next returns the next candidate, -1 if there is none.
func (c *candidates) next() int32 {
	for {
		k := c.o.latest(c.cursors)
		if k < 0 {
			return -1
		}
		t := c.cursors[k]
		u := &c.o.touches[t]
		a := &c.o.x.Events[u.event]
		switch {
		case c.seen[a.G] > u.event && u.class.Total():
			return -1
		case c.seen[a.G] > u.event && u.class.Ordered():
			c.cursors[k] = -1 // those before it happen before it
			continue
		}
		c.cursors[k] = u.same
		if c.seen[a.G] > u.event {
			continue
		}
		closed := c.part.Class == rt.ClassSendClosed || c.part.Class == rt.ClassRecvClosed || c.part.Class == rt.ClassCloseClosed
		switch relation := rt.RelationOn(a, u.class, c.e, c.part.Class); {
		case dependent(relation):
			return t
		case relation == rt.Supplies && !c.supplied(a, u.class):
			return t
		case closed && u.class != rt.ClassRead:
			return t
		case c.part.Class.Matched(u.class) && unmatched(a, c.e):
			c.cursors[k] = -1
		}
	}
}

// supplied reports whether there is enough for e to take back even without all that was given since a.
func (c *candidates) supplied(a *rt.Event, class rt.Class) bool {
	c.given += a.Change(class)
	if class == rt.ClassRLock {
		return uint64(uint32(c.part.State)) > c.given
	}
	now, _ := c.e.Predict(c.part.State - c.given)
	return now == c.part.Class
}
