package instrument

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
)

// readsLiveSet reports whether a package may read which goroutines there are.
func readsLiveSet(p *packages.Package) bool {
	for _, obj := range p.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok {
			if name, ok := runtimeFunction(fn); ok && slices.Contains(liveSetReads, name) {
				return true
			}
		}
	}
	return false
}

// liveSetReads are the functions of the runtime that do so.
var liveSetReads = []string{"NumGoroutine", "Stack", "GoroutineProfile", "ProfileCount", "ProfileWriteTo"}
