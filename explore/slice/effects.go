package slice

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A role says what a call of a function without a body here means for the slice.
type role uint8

const (
	plain     role = iota // its result depends on its arguments, and that is all
	essential             // it waits, or lets others go on, or what it does is not known
	ends                  // it fails or ends the test, whatever its arguments are
	says                  // it prints
	access                // of memory, by an operation of sync/atomic
	locks                 // of a sync.Mutex
	unlocks
)

// pure has packages whose functions do nothing but compute, as long as they are given nothing that leads to memory.
var pure = map[string]bool{
	"math": true, "math/bits": true, "math/cmplx": true, "strings": true, "strconv": true, "unicode": true, "unicode/utf8": true,
	"unicode/utf16": true, "cmp": true, "slices": true, "maps": true, "bytes": true, "errors": true, "sort": true,
}

// modelled has packages of which the runtime has models: they do nothing to memory of the program.
var modelled = map[string]bool{
	"sync": true, "sync/atomic": true, "testing": true, "time": true, "context": true, "runtime": true, "math/rand": true,
	"math/rand/v2": true,
}

// testing has the methods of a test, a benchmark, and what they have in common, that do something to the test.
var testing = map[string]role{
	"Error": ends, "Errorf": ends, "Fatal": ends, "Fatalf": ends, "Fail": ends, "FailNow": ends,
	"Skip": ends, "Skipf": ends, "SkipNow": ends, "Log": says, "Logf": says, "Helper": says, "Name": plain, "Failed": essential,
}

// roleOf returns the role of a call of a function that has no body here.
func roleOf(c *ssa.CallCommon) role {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "close", "recover", "panic":
			return essential
		case "len", "cap":
			if _, ok := c.Args[0].Type().Underlying().(*types.Chan); ok {
				return essential
			}
		case "print", "println":
			return says
		}
		return plain
	}
	f := calleeObject(c)
	if f == nil || f.Pkg() == nil {
		return essential
	}
	switch path := f.Pkg().Path(); {
	case path == "testing":
		if r, ok := testing[f.Name()]; ok {
			return r
		}
		return essential
	case path == "sync/atomic":
		if atomicOf(c) != nil {
			return access
		}
		return essential
	case path == "sync":
		return mutexRole(c, f)
	case path == "fmt" && strings.HasPrefix(f.Name(), "Sprint"), path == "fmt" && f.Name() == "Errorf", pure[path]:
		if leadsToMemory(c) {
			return essential
		}
		return plain
	}
	return essential
}

// calleeObject returns the function or method that a call names, nil for a function value.
func calleeObject(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	if f := c.StaticCallee(); f != nil {
		obj, _ := f.Object().(*types.Func)
		return obj
	}
	return nil
}

// mutexRole tells the locks and unlocks of a sync.Mutex from what else package sync has.
func mutexRole(c *ssa.CallCommon, f *types.Func) role {
	recv := f.Signature().Recv()
	if c.IsInvoke() || recv == nil || types.TypeString(recv.Type(), nil) != "*sync.Mutex" {
		return essential
	}
	switch f.Name() {
	case "Lock":
		return locks
	case "Unlock":
		return unlocks
	}
	return essential
}

// leadsToMemory reports whether an argument of a call may lead to variables.
func leadsToMemory(c *ssa.CallCommon) bool { return reachOf(c) != nil }

// reachOf returns what the arguments of a call lead to, nil for nothing.
func reachOf(c *ssa.CallCommon) *place {
	var list []types.Type
	if c.IsInvoke() {
		list = append(list, c.Value.Type())
	}
	for _, a := range c.Args {
		list = append(list, argumentTypes(a)...)
	}
	return reach(list)
}

// argumentTypes returns the types of what an argument is made of: what is put into an interface for the call, by itself or
// as one of the arguments of a variadic function, is known to be of its own type.
func argumentTypes(a ssa.Value) []types.Type {
	switch a := a.(type) {
	case *ssa.Const:
		return nil
	case *ssa.MakeInterface:
		return []types.Type{a.X.Type()}
	case *ssa.Slice:
		array, ok := a.X.(*ssa.Alloc)
		if !ok || array.Comment != "varargs" {
			break
		}
		var out []types.Type
		for _, r := range *array.Referrers() {
			at, ok := r.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, s := range *at.Referrers() {
				if s, ok := s.(*ssa.Store); ok {
					out = append(out, argumentTypes(s.Val)...)
				}
			}
		}
		return out
	}
	return []types.Type{a.Type()}
}

// An atomic is what an operation of sync/atomic does.
type atomic struct{ reads, writes bool }

// atomicOf returns it, nil for other calls. The operations of atomic.Value are not among them.
func atomicOf(c *ssa.CallCommon) *atomic {
	f := calleeObject(c)
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != "sync/atomic" || c.IsInvoke() || len(c.Args) == 0 {
		return nil
	}
	if recv := f.Signature().Recv(); recv != nil && types.TypeString(recv.Type(), nil) == "*sync/atomic.Value" {
		return nil
	}
	for _, o := range []struct {
		prefix string
		does   atomic
	}{
		{"Load", atomic{reads: true}}, {"Store", atomic{writes: true}}, {"Swap", atomic{true, true}}, {"Add", atomic{true, true}},
		{"And", atomic{true, true}}, {"Or", atomic{true, true}}, {"CompareAndSwap", atomic{true, true}},
	} {
		if strings.HasPrefix(f.Name(), o.prefix) {
			return &o.does
		}
	}
	return nil
}
