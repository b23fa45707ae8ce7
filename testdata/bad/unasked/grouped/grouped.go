// Package grouped has no annotations. Goroutines put into maps and slices of a function, under a lock of it, what they write again under the lock.
package grouped

import (
	"sort"
	"strings"
	"sync"
)

// ByLength appends to the slices in a map. The function sorts them when it has waited.
func ByLength(words []string) map[int][]string {
	var mu sync.Mutex
	var wg sync.WaitGroup
	groups := map[int][]string{}
	for _, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			groups[len(w)] = append(groups[len(w)], w)
		}()
	}
	wg.Wait()
	for _, g := range groups {
		sort.Strings(g)
	}
	return groups
}

type stat struct{ lines, words int }

func (s *stat) add(line string) {
	s.lines++
	s.words += len(strings.Fields(line))
}

// Count changes the objects in a map.
func Count(names []string) map[string]*stat {
	var (
		mu    sync.Mutex
		wg    sync.WaitGroup
		stats = make(map[string]*stat)
	)
	for _, name := range names {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			s, ok := stats[name]
			if !ok {
				s = &stat{}
				stats[name] = s
			}
			s.add(name)
		}()
	}
	wg.Wait()
	for _, s := range stats {
		s.words = 0
	}
	return stats
}

// Buckets appends to the slices in a slice.
func Buckets(xs []int, n int) [][]int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	buckets := make([][]int, n)
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			buckets[x%n] = append(buckets[x%n], x)
			mu.Unlock()
		}()
	}
	wg.Wait()
	for _, b := range buckets {
		sort.Ints(b)
	}
	return buckets
}

// Pairs has a map of maps.
func Pairs(words []string) map[string]map[string]int {
	pairs := make(map[string]map[string]int)
	var mu sync.RWMutex
	var wg sync.WaitGroup
	for i, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			m := pairs[w]
			if m == nil {
				m = make(map[string]int)
				pairs[w] = m
			}
			m[words[(i+1)%len(words)]]++
		}()
	}
	wg.Wait()
	for _, m := range pairs {
		delete(m, "")
	}
	return pairs
}

func Unlocked(words []string) map[string]*stat {
	var mu sync.Mutex
	var wg sync.WaitGroup
	stats := map[string]*stat{"": {}}
	for _, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			s := stats[w]
			if s == nil {
				s = &stat{}
				stats[w] = s
			}
			mu.Unlock()
			s.lines++ // failed
		}()
	}
	wg.Wait()
	return stats
}

func Early(words []string) map[string][]string {
	var mu sync.Mutex
	var wg sync.WaitGroup
	groups := map[string][]string{}
	for _, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			groups[w] = append(groups[w], w)
			mu.Unlock()
		}()
	}
	mu.Lock()
	g := groups["a"]
	mu.Unlock()
	if len(g) > 0 {
		g[0] = "b" // failed
	}
	wg.Wait()
	return groups
}

// Stale uses what it has found in the map when it has said that it is done.
func Stale(words []string) map[string]*stat {
	var mu sync.Mutex
	var wg sync.WaitGroup
	stats := map[string]*stat{"": {}}
	for _, w := range words {
		wg.Add(1)
		go func() {
			mu.Lock()
			s := stats[w]
			if s == nil {
				s = &stat{}
				stats[w] = s
			}
			s.lines++
			mu.Unlock()
			wg.Done()
			s.words++ // failed
		}()
	}
	wg.Wait()
	for _, s := range stats {
		s.words++
	}
	return stats
}

// Unawaited starts one goroutine more than it waits for.
func Unawaited(words []string) int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	stats := map[string]*stat{"": {}}
	for _, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			if s := stats[w]; s != nil {
				s.lines++
			} else {
				stats[w] = &stat{}
			}
		}()
	}
	go func() {
		mu.Lock()
		defer mu.Unlock()
		if s := stats[""]; s != nil {
			s.lines++
		}
	}()
	wg.Wait()
	if s := stats["a"]; s != nil { // failed
		return s.lines
	}
	return 0
}

func (s *stat) print() { println(s.lines) }

// Sent has another goroutine use an object of the map.
func Sent(words []string) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	stats := map[string]*stat{"": {}}
	for _, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			s := stats[w]
			if s == nil {
				s = &stat{}
				stats[w] = s
			}
			s.lines++
			go s.print() // failed
		}()
	}
	wg.Wait()
}

// Given puts slices into the map that others have, too.
func Given(all [][]string) map[string][]string {
	var mu sync.Mutex
	var wg sync.WaitGroup
	groups := map[string][]string{}
	for _, words := range all {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			groups["a"] = words // failed
			groups["b"] = append(groups["b"], "b")
		}()
	}
	wg.Wait()
	return groups
}

// Two has two maps with a lock each, and one object in both.
func Two(words []string) int {
	var mu, nu sync.Mutex
	var wg sync.WaitGroup
	a, b := map[string]*stat{}, map[string]*stat{}
	for _, w := range words {
		wg.Add(2)
		go func() {
			defer wg.Done()
			s := &stat{}
			mu.Lock()
			a[w] = s
			mu.Unlock()
			nu.Lock()
			b[w] = s // failed
			nu.Unlock()
		}()
		go func() {
			defer wg.Done()
			mu.Lock()
			if s := a[w]; s != nil {
				s.lines++
			}
			mu.Unlock()
			nu.Lock()
			if s := b[w]; s != nil {
				s.lines++
			}
			nu.Unlock()
		}()
	}
	wg.Wait()
	return len(a) + len(b)
}

type box struct {
	mu   sync.Mutex
	last *stat
}

func (b *box) add() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last == nil {
		b.last = &stat{}
	}
	b.last.lines++
}

// Kept leaves an object of the map to an object with a lock of its own.
func Kept(words []string, b *box) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	stats := map[string]*stat{"": {}}
	for _, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			if s := stats[w]; s != nil {
				s.lines++
			} else {
				stats[w] = &stat{}
			}
			mu.Unlock()
		}()
	}
	mu.Lock()
	b.mu.Lock()
	b.last = stats[""] // failed
	b.mu.Unlock()
	mu.Unlock()
	wg.Wait()
}

// Again starts a goroutine again that has the map, and uses what is in it without the lock.
func Again(words []string) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	stats := map[string]*stat{"": {}}
	for _, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			stats[w] = &stat{}
		}()
	}
	wg.Wait()
	s := stats[""]
	wg.Add(1)
	go func() {
		defer wg.Done()
		mu.Lock()
		defer mu.Unlock()
		if s := stats[""]; s != nil {
			s.lines++
		}
	}()
	if s != nil {
		s.lines++ // failed
	}
	wg.Wait()
}
