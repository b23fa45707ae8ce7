//go:build !linux

package prover

// keepMemory has nothing to do: only glibc is known to profit.
func keepMemory() {}
