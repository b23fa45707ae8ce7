package strategy

// This file divides the work of DFS: it gives away the alternatives of the first decision that has any left. A decision
// is known by the alternative taken, whatever that is.

// Resume makes a new DFS run a task.
func (d *DFS) Resume(t Task, e Exchange) {
	d.exchange, d.root = e, len(t.Path)
	for _, b := range t.Path {
		d.path = append(d.path, branch{first: int(^b.Decision), n: 1})
	}
}

// share gives work away if it is wanted.
func (d *DFS) share() {
	if d.exchange == nil || !d.exchange.Wanted() {
		return
	}
	for i := d.root; i < len(d.path); i++ {
		if b := d.path[i]; b.tried+1 < b.n {
			branches := d.branches(i)
			d.root = i + 1
			d.exchange.Give(branches)
			return
		}
	}
}

// branches describes the decisions from the root to the given one.
func (d *DFS) branches(last int) []Branch {
	var out []Branch
	for _, b := range d.path[d.root : last+1] {
		out = append(out, Branch{Decision: ^int32(b.taken()), Of: int32(b.n), Tried: b.before()})
	}
	return out
}

// before lists the alternatives before the one taken.
func (b branch) before() []int32 {
	var list []int32
	taken := b.tried
	for b.tried = 0; b.tried < taken; b.tried++ {
		list = append(list, int32(b.taken()))
	}
	return list
}

// Rest gives up all that is left: the last decision has not been taken yet.
func (d *DFS) Rest() []Branch {
	branches := d.branches(len(d.path) - 1)
	branches[len(branches)-1].Decision = nowhere
	return branches
}

// Err returns why the task cannot be run.
func (d *DFS) Err() error { return d.err }
