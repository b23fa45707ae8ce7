package choices

import (
	"slices"
	"sort"
	"sync"
	"testing"
)

func few() map[int]string { return map[int]string{1: "a", 2: "b", 3: "c"} }

func many() map[int]string { return map[int]string{1: "a", 2: "b", 3: "c", 4: "d", 5: "e", 6: "f"} }

func TestFirstKey(t *testing.T) {
	for k := range few() {
		if k == 3 {
			t.Fatal() // want failure
		}
		break
	}
}

func TestOrderOfKeys(t *testing.T) {
	var keys []int
	for k := range few() {
		keys = append(keys, k)
	}
	if slices.Equal(keys, []int{2, 3, 1}) {
		t.Fatal() // want failure
	}
}

func TestOrderOfKeysIsOneOfSix(t *testing.T) {
	var keys []int
	for k := range few() {
		keys = append(keys, k)
	}
	if slices.Sort(keys); !slices.Equal(keys, []int{1, 2, 3}) {
		t.Fatal()
	}
}

func TestOrderOfManyKeys(t *testing.T) {
	var keys []int
	for k := range many() {
		keys = append(keys, k)
	}
	if keys[0] == 6 {
		t.Fatal() // want failure
	}
}

func TestOrderOfManyKeysIsSampled(t *testing.T) {
	var keys []int
	for k := range many() { // sampled
		keys = append(keys, k)
	}
	if len(keys) != 6 {
		t.Fatal()
	}
}

func TestLastValue(t *testing.T) {
	last := ""
	for _, v := range few() {
		last = v
	}
	if last == "b" {
		t.Error() // want failure
	}
}

func TestAnyOfTheLargest(t *testing.T) {
	m := map[string]int{"a": 1, "b": 2, "c": 2}
	best, largest := "", 0
	for k, n := range m {
		if n > largest {
			largest, best = n, k
		}
	}
	if best == "c" {
		t.Error() // want failure
	}
}

func TestOldVariable(t *testing.T) {
	var k int
	for k = range few() {
	}
	if k == 1 {
		t.Error() // want failure
	}
}

func TestDeletedMeanwhile(t *testing.T) {
	m := few()
	n := 0
	for k := range m {
		n++
		delete(m, 4-k)
	}
	if n == 3 {
		t.Error() // deleting 2 is deleting itself, so what is deleted has been visited or is not visited
	}
	if n == 2 && m[1] == "" {
		t.Error() // want failure
	}
}

func TestAddedMeanwhile(t *testing.T) {
	m := map[int]bool{1: true, 2: true}
	for k := range m { // sampled
		m[k+10] = true
	}
}

func TestLocksInTheOrderOfAMap(t *testing.T) {
	m := map[string]*sync.Mutex{"a": {}, "b": {}}
	all := func() {
		for _, mu := range m {
			mu.Lock() // want deadlock
		}
		for _, mu := range m {
			mu.Unlock()
		}
	}
	var wg sync.WaitGroup
	wg.Go(all)
	wg.Go(all)
	wg.Wait()
}

type item struct {
	n    int
	seen bool
}

func contains(m map[int]string, want string) bool {
	for _, v := range m {
		if v == want {
			return true
		}
	}
	return false
}

func equal(a, b map[int]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		w, ok := b[k]
		if !ok {
			return false
		}
		if v != w {
			return false
		}
	}
	return true
}

// None of these loops shows the order, so none is sampled.
func TestUnseen(t *testing.T) {
	m := many()
	sum, n, most := 0, uint8(0), 0
	found, all := false, true
	lengths, set, upper := map[string]int{}, map[string]bool{}, map[int]string{}
	items := map[int]*item{1: {}, 2: {}, 3: {}, 4: {}, 5: {}}
	for k, v := range m {
		sum += k * len(v)
		n++
		if k > most {
			most = k
		}
		if v == "c" {
			found = true
			continue
		}
		all = all && v != ""
		lengths[v]++
		set[v] = true
		upper[k] = v + v
		for i := range items {
			items[i].n += i
		}
		for _, c := range v {
			if c == 'x' {
				break
			}
		}
		switch {
		case k < 0:
			t.Errorf("%d %s", k, v)
		}
	}
	for _, i := range items {
		i.seen = true
		i.n |= 64
	}
	for k := range m {
		if k%2 == 0 {
			delete(m, k)
		}
	}
	if sum != 21 || n != 6 || most != 6 || !found || !all || len(m) != 3 || !contains(m, "c") || !equal(m, m) {
		t.Error(sum, n, most, found, all, m)
	}
	var keys []string
	for _, v := range many() {
		keys = append(keys, v)
	}
	sort.Strings(keys)
	clash := false
	for k := range many() {
		if k == 3 {
			clash = true
			break
		}
	}
	if !clash || keys[5] != "f" {
		t.Error(keys)
	}
}

// Each of these loops looks much like one of those, and shows the order.
func TestSeen(t *testing.T) {
	m := many()
	x, sum, product := 0.1, 0, 1
	text, last := "", 0
	marks, names := map[string]string{}, map[string]string{}
	for k := range m { // sampled
		x += float64(k) / 3
	}
	for _, v := range m { // sampled
		text += v
	}
	for k := range m { // sampled
		sum += k
		if sum > 7 {
			break
		}
	}
	for k := range m { // sampled
		product += k
		product *= k
	}
	for k := range m { // sampled
		last = k
	}
	for k, v := range m { // sampled
		if v != "" {
			last = k
			break
		}
	}
	for _, v := range m { // sampled
		marks["last"] = v
	}
	for _, v := range m { // sampled
		names[v] = names["a"] + "x"
	}
	seen := false
	for k := range m { // sampled
		if !seen {
			last = last + k
		}
		seen = true
	}
	var keys []int
	for k := range m { // sampled
		keys = append(keys, k)
	}
	keys = keys[1:]
	slices.Sort(keys)
	for k := range m { // sampled
		if k == 2 {
			seen = false
			break
		}
		if k == 3 {
			break
		}
	}
	first := func() int {
		for k := range m { // sampled
			return k
		}
		return 0
	}
	first()
	c := make(chan int, 6)
	for k := range m { // sampled
		c <- k
	}
	for k := range m { // sampled
		delete(m, k/2)
	}
	_, _, _, _ = x, text, last, keys
}
