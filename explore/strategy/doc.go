// Package strategy has the strategies of exploration, one in each file. A strategy takes what the scheduler of
// package rt sees. It gives the goroutine that goes next, or says that nothing is left to explore.
//
// The files, each mostly using those before it. What strategies look at:
//
//	order.go         happens-before of an execution
//	abstraction.go   which operations count
//	view.go          an execution as it looks by these
//	question.go      what a strategy asks of those who know the program
//
// What partial-order reduction is made of:
//
//	dpor.go          the strategy: one schedule for each order of what does not commute
//	wakeup_tree.go   the sequences that have still to be run
//	candidates.go    earlier operations with which one may race
//	races.go         the races of an execution
//	reversal.go      sequences that reverse them
//
// A search that processes share:
//
//	task.go          parts of it
//	frontier.go      who hands the parts out
//	dpor_task.go     how dpor.go is divided
//
// Every schedule, also within a bound:
//
//	dfs.go           every schedule
//	dfs_task.go      how dfs.go is divided
//	icb.go           every schedule with few preemptions, those with fewest first
//	schedule.go      how an execution is to begin
//	bpor.go          dpor.go and icb.go: one schedule for each such order, within a bound
//	prefixes.go      the beginnings of a trace, within a bound
//	entailed.go      the choices that an operation entails
//	fingerprints.go  names of these prefixes
//
// Only what can decide whether a test fails:
//
//	prune.go         writes that nobody reads
//	pred.go          as dpor.go, of the operations that can decide whether a test fails
//	history.go       what has been run by an older abstraction
//	peek.go          critical sections that commute
//	fusion.go        what a solver does not prove to be free of bugs
//
// Strategies that never end:
//
//	random.go        every decision at random
//	pct.go           random priorities
//
// Strategies around another, and how far one has come:
//
//	checked.go       notices tests that are not deterministic
//	reduced.go       says what a reduction may miss
//	complete.go      says when no schedule needs more preemptions
//	until.go         ends when something has been found
//	minimize.go      makes the schedule of a bug smaller
//	share.go         how much has been done
package strategy
