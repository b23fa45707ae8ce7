// Package spoiltaggregates has no annotations. Functions share structs and buffers with goroutines, and somebody uses these without the lock.
package spoiltaggregates

import (
	"bytes"
	"strings"
	"sync"
)

type outside struct{ n, m int }

// Outside counts without the lock.
func Outside(jobs []func()) outside {
	var mu sync.Mutex
	var c outside
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Go(func() { // failed
			mu.Lock()
			c.n++
			mu.Unlock()
			job()
			c.m++
		})
	}
	wg.Wait()
	return c
}

type early struct{ n, m int }

// Early returns while goroutines run.
func Early(jobs []func()) early {
	var mu sync.Mutex
	var c early
	for _, job := range jobs {
		go func() {
			job()
			mu.Lock()
			c.n++
			mu.Unlock()
		}()
	}
	return c // failed
}

type copied struct{ n, m int }

// Copied copies without the lock.
func Copied(jobs []func(), seen func(copied)) {
	var mu sync.Mutex
	var c copied
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Go(func() {
			job()
			mu.Lock()
			c.n++
			mu.Unlock()
			seen(c) // failed
		})
	}
	wg.Wait()
}

type listed struct{ errs []error }

// Listed returns the list under the lock, while goroutines add to it.
func Listed(jobs []func() error) listed {
	var mu sync.Mutex
	var l listed
	for _, job := range jobs {
		go func() {
			err := job()
			mu.Lock()
			l.errs = append(l.errs, err)
			mu.Unlock()
		}()
	}
	mu.Lock()
	defer mu.Unlock()
	return l // failed
}

type behind struct{ n, m int }

// Behind returns the pointer under the lock, while goroutines count.
func Behind(jobs []func() error) *behind {
	var mu sync.Mutex
	b := &behind{}
	for _, job := range jobs {
		go func() {
			_ = job()
			mu.Lock()
			b.n++ // failed
			mu.Unlock()
		}()
	}
	mu.Lock()
	defer mu.Unlock()
	return b
}

type reading struct{ n, m int }

// Reading writes under the lock for readers.
func Reading(jobs []func()) int {
	var mu sync.RWMutex
	var c reading
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Go(func() { // failed
			job()
			mu.RLock()
			c.n++
			mu.RUnlock()
		})
	}
	wg.Wait()
	return c.n
}

type known struct{ n, m int }

func (k *known) both() { k.n++; k.m++ }

// Known lets somebody else have the address.
func Known(jobs []func(), other func(*int)) {
	var mu sync.Mutex
	var k known
	other(&k.n)
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Go(func() { // failed
			job()
			mu.Lock()
			k.n++
			mu.Unlock()
		})
	}
	wg.Wait()
}

// Written writes to a buffer without the lock.
func Written(names []string) string {
	var mu sync.Mutex
	var buf bytes.Buffer
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Go(func() {
			mu.Lock()
			buf.WriteString(name) // failed
			mu.Unlock()
			buf.WriteByte('\n')
		})
	}
	wg.Wait()
	return buf.String()
}

// Unwaited returns what is written while goroutines run.
func Unwaited(names []string) string {
	var mu sync.Mutex
	var b strings.Builder
	for _, name := range names {
		go func() {
			mu.Lock()
			b.WriteString(name) // failed
			mu.Unlock()
		}()
	}
	return b.String()
}

// Bytes returns the bytes of a buffer under the lock, while goroutines write there.
func Bytes(names []string) []byte {
	var mu sync.Mutex
	var buf bytes.Buffer
	for _, name := range names {
		go func() {
			mu.Lock()
			buf.Reset() // failed
			buf.WriteString(name)
			mu.Unlock()
		}()
	}
	mu.Lock()
	defer mu.Unlock()
	return buf.Bytes()
}
