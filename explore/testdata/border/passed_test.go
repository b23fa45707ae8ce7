package border

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"
)

func TestPassedJoin(t *testing.T) {
	s := []string{"a", "b"}
	together(func() { _ = strings.Join(s, ",") }, func() { s[0] = "x" }) // want race
}

func TestPassedSorted(t *testing.T) {
	s := []int{3, 2}
	together(func() { sort.Ints(s) }, func() { _ = s[0] }) // want race
}

func TestPassedSortedTwice(t *testing.T) {
	s := []int{3, 2}
	together(func() { slices.Sort(s) }, func() { sort.Ints(s) }) // want race
}

func TestPassedBytes(t *testing.T) {
	b := []byte("ab")
	together(func() { _ = strings.Fields(string(b)) }, func() { b[0] = 'c' }) // want race
}

func TestPassedReadTwice(t *testing.T) {
	s := []string{"a", "b"}
	together(func() { _ = strings.Join(s, ",") }, func() { _ = slices.Contains(s, "b") })
}

func TestPassedEmpty(t *testing.T) {
	var s []int
	together(func() { sort.Ints(s) }, func() { sort.Ints(s) })
}

// The function may read only the beginning.
func TestPassedOtherElement(t *testing.T) {
	s := []string{"a", "b"}
	together(func() { _ = slices.Index(s, "a") }, func() { s[1] = "x" })
}

func TestPassedDecoded(t *testing.T) {
	n := 0
	together(func() { json.Unmarshal([]byte("1"), &n) }, func() { _ = n }) // want race
}

func TestPassedScanned(t *testing.T) {
	n := 0
	together(func() { fmt.Sscan("1", &n) }, func() { fmt.Sscan("2", &n) }) // want race
}

// Fields that are not in the text are left alone.
func TestPassedFields(t *testing.T) {
	var v struct{ A, B int }
	together(func() { json.Unmarshal([]byte(`{"A": 1}`), &v) }, func() { v.B = 2 })
}

func TestPassedAddress(t *testing.T) {
	n := 0
	together(func() { _ = fmt.Sprintf("%p", &n) }, func() { n = 3 })
}

func TestPassedError(t *testing.T) {
	err := errors.New("x")
	together(func() { _ = fmt.Sprint(err) }, func() { _ = fmt.Sprintf("%v", err) })
}
