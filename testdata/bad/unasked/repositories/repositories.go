// Package repositories has no annotations. Its services get objects from repositories, which are interfaces, and write them.
package repositories

import (
	"sort"
	"sync"
)

// A User is stored.
type User struct {
	ID   int
	Name string
}

// A Member leads to another object, which others may know.
type Member struct {
	ID     int
	Friend *User2
}

// Members has some.
type Members interface {
	Member(id int) (*Member, error)
	Members() ([]Member, error)
}

// A User2 is another one.
type User2 struct{ Name string }

// A Repo has them.
type Repo interface {
	Get(id int) (*User, error)
	List() ([]User, error)
	Save(*User) error
}

// A Mem has copies of them.
type Mem struct {
	mu sync.Mutex
	m  map[int]User
}

// NewMem returns one.
func NewMem() *Mem { return &Mem{m: map[int]User{}} }

// Get returns a copy.
func (r *Mem) Get(id int) (*User, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	u := r.m[id]
	return &u, nil
}

// List returns copies.
func (r *Mem) List() ([]User, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	us := make([]User, 0, len(r.m))
	for _, u := range r.m {
		us = append(us, u)
	}
	return us, nil
}

// Save stores a copy.
func (r *Mem) Save(u *User) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.m[u.ID] = *u
	return nil
}

// A Fake is for tests.
type Fake struct{}

// Get makes one.
func (Fake) Get(id int) (*User, error) { return &User{ID: id}, nil }

// List makes some.
func (Fake) List() ([]User, error) { return []User{{ID: 1}}, nil }

// Save does nothing.
func (Fake) Save(*User) error { return nil }

// A Service changes users.
type Service struct {
	repo  Repo
	mu    sync.Mutex
	known map[int]*User
}

// New returns one.
func New(r Repo) *Service { return &Service{repo: r, known: map[int]*User{}} }

// Rename writes what it gets.
func (s *Service) Rename(id int, name string) error {
	u, err := s.repo.Get(id)
	if err != nil {
		return err
	}
	u.Name = name
	return s.repo.Save(u)
}

// Sorted writes the slice.
func (s *Service) Sorted() ([]User, error) {
	us, err := s.repo.List()
	if err != nil {
		return nil, err
	}
	sort.Slice(us, func(i, j int) bool { return us[i].Name < us[j].Name })
	return us, nil
}

// Both writes it in two goroutines.
func (s *Service) Both(id int) {
	u, _ := s.repo.Get(id)
	go func() { u.Name = "a" }() // failed
	u.Name = "b"
}

// Known lets others know it, and goes on.
func (s *Service) Known(id int) {
	u, _ := s.repo.Get(id)
	s.mu.Lock()
	s.known[id] = u
	s.mu.Unlock()
	u.Name = "b" // failed
}

var count int

// Counted has an unrelated race after the call.
func Counted(s Members, id int) {
	u, _ := s.Member(id)
	if u != nil && u.Friend != nil {
		count++ // failed
	}
}

// Listed has one after the other.
func Listed(s Members, id int) {
	us, _ := s.Members()
	if len(us) > 0 && us[0].Friend != nil {
		count++ // failed
	}
}

// Befriended writes what it leads to.
func Befriended(s Members, id int) {
	u, _ := s.Member(id)
	u.Friend.Name = "b" // failed
}

// Met writes one itself.
func Met(m *Member, friend *User2) { m.Friend = friend }

// Clean has a race after a call that returns something new.
func (s *Service) Clean(id int) {
	u, _ := s.repo.Get(id)
	if u != nil && u.ID > 0 {
		count++ // failed
	}
	us, _ := s.repo.List()
	if len(us) > 0 && us[0].ID > 0 {
		count++ // failed
	}
}

// A Cache keeps what it returns.
type Cache interface{ Find(id int) (*User, error) }

// A Last keeps the last.
type Last struct {
	mu   sync.Mutex
	last *User
}

// Find keeps it.
func (c *Last) Find(id int) (*User, error) {
	u := &User{ID: id}
	c.mu.Lock()
	c.last = u
	c.mu.Unlock()
	return u, nil // failed
}

// Name reads it.
func (c *Last) Name() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == nil {
		return ""
	}
	return c.last.Name
}

// Cached writes it: what is wrong is Find.
func Cached(c Cache) {
	u, _ := c.Find(1)
	u.Name = "b"
}

// Mapped is a cache with a map: what it returns is not new.
type Mapped interface{ Look(id int) (*User2, error) }

// A Table has such a map.
type Table struct{ m map[int]*User2 }

// Look returns an entry.
func (t *Table) Look(id int) (*User2, error) { return t.m[id], nil }

// Looked writes it.
func Looked(m Mapped) {
	u, _ := m.Look(1)
	u.Name = "b" // failed
}

// Updated returns what it gets.
type Updated interface {
	Update(u *User2) (*User2, error)
}

// Twice writes what may be the same.
func Twice(d Updated, out chan *User2) {
	u := &User2{}
	out <- u
	v, _ := d.Update(u)
	v.Name = "b" // failed
}

// Current tells what it has.
type Current interface{ Now() *User2 }

// Renamed writes it.
func Renamed(c Current) { c.Now().Name = "x" } // failed

// A Tagged has tags, which may be those of others.
type Tagged struct {
	ID   int
	Tags []string
}

// Tags has some.
type Tags interface{ Tagged(id int) (*Tagged, error) }

// A Table2 has one table for all.
type Table2 struct{ all []string }

// Tagged makes the object, and not the tags.
func (t *Table2) Tagged(id int) (*Tagged, error) { return &Tagged{ID: id, Tags: t.all}, nil }

// Tag writes what all have.
func Tag(t Tags) {
	u, err := t.Tagged(1)
	if err == nil {
		u.Tags[0] = "x" // failed
	}
}
