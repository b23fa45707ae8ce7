package golden

// The algorithms for mutual exclusion are in the form with await: where the original spins until a condition holds, the
// goroutine is not enabled before it does. Traces that end with goroutines waiting for ever are counted apart.

func peterson([]int) {
	flag, turn := newWords(2), newWord(0)
	start(2, func(i int) {
		j := 1 - i
		store(flag[i], 1)
		store(turn, int64(j))
		if load(flag[j]) == 1 {
			await(turn, is(int64(i)))
		}
		store(flag[i], 0)
	})
}

// dekker is one round, which does not pass the turn on.
func dekker([]int) {
	flag, turn := newWords(2), newWord(0)
	start(2, func(i int) {
		j := 1 - i
		store(flag[i], 1)
		if load(flag[j]) == 1 {
			if load(turn) != int64(i) {
				store(flag[i], 0)
				await(turn, is(int64(i)))
				store(flag[i], 1)
			}
			await(flag[j], is(0))
		}
		store(flag[i], 0)
	})
}

func szymanski(n []int) {
	flag := newWords(2)
	start(2, func(i int) {
		j := 1 - i
		for range n[0] {
			store(flag[i], 1)
			await(flag[j], func(v int64) bool { return v <= 2 })
			store(flag[i], 3)
			if load(flag[j]) == 1 {
				store(flag[i], 2)
				await(flag[j], is(4))
			}
			store(flag[i], 4)
			await(flag[j], func(v int64) bool { return v <= 1 })
			await(flag[j], func(v int64) bool { return v < 2 || v > 3 })
			store(flag[i], 0)
		}
	})
}
