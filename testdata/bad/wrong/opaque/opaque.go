// Package opaque looks in one lock region and acts in the next, with what it has seen passed through something of which only the
// sort of the result is known.
package opaque

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	k int64
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	s string
	//calvin:guarded_by mu
	f float64
	//calvin:guarded_by mu
	list []int
	//calvin:guarded_by mu
	byName map[string]int
	//calvin:immutable
	table [8]int
	//calvin:guarded_by mu
	raw [8]byte
}

//calvin:atomic
func (c *T) Truncated(n int64) {
	c.mu.Lock()
	v := int64(time.Duration(c.k).Truncate(time.Duration(n)))
	c.mu.Unlock()
	c.mu.Lock()
	c.k = v // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Upper() {
	c.mu.Lock()
	v := strings.ToUpper(c.s)
	c.mu.Unlock()
	c.mu.Lock()
	c.s = v // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) UpperLater() {
	c.mu.Lock()
	v := c.s
	c.mu.Unlock()
	w := strings.ToUpper(v)
	c.mu.Lock()
	c.s = w // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Sine() {
	c.mu.Lock()
	v := math.Sin(c.f)
	c.mu.Unlock()
	c.mu.Lock()
	c.f = v // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Half() {
	c.mu.Lock()
	v := c.f / 2
	c.mu.Unlock()
	c.mu.Lock()
	c.f = v // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Trim() int {
	c.mu.Lock()
	v := strings.TrimSpace(c.s)
	c.mu.Unlock()
	c.mu.Lock()
	c.s = "x" // failed
	c.mu.Unlock()
	return len(v)
}

//calvin:atomic
func (c *T) Text() {
	c.mu.Lock()
	v := strconv.Itoa(c.n)
	c.mu.Unlock()
	c.mu.Lock()
	c.s = v // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Parse() {
	c.mu.Lock()
	v, err := strconv.Atoi(c.s)
	c.mu.Unlock()
	c.mu.Lock()
	if err == nil {
		c.n = v // failed
	}
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Decided() {
	c.mu.Lock()
	there := strings.Contains(c.s, "x")
	c.mu.Unlock()
	if there {
		c.mu.Lock()
		c.n++ // failed
		c.mu.Unlock()
	}
}

//calvin:atomic
func (c *T) Looked() {
	c.mu.Lock()
	v := c.table[c.n&7]
	c.mu.Unlock()
	c.mu.Lock()
	c.n = v // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Cloned() {
	c.mu.Lock()
	v := slices.Clone(c.list)
	c.mu.Unlock()
	if len(v) > 0 {
		c.mu.Lock()
		c.n = v[0] // failed
		c.mu.Unlock()
	}
}

//calvin:atomic
func (c *T) Largest() {
	c.mu.Lock()
	v := 0
	if len(c.list) > 0 {
		v = slices.Max(c.list)
	}
	c.mu.Unlock()
	c.mu.Lock()
	c.n = v // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Found(x int) {
	c.mu.Lock()
	i := slices.Index(c.list, x)
	c.mu.Unlock()
	c.mu.Lock()
	c.n = i // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) FoundBy(list []int) {
	c.mu.Lock()
	n := c.n
	c.mu.Unlock()
	i := slices.IndexFunc([]int{1, 2, 3}, func(x int) bool { return x == n })
	c.mu.Lock()
	c.n = i // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) FoundInside() {
	i := slices.IndexFunc([]int{1, 2, 3}, func(x int) bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return x == c.n
	})
	c.mu.Lock()
	c.n = i // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Collected() {
	c.mu.Lock()
	names := slices.Sorted(maps.Keys(c.byName))
	c.mu.Unlock()
	c.mu.Lock()
	c.n = len(names) // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Built() {
	var b strings.Builder
	c.mu.Lock()
	b.WriteString(c.s)
	c.mu.Unlock()
	c.mu.Lock()
	c.s = b.String() // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Printed() {
	c.mu.Lock()
	v := fmt.Sprint(c.n)
	c.mu.Unlock()
	c.mu.Lock()
	c.s = v // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Bytes() {
	c.mu.Lock()
	v := []byte(c.s)
	c.mu.Unlock()
	if len(v) > 0 {
		c.mu.Lock()
		c.n = int(v[0]) // failed
		c.mu.Unlock()
	}
}

//calvin:atomic
func (c *T) Converted() {
	c.mu.Lock()
	v := int64(c.f)
	c.mu.Unlock()
	c.mu.Lock()
	c.k = v // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Compared() {
	c.mu.Lock()
	large := c.f > 1
	c.mu.Unlock()
	c.mu.Lock()
	if large {
		c.k = 0 // failed
	}
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Plain() {
	c.mu.Lock()
	v := c.k
	c.mu.Unlock()
	c.mu.Lock()
	c.k = v // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Number() {
	c.mu.Lock()
	v := binary.BigEndian.Uint32(c.raw[:])
	c.mu.Unlock()
	c.mu.Lock()
	c.n = int(v) // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Encoded() {
	c.mu.Lock()
	v := hex.EncodeToString(c.raw[:])
	c.mu.Unlock()
	c.mu.Lock()
	c.s = v // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Same(other []byte) {
	c.mu.Lock()
	same := bytes.Equal(c.raw[:], other)
	c.mu.Unlock()
	c.mu.Lock()
	if same {
		c.n = 0 // failed
	}
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) FoundUnderLock(list []int) {
	c.mu.Lock()
	i := slices.IndexFunc([]int{1, 2, 3}, func(x int) bool { return x == c.n })
	c.mu.Unlock()
	c.mu.Lock()
	c.n = i // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) FoundNested() {
	c.mu.Lock()
	n := c.n
	c.mu.Unlock()
	same := func(x int) bool { return x == n }
	i := slices.IndexFunc([]int{1, 2, 3}, func(x int) bool { return same(x) })
	c.mu.Lock()
	c.n = i // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) Split() {
	c.mu.Lock()
	parts := strings.SplitSeq(c.s, ",")
	c.mu.Unlock()
	n := 0
	for range parts {
		n++
	}
	c.mu.Lock()
	c.n = n // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) SplitUnderLock() {
	c.mu.Lock()
	n := 0
	for range strings.SplitSeq(c.s, ",") {
		n++
	}
	c.mu.Unlock()
	c.mu.Lock()
	c.n = n // failed
	c.mu.Unlock()
}

//calvin:atomic
func (c *T) BuiltLater() {
	c.mu.Lock()
	v := c.s
	c.mu.Unlock()
	var b strings.Builder
	b.WriteString(v)
	c.mu.Lock()
	c.s = b.String() // failed
	c.mu.Unlock()
}

//calvin:requires local(b)
//calvin:atomic
func (c *T) Written(b *strings.Builder) {
	c.mu.Lock()
	v := c.s
	c.mu.Unlock()
	defer b.WriteString(v)
	c.mu.Lock()
	c.s = "" // failed
	c.mu.Unlock()
}

//calvin:requires local(b)
//calvin:atomic
func (c *T) WrittenFloat(b []float64) {
	c.mu.Lock()
	v := c.f
	c.mu.Unlock()
	c.mu.Lock()
	c.f = 0 // failed
	c.mu.Unlock()
	if len(b) > 0 {
		b[0] = v / 2
	}
}
