package a

const limit = 3

func count(l *List[int]) int {
	n := l.Len() + len(l.items)
	return n + back()
}
