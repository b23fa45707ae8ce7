// Package calledback has no annotations. Code of others calls back what it is passed: functions, and the methods by which values print and encode themselves.
package calledback

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"path/filepath"
	"sync"
	"time"
)

// A Set counts names.
type Set struct {
	mu    sync.Mutex
	names map[string]int
	other Other
}

// An Other has a lock of another type.
type Other struct {
	mu sync.RWMutex
	n  int
}

func (o *Other) String() string {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return fmt.Sprint(o.n)
}

// Add adds one.
func (o *Other) Add() {
	o.mu.Lock()
	o.n++
	o.mu.Unlock()
}

// Tell prints under a reader's lock, which String takes, too.
func (o *Other) Tell() {
	o.mu.RLock()
	defer o.mu.RUnlock()
	log.Println(o.n, o) // failed
}

func (s *Set) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprint(len(s.names))
}

// MarshalJSON encodes the names.
func (s *Set) MarshalJSON() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return json.Marshal(s.names)
}

// Write adds a name.
func (s *Set) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[string(b)]++
	return len(b), nil
}

// Size returns how many names there are.
func (s *Set) Size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.names)
}

// Names are of one call each.
type Names interface{ Size() int }

func size(n Names) int { return n.Size() }

// Printed prints under the lock.
func (s *Set) Printed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Println("names:", s) // failed
}

// Quoted does so by a format.
func (s *Set) Quoted() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Errorf("names: %d %q", len(s.names), s) // failed
}

// Encoded encodes under the lock.
func (s *Set) Encoded(w io.Writer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return json.NewEncoder(w).Encode(s) // failed
}

// Walk has the literal lock.
func (s *Set) Walk(dir string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error { // failed
		s.mu.Lock()
		s.names[path]++
		s.mu.Unlock()
		return err
	})
}

// Visit passes a method that locks.
func (s *Set) Visit(dir string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return filepath.WalkDir(dir, s.visit) // failed
}

func (s *Set) visit(path string, _ fs.DirEntry, err error) error {
	s.mu.Lock()
	s.names[path]++
	s.mu.Unlock()
	return err
}

// Sized calls a method that locks, by an interface.
func (s *Set) Sized() int {
	size := func(n Names) int { return n.Size() } // failed
	s.mu.Lock()
	defer s.mu.Unlock()
	return size(s)
}

// Held calls it in a variable.
func (s *Set) Held() int {
	var n Names = s
	s.mu.Lock()
	defer s.mu.Unlock()
	return n.Size() // failed
}

// After prints after the unlock, and is right. So are the others below.
func (s *Set) After() {
	s.mu.Lock()
	s.names["after"]++
	s.mu.Unlock()
	fmt.Println("names:", s)
	log.Printf("%v", size(s))
}

// OtherPrinted prints what has another lock.
func (s *Set) OtherPrinted() {
	s.mu.Lock()
	defer s.mu.Unlock()
	log.Printf("%d names, %v, at %p", len(s.names), &s.other, s)
}

// OtherWalk has the literal lock another lock.
func (s *Set) OtherWalk(dir string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return filepath.WalkDir(dir, func(string, fs.DirEntry, error) error {
		s.other.Add()
		return nil
	})
}

// Later has the literal run when the lock is free.
func (s *Set) Later() {
	s.mu.Lock()
	defer s.mu.Unlock()
	time.AfterFunc(time.Second, func() {
		s.mu.Lock()
		clear(s.names)
		s.mu.Unlock()
	})
}

// OtherSized calls a method of another value.
func (s *Set) OtherSized() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return size(fixed{})
}

type fixed struct{}

func (fixed) Size() int { return 1 }

// An Err is an error with a lock.
type Err struct {
	mu   sync.Mutex
	text string
}

func (e *Err) Error() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.text
}

// Wrap wraps it under the lock.
func (e *Err) Wrap() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return fmt.Errorf("%s: %w", e.text, e) // failed
}

// New does not.
func (e *Err) New() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return errors.New(e.text)
}
