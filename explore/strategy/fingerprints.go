package strategy

import "github.com/calvin-go/calvin/explore/rt"

// Fingerprints names the prefixes of executions: in goes an execution, out comes a number for each of its prefixes, that
// is the same for all schedules that lead to the same events in the same happens-before order.
type Fingerprints struct {
	order  order
	list   []uint64
	counts []int32 // by goroutine: its events so far
	nth    []int32 // by event: its place among those of its goroutine
}

// Of returns the fingerprints of x; they are valid until the next call.
func (f *Fingerprints) Of(x *rt.Execution) []uint64 {
	o := &f.order
	o.truncate(0)
	o.open(x)
	f.list, f.nth = f.list[:0], f.nth[:0]
	f.counts = append(f.counts[:0], make([]int32, o.width)...)
	var sum uint64
	for i := range x.Events {
		o.add()
		e := &x.Events[i]
		f.counts[e.G]++
		f.nth = append(f.nth, f.counts[e.G])
		h := scramble(uint64(e.G)<<40^uint64(e.Kind)<<32^uint64(uint32(e.Obj))) + scramble(uint64(e.Site))
		if e.Kind == rt.OpChoice {
			h += scramble(uint64(e.Seq) + 1)
		}
		for g, at := range o.clock(int32(i)) {
			if at > 0 {
				h += scramble(uint64(g)<<32 ^ uint64(f.nth[at-1]))
			}
		}
		sum += scramble(h)
		f.list = append(f.list, sum)
	}
	return f.list
}
