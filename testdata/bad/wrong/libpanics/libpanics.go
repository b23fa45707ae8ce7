// Package libpanics passes functions of the standard library what they panic for.
package libpanics

import (
	"bytes"
	"cmp"
	"container/list"
	"context"
	"encoding/binary"
	"errors"
	"math/big"
	"math/bits"
	"math/rand"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A failure is an error whose values can be compared, but with a panic.
type failure struct{ cause any }

func (f failure) Error() string { return "failure" }

// A note is no error.
type note struct{ text string }

// A holder has a context.
type holder struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	ctx context.Context
}

// Base has no base 1.
func Base(n int64) string {
	return strconv.FormatInt(n, 1) // failed
}

// Unsigned has no base 37.
func Unsigned(n uint64) string {
	return strconv.FormatUint(n, 37) // failed
}

// Any may be no base.
func Any(n int64, base int) string {
	return strconv.FormatInt(n, base) // failed
}

// Checked checks too little.
func Checked(n int64, base int) string {
	if base < 2 {
		return ""
	}
	return strconv.FormatInt(n, base) // failed
}

// Bits are no size of a float.
func Bits(x float64) string {
	return strconv.FormatFloat(x, 'g', -1, 7) // failed
}

// Precise takes more memory than there are addresses.
func Precise(x float64) string {
	return strconv.FormatFloat(x, 'g', 1<<60, 64) // failed
}

// Negative repeats less than nothing.
func Negative() string {
	return strings.Repeat("x", -1) // failed
}

// Many repeats until the length is no int.
func Many(n int) string {
	if n < 0 {
		return ""
	}
	return strings.Repeat("ab", n) // failed
}

// Line looks at the length alone.
func Line(width int, title string) string {
	return strings.Repeat("-", width-len(title)) // failed
}

// NoContext has none.
func NoContext() {
	_, cancel := context.WithCancel(nil) // failed
	cancel()
}

// NoTimeout has none either.
func NoTimeout(d time.Duration) {
	_, cancel := context.WithTimeout(nil, d) // failed
	cancel()
}

// Field may be nil.
func (h *holder) Field(d time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, cancel := context.WithDeadline(h.ctx, d) // failed
	cancel()
}

// Key is nil.
func Key(ctx context.Context) context.Context {
	return context.WithValue(ctx, nil, 1) // failed
}

// Slice is a key that does not compare.
func Slice(ctx context.Context) context.Context {
	return context.WithValue(ctx, []int{1}, 1) // failed
}

// Without has no context.
func Without() context.Context {
	var ctx context.Context
	return context.WithoutCancel(ctx) // failed
}

// After is called by nobody.
func After(d time.Duration) {
	time.AfterFunc(d, nil) // failed
}

// Target is no pointer.
func Target(err error) bool {
	return errors.As(err, failure{}) // failed
}

// Noted is a pointer to what is no error.
func Noted(err error) bool {
	var n note
	return errors.As(err, &n) // failed
}

// Nowhere is a nil pointer.
func Nowhere(err error) bool {
	var to *error
	return errors.As(err, to) // failed
}

// Same compares what may hold a slice.
func Same(err error) bool {
	return errors.Is(err, failure{[]int{1}}) // failed
}

// Sorted sorts what is no slice.
func Sorted(a [3]int) {
	sort.Slice(a, func(i, j int) bool { return false }) // failed
}

// Divide overflows.
func Divide(hi, lo, y uint64) uint64 {
	q, _ := bits.Div64(hi, lo, y) // failed
	return q
}

// Rest divides by zero.
func Rest(hi, lo, y uint64) uint64 {
	return bits.Rem64(hi, lo, y) // failed
}

// Tick has no period.
func Tick(d time.Duration) *time.Ticker {
	return time.NewTicker(d) // failed
}

// Nowhen has no location.
func Nowhen(t time.Time) time.Time {
	return t.In(nil) // failed
}

// Most has none.
func Most(a []int) int {
	return slices.Max(a) // failed
}

// Remove removes beyond the end.
func Remove(a []int, i int) int {
	if i < 0 {
		return 0
	}
	return len(slices.Delete(a, i, i+1)) // failed
}

// Grow grows by less than nothing.
func Grow(n int) string {
	var b bytes.Buffer
	b.Grow(n) // failed
	return b.String()
}

// Pattern is none.
func Pattern() bool {
	return regexp.MustCompile("(").MatchString("x") // failed
}

// Deferred panics at the end.
func Deferred(n int) {
	defer strings.Repeat("x", n) // failed
}

// Value calls a function value.
func Value(n int64) string {
	f := strconv.FormatInt
	return f(n, 1) // failed
}

// Bound calls a method value.
func Bound(t time.Time) time.Time {
	in := t.In
	return in(nil) // failed
}

// Expression calls a method expression.
func Expression(t time.Time) time.Time {
	return time.Time.In(t, nil) // failed
}

// A stamp has the methods of a time.
type stamp struct{ time.Time }

// Promoted calls a method of what is embedded.
func Promoted(s stamp) time.Time {
	return s.In(nil) // failed
}

// Order is not known, but how much it reads.
func Order(order binary.ByteOrder, b []byte) uint32 {
	return order.Uint32(b) // failed
}

// Little is known.
func Little(b []byte) uint64 {
	if len(b) < 4 {
		return 0
	}
	return binary.LittleEndian.Uint64(b) // failed
}

// Generic finds the greatest element of nothing.
func Generic[T cmp.Ordered](a ...T) T {
	return slices.Max(a) // failed
}

// Instance does so, too.
func Instance() int { // unfounded
	return Generic[int]()
}

// Ended runs later what is nil.
func Ended(ctx context.Context) {
	context.AfterFunc(ctx, nil) // failed
}

// Odd has one string too many.
func Odd(a string) *strings.Replacer {
	return strings.NewReplacer(a, "b", a) // failed
}

// Die has no sides.
func Die(sides int) int {
	return rand.Intn(sides) // failed
}

// Chunked has chunks of nothing.
func Chunked(a []int, n int) int {
	for range slices.Chunk(a, n) { // failed
		return 1
	}
	return 0
}

// Sum has nothing to add to.
func Sum() *big.Int {
	return new(big.Int).Add(big.NewInt(1), nil) // failed
}

// Moved is in no list.
func Moved() {
	l := list.New()
	l.MoveToFront(l.Front()) // failed
}
