// Package p has ghosts with guards of their own.
//
//calvin:ghost turn tid accessible_if turn == free || turn == tid
package p

import "sync"

//calvin:ghost log seq[string] guarded_by mu
//calvin:ghost users set[tid]   guarded_by mu, other
//calvin:ghost ages mmap[string, int] accessible_if after > 0 && held(mu)
//calvin:ghost after int
//calvin:ghost steps integer
type T struct{ mu, other sync.Mutex }

//calvin:requires t.log + seq[string]{"a", "b"} != t.log[1:] && has(t.users, tid)
func f(t *T, s string) {
	//calvin:set t.users = t.users + set[tid]{tid} - t.users
	//calvin:set t.ages[s] = t.ages[s] + 1
	//calvin:set t.ages = t.ages - set[string]{s}
	//calvin:set turn = free
	//calvin:set t.steps = 2 * t.steps + integer(len(t.log)) - integer(t.after)
	t.mu.Lock()
}
