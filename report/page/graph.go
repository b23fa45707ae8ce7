package page

import (
	"fmt"
	"slices"
)

// The measures of the timeline, in pixels. The style sheet has the height of a row, too.
const (
	rowHeight  = 30
	laneWidth  = 34
	narrowLane = 14 // where there are many
	manyLanes  = 16
	edge       = 10 // left and right of all lanes
	dotSize    = 5
	arrowhead  = 6
)

// A graph is the drawing beside the rows.
type graph struct {
	Width, Height int
	Lane          int // width of a lane
	Edge          int
	Segments      []segment
	Curves        []curve
	Dots          []dot
	Heads         bool // the lanes are wide enough for their names
}

// A segment is a stretch of a lane.
type segment struct {
	X, Top, Bottom int
	Hue            int
	Waits          bool
}

// A curve is a link.
type curve struct {
	From, To   int // rows
	Path, Head string
	Kind       string
	Words      string // what it says, for who points at it
}

// A dot is a step on its lane.
type dot struct {
	X, Y, Size int
	Hue        int
	Class      string
	Row        int
}

func (g *graph) x(lane int) int { return g.Edge + lane*g.Lane + g.Lane/2 }

func y(row int) int { return row*rowHeight + rowHeight/2 }

// draw computes the graph of a view.
func draw(v *view) graph {
	g := graph{Lane: laneWidth, Edge: edge, Heads: true, Height: len(v.Rows) * rowHeight}
	if len(v.Lanes) > manyLanes {
		g.Lane, g.Heads = narrowLane, false
	}
	g.Width = len(v.Lanes)*g.Lane + 2*edge
	for lane := range v.Lanes {
		g.segments(v, lane)
	}
	for _, l := range v.Links {
		g.curve(v, l)
	}
	for i, r := range v.Rows {
		d := dot{g.x(r.Lane), y(i), dotSize, v.Lanes[r.Lane].Hue, r.Class, i}
		if r.Class == "fail" {
			d.Size++
		}
		g.Dots = append(g.Dots, d)
	}
	return g
}

// segments draws a lane, from where its goroutine starts to its last step. Where the goroutine waits it is broken: from a
// step to the one that ends the wait, and to the end if nothing does.
func (g *graph) segments(v *view, lane int) {
	first, last := -1, -1
	var own []int
	for i, r := range v.Rows {
		if r.Lane == lane {
			own = append(own, i)
		}
	}
	if len(own) > 0 {
		first, last = own[0], own[len(own)-1]
		if v.Before > 0 { // it may have been there before
			first = 0
		}
	}
	var waits [][2]int
	for _, l := range v.Links {
		switch {
		case l.Kind == "start" && l.To == lane:
			first, last = l.From, max(last, l.From)
		case l.Kind == "order" && l.From > l.To && v.Rows[l.To].Lane == lane:
			waits = append(waits, [2]int{l.To, l.From})
			last = max(last, l.From)
		}
	}
	if first < 0 {
		return
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
	stretch := func(to int, broken bool) {
		if to > at {
			g.Segments = append(g.Segments, segment{g.x(lane), y(at), y(to), v.Lanes[lane].Hue, broken})
			at = to
		}
	}
	for _, w := range waits {
		stretch(w[0], false)
		stretch(w[1], true)
	}
	stretch(last, false)
}

// curve draws a link: between two rows, or, if it starts a goroutine or ends a wait, straight across its row.
func (g *graph) curve(v *view, l link) {
	c := curve{From: l.From, To: l.To, Kind: l.Kind}
	from := v.Rows[l.From]
	x1, y1 := g.x(from.Lane), y(l.From)
	var x2, y2 int
	switch {
	case l.Kind == "start":
		c.To = -1
		x2, y2 = g.x(l.To), y1
		c.Words = "starts " + v.Lanes[l.To].Title
	case l.Kind == "order" && l.From > l.To:
		x2, y2 = g.x(v.Rows[l.To].Lane), y1
		c.Words = fmt.Sprintf("lets %s go on", v.Lanes[v.Rows[l.To].Lane].Title)
	default:
		x2, y2 = g.x(v.Rows[l.To].Lane), y(l.To)
		c.Words = fmt.Sprintf("step %d comes before step %d", l.From+1, l.To+1)
		switch l.Kind {
		case "race":
			c.Words = "nothing orders these two"
		case "wants":
			c.Words = fmt.Sprintf("waits for what step %d took", l.To+1)
		}
	}
	if x1 == x2 {
		return
	}
	sign := 1
	if x2 < x1 {
		sign = -1
	}
	tip := x2 - sign*dotSize
	start := x1 + sign*dotSize
	middle, end := (start+tip)/2, tip
	if l.Kind != "race" { // which has no direction
		c.Head = fmt.Sprintf("M%d %dl%d -4v8z", tip, y2, -sign*arrowhead)
		end -= sign * arrowhead
	}
	c.Path = fmt.Sprintf("M%d %dC%d %d %d %d %d %d", start, y1, middle, y1, middle, y2, end, y2)
	if y1 == y2 {
		c.Path = fmt.Sprintf("M%d %dH%d", start, y1, end)
	}
	g.Curves = append(g.Curves, c)
}
