// Package tags has no annotations. It keeps structs with slices of strings, which nobody writes once they are made.
package tags

import (
	"encoding/json"
	"sort"
	"sync"
)

// A User has tags.
type User struct {
	ID   int
	Name string
	Tags []string
}

// Users are kept by number.
type Users struct {
	mu   sync.RWMutex
	byID map[int]User
	last *User
	next int
}

// New returns no users.
func New() *Users { return &Users{byID: map[int]User{}, next: 1} }

// Create is right: the tags are the caller's no more.
func (u *Users) Create(name string, tags ...string) User {
	own := make([]string, len(tags))
	for i := range tags {
		own[i] = tags[i]
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	v := User{ID: u.next, Name: name, Tags: own}
	u.next++
	u.byID[v.ID] = v
	u.last = &User{ID: v.ID, Tags: own}
	return v
}

// Get is right.
func (u *Users) Get(id int) (User, bool) {
	u.mu.RLock()
	defer u.mu.RUnlock()
	v, ok := u.byID[id]
	return v, ok
}

// List is right.
func (u *Users) List() []User {
	u.mu.RLock()
	defer u.mu.RUnlock()
	all := make([]User, 0, len(u.byID))
	for _, v := range u.byID {
		all = append(all, v)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].ID < all[j].ID })
	return all
}

// Tags is right: it makes a list of its own.
func (u *Users) Tags() []string {
	u.mu.RLock()
	defer u.mu.RUnlock()
	var all []string
	for _, v := range u.byID {
		all = append(all, v.Tags...)
	}
	return all
}

// Latest is right: it reads under the lock, and returns what never changes.
func (u *Users) Latest() []string {
	u.mu.RLock()
	defer u.mu.RUnlock()
	if u.last == nil {
		return nil
	}
	return u.last.Tags
}

// First is right: it reads tags without the lock.
func (u *Users) First(id int) string {
	v, _ := u.Get(id)
	if len(v.Tags) == 0 {
		return ""
	}
	return v.Tags[0]
}

// Rename is right.
func (u *Users) Rename(id int, name string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.last != nil && u.last.ID == id {
		u.last.Name = name
	}
}

// Late is wrong: it writes tags that others know.
func (u *Users) Late(id int) {
	tags := []string{"a", "b"}
	u.mu.Lock()
	u.byID[id] = User{ID: id, Tags: tags}
	u.mu.Unlock()
	tags[0] = "c" // failed
}

// LateBehind is wrong: it writes tags that others know by way of a struct.
func (u *Users) LateBehind(id int) {
	tags := []string{"a", "b"}
	v := &User{ID: id, Tags: tags}
	u.mu.Lock()
	u.last = v
	u.mu.Unlock()
	tags[0] = "c" // failed
}

// Grown is wrong: append may write into the array that others know.
func (u *Users) Grown(id int) {
	tags := make([]string, 1, 4)
	u.mu.Lock()
	u.byID[id] = User{ID: id, Tags: tags[:1:1]}
	u.byID[id+1] = User{ID: id, Tags: tags}
	u.mu.Unlock()
	tags = append(tags, "c") // failed
	_ = tags
}

// Copied is wrong: it copies into the array that others know.
func (u *Users) Copied(id int, from []string) {
	tags := make([]string, 4)
	u.mu.Lock()
	u.byID[id] = User{ID: id, Tags: tags}
	u.mu.Unlock()
	copy(tags, from) // failed
}

// Started is wrong: two goroutines write one list.
func Started() []string {
	tags := make([]string, 2)
	done := make(chan bool)
	go func() {
		tags[0] = "a"
		done <- true
	}()
	tags[0] = "b" // failed
	<-done
	return tags
}

// Unlocked is wrong: the tags never change, the variable does.
func (u *Users) Unlocked() []string {
	return u.last.Tags // failed
}

// Patch is wrong: it decodes into an array that others know.
func (u *Users) Patch(id int, data []byte) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	v := u.byID[id]
	if err := json.Unmarshal(data, &v); err != nil { // failed
		return err
	}
	u.byID[id] = v
	return nil
}
