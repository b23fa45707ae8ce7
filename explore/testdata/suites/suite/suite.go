// Package suite runs the methods of a value as subtests, as packages of other modules do.
package suite

import (
	"reflect"
	"strings"
	"testing"
)

// A runner is what is asked of a test.
type runner interface {
	Run(name string, f func(*testing.T)) bool
	Parallel()
}

// Run runs the methods of s whose names begin with Test.
func Run(t *testing.T, s any) {
	v := reflect.ValueOf(s)
	for i := range v.NumMethod() {
		if m := v.Type().Method(i); strings.HasPrefix(m.Name, "Test") {
			t.Run(m.Name, func(t *testing.T) { v.Method(i).Call([]reflect.Value{reflect.ValueOf(t)}) })
		}
	}
}

// RunBy does so by an interface.
func RunBy(t runner, parallel bool, fs ...func(*testing.T)) {
	run := t.Run
	for i, f := range fs {
		g := func(t *testing.T) {
			if parallel {
				runner(t).Parallel()
			}
			f(t)
		}
		if i == 0 {
			t.Run("first", g)
		} else {
			run("other", g)
		}
	}
}
