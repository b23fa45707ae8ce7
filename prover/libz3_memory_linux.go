package prover

import "github.com/ebitengine/purego"

// keepMemory has glibc keep what contexts free for those that come after. It would give the two tables of 8 MB that each
// context has back to the system, at least those of the first contexts of each thread, which makes the next context on it
// five times as expensive.
func keepMemory() {
	address, err := purego.Dlsym(purego.RTLD_DEFAULT, "mallopt")
	if err != nil {
		return // another C library
	}
	var mallopt func(parameter, value int32) int32
	purego.RegisterFunc(&mallopt, address)
	// From malloc.h.
	const trimThreshold, mmapThreshold = -1, -3
	mallopt(mmapThreshold, 16<<20)
	mallopt(trimThreshold, 64<<20)
}

// FreeMemory gives back to the system what the C library keeps for Z3 after contexts are gone. It is for servers that have nothing to do:
// the next context costs a few milliseconds more.
func FreeMemory() {
	address, err := purego.Dlsym(purego.RTLD_DEFAULT, "malloc_trim")
	if err != nil {
		return // another C library
	}
	var trim func(pad uint64) int32
	purego.RegisterFunc(&trim, address)
	trim(0)
}
