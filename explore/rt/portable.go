package rt

// portable translates decisions into the numbers that the goroutines have in the first execution of an exploration,
// which are given in the order of their creation: so another process can replay them.
func (s *Scheduler) portable(decisions []int32) []int32 {
	out := make([]int32, len(decisions))
	for i, d := range decisions {
		out[i] = d
		if d >= 0 && GID(d) != Clock && int(d) < len(s.byID) && s.byID[d] != nil {
			out[i] = int32(Main) + s.byID[d].slot
		}
	}
	return out
}

// numberOf is the number of g in a replay by another process.
func (s *Scheduler) numberOf(g GID) int {
	if g == Clock || int(g) >= len(s.byID) || s.byID[g] == nil {
		return int(g)
	}
	return int(Main) + int(s.byID[g].slot)
}

// name is the number of g in messages, the same as in a replay.
func (g *G) name() int { return int(Main) + int(g.slot) }
