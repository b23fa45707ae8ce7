// Package tagged has no annotations. It keeps structs with slices of strings, which are written where they are.
package tagged

import "sync"

// A User has tags.
type User struct {
	ID   int
	Tags []string
}

// Users are kept by number.
type Users struct {
	mu   sync.RWMutex
	byID map[int]*User
}

// New returns no users.
func New() *Users { return &Users{byID: map[int]*User{}} }

// Tag writes a tag under the lock.
func (u *Users) Tag(id, i int, tag string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if v := u.byID[id]; v != nil && i >= 0 && i < len(v.Tags) {
		v.Tags[i] = tag
	}
}

// Get is wrong: others write the tags meanwhile.
func (u *Users) Get(id int) (User, bool) {
	u.mu.RLock()
	defer u.mu.RUnlock()
	if v := u.byID[id]; v != nil {
		return *v, true // failed
	}
	return User{}, false
}

// First is wrong: it reads a tag without the lock.
func (u *Users) First(id int) string {
	u.mu.RLock()
	v := u.byID[id]
	u.mu.RUnlock()
	if v == nil {
		return ""
	}
	tags := v.Tags // failed
	if len(tags) == 0 {
		return ""
	}
	return tags[0]
}

// Lists is wrong: it reads a tag without the lock, of a list that it has read under it.
func (u *Users) Lists(id int) (first string) {
	u.mu.RLock()
	var tags []string
	if v := u.byID[id]; v != nil {
		tags = v.Tags
	}
	u.mu.RUnlock()
	if len(tags) > 0 {
		first = tags[0] // failed
	}
	return first
}

// Put keeps a user with tags of its own.
func (u *Users) Put(id int, tags ...string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.byID[id] = &User{ID: id, Tags: append([]string(nil), tags...)}
}
