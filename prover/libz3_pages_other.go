//go:build !linux

package prover

// largePages asks for nothing.
func largePages(handle) {}
