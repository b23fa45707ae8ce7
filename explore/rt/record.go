package rt

// An EventRecord is an event, or an operation, apart from its execution: a value that can be sent to another process.
type EventRecord struct {
	Event
	Parts []PartRecord `json:",omitempty"`
}

// A PartRecord is all there is to a Part.
type PartRecord struct {
	Part
	Own   bool `json:",omitempty"`
	Sends bool
	Cap   int32
}

// Record makes an EventRecord of an event with the given parts, of which there are none unless it is compound.
func (e *Event) Record(parts []Part) EventRecord {
	r := EventRecord{Event: *e}
	if e.Compound() {
		for _, p := range parts {
			r.Parts = append(r.Parts, PartRecord{p, p.own, p.sends, p.cap})
		}
	}
	return r
}

// Operation is what the record was made of. Where the parts stand in an execution is forgotten.
func (r *EventRecord) Operation() (Event, []Part) {
	e := r.Event
	e.parts, e.nparts = 0, int32(len(r.Parts))
	var parts []Part
	for _, p := range r.Parts {
		p.Part.own, p.Part.sends, p.Part.cap = p.Own, p.Sends, p.Cap
		parts = append(parts, p.Part)
	}
	return e, parts
}

// Translate translates the numbers in the record.
func (r *EventRecord) Translate(d *Dictionary) {
	r.G, r.Obj = d.Goroutine(r.G), d.Object(r.Obj)
	for i := range r.Parts {
		r.Parts[i].Obj = d.Object(r.Parts[i].Obj)
	}
}

// An ExecutionRecord is what a strategy needs to know of an execution to search it for races, as a value that can be sent
// to another process.
type ExecutionRecord struct {
	Events, Pending []EventRecord
	Withdrawn       []EventRecord   `json:",omitempty"`
	By              []int32         `json:",omitempty"` // of those withdrawn
	Stalled         []EventRecord   `json:",omitempty"`
	StalledBy       []int32         `json:",omitempty"`
	Finals          []Part          `json:",omitempty"`
	Verdicts        [][]VerdictMade `json:",omitempty"`
	AnyTime         bool            `json:",omitempty"`
}

// A VerdictMade is a verdict on a condition.
type VerdictMade struct {
	States []uint64
	Holds  bool
}

// Record makes an ExecutionRecord.
func (x *Execution) Record() *ExecutionRecord {
	r := &ExecutionRecord{AnyTime: x.anyTime}
	record := func(e *Event) EventRecord { return e.Record(x.Parts(e)) }
	for i := range x.Events {
		r.Events = append(r.Events, record(&x.Events[i]))
	}
	for i := range x.Pending {
		r.Pending = append(r.Pending, record(&x.Pending[i]))
	}
	for i := range x.Withdrawn {
		r.Withdrawn = append(r.Withdrawn, record(&x.Withdrawn[i].Event))
		r.By = append(r.By, x.Withdrawn[i].By)
	}
	for i := range x.Stalled {
		r.Stalled = append(r.Stalled, record(&x.Stalled[i].Event))
		r.StalledBy = append(r.StalledBy, x.Stalled[i].By)
	}
	r.Finals = append(r.Finals, x.finals...)
	for _, list := range x.verdicts {
		var made []VerdictMade
		for _, v := range list {
			made = append(made, VerdictMade{v.states, v.holds})
		}
		r.Verdicts = append(r.Verdicts, made)
	}
	return r
}

// Execution is what the record was made of, as far as it tells.
func (r *ExecutionRecord) Execution() *Execution {
	x := &Execution{anyTime: r.AnyTime}
	event := func(r *EventRecord) Event {
		e, parts := r.Operation()
		e.parts = int32(len(x.parts))
		x.parts = append(x.parts, parts...)
		return e
	}
	for i := range r.Events {
		x.Events = append(x.Events, event(&r.Events[i]))
	}
	for i := range r.Pending {
		x.Pending = append(x.Pending, event(&r.Pending[i]))
	}
	for i := range r.Withdrawn {
		x.Withdrawn = append(x.Withdrawn, Withdrawal{event(&r.Withdrawn[i]), r.By[i]})
	}
	for i := range r.Stalled {
		x.Stalled = append(x.Stalled, Withdrawal{event(&r.Stalled[i]), r.StalledBy[i]})
	}
	x.finals = append(x.finals, r.Finals...)
	for _, list := range r.Verdicts {
		var made []verdict
		for _, v := range list {
			made = append(made, verdict{v.States, v.Holds})
		}
		x.verdicts = append(x.verdicts, made)
	}
	return x
}

// Translate translates the numbers in the record.
func (r *ExecutionRecord) Translate(d *Dictionary) {
	for _, list := range [][]EventRecord{r.Events, r.Pending, r.Withdrawn, r.Stalled} {
		for i := range list {
			list[i].Translate(d)
		}
	}
	for i := range r.Finals {
		r.Finals[i].Obj = d.Object(r.Finals[i].Obj)
	}
}
