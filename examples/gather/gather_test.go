package gather

import (
	"slices"
	"testing"
)

func TestGather(t *testing.T) {
	xs := []int64{3, -2, 5}
	if got := Product(xs); got != -30 {
		t.Errorf("Product = %d, want -30", got)
	}
	if got, ok := Smallest(xs); got != -2 || !ok {
		t.Errorf("Smallest = %d, %t, want -2", got, ok)
	}
	if got := Cubes(xs); !slices.Equal(got, []int64{27, -8, 125}) {
		t.Errorf("Cubes = %v", got)
	}
	if Validate(xs) == nil || Validate([]int64{1}) != nil {
		t.Error("Validate finds negative numbers, and no others")
	}
}
