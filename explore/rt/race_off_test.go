//go:build !race

package rt_test

// raceDetector says whether the tests were built with -race.
const raceDetector = false
