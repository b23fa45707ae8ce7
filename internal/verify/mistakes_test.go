package verify

import (
	"slices"
	"strings"
	"testing"
)

// TestMistakes: each forgotten lock is one finding, at the line with the comment, and no two of them are one.
func TestMistakes(t *testing.T) {
	for _, wrong := range strings.Split(mistakes, "\n\n\n") {
		src := rightCache + wrong
		var want, got []int
		for i, line := range strings.Split(src, "\n") {
			if strings.HasSuffix(line, "// finding") {
				want = append(want, i+1)
			}
		}
		r, _ := check(t, src, func(o *Options) { o.All, o.Infer, o.Panics = false, true, false })
		for _, d := range r.Findings {
			got = append(got, d.Start.Line)
		}
		if !slices.Equal(got, want) {
			t.Errorf("findings at lines %v, want %v", got, want)
			for _, d := range r.Findings {
				t.Logf("%s in %s: %s", d.Start, d.Function, d.Message)
				for _, a := range d.Also {
					t.Logf("\talso %s in %s: %s", a.Start, a.Function, a.Message)
				}
			}
		}
	}
}

// rightCache is right. Each function of mistakes forgets something.
const rightCache = `package m

import "sync"

type Cache struct {
	mu    sync.RWMutex
	items map[string]int
	hits  int
	head  *entry

	logMu sync.Mutex
	log   []string
}

type entry struct {
	key  string
	next *entry
}

func (c *Cache) Put(key string, v int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[key] = v
	c.hits++
	c.head = &entry{key, c.head}
}

func (c *Cache) Rename(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.head != nil {
		c.head.key = key
	}
	c.count()
}

func (c *Cache) Get(key string) int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.items[key] + c.hits
}

func (c *Cache) Clear() {
	c.mu.Lock()
	c.items, c.hits, c.head = map[string]int{}, 0, nil
	c.mu.Unlock()
	c.Log("clear")
}

func (c *Cache) Log(text string) {
	c.logMu.Lock()
	defer c.logMu.Unlock()
	c.log = append(c.log, text)
}

func (c *Cache) Last() string {
	c.logMu.Lock()
	defer c.logMu.Unlock()
	return c.log[len(c.log)-1]
}

// count counts on its callers for the lock.
func (c *Cache) count() { c.hits++ }
`

const mistakes = `// Forgets has no lock at all.
func (c *Cache) Forgets(key string) {
	c.items[key] = 1 // finding
	c.hits++
	if c.head != nil {
		c.head.key = key
	}
	c.count()
}


// Reads only locks for reading.
func (c *Cache) Reads(key string) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	delete(c.items, key) // finding
	c.hits--
}


// Two forgets two locks.
func (c *Cache) Two(key string) {
	c.items[key] = 1 // finding
	c.hits++
	c.log = append(c.log, key) // finding
	c.log = nil
}


// Merge forgets those of two objects.
func Merge(a, b *Cache) {
	a.hits++       // finding
	b.items = nil // finding
}


// Half forgets that of one of them.
func Half(a, b *Cache) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hits++
	b.hits++ // finding
	b.items = nil
}


// AlsoForgets and AndSo each forget the lock.
func (c *Cache) AlsoForgets() {
	c.hits++ // finding
	c.head = nil
}

func (c *Cache) AndSo() {
	c.hits++ // finding
	c.head = nil
}
`
