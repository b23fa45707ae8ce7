package strategy

import "github.com/calvin-go/calvin/explore/rt"

// A schedule is how an execution is to begin: who has its turn, one after the other, and what each goroutine chooses. Which of
// two goroutines chooses first between two turns depends on the order of the turns: one that was woken chooses after the one that
// woke it. So the choices stand in a queue for each goroutine.
type schedule struct {
	turns   []int32
	at      int       // in turns
	choices [][]int32 // by goroutine
}

// set makes c the schedule with the given code: a goroutine for a turn, ^alternative and then the goroutine for a choice.
func (c *schedule) set(code []int32) {
	c.drop()
	for k := 0; k < len(code); k++ {
		if code[k] >= 0 {
			c.turns = append(c.turns, code[k])
			continue
		}
		alternative, g := ^code[k], int(code[k+1])
		for len(c.choices) <= g {
			c.choices = append(c.choices, nil)
		}
		c.choices[g] = append(c.choices[g], alternative)
		k++
	}
}

// drop forgets what has not been taken.
func (c *schedule) drop() {
	c.turns, c.at = c.turns[:0], 0
	for g := range c.choices {
		c.choices[g] = c.choices[g][:0]
	}
}

// next returns what is to be decided at s, -1 if the schedule says nothing of it. What cannot be decided as it says ends the
// schedule.
func (c *schedule) next(s *rt.State) int {
	var d int32
	switch {
	case s.Choices > 0:
		if int(s.Chooser) >= len(c.choices) || len(c.choices[s.Chooser]) == 0 {
			return -1
		}
		queue := &c.choices[s.Chooser]
		d = ^(*queue)[0]
		*queue = append((*queue)[:0], (*queue)[1:]...)
	case c.at == len(c.turns):
		return -1
	default:
		d = c.turns[c.at]
		c.at++
	}
	k := s.Decision(d)
	if k < 0 {
		c.drop()
	}
	return k
}
