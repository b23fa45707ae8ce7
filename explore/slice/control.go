package slice

import "golang.org/x/tools/go/ssa"

// Control dependence (Ferrante, Ottenstein and Warren, "The Program Dependence Graph and Its Use in Optimization", TOPLAS
// 1987, section 3.1.1): a block depends on a branch if one way from there leads to it in any case, and another may not.
// Ways end where the function returns or panics. A loop that may have no end does not make what comes after it depend on
// its condition: what is claimed holds for executions that end (docs/reduction.md).

// controls returns for each block of a function, by index, the blocks whose last instructions decide whether it is executed.
func controls(f *ssa.Function) [][]*ssa.BasicBlock {
	up := postdominators(f)
	exit := len(f.Blocks)
	out := make([][]*ssa.BasicBlock, exit)
	for _, a := range f.Blocks {
		if len(a.Succs) < 2 {
			continue
		}
		for _, b := range a.Succs {
			for at := b.Index; at != exit && at != up[a.Index]; at = up[at] {
				out[at] = append(out[at], a)
			}
		}
	}
	return out
}

// postdominators returns for each block the next one that every way from it to the end of the function leads through; the
// number of blocks stands for the end. The algorithm is that of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance
// Algorithm", 2001), on the reversed graph.
func postdominators(f *ssa.Function) []int {
	n := len(f.Blocks)
	succs := successors(f)
	preds := make([][]int, n+1)
	for b, list := range succs {
		for _, s := range list {
			preds[s] = append(preds[s], b)
		}
	}
	order, number := make([]int, 0, n+1), make([]int, n+1) // postorder from the end
	seen := make([]bool, n+1)
	var visit func(b int)
	visit = func(b int) {
		seen[b] = true
		for _, p := range preds[b] {
			if !seen[p] {
				visit(p)
			}
		}
		number[b] = len(order)
		order = append(order, b)
	}
	visit(n)
	up := make([]int, n+1)
	for b := range up {
		up[b] = -1
	}
	up[n] = n
	meet := func(a, b int) int {
		for a != b {
			for number[a] < number[b] {
				a = up[a]
			}
			for number[b] < number[a] {
				b = up[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for k := len(order) - 2; k >= 0; k-- {
			b, next := order[k], -1
			for _, s := range succs[b] {
				switch {
				case up[s] < 0:
				case next < 0:
					next = s
				default:
					next = meet(next, s)
				}
			}
			if up[b] != next {
				up[b], changed = next, true
			}
		}
	}
	return up[:n]
}

// successors are those of the blocks, with the end of the function as one more. From where nothing leads to the end, as in
// a loop without one, it is taken to be next.
func successors(f *ssa.Function) [][]int {
	n := len(f.Blocks)
	succs := make([][]int, n)
	ends := make([]bool, n)
	var work []int
	for i, b := range f.Blocks {
		for _, s := range b.Succs {
			succs[i] = append(succs[i], s.Index)
		}
		if len(b.Succs) == 0 {
			succs[i] = []int{n}
			ends[i] = true
			work = append(work, i)
		}
	}
	for len(work) > 0 {
		b := f.Blocks[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, p := range b.Preds {
			if !ends[p.Index] {
				ends[p.Index] = true
				work = append(work, p.Index)
			}
		}
	}
	for i := range succs {
		if !ends[i] {
			succs[i] = append(succs[i], n)
		}
	}
	return succs
}
