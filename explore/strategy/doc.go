// Package strategy has the strategies of exploration, one a file: each decides, given what the scheduler of package rt
// sees, which goroutine goes next and when there is nothing left to explore.
package strategy
