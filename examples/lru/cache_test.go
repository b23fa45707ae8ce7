package lru

import (
	"fmt"
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestOrder(t *testing.T) {
	c := New(3, 100)
	for i := range 4 {
		c.Put(fmt.Sprint(i), fmt.Sprint("value ", i), 0)
		c.Get("1", 0)
	}
	for i, want := range []bool{false, true, true, true} {
		if value, ok := c.Get(fmt.Sprint(i), 0); ok != want || ok && value != fmt.Sprint("value ", i) {
			t.Errorf("Get(%d) = %q, %t, want %t", i, value, ok, want)
		}
	}
	c.Put("1", "new", 0) // 2 was asked for longest ago
	c.Put("4", "value 4", 0)
	if _, ok := c.Get("2", 0); ok {
		t.Error("2 is still there")
	}
	if value, ok := c.Get("1", 0); value != "new" || !ok || c.Len() != 3 {
		t.Errorf("Get(1) = %q, %t; there are %d values", value, ok, c.Len())
	}
}

func TestExpiry(t *testing.T) {
	c := New(2, 10)
	c.Put("a", "1", 0)
	c.Put("b", "2", 5)
	if _, ok := c.Get("a", 9); !ok {
		t.Error("a expires too early")
	}
	if _, ok := c.Get("a", 10); ok || c.Len() != 1 {
		t.Error("a does not expire")
	}
	c.Put("c", "3", 10) // where a was
	for _, name := range []string{"b", "c"} {
		if _, ok := c.Get(name, 14); !ok {
			t.Errorf("%s made room while there was some", name)
		}
	}
}

func TestNoRoom(t *testing.T) {
	c := New(0, 10)
	c.Put("a", "1", 0)
	if _, ok := c.Get("a", 0); ok {
		t.Error("a cache without room has a value")
	}
}

func TestTogether(t *testing.T) {
	c := New(8, 50)
	exercise.Together(func(g int) {
		for i := range 200 {
			name := fmt.Sprint((g + i) % 12)
			if value, ok := c.Get(name, int64(i)); ok && value != "value "+name {
				t.Errorf("Get(%s) = %q", name, value)
			}
			c.Put(name, "value "+name, int64(i))
		}
	})
	if n := c.Len(); n != 8 {
		t.Errorf("there are %d values, want 8", n)
	}
}
