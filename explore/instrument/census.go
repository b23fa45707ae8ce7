package instrument

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
)

// takesCensus reports whether a package may look at which goroutines there are.
func takesCensus(p *packages.Package) bool {
	for _, obj := range p.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok {
			if name, ok := runtimeFunction(fn); ok && slices.Contains(censuses, name) {
				return true
			}
		}
	}
	return false
}

// censuses are the functions of the runtime that do so.
var censuses = []string{"NumGoroutine", "Stack", "GoroutineProfile", "ProfileCount", "ProfileWriteTo"}
