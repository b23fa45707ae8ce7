// Package fuzz compares what calvin check says of random programs with what the programs do. It runs each verified
// function, by itself and in many goroutines. The function must not panic, race, break its contract or fail an
// assertion.
//
//	library.go  the standard library, and packages that import it
//	batch.go    many programs in one package: what is verified of them
//	execute.go  builds and runs them, and says which fail
//	explored.go runs them under chosen schedules, with their annotations evaluated
//	races.go    reads what the race detector says
//	shrink.go   makes a program that fails small
//	campaign.go batch after batch, with figures
//
// Package program generates the programs.
package fuzz
