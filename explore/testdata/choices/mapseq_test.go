package choices

import (
	"maps"
	"slices"
	"sync"
	"testing"
)

func TestMapsKeys(t *testing.T) {
	for k := range maps.Keys(few()) {
		if k == 3 {
			t.Fatal() // want failure
		}
		break
	}
}

func TestMapsValues(t *testing.T) {
	if list := slices.Collect(maps.Values(few())); list[0] == "b" {
		t.Fatal() // want failure
	}
}

func TestMapsAll(t *testing.T) {
	last := 0
	for k := range maps.All(few()) {
		last = k
	}
	if last == 1 {
		t.Fatal() // want failure
	}
}

func TestMapsDeleteFunc(t *testing.T) {
	n := 0
	m := few()
	maps.DeleteFunc(m, func(k int, v string) bool {
		n++
		return n == 1
	})
	if _, ok := m[2]; !ok {
		t.Fatal() // want failure
	}
}

func TestMapsUnseen(t *testing.T) {
	m := many()
	sum := 0
	for k := range maps.Keys(m) {
		sum += k
	}
	for _, v := range maps.All(m) {
		sum += len(v)
	}
	for v := range maps.Values(m) {
		sum += len(v)
	}
	keys := slices.Collect(maps.Keys(m))
	slices.Sort(keys)
	if sum != 33 || !slices.Equal(keys, slices.Sorted(maps.Keys(m))) {
		t.Error(sum, keys)
	}
}

func TestMapsSeen(t *testing.T) {
	m := many()
	keys := slices.Collect(maps.Keys(m)) // sampled
	keys = keys[1:]
	slices.Sort(keys)
	for v := range maps.Values(m) { // sampled
		keys = append(keys, len(v))
	}
	if len(keys) != 11 {
		t.Error()
	}
}

func fewInSync() *sync.Map {
	var m sync.Map
	for k, v := range []string{"a", "b", "c"} {
		m.Store(k, v)
	}
	return &m
}

func TestSyncMapRange(t *testing.T) {
	fewInSync().Range(func(k, v any) bool {
		if k == 2 {
			t.Error() // want failure
		}
		return false
	})
}

func TestSyncMapRangeOfManyKeys(t *testing.T) {
	n := 0
	m := fewInSync()
	m.Store(3, "d")
	m.Store(4, "e")
	m.Range(func(k, v any) bool { // sampled
		n++
		return true
	})
	if n != 5 {
		t.Error(n)
	}
}
