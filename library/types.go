package library

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// typesText has what is known of types whose values several goroutines may want to use. A line has, with bars between,
//
//   - the type, with its import path,
//   - what Calvin takes it for: safe, made, callers or open,
//   - what its documentation says: safe or callers with the words that say so, or nothing,
//   - its methods that write while no lock is held, as package summary derives them from the source; nobody writes these by hand,
//   - who is right, and why, if the source and the documentation differ, or Calvin takes the type for what neither says; else a dash.
//
//go:embed types.txt
var typesText string

// A Use says who keeps goroutines apart that use a value of a type.
type Use string

// What Calvin takes a type for, and what its documentation says.
const (
	Safe    Use = "safe"    // goroutines may use one value at the same time
	Made    Use = "made"    // so they may, but for the methods that make it: those that write come before
	Callers Use = "callers" // one goroutine at a time may use a value: callers synchronise
	Open    Use = "open"    // Calvin takes it for neither: a call accesses what it is passed, as the function's row says
	Nothing Use = "nothing" // the documentation says nothing: by convention callers synchronise
)

// A Type is what is known of one type of the standard library.
type Type struct {
	Name       string // with its import path
	Taken      Use    // Safe, Made, Callers or Open
	Documented Use    // Safe, Callers or Nothing
	Quote      string // the words of the documentation
	Unlocked   []string
	Why        string
}

// Derived is what the source says: callers synchronise if a method writes while no lock is held.
func (t *Type) Derived() Use {
	if len(t.Unlocked) > 0 {
		return Callers
	}
	return Safe
}

// Questioned reports whether the source and the documentation do not say the same, or Calvin takes the type for what neither says.
func (t *Type) Questioned() bool {
	derived, documented := t.Derived() == Safe, t.Documented == Safe
	return derived != documented || t.IsShared() && !derived || t.Taken == Callers && derived
}

// IsShared reports whether goroutines may use one value at the same time, at least once it is made.
func (t *Type) IsShared() bool { return t.Taken == Safe || t.Taken == Made }

// Line is the type as the table has it.
func (t *Type) Line() string {
	said := string(t.Documented)
	if t.Quote != "" {
		said += ": " + t.Quote
	}
	dash := func(s string) string {
		if s == "" {
			return "-"
		}
		return s
	}
	return strings.Join([]string{t.Name, string(t.Taken), said, dash(strings.Join(t.Unlocked, " ")), dash(t.Why)}, bar)
}

const bar = " | "

var types = sync.OnceValue(func() []*Type {
	list, err := parseTypes(typesText)
	if err != nil {
		panic(fmt.Sprintf("library: types.txt: %v", err))
	}
	return list
})

func parseTypes(text string) (list []*Type, err error) {
	for line := range strings.Lines(text) {
		parts := strings.Split(strings.TrimSpace(line), bar)
		if len(parts) != 5 {
			return nil, fmt.Errorf("%q has %d parts, not 5", strings.TrimSpace(line), len(parts))
		}
		for i, p := range parts {
			if p == "-" {
				parts[i] = ""
			}
		}
		said, quote, _ := strings.Cut(parts[2], ": ")
		t := &Type{Name: parts[0], Taken: Use(parts[1]), Documented: Use(said), Quote: quote, Unlocked: strings.Fields(parts[3]), Why: parts[4]}
		switch {
		case !slices.Contains([]Use{Safe, Made, Callers, Open}, t.Taken):
			return nil, fmt.Errorf("%s is taken for %q", t.Name, t.Taken)
		case !slices.Contains([]Use{Safe, Callers, Nothing}, t.Documented) || (t.Documented == Nothing) != (quote == ""):
			return nil, fmt.Errorf("%s is documented as %q", t.Name, parts[2])
		}
		list = append(list, t)
	}
	if !slices.IsSortedFunc(list, func(x, y *Type) int { return strings.Compare(x.Name, y.Name) }) {
		return nil, fmt.Errorf("not sorted")
	}
	return list, nil
}

// Types returns what is known of types, sorted by name.
func Types() []*Type { return slices.Clone(types()) }

// TypePackages lists the packages of these types, sorted.
func TypePackages() (paths []string) {
	for _, t := range types() {
		if path := t.Name[:strings.LastIndexByte(t.Name, '.')]; !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

var byName = sync.OnceValue(func() map[string]*Type {
	m := map[string]*Type{}
	for _, t := range types() {
		m[t.Name] = t
	}
	return m
})

// IsUnsynchronised reports whether a struct type of the standard library, named with its import path, is one whose
// values one goroutine at a time may use.
func IsUnsynchronised(name string) bool {
	t := byName()[name]
	return t != nil && t.Taken == Callers
}

// IsSynchronised reports whether a type of the standard library, named with its import path, is one of which goroutines
// may use one value at the same time.
func IsSynchronised(name string) bool {
	t := byName()[name]
	return t != nil && t.IsShared()
}

// WritesAlone reports whether a method of a type of the standard library, named with its import path, writes its
// receiver while no lock is held, and whether that is told of the type at all: of types that are taken for neither safe
// nor for one goroutine at a time, and of those that are made first. Types that both read and write are mostly
// connections, of which the documentation says more, and requests.
func WritesAlone(name, method string) (writes, told bool) {
	t := byName()[name]
	if t == nil || t.Taken != Open && t.Taken != Made || slices.Contains(t.Unlocked, "Read") && slices.Contains(t.Unlocked, "Write") {
		return false, false
	}
	return slices.Contains(t.Unlocked, method), true
}
