package report

import (
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

// looked names, of an execution that ends in a second block, what the first block read last, and where it made way for
// other goroutines: by giving a lock back, or after its last step.
//
// Where no block before the last one has read anything, what the last one read is carried over to the next: a round of a loop.
func looked(points []vcgen.Point) []ir.Note {
	blocks := blocksOf(points)
	for i := len(blocks) - 2; i >= 0; i-- {
		if notes := lookOf(blocks[i]); notes != nil {
			return notes
		}
	}
	return lookOf(blocks[len(blocks)-1])
}

// blocksOf divides an execution where other goroutines run.
func blocksOf(points []vcgen.Point) [][]vcgen.Point {
	blocks := [][]vcgen.Point{nil}
	for _, p := range points {
		if last := len(blocks) - 1; p.Mark.Kind == ir.MarkEnv {
			blocks = append(blocks, nil)
		} else {
			blocks[last] = append(blocks[last], p)
		}
	}
	return blocks
}

// lookOf names what one block read last, and where it gave a lock back after that; nil if it reads nothing.
func lookOf(block []vcgen.Point) []ir.Note {
	var read, release *ir.Mark
	for _, p := range block {
		switch {
		case p.Mark.Kind != ir.MarkStep:
		case p.Mark.Reads:
			read, release = p.Mark, nil
		case p.Mover == ir.LeftMover:
			release = p.Mark
		}
	}
	if read == nil {
		return nil
	}
	notes := []ir.Note{{Span: read.Span, Text: oneLine(read.Text) + " (what it looked at)"}}
	if release != nil {
		notes = append(notes, ir.Note{Span: release.Span, Text: oneLine(release.Text) + " (from here on others may change it)"})
	}
	return notes
}
