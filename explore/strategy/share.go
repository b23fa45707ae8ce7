package strategy

import "github.com/calvin-go/calvin/explore/rt"

// How much of a search is done is estimated as Knuth does ("Estimating the Efficiency of Backtrack Programs", Mathematics
// of Computation 1975): as if all alternatives of a decision had equally many executions below them. Then what the path
// of the search has left behind at each decision is its number of alternatives that are done, as a part of all, times
// the part of the search that the decision is. Alternatives that turn up only later make the share fall.

// Share returns what share of the executions s has run, by estimate, and whether it is a strategy that can tell: of those
// that go by bounds, it is the share of the bound under way; of one that runs a part of the executions, that of its part.
func Share(s rt.Strategy) (share float64, ok bool) {
	for {
		switch t := s.(type) {
		case interface{ covered() float64 }:
			return t.covered(), true
		case interface{ unwrap() rt.Strategy }:
			s = t.unwrap()
		default:
			return 0, false
		}
	}
}

func (c *Checked) unwrap() rt.Strategy { return c.inner }
func (r *Reduced) unwrap() rt.Strategy { return r.inner }
func (u *Until) unwrap() rt.Strategy   { return u.inner }

func (d *DFS) covered() float64 {
	share, part := 0.0, 1.0
	for _, b := range d.path[min(d.root, len(d.path)):] {
		part /= float64(b.n)
		share += part * float64(b.tried)
	}
	return share
}

// covered takes the sequences that wait in the wakeup tree for the alternatives that are left.
func (d *DPOR) covered() float64 {
	share, part := 0.0, 1.0
	for i := d.root; i < len(d.nodes); i++ {
		n := &d.nodes[i]
		var done, all int
		if len(n.queued) > 0 {
			for _, queued := range n.queued {
				if queued {
					all++
				}
			}
			done = all - len(n.tree)
			if i+1 < len(d.nodes) { // one of them is under way
				done--
			}
		} else {
			end := len(d.asleep)
			if i+1 < len(d.nodes) {
				end = int(d.nodes[i+1].pool)
				all++
			}
			done = end - int(n.pool)
			all += done + len(n.tree)
		}
		part /= float64(max(all, 1))
		share += part * float64(done)
	}
	return share
}

// covered is that of the work items; those of one bound have about equally many executions.
func (c *ICB) covered() float64 {
	left := 0
	for _, o := range c.work {
		left += len(o.departs)
	}
	if c.begun+left == 0 { // the first execution, and those that depart from it for nothing
		return 0
	}
	return float64(c.begun-1) / float64(c.begun+left)
}

func (b *BPOR) covered() float64 {
	done := b.counts[b.level]
	return float64(done) / float64(done+len(b.queue[b.level])+1)
}
