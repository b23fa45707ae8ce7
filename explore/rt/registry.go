package rt

import (
	"runtime"
	"testing"
)

// A Test is one test of the binary, as its generated code registers it.
type Test struct {
	Package, Name string
	F             func(*testing.T)
}

// registry is what the packages of the binary say of themselves while they are initialised.
var registry struct {
	resets []func() // in the order of initialisation: a package comes after those it imports
	tests  []Test
}

// RegisterPackage says how the package variables get their first values again.
func RegisterPackage(reset func()) { registry.resets = append(registry.resets, reset) }

// RegisterTest adds a test.
func RegisterTest(pkg, name string, f func(*testing.T)) {
	registry.tests = append(registry.tests, Test{pkg, name, f})
}

// Reset initialises the package variables of all packages again, or gives them what they had after the initialisation.
func Reset() {
	s, g := enter()
	if g != nil {
		g.initialises = true
		defer func() { g.initialises = false }()
	}
	kept.reset()
	for _, reset := range registry.resets {
		reset()
	}
	if g != nil {
		s.startKept(g)
	}
}

// Tests are the tests of the binary in the order of registration.
func Tests() []Test { return registry.tests }

// SetFinalizer is runtime.SetFinalizer. While exploring there are no finalizers: they would run on a goroutine that is out
// of control, at times that nobody decides, and a program cannot rely on them.
func SetFinalizer(_ Site, x, f any) {
	if _, g := enter(); g == nil {
		runtime.SetFinalizer(x, f)
	}
}
