// Package singlethreaded has no goroutines: options, a parser of lines and what it makes. Only a counter is none of what its callers pass.
package singlethreaded

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A Value is set by its text.
type Value interface {
	String() string
	Set(text string) error
}

type intValue int

func newIntValue(val int, p *int) *intValue {
	*p = val
	return (*intValue)(p)
}

func (i *intValue) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("%q: %w", text, errValue)
	}
	*i = intValue(n)
	return nil
}

func (i *intValue) String() string { return strconv.Itoa(int(*i)) }

var errValue = errors.New("no number")

// A FlagSet has values by their names.
type FlagSet struct {
	formal map[string]*Flag
	order  []*Flag
	Usage  func()
}

// A Flag is one value.
type Flag struct {
	Name  string
	Value Value
	next  *Flag
}

// Default is the flag set that others share.
var Default = New()

// New makes a flag set.
func New() *FlagSet { return &FlagSet{formal: map[string]*Flag{}} }

// IntVar has the flag stored in a variable of the caller.
func (f *FlagSet) IntVar(p *int, name string, value int) {
	f.Var(newIntValue(value, p), name)
}

// Int makes the variable.
func (f *FlagSet) Int(name string, value int) *int {
	p := new(int)
	f.IntVar(p, name, value)
	return p
}

// Var adds a flag.
func (f *FlagSet) Var(v Value, name string) {
	flag := &Flag{Name: name, Value: v}
	if n := len(f.order); n > 0 {
		f.order[n-1].next = flag
	}
	f.formal[name] = flag
	f.order = append(f.order, flag)
}

// Int is for the flag set that others share.
func Int(name string, value int) *int { return Default.Int(name, value) }

// Parse sets the flags that a text names.
func (f *FlagSet) Parse(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		name, value, _ := strings.Cut(line, "=")
		flag := f.formal[name]
		if flag == nil {
			f.usage()
			return fmt.Errorf("%s is not known", name)
		}
		if err := flag.Value.Set(value); err != nil {
			return err
		}
	}
	return nil
}

func (f *FlagSet) usage() {
	if f.Usage != nil {
		f.Usage()
	}
}

// Merge gives f what another one has.
func (f *FlagSet) Merge(other *FlagSet) {
	for name, flag := range other.formal {
		f.formal[name] = flag
	}
	f.order = append(f.order, other.order...)
}

// words are what a flag may be for true.
var words = map[string]bool{"yes": true, "on": true}

// IsTrue reports whether a word stands for true.
func IsTrue(word string) bool { return words[word] }

// sets counts what callers cannot know of.
var sets int

// Sets is how many flag sets were copied.
func Sets() int { return sets }

// Copy makes another flag set with the same flags.
func (f *FlagSet) Copy() *FlagSet {
	count()
	c := New()
	c.Merge(f)
	return c
}

func count() {
	sets++ // failed
}
