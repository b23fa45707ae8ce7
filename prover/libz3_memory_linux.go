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
