package library

import (
	"slices"
	"strings"
	"sync"
)

// A Row is what is believed of one function.
type Row struct {
	Name     string   // as go/types gives it: (*strings.Builder).Grow
	Text     string   // the row as the table has it
	Params   []string // the receiver first
	Results  []string
	Requires []Condition // asserted at calls
	Ensures  []Condition // assumed of the results
	Believed []string    // what else it needs, in words: it may panic where that is not so

	Unknown string // code that it may run and of which nothing is known; only of rows that are derived

	writes, keeps, aliases, copies, calls, later, prints, fresh []string
	Waits, Ends, Panics, Changes                                bool
}

// Plain reports whether the function touches nothing but what it is passed, writes, keeps and calls nothing, and returns.
// It may still have conditions, print what it is passed, and copy elements, of which a result that holds no references
// shows nothing.
func (r *Row) Plain() bool {
	return len(r.writes)+len(r.keeps)+len(r.aliases)+len(r.calls)+len(r.later)+len(r.Believed) == 0 && r.Unknown == "" && !r.Ends && !r.Panics && !r.Changes
}

// Writes reports whether the function may write what its argument i, counted from the receiver, refers to.
func (r *Row) Writes(i int) bool { return r.has(r.writes, i) }

// Keeps reports whether what argument i refers to can be reached after the call by another way than the results.
func (r *Row) Keeps(i int) bool { return r.has(r.keeps, i) }

// Aliases reports whether the results lead to memory that argument i refers to.
func (r *Row) Aliases(i int) bool { return r.has(r.aliases, i) }

// Copies reports whether the results, or what is written, hold copies of what argument i refers to: elements or entries, with
// what these refer to.
func (r *Row) Copies(i int) bool { return r.has(r.copies, i) }

// Calls reports whether argument i, or methods of it, may be called before the function returns.
func (r *Row) Calls(i int) bool { return r.has(r.calls, i) }

// Later reports whether argument i may be called after the function has returned, or by another goroutine.
func (r *Row) Later(i int) bool { return r.has(r.later, i) }

// Fresh reports whether all memory that result i leads to was made by the call.
func (r *Row) Fresh(i int) bool { return i < len(r.Results) && slices.Contains(r.fresh, r.Results[i]) }

// Runs reports whether the function may run code that it is passed, or code of which nothing is known.
func (r *Row) Runs() bool {
	return r.Unknown != "" || len(r.calls)+len(r.later)+len(r.prints) > 0
}

// OnlyReads reports whether the function writes nothing that was there before, keeps nothing that it is passed, runs no
// code of others, leaves locks alone, and waits for nobody.
func (r *Row) OnlyReads() bool {
	return len(r.writes)+len(r.keeps) == 0 && !r.Runs() && !r.Changes && !r.Waits
}

// Lets reports whether nothing leads to what argument i refers to, or to what is behind that, after the call that did not before.
func (r *Row) Lets(i int) bool {
	return !r.Runs() && !r.has(r.keeps, i) && !r.has(r.aliases, i) && !r.has(r.copies, i)
}

// Prints reports whether methods of argument i that print may be called.
func (r *Row) Prints(i int) bool { return r.has(r.prints, i) }

// has reports whether the parameter of argument i is listed. An argument beyond the last parameter belongs to the last.
func (r *Row) has(list []string, i int) bool {
	return len(r.Params) > 0 && slices.Contains(list, r.Params[min(i, len(r.Params)-1)])
}

// Of returns what is believed of the function that go/types calls name, nil if there is no row for it.
func Of(name string) *Row { return table().rows[name] }

// Rows returns all rows, in the order of packages and of the lines in their tables.
func Rows() []*Row { return slices.Clone(table().all) }

var table = sync.OnceValue(readTables)

// Package returns the path of the function's package.
func (r *Row) Package() string {
	name := strings.TrimLeft(r.Name, "(*")
	slash := strings.LastIndexByte(name, '/') + 1
	path, _, _ := strings.Cut(name[slash:], ".")
	return name[:slash] + path
}

// Method returns the type that the method belongs to, nothing for a function, whether its receiver is a pointer, and its name.
func (r *Row) Method() (typ string, pointer bool, name string) {
	rest := r.Name[strings.LastIndexByte(r.Name, '/')+1:]
	if !strings.HasPrefix(r.Name, "(") {
		return "", false, rest[strings.IndexByte(rest, '.')+1:]
	}
	recv, name, _ := strings.Cut(rest, ").")
	return recv[strings.LastIndexByte(recv, '.')+1:], strings.HasPrefix(r.Name, "(*"), name
}
