package iterators

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
)

// A Tally counts words.
type Tally struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	counts map[string]int
	//calvin:guarded_by mu
	totals []int
}

// NewTally returns a tally of no words.
func NewTally() *Tally { return &Tally{counts: map[string]int{}} }

// Add counts the words of a text, under the lock by word.
func (t *Tally) Add(text string) {
	for word := range strings.FieldsSeq(text) {
		t.mu.Lock()
		if t.counts != nil {
			t.counts[word]++
		}
		t.mu.Unlock()
	}
}

// Words returns the words in order.
func (t *Tally) Words() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Sorted(maps.Keys(t.counts))
}

// Largest returns numbers of words, the largest first and no more than n.
func (t *Tally) Largest(n int) []int {
	t.mu.Lock()
	all := slices.SortedFunc(maps.Values(t.counts), func(a, b int) int { return cmp.Compare(b, a) })
	t.mu.Unlock()
	if 0 <= n && n < len(all) {
		all[n] = 0
		all = all[:n]
	}
	return all
}

// Sum keeps the numbers of words, and adds them up.
func (t *Tally) Sum() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.totals = slices.Collect(maps.Values(t.counts))
	sum := 0
	for i, n := range slices.All(t.totals) {
		t.totals[i] = 0
		sum += n
	}
	for n := range slices.Values(t.totals) {
		sum += n
	}
	return sum
}

// Find looks for a word that stands for a number, and leaves the loop with the lock.
func (t *Tally) Find(n int) string {
	t.mu.Lock()
	for word, m := range maps.All(t.counts) {
		if m == n {
			t.mu.Unlock()
			return word
		}
	}
	t.mu.Unlock()
	return ""
}

// Last returns the last total that is not zero.
func (t *Tally) Last() (i, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, n := range slices.Backward(t.totals) {
		if n != 0 {
			return i, t.totals[i]
		}
	}
	return -1, 0
}
