// Package ownresponses has no annotations. Goroutines that are started in loops read the responses that they have got themselves, or use what is the same for all.
package ownresponses

import (
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
)

// Sizes has each goroutine read a response of its own.
func Sizes(urls []string) (map[string]int, error) {
	var (
		mu   sync.Mutex
		wg   sync.WaitGroup
		errs []error
	)
	sizes := map[string]int{}
	for _, url := range urls {
		wg.Go(func() {
			n, err := size(url)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				errs = append(errs, err)
				return
			}
			sizes[url] = n
		})
	}
	wg.Wait()
	return sizes, errors.Join(errs...)
}

func size(url string) (int, error) {
	resp, err := http.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return len(data), err
}

// Warm has it in the literal.
func Warm(urls []string) {
	var wg sync.WaitGroup
	for _, url := range urls {
		wg.Add(1)
		go func() {
			defer wg.Done()
			resp, err := http.Get(url)
			if err != nil {
				return
			}
			defer resp.Body.Close()
			_, _ = io.Copy(io.Discard, resp.Body)
		}()
	}
	wg.Wait()
}

// Ping writes to connections.
func Ping(addrs []string) {
	var wg sync.WaitGroup
	for _, addr := range addrs {
		wg.Go(func() {
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				return
			}
			_, _ = io.WriteString(conn, "ping\n")
			_ = conn.Close()
		})
	}
	wg.Wait()
}

type out struct{ w io.Writer }

func open(name string) *out { return &out{w: io.Discard} }

// Shared has all goroutines write to one.
func Shared(names []string) {
	var wg sync.WaitGroup
	o := open("all")
	for _, name := range names {
		wg.Go(func() {
			_, _ = io.WriteString(o.w, name) // failed
		})
	}
	wg.Wait()
}

func (o *out) writer() io.Writer { return o.w }

// Got has each goroutine get the same writer.
func Got(names []string) {
	var wg sync.WaitGroup
	o := open("all")
	for _, name := range names {
		wg.Go(func() {
			w := o.writer()
			_, _ = io.WriteString(w, name) // failed
		})
	}
	wg.Wait()
}

type opener interface{ Open() io.Writer }

// Opened has each goroutine ask for a writer, which may be the same.
func Opened(from opener, names []string) {
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Go(func() {
			w := from.Open()
			_, _ = io.WriteString(w, name) // failed
		})
	}
	wg.Wait()
}

// Kept has each goroutine take the same writer out of a map.
func Kept(writers map[string]io.Writer, names []string) {
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Go(func() {
			w := writers["all"]
			_, _ = io.WriteString(w, name) // failed
		})
	}
	wg.Wait()
}

// Within has goroutines of a goroutine write to what that has opened.
func Within(names []string) {
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Go(func() {
			o := open(name)
			var inner sync.WaitGroup
			for range 3 {
				inner.Go(func() {
					_, _ = io.WriteString(o.w, name) // failed
				})
			}
			inner.Wait()
		})
	}
	wg.Wait()
}

// Beside reads a response in two goroutines.
func Beside(urls []string) {
	var wg sync.WaitGroup
	for _, url := range urls {
		wg.Go(func() {
			resp, err := http.Get(url)
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(io.Discard, resp.Body) }()
			_, _ = io.Copy(io.Discard, resp.Body) // failed
		})
	}
	wg.Wait()
}
