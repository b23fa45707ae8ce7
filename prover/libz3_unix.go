//go:build unix

package prover

import (
	"runtime"
	"slices"

	"github.com/ebitengine/purego"
)

// libraryNames is where Z3 is looked for: by the names of packages and, since macOS searches none of the package
// managers' folders by itself, there.
var libraryNames = slices.Concat(map[string][]string{
	"darwin": {"libz3.dylib", "/opt/homebrew/lib/libz3.dylib", "/usr/local/lib/libz3.dylib", "/opt/local/lib/libz3.dylib"},
}[runtime.GOOS], []string{"libz3.so.4", "libz3.so", "libz3.so.4.8"})

func openLibrary(name string) (uintptr, error) {
	runtime.LockOSThread() // the loader keeps its words on what went wrong for each thread
	defer runtime.UnlockOSThread()
	return purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
}

// symbol returns the address of a function of an open library.
func symbol(library handle, name string) (uintptr, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return purego.Dlsym(library, name)
}
