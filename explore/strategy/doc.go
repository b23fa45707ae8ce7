// Package strategy has the strategies of exploration, one in each file. A strategy takes what the scheduler of
// package rt sees. It gives the goroutine that goes next, or says that nothing is left to explore.
//
// The strategies:
//
//	random.go        every decision at random
//	pct.go           random priorities
//	dfs.go           every schedule
//	icb.go           every schedule with few preemptions, those with fewest first
//	dpor.go          one schedule for each order of what does not commute
//	bpor.go          both
//	pred.go          as dpor.go, of the operations that can decide whether a test fails
//	fusion.go        what a solver does not prove to be free of bugs
//
// What partial-order reduction is made of:
//
//	order.go         happens-before of an execution
//	candidates.go    earlier operations with which one may race
//	races.go         the races of an execution
//	reversal.go      sequences that reverse them
//	entailed.go      the choices that an operation entails
//	wakeup_tree.go   the sequences that have still to be run
//	prefixes.go      the beginnings of a trace, within a bound
//	fingerprints.go  their names
//
// What pred and fusion look at:
//
//	abstraction.go   which operations count
//	view.go          an execution as it looks by these
//	peek.go          critical sections that commute
//	prune.go         writes that nobody reads
//	history.go       what has been run by an older abstraction
//	schedule.go      how an execution is to begin
//	question.go      what a strategy asks of those who know the program
//
// Strategies around another:
//
//	checked.go       notices tests that are not deterministic
//	reduced.go       says what a reduction may miss
//	complete.go      says when no schedule needs more preemptions
//	until.go         ends when something has been found
//	minimize.go      makes the schedule of a bug smaller
//
// A search that processes share:
//
//	task.go          parts of it
//	frontier.go      who hands them out
//	dfs_task.go      how dfs.go is divided
//	dpor_task.go     how dpor.go is divided
//	share.go         how much has been done
package strategy
