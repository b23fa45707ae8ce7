package parallel

import (
	"slices"
	"testing"
)

func TestParallel(t *testing.T) {
	xs := []int64{1, 2, 3, 4, 5}
	if got := Sum(xs); got != 15 {
		t.Errorf("Sum = %d", got)
	}
	if got := Squares(xs); !slices.Equal(got, []int64{1, 4, 9, 16, 25}) {
		t.Errorf("Squares = %v", got)
	}
	if got := Succeeded([]int64{1, -1, 0}); got != 2 {
		t.Errorf("Succeeded = %d", got)
	}
	Fill(xs, 7, 2)
	if !slices.Equal(xs, []int64{7, 7, 7, 7, 7}) {
		t.Errorf("Fill gives %v", xs)
	}
	if got := Count(3); !slices.Equal(got, []int64{0, 1, 2}) {
		t.Errorf("Count = %v", got)
	}
	if got := Rounds(4); got != 10 {
		t.Errorf("Rounds = %d", got)
	}
}
