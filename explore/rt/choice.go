package rt

import (
	"cmp"
	mathbits "math/bits"
	"math/rand/v2"
	"slices"
)

// Random values are choices of the strategy. Where there are few, all are tried, else some: at the ends of the range, and
// samples. How often a goroutine may choose is limited, as there are executions for all combinations; it counts its own
// choices, so that what one may choose does not depend on others.

const (
	maxChoices = 4  // the number of values up to which all are tried
	maxFull    = 24 // how often a goroutine may choose among all values,
	maxSampled = 4  // and how often among some, of which one that the test has started takes another than the first once
)

// A sampling says of what not all values or orders have been tried.
type sampling struct {
	of, name string // of a value: what it is of, and the function
	site     Site   // of an order
}

// noteSampled notes that not all values or orders are tried.
func (s *Scheduler) noteSampled(what sampling) {
	if !slices.Contains(s.sampled, what) {
		s.sampled = append(s.sampled, what)
	}
}

// A Sampling says of what not all values, or orders, have been tried: of the values of a function, or of the orders of the map
// at a site.
type Sampling struct {
	Function string // "" for a map
	Map      Site
}

// samplings lists them in a fixed order.
func (s *Scheduler) samplings() (out []Sampling) {
	for _, w := range s.sampled {
		out = append(out, Sampling{w.of + w.name, w.site})
	}
	slices.SortFunc(out, func(a, b Sampling) int {
		return cmp.Or(cmp.Compare(a.Function, b.Function), cmp.Compare(a.Map, b.Map))
	})
	return out
}

// A draw is a random value that a goroutine is about to get.
type draw struct {
	s    *Scheduler
	g    *G
	site Site // 0 if that is not known
	what sampling
	n    uint64 // number of the draw
}

// drawn begins a draw of what function name, of a package or type, returns. It reports false if the value is not ours to
// give.
func drawn(site Site, of, name string) (d draw, ok bool) {
	s, g := enter()
	if g == nil || g.dying {
		return d, false
	}
	g.spin.wrote = true
	s.disturb()
	g.draws++
	return draw{s, g, site, sampling{of: of, name: name}, s.path(g.id)<<24 + uint64(g.draws)}, true
}

// bits are 64 bits of the generator, the k-th of the draw. They are the same in every execution and process: what one goroutine
// draws does not depend on others.
func (d *draw) bits(k int) uint64 {
	return splitmix(splitmix(d.n+d.s.cfg.Samples<<32) + uint64(k))
}

// pick lets the strategy choose among n alternatives, of which all is true if they are all that there are. The first one is for
// goroutines that have chosen often.
func (d *draw) pick(n int, all bool) int {
	if n <= 1 {
		return 0
	}
	if !all {
		d.s.noteSampled(d.what)
	}
	spent, limit := &d.g.sampled, int32(maxSampled)
	if all {
		spent, limit = &d.g.chosen, maxFull
	}
	if *spent >= limit || !all && d.g.strayed {
		d.s.noteSampled(d.what)
		return 0
	}
	*spent++
	if d.site != 0 {
		d.g.op.site = d.site
	}
	k := d.s.choose(d.g, n, false)
	// Where five goroutines wait for a random time before each of four attempts, not all combinations can be tried.
	d.g.strayed = d.g.strayed || !all && k > 0 && d.g.id != Main
	return k
}

// below returns a number in [0, n), with n > 0. A sample is the first alternative: it is what loops get that draw on and on.
func (d *draw) below(n uint64) uint64 {
	sample, _ := mathbits.Mul64(d.bits(0), n)
	switch {
	case n == 1:
		return 0
	case n <= maxChoices:
		return (sample + uint64(d.pick(int(n), true))) % n
	}
	inner := n - 3 // numbers that are none of the ends
	sample %= inner
	other := (sample + 1 + d.bits(1)%max(inner-1, 1)) % inner
	return [...]uint64{2 + sample, 0, n - 1, 1, 2 + other}[d.pick(5, false)]
}

// number returns any number of so many bits. Such numbers serve to tell things from others: none is tried twice.
func (d *draw) number(width int) uint64 {
	sample, near := d.bits(0)>>(64-width), d.bits(1)>>48
	return [...]uint64{sample, near, 1<<width - 1 - near, sample ^ 1}[d.pick(4, false)]
}

// unit returns a number in [0, 1) that is a multiple of 1/n, with n a power of two.
func (d *draw) unit(n uint64) float64 {
	sample := d.bits(0) % n
	return float64([...]uint64{sample, 0, n - 1, sample ^ n>>1}[d.pick(4, false)]) / float64(n)
}

// wideBytes is the same for bytes.
const wideBytes = 8

// fill fills b.
func (d *draw) fill(b []byte) {
	d.stream(b, 0)
	switch {
	case len(b) == 0:
	case len(b) < wideBytes:
		switch k := d.pick(4, false); k {
		case 1, 2:
			for i := range b {
				b[i] = byte(1 - k) // 0 or 255
			}
		case 3:
			d.stream(b, 1)
		}
	default:
		if k := d.pick(3, false); k > 0 {
			b[0] = byte(1 - k)
		}
	}
}

// stream fills b from the generator; variants differ.
func (d *draw) stream(b []byte, variant int) {
	x := d.bits(variant)
	for i := range b {
		if i%8 == 0 {
			x = splitmix(x)
		}
		b[i] = byte(x >> (i % 8 * 8))
	}
}

// The orders that are tried of more things than maxChoices.
const (
	forwards = iota
	backwards
	rotated
	shuffled
	numOrders
)

// sampledOrder returns an order of n things, by their numbers.
func (d *draw) sampledOrder(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	switch d.pick(numOrders, false) {
	case backwards:
		slices.Reverse(order)
	case rotated:
		for i := range order {
			order[i] = (i + n/2) % n
		}
	case shuffled:
		for i := n - 1; i > 0; i-- {
			j := d.bits(i) % uint64(i+1)
			order[i], order[j] = order[j], order[i]
		}
	}
	return order
}

// permutation returns any order of n things, if there are few, else one that is sampled.
func (d *draw) permutation(n int) []int {
	if n > maxChoices {
		return d.sampledOrder(n)
	}
	left, order := make([]int, n), make([]int, 0, n)
	for i := range left {
		left[i] = i
	}
	for len(left) > 0 {
		k := d.pick(len(left), true)
		order = append(order, left[k])
		left = slices.Delete(left, k, k+1)
	}
	return order
}

// shuffle is rand.Shuffle: as there, each thing is swapped with one before it or itself, the last one first.
func (d *draw) shuffle(n int, swap func(i, j int)) {
	var order []int
	if n > maxChoices {
		order = d.sampledOrder(n)
	}
	at, where := make([]int, n), make([]int, n) // what is in a place, and where it is
	for i := range at {
		at[i], where[i] = i, i
	}
	for i := n - 1; i > 0; i-- {
		j := i
		if order != nil {
			j = where[order[i]]
		} else {
			j = d.pick(i+1, true)
		}
		swap(i, j)
		at[i], at[j] = at[j], at[i]
		where[at[i]], where[at[j]] = i, j
	}
}

// samples is how many values are tried where there is nothing to say of their range.
const samples = 3

// sample is a generator of one of the values that are tried.
func (d *draw) sample() *rand.Rand {
	return rand.New(rand.NewPCG(d.bits(d.pick(samples, false)), 0))
}

// splitmix is the output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
func splitmix(x uint64) uint64 {
	x *= 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
