package strategy

import "github.com/calvin-go/calvin/explore/rt"

// Complete reports of a strategy within a bound of preemptions, when it has nothing left to run, that no schedule needs
// more of them: it has covered all there are.
func Complete(s rt.Strategy) bool {
	for {
		switch t := s.(type) {
		case interface{ complete() bool }:
			return t.complete()
		case interface{ unwrap() rt.Strategy }:
			s = t.unwrap()
		default:
			return false
		}
	}
}

func (c *ICB) complete() bool { return !c.exceeded }

func (b *BPOR) complete() bool { return !b.exceeded }
