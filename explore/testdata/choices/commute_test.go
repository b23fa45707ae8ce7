package choices

import (
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Each of these loops looks as if its iterations commuted, and they do not: by names for the same memory, by a panic, or by what a call does.

type node struct {
	n    int
	ok   bool
	next *node
}

func fiveAndTwenty() map[int]int { return map[int]int{1: 5, 2: 20} }

func TestNameOfAVariable(t *testing.T) {
	total := 0
	p := &total
	for _, v := range fiveAndTwenty() {
		if *p > 10 {
			continue
		}
		total += v
	}
	if total == 20 {
		t.Fatal() // want failure
	}
}

func TestNameOfASlice(t *testing.T) {
	a := []int{0}
	b := a
	for _, v := range fiveAndTwenty() {
		if b[0] > 10 {
			continue
		}
		a[0] += v
	}
	if a[0] == 20 {
		t.Fatal() // want failure
	}
}

func TestNameOfAnArray(t *testing.T) {
	a := [2]int{}
	s := a[:]
	for _, v := range fiveAndTwenty() {
		if s[0] > 10 {
			continue
		}
		a[0] += v
	}
	if a[0] == 20 {
		t.Fatal() // want failure
	}
}

func TestWholeStruct(t *testing.T) {
	s := node{}
	p := &s
	for _, v := range fiveAndTwenty() {
		if *p == (node{n: 20}) {
			continue
		}
		p.n += v
	}
	if s.n == 20 {
		t.Fatal() // want failure
	}
}

type other struct {
	n    int
	ok   bool
	next *node
}

func TestOtherTypeOfStruct(t *testing.T) {
	s := &node{}
	q := (*other)(s)
	for _, v := range fiveAndTwenty() {
		if q.n > 10 {
			continue
		}
		s.n += v
	}
	if s.n == 20 {
		t.Fatal() // want failure
	}
}

type box[T any] struct{ n T }

func addTo[T any](a *box[int], b *box[T], m map[int]int) {
	for _, v := range m {
		if any(b.n).(int) > 10 {
			continue
		}
		a.n += v
	}
}

func TestTypeParameter(t *testing.T) {
	b := &box[int]{}
	if addTo(b, b, fiveAndTwenty()); b.n == 20 {
		t.Fatal() // want failure
	}
}

func TestTwoWaysToChange(t *testing.T) {
	a := []int{1}
	b := a
	for k, v := range fiveAndTwenty() {
		if k == 1 {
			a[0] += v
		} else {
			b[0] *= v
		}
	}
	if a[0] == 25 {
		t.Fatal() // want failure
	}
}

func TestTwoConstantsInOneMap(t *testing.T) {
	a := map[string]int{}
	b := a
	for k := range fiveAndTwenty() {
		if k == 1 {
			a["x"] = 1
		} else {
			b["x"] = 2
		}
	}
	if a["x"] == 1 {
		t.Fatal() // want failure
	}
}

func TestOwnKeyOfOthers(t *testing.T) {
	a := map[int]int{}
	most := 0
	for k := range fiveAndTwenty() {
		if a[k] > most {
			most = a[k]
		}
		a[2]++
	}
	if most == 1 {
		t.Fatal() // want failure
	}
}

func TestOtherKeyOfOwn(t *testing.T) {
	a := map[int]int{}
	ones := 0
	for k := range fiveAndTwenty() {
		a[k] = 1
		ones += a[2]
	}
	if ones == 1 {
		t.Fatal() // want failure
	}
}

func TestConstantInTheMapItself(t *testing.T) {
	m := fiveAndTwenty()
	same := m
	sum := 0
	for _, v := range m {
		sum += v
		same[2] = 0
	}
	if sum == 5 {
		t.Fatal() // want failure
	}
}

func TestKeyIsAssigned(t *testing.T) {
	a := map[int]int{}
	for k := range fiveAndTwenty() {
		k, v := k+1, k
		k = 7
		a[k] = v
	}
	if a[7] == 1 {
		t.Fatal() // want failure
	}
}

func TestKeyIsAssignedInALoop(t *testing.T) {
	a := map[int]int{}
	for k, v := range fiveAndTwenty() {
		for i := 0; i < 2; i++ {
			a[k] = v
			k = 7
		}
	}
	if a[7] == 5 {
		t.Fatal() // want failure
	}
}

func TestOtherSliceOfThatName(t *testing.T) {
	buf := make([]int, 1)
	list := []int{}
	for k := range fiveAndTwenty() {
		list := buf[:0]
		list = append(list, k)
	}
	strings.Join(nil, "")
	if buf[0] == 1 {
		t.Fatal() // want failure
	}
	_ = list
}

func TestFunctionOfAFunction(t *testing.T) {
	last, n := 'x', 0
	f := func(r rune) rune { last = r; return r }
	for _, v := range map[int]string{1: "a", 2: "b"} {
		n += len(strings.Map(f, v))
	}
	if last == 'a' {
		t.Fatal() // want failure
	}
}

func TestFunctionThatAppends(t *testing.T) {
	buf, n := make([]byte, 0, 1), 0
	for k := range map[int64]bool{1: true, 2: true} {
		n += len(strconv.AppendInt(buf, k, 10))
	}
	if buf[:1][0] == '1' {
		t.Fatal() // want failure
	}
}

type entry struct {
	last *int
	k    int
}

func (e entry) String() string { *e.last = e.k; return "" }

func TestLogCallsAMethod(t *testing.T) {
	last := 0
	for k := range fiveAndTwenty() {
		t.Log(entry{&last, k})
	}
	if last == 1 {
		panic("1 was last") // want panic
	}
}

func TestRangeAgainstStores(t *testing.T) {
	var m sync.Map
	m.Store(1, false)
	m.Store(2, false)
	var wg sync.WaitGroup
	wg.Go(func() { m.Store(2, true); m.Store(1, true) })
	one, two := false, false
	m.Range(func(k, v any) bool {
		if v.(bool) {
			one = one || k == 1
			two = two || k == 2
		}
		return true
	})
	if wg.Wait(); one && !two {
		t.Fatal() // want failure
	}
}

// What may panic ends a loop in another way than by return.

func TestNilOrFound(t *testing.T) {
	for _, p := range map[int]*node{1: {ok: true}, 2: nil} {
		if p.ok { // want panic
			return
		}
	}
}

func TestNoneIsNil(t *testing.T) {
	for _, p := range map[int]*node{1: {}, 2: {}, 3: {ok: true}, 4: {}, 5: {}, 6: {}} {
		if p.ok {
			return
		}
	}
	t.Fatal()
}

func TestNextIsNil(t *testing.T) {
	for _, p := range map[int]*node{1: {ok: true, next: &node{ok: true}}, 2: {}} {
		if p = p.next; p.ok { // want panic
			return
		}
	}
}

func TestZeroOrFound(t *testing.T) {
	for _, d := range map[int]int{1: 1, 2: 0} {
		if 10/d > 3 { // want panic
			return
		}
	}
}

func TestUnhashableOrFound(t *testing.T) {
	for _, v := range map[int]any{1: 1, 2: []int{}} {
		if v == any(1) || v == v { // want panic
			return
		}
	}
}

func TestNilIsNotAsked(t *testing.T) {
	found := false
	for _, p := range map[int]*node{1: {ok: true}, 2: nil} {
		found = found || p.ok // want panic
	}
}

func TestForeverOrFound(t *testing.T) {
	for k := range map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true} { // sampled
		for i := 0; i != k; i++ {
		}
		if k == 2 {
			return
		}
	}
}

// Where the panic is recovered, what was done before it shows. That is not looked for.
func TestRecovered(t *testing.T) {
	n := 0
	func() {
		defer func() { recover() }()
		for _, p := range map[int]*node{1: {ok: true}, 2: nil} { // sampled
			n += p.n
		}
	}()
}

func TestNotLeftByAPanic(t *testing.T) {
	n := 0
	for _, p := range map[int]*node{1: {n: 1}, 2: {n: 2}, 3: {n: 4}, 4: {n: 8}, 5: {n: 16}} {
		n += p.n
	}
	for k, p := range map[int]*node{1: {n: 1}, 2: nil} {
		if k == 1 {
			n += p.n
		}
	}
	if n != 32 {
		t.Error()
	}
}

func TestBlank(t *testing.T) {
	seen, blank := 0, 0
	for _, v := range fiveAndTwenty() {
		if v > blank {
			_ = v
		}
		if seen == 0 {
			seen = v
		}
	}
	if seen == 20 {
		t.Fatal() // want failure
	}
}
