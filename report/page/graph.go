package page

import "slices"

// A stretch is a part of a goroutine's lane, from a row to a later one.
type stretch struct {
	Lane, From, To int
	Waits          bool
}

// stretches divides the lanes of a view. A lane goes from where its goroutine starts to its last step. Where the goroutine
// waits it is broken: from a step to the one that ends the wait, and to the end if nothing does.
func stretches(v *view) []stretch {
	var out []stretch
	own := make([][]int, len(v.Lanes)) // the rows of each lane
	for i, r := range v.Rows {
		own[r.Lane] = append(own[r.Lane], i)
	}
	links := make([][]link, len(v.Lanes)) // that start a lane's goroutine or end a wait of it
	for _, l := range v.Links {
		switch {
		case l.Kind == "start":
			links[l.To] = append(links[l.To], l)
		case l.Kind == "order" && l.From > l.To:
			k := v.Rows[l.To].Lane
			links[k] = append(links[k], l)
		}
	}
	for lane := range v.Lanes {
		out = append(out, v.lane(lane, own[lane], links[lane])...)
	}
	return out
}

// lane divides one lane, whose rows and links these are.
func (v *view) lane(lane int, own []int, links []link) (out []stretch) {
	first, last := -1, -1
	if len(own) > 0 {
		first, last = own[0], own[len(own)-1]
		if v.Before > 0 { // it may have been there before
			first = 0
		}
	}
	var waits [][2]int
	for _, l := range links {
		if l.Kind == "start" {
			first, last = l.From, max(last, l.From)
		} else {
			waits = append(waits, [2]int{l.To, l.From})
			last = max(last, l.From)
		}
	}
	if first < 0 {
		return nil
	}
	if n := len(own); n > 0 && v.Rows[own[n-1]].Class == "stuck" {
		from := first
		if n > 1 {
			from = own[n-2]
		}
		waits = append(waits, [2]int{from, own[n-1]})
	}
	slices.SortFunc(waits, func(a, b [2]int) int { return a[0] - b[0] })
	at := first
	to := func(row int, broken bool) {
		if row > at {
			out = append(out, stretch{lane, at, row, broken})
			at = row
		}
	}
	for _, w := range waits {
		to(w[0], false)
		to(w[1], true)
	}
	to(last, false)
	return out
}
