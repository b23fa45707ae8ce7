// Package fuzz compares what calvin check says of random programs with what they do: a function that is verified is run,
// by itself and in many goroutines, and must neither panic, race, break its contract nor fail an assertion.
//
//	library.go  the standard library, and packages that import it
//	batch.go    many programs in one package: what is verified of them
//	execute.go  builds and runs them, and says which fail
//	explored.go runs them under chosen schedules, with their annotations evaluated
//	races.go    reads what the race detector says
//	shrink.go   makes a program that fails small
//	campaign.go batch after batch, with figures
//
// Package program draws the programs.
package fuzz
