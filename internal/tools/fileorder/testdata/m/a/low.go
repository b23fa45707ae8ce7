package a

// A List is generic.
type List[T any] struct{ items []T }

// Len is a method.
func (l *List[T]) Len() int { return len(l.items) }

func back() int { return limit }
