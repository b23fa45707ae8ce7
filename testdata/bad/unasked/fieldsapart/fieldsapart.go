// Package fieldsapart has no annotations. Goroutines have different fields of one struct, and their starter goes on when it has waited.
package fieldsapart

import (
	"errors"
	"sync"
)

type user struct{ name string }

type page struct {
	id     int
	users  []user
	posts  []string
	views  int
	header *user
}

func users(n int) ([]user, error) {
	if n < 0 {
		return nil, errors.New("negative")
	}
	return make([]user, n), nil
}

func posts(n int) []string { return make([]string, n) }

// Load has a new struct, behind a pointer.
func Load(n int) *page {
	p := &page{}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		p.users, _ = users(n)
	}()
	go func() {
		defer wg.Done()
		p.posts = posts(n)
	}()
	wg.Wait()
	p.views = len(p.users) + len(p.posts)
	return p
}

// Variable has a struct of its own.
func Variable(n int) page {
	var p page
	var wg sync.WaitGroup
	wg.Go(func() { p.users, _ = users(n) })
	wg.Go(func() { p.posts = posts(n) })
	p.views = n
	wg.Wait()
	return p
}

func (p *page) loadUsers(n int) error {
	var err error
	p.users, err = users(n)
	return err
}

func (p *page) loadPosts(n int) { p.posts = posts(n) }

// Methods has the fields assigned by methods, and an error behind a channel.
func Methods(n int) (*page, error) {
	p := &page{id: n}
	errs := make(chan error, 1)
	done := make(chan struct{})
	go func() { errs <- p.loadUsers(n) }()
	go func() {
		defer close(done)
		p.loadPosts(n)
		p.views += len(p.posts)
	}()
	<-done
	if err := <-errs; err != nil {
		return nil, err
	}
	return p, nil
}

// Twice begins with new goroutines when it has waited.
func Twice(n int) *page {
	p := &page{}
	for range n {
		var wg sync.WaitGroup
		wg.Go(func() { p.views++ })
		wg.Go(func() { p.id += n })
		wg.Wait()
		p.id++
	}
	return p
}

// Same has two goroutines assign one field.
func Same(n int) *page {
	p := &page{}
	var wg sync.WaitGroup
	wg.Go(func() { p.views = n })
	wg.Go(func() { p.views++; p.posts = posts(n) }) // failed
	wg.Wait()
	return p
}

// Reads has one read what the other assigns.
func Reads(n int) *page {
	p := &page{}
	var wg sync.WaitGroup
	wg.Go(func() { p.posts = posts(n) })
	wg.Go(func() { p.views = len(p.posts) }) // failed
	wg.Wait()
	return p
}

// Early reads a field before it has waited.
func Early(n int) int {
	p := &page{}
	var wg sync.WaitGroup
	wg.Go(func() { p.posts = posts(n) })
	wg.Go(func() { p.views = n })
	v := p.views // failed
	wg.Wait()
	return v
}

// Assigned assigns one.
func Assigned(n int) *page {
	p := &page{}
	var wg sync.WaitGroup
	wg.Go(func() { p.posts = posts(n) })
	wg.Go(func() { p.views = n })
	p.posts = nil // failed
	wg.Wait()
	return p
}

// Copied copies the struct.
func Copied(n int) page {
	p := &page{}
	var wg sync.WaitGroup
	wg.Go(func() { p.posts = posts(n) })
	wg.Go(func() { p.views = n })
	q := *p // failed
	wg.Wait()
	return q
}

// Unwaited returns it.
func Unwaited(n int) *page {
	p := &page{}
	var wg sync.WaitGroup
	wg.Go(func() { p.posts = posts(n) })
	wg.Go(func() { p.views = n })
	return p // failed
}

// Other waits for another group.
func Other(n int) *page {
	p := &page{}
	var wg, other sync.WaitGroup
	wg.Go(func() { p.posts = posts(n) })
	other.Go(func() { p.views = n })
	wg.Wait()
	p.views++ // failed
	other.Wait()
	return p
}

// After goes on when it has paid.
func After(n int) *page {
	p := &page{}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		p.posts = posts(n)
		wg.Done()
	}()
	go func() {
		wg.Done()
		p.views = n // failed
	}()
	wg.Wait()
	return p
}

// Loop starts several for one field.
func Loop(n int) *page {
	p := &page{}
	var wg sync.WaitGroup
	wg.Go(func() { p.posts = posts(n) })
	for i := range n {
		wg.Go(func() { p.views = i }) // failed
	}
	wg.Wait()
	return p
}

// Alias has two names for one struct.
func Alias(n int) *page {
	p := &page{}
	q := p
	var wg sync.WaitGroup
	wg.Go(func() { p.views = n })
	wg.Go(func() { p.posts = posts(n) })
	wg.Go(func() { q.views = 2 * n }) // failed
	wg.Wait()
	return p
}

// AliasApart has two names, and goroutines for each.
func AliasApart(n int) *page {
	p := &page{}
	q := p
	var wg sync.WaitGroup
	wg.Go(func() { p.views = n })
	wg.Go(func() { p.posts = posts(n) })
	wg.Go(func() { q.views = 2 * n }) // failed
	wg.Go(func() { q.users, _ = users(n) })
	wg.Wait()
	return q
}

var known *page

// Known has let others know it.
func Known(n int) {
	p := &page{}
	known = p // failed
	var wg sync.WaitGroup
	wg.Go(func() { p.posts = posts(n) }) // failed
	wg.Go(func() { p.views = n })
	wg.Wait()
}

// Sent lets somebody know it meanwhile.
func Sent(n int, to chan *page) {
	p := &page{}
	var wg sync.WaitGroup
	wg.Go(func() { p.posts = posts(n) })
	wg.Go(func() { p.views = n })
	to <- p // failed
	wg.Wait()
}

// Fails returns at the first error, while the other goroutine may be at work.
func Fails(n int) (*page, error) {
	p := &page{}
	errs := make(chan error, 2)
	go func() { errs <- p.loadUsers(n) }()
	go func() {
		p.loadPosts(n)
		errs <- nil
	}()
	for range 2 {
		if err := <-errs; err != nil {
			return p, err // failed
		}
	}
	return p, nil
}

func (p *page) count() { p.views++ }

// Counts has a helper for one more field, in both.
func Counts(n int) *page {
	p := &page{}
	var wg sync.WaitGroup
	wg.Go(func() {
		p.posts = posts(n)
		p.count()
	})
	wg.Go(func() { // failed
		p.users, _ = users(n)
		p.count()
	})
	wg.Wait()
	return p
}

// Shared has one array for two fields.
func Shared(names []string) []string {
	type two struct{ a, b []string }
	t := two{names, names}
	var wg sync.WaitGroup
	wg.Go(func() {
		t.a[0] = "a" // failed
		t.a = nil
	})
	wg.Go(func() {
		t.b[0] = "b" // failed
		t.b = nil
	})
	wg.Wait()
	return names
}

// Behind has what a field leads to assigned by two.
func Behind(n int) *page {
	p := &page{header: &user{}}
	var wg sync.WaitGroup
	wg.Go(func() {
		p.posts = posts(n)
		p.header.name = "a" // failed
	})
	wg.Go(func() {
		p.views = n
		p.header.name = "b" // failed
	})
	wg.Wait()
	return p
}

// Further starts another one in a goroutine, which nobody waits for.
func Further(n int) *page {
	p := &page{}
	var wg sync.WaitGroup
	wg.Go(func() {
		go func() { p.views = n }() // failed
	})
	wg.Go(func() { p.posts = posts(n) })
	wg.Wait()
	return p
}

// A store keeps pages behind a lock.
type store struct {
	mu    sync.Mutex
	pages map[int]*page
}

// Kept puts it in meanwhile.
func (s *store) Kept(n int) {
	p := &page{}
	var wg sync.WaitGroup
	wg.Go(func() { p.posts = posts(n) })
	wg.Go(func() { p.views = n })
	s.mu.Lock()
	s.pages[n] = p // failed
	s.mu.Unlock()
	wg.Wait()
}

// Filled has goroutines fill one that is in.
func (s *store) Filled(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.pages[n]
	if p == nil {
		return
	}
	var wg sync.WaitGroup
	wg.Go(func() { p.posts = posts(n) }) // failed
	wg.Go(func() { p.views = n })
	wg.Wait()
}

var last int

// Changed knows nothing of what is in a field after it has waited.
func Changed(n int) {
	p := &page{views: 1}
	var wg sync.WaitGroup
	wg.Go(func() { p.posts = posts(n) })
	wg.Go(func() { p.views = n })
	wg.Wait()
	if p.views == 1 {
		return
	}
	last = p.views // failed
}
