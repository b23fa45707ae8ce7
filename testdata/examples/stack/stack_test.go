package stack

import "testing"

func TestStack(t *testing.T) {
	var s Stack
	for i := range 10 {
		s.Push(i)
	}
	for i := 9; i >= 0; i-- {
		if v, ok := s.Pop(); v != i || !ok {
			t.Fatalf("Pop() = %d, %t, want %d, true", v, ok, i)
		}
	}
	if _, ok := s.Pop(); ok || s.Len() != 0 {
		t.Error("Pop of an empty stack succeeds")
	}
}

func TestBounded(t *testing.T) {
	s := NewBounded(2)
	if !s.Push(1) || !s.Push(2) || s.Push(3) {
		t.Fatal("Push")
	}
	for i := 2; i > 0; i-- {
		if v, ok := s.Pop(); v != i || !ok {
			t.Fatalf("Pop() = %d, %t, want %d, true", v, ok, i)
		}
	}
	if _, ok := s.Pop(); ok {
		t.Error("Pop of an empty stack succeeds")
	}
}
