//go:build !linux

package prover

// keepMemory has nothing to do: only glibc is known to profit.
func keepMemory() {}

// FreeMemory has nothing to do, as keepMemory has not.
func FreeMemory() {}
