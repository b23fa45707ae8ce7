// Package scanned has no annotations. Rows of a database are scanned into variables.
package scanned

import (
	"context"
	"database/sql"
	"sync"
)

// A Row is one of some driver.
type Row interface{ Scan(dest ...any) error }

// Count is right: the variable is the function's own.
func Count(db *sql.DB) (int, error) {
	var n int
	if err := db.QueryRow("select count(*) from t").Scan(&n); err != nil {
		return 0, err
	}
	n++
	return n, nil
}

// Names is right: each row is scanned into the same variables.
func Names(ctx context.Context, db *sql.DB) (map[string]int, error) {
	rows, err := db.QueryContext(ctx, "select name, age from t")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	ages := map[string]int{}
	var name string
	var age int
	for rows.Next() {
		if err := rows.Scan(&name, &age); err != nil {
			return nil, err
		}
		ages[name] += age
	}
	return ages, rows.Err()
}

// A User is a row.
type User struct {
	ID   int
	Name string
	Note sql.NullString
}

// Load is right: the object is new.
func Load(r Row) (*User, error) {
	u := &User{}
	if err := r.Scan(&u.ID, &u.Name, &u.Note); err != nil {
		return nil, err
	}
	u.Name += "!"
	return u, nil
}

// A Cache keeps users.
type Cache struct {
	mu    sync.Mutex
	users map[int]*User
	last  string
	count int
}

// Count is right: the lock is held while the row is scanned.
func (c *Cache) Count(r Row) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	err := r.Scan(&c.count)
	return c.count, err
}

// Last is right.
func (c *Cache) Last() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// Refresh scans without the lock.
func (c *Cache) Refresh(r Row) error {
	return r.Scan(&c.last) // failed
}

// RefreshTwo has the lock no longer.
func (c *Cache) RefreshTwo(db *sql.DB) error {
	c.mu.Lock()
	row := db.QueryRow("select name, n from t")
	c.mu.Unlock()
	return row.Scan(&c.last, &c.count) // failed
}

// RefreshUser scans into an object that others have.
func (c *Cache) RefreshUser(id int, r Row) error {
	c.mu.Lock()
	u := c.users[id]
	c.mu.Unlock()
	return r.Scan(&u.Name) // failed
}

// Name is right.
func (c *Cache) Name(id int) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if u := c.users[id]; u != nil {
		return u.Name
	}
	return ""
}

// Add is right.
func (c *Cache) Add(id int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.users[id] = &User{ID: id}
}

// All has goroutines scan into one variable.
func All(rows []Row) string {
	var name string
	var wg sync.WaitGroup
	wg.Add(len(rows))
	for _, r := range rows {
		go func() {
			defer wg.Done()
			_ = r.Scan(&name) // failed
		}()
	}
	wg.Wait()
	return name
}

// A Tag is scanned by a method of its own, which tells others where it is.
type Tag struct{ n int }

var tags = make(chan *Tag, 100)

// Scan keeps its receiver.
func (t *Tag) Scan(any) error {
	tags <- t
	return nil
}

// Tagged does not have the tag to itself any more.
func Tagged(db *sql.DB) (int, error) {
	var t Tag
	if err := db.QueryRow("select tag from t").Scan(&t); err != nil {
		return 0, err
	}
	t.n++ // failed
	return t.n, nil
}
