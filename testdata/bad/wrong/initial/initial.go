// Package initial has variables that own what is another's from the beginning.
package initial

import "sync"

var (
	mu1, mu2 sync.Mutex

	//calvin:guarded_by mu1
	shared = map[string]int{"a": 1}
	//calvin:guarded_by mu2
	alias = shared // failed

	//calvin:guarded_by mu1
	words = []string{"a", "b"}
	//calvin:guarded_by mu2
	more = words[1:] // failed

	//calvin:guarded_by mu1
	made = build() // failed

	//calvin:closable_if held(mu1)
	open = make(chan int)
	//calvin:closable_if false
	same = open // failed

	//calvin:guarded_by mu1
	own = make([]int, 3)
	//calvin:guarded_by mu1
	none []int
)

var table = map[string]int{}

func build() map[string]int { return table } // unfounded

// Own has its slice for itself.
func Own() int { // unfounded
	mu1.Lock()
	defer mu1.Unlock()
	if len(own) == 0 {
		return len(none)
	}
	own[0] = len(none)
	return own[0]
}

// First writes what Second reads under another lock.
func First() { // unfounded
	mu1.Lock()
	shared["a"] = 2
	mu1.Unlock()
}

// Second reads it.
func Second() int { // unfounded
	mu2.Lock()
	defer mu2.Unlock()
	return alias["a"]
}

// Sixth sends on a channel that Seventh may have closed.
func Sixth() { // unfounded
	if same != nil {
		same <- 1
	}
}

// Seventh may close it.
func Seventh() bool { // unfounded
	mu1.Lock()
	defer mu1.Unlock()
	return open != nil
}

// Third writes a word.
func Third() { // unfounded
	mu1.Lock()
	words[1] = "x"
	mu1.Unlock()
}

// Fourth reads it.
func Fourth() string { // unfounded
	mu2.Lock()
	defer mu2.Unlock()
	if len(more) == 0 {
		return ""
	}
	return more[0]
}

// Fifth writes what is in another variable too.
func Fifth() { // unfounded
	mu1.Lock()
	made["b"] = 1
	mu1.Unlock()
}
