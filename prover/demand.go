package prover

import (
	"context"
	"slices"
)

// demanded proves goals, and of the candidates only those that the proofs rest on: three in four that hold are needed by
// none, and most that do not hold come up in none.
//
// All candidates are assumed at first. A proof names those that it needs, whose obligations are to be proved then, which
// may need others. A candidate that is not proved is dropped, and what was proved with it is to be proved again. At the end
// the goals and the obligations of all candidates needed are proved under these alone, as by Houdini; they are the ones that
// are kept. If a goal is not proved even so, no more is asked, and what rests on candidates is not said.
func (w *proof) demanded(ctx context.Context, os []*obligation) error {
	if len(os) == 0 {
		return nil
	}
	order := slices.DeleteFunc(w.order(), func(i int) bool { return w.vc.Goals[i].Cover != nil })
	for !w.moot {
		wanted := w.wanted(os)
		if i := slices.IndexFunc(os, func(o *obligation) bool { return wanted[o.candidate] && !o.proved }); i >= 0 {
			if _, err := w.discharge(ctx, os[i], os); err != nil {
				return err
			}
			continue
		}
		i := slices.IndexFunc(order, func(i int) bool { return w.goals[i].Goal == nil })
		if i < 0 {
			break
		}
		if err := w.answer(ctx, order[i]); err != nil {
			return err
		}
	}
	w.kept = w.needed(os)
	if w.moot {
		w.retract()
	}
	return nil
}

// retract takes back what rests on candidates of which not all is proved.
func (w *proof) retract() {
	clear(w.kept)
	for i, g := range w.goals {
		if len(g.needs) > 0 {
			w.goals[i] = outcome{}
		}
	}
}

// wanted are the kept candidates that are needed; and with one about positions all that are about positions in the same loops:
// of those that do not hold each would be needed in turn, as two exclude each other.
func (w *proof) wanted(os []*obligation) []bool {
	wanted := w.needed(os)
	positions := map[int]bool{} // by nest
	for i, c := range w.vc.Candidates {
		if wanted[i] && c.Position {
			positions[c.Nest] = true
		}
	}
	for i, c := range w.vc.Candidates {
		wanted[i] = w.kept[i] && (wanted[i] || c.Position && positions[c.Nest])
	}
	return wanted
}

// needed tells of each candidate whether a proof rests on it: that of a goal, or of an obligation of one that is needed.
func (w *proof) needed(os []*obligation) []bool {
	needed := make([]bool, len(w.vc.Candidates))
	var need func(core []string)
	need = func(core []string) {
		for i, c := range w.vc.Candidates {
			if needed[i] || !slices.Contains(core, c.Lit) {
				continue
			}
			needed[i] = true
			for _, o := range os {
				if o.candidate == i && o.proved {
					need(o.needs)
				}
			}
		}
	}
	for _, g := range w.goals {
		need(g.needs)
	}
	return needed
}
