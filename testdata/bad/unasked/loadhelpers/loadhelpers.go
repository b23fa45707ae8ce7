// Package loadhelpers has no annotations. Helpers pass on what they are passed to decoders.
package loadhelpers

import (
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"net/http"
	"os"
	"sync"
)

// A Config is read from files and requests.
type Config struct {
	Limit int
	Hosts []string
}

func load(path string, v any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// New is right: the variable is the function's own before and after.
func New(path string) (*Config, error) {
	var c Config
	if err := load(path, &c); err != nil {
		return nil, err
	}
	c.Limit++
	c.Hosts = append(c.Hosts, "localhost")
	return &c, nil
}

func decode(r *http.Request, v any) error {
	defer r.Body.Close()
	return json.NewDecoder(r.Body).Decode(v)
}

// Handle is right.
func Handle(w http.ResponseWriter, r *http.Request) {
	c := &Config{Limit: 3}
	if err := decode(r, c); err != nil {
		http.Error(w, "bad", http.StatusBadRequest)
		return
	}
	c.Limit++
	json.NewEncoder(w).Encode(c)
}

// A Right holds its lock while it loads.
type Right struct {
	mu     sync.Mutex
	config Config
}

// Load is right.
func (r *Right) Load(path string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return load(path, &r.config)
}

// Limit is right.
func (r *Right) Limit() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.config.Limit
}

var loads int

// loadCounted counts without a lock. What its callers do wrong is found in it as well.
func loadCounted(path string, v any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	err = json.Unmarshal(data, v) // failed
	loads++                       // failed
	return err
}

// A Wrong does not.
type Wrong struct {
	mu     sync.RWMutex
	config Config
}

// Load has no lock: the finding is in the helper.
func (w *Wrong) Load(path string) error { // unfounded
	return loadCounted(path, &w.config)
}

// LoadRead has the lock for reading.
func (w *Wrong) LoadRead(path string) error { // unfounded
	w.mu.RLock()
	defer w.mu.RUnlock()
	return loadCounted(path, &w.config)
}

// Limit is right.
func (w *Wrong) Limit() int {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.config.Limit
}

// LoadShared loads into what it has given away.
func LoadShared(path string, out chan<- *Config) error { // unfounded
	c := &Config{}
	out <- c
	return loadCounted(path, c)
}

// A Row has the addresses of its fields in a slice.
type Row struct {
	mu   sync.Mutex
	name string
	age  int
}

func (r *Row) fields() []any { return []any{&r.name, &r.age} }

// Scan has no lock.
func (r *Row) Scan(row *sql.Row) error {
	return row.Scan(r.fields()...) // failed
}

// Name is right.
func (r *Row) Name() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.name
}

// A Locked Row is right.
type Locked struct {
	mu   sync.Mutex
	name string
}

// Scan is right.
func (l *Locked) Scan(row *sql.Row) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	into := []any{&l.name}
	return row.Scan(into...)
}

// Name is right.
func (l *Locked) Name() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.name
}

// A Key is drawn without the lock.
type Key struct {
	mu  sync.Mutex
	key [32]byte
}

// Draw has no lock.
func (k *Key) Draw() {
	rand.Read(k.key[:]) // failed
}

// Get is right.
func (k *Key) Get() [32]byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.key
}
