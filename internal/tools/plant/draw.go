package main

import (
	"math/rand/v2"
	"slices"
)

// drawn are the plants in an order that the seed gives, one of each kind and module after the other, as long as there are any.
func drawn(all []*plant, seed uint64) []*plant {
	random := rand.New(rand.NewPCG(seed, 0))
	type bucket struct{ kind, module string }
	buckets := map[bucket][]*plant{}
	var order []bucket
	for _, p := range all {
		b := bucket{p.Kind, p.Module}
		if buckets[b] == nil {
			order = append(order, b)
		}
		buckets[b] = append(buckets[b], p)
	}
	for _, b := range order {
		list := buckets[b]
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	var out []*plant
	for len(out) < len(all) {
		for _, b := range order {
			if list := buckets[b]; len(list) > 0 {
				out = append(out, list[0])
				buckets[b] = list[1:]
			}
		}
	}
	return slices.Clip(out)
}
