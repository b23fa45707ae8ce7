package analysis_test

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/internal/verifytest/loaded"
)

// listed is a cache of which lists alone hold pointers to the entries.
const listed = `package listed

import (
	"container/list"
	"fmt"
	"maps"
	"sync"
	"text/tabwriter"
)

type entry struct {
	key string
	val any
}

func (e *entry) String() string { return e.key }

type Cache struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	ll *list.List
	//calvin:guarded_by mu
	items map[string]*list.Element
	//calvin:guarded_by mu
	last any
}

type named list.Element

type set[V any] struct{ m map[string]V }

func (s *set[V]) any(k string) any { return s.m[k] }

var _ = fmt.Sprint
var _ = maps.Keys[map[string]int]
var _ tabwriter.Writer

func (c *Cache) Get(key string) any {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.items[key]; ok {
		v := e.Value
		if ent, ok := v.(*entry); ok && e.Value != nil {
			return ent.val
		}
	}
	return nil
}

func (c *Cache) Put(key string, val any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.items[key]; ok {
		e.Value.(*entry).val = val
		e.Value = &entry{key, val}
		return
	}
	c.items[key] = c.ll.PushFront(&entry{key, val})
	if c.ll.Len() > 3 {
		delete(c.items, c.ll.Remove(c.ll.Back()).(*entry).key)
	}
}
`

// TestInListsAlone: of which types lists alone hold pointers, where a cache has a method more.
func TestInListsAlone(t *testing.T) {
	cases := []struct {
		name, code string
		want       bool
	}{
		{"nothing more", "", true},
		{"compares", "func (c *Cache) F(e *list.Element, v any) bool { return e.Value == v }", false}, // others may call F with an element
		{"helper", "func (c *Cache) f(e *list.Element, v any) bool { return e.Value == v }", true},
		{"another type", "type other struct{ n int }; func (c *Cache) F() any { return &other{} }", true},
		{"a copy", "func (c *Cache) F() { c.last = *(c.ll.Front().Value.(*entry)) }", true},
		{"stored", "func (c *Cache) F() { c.last = &entry{} }", false},
		{"returned", "func (c *Cache) F() any { return c.ll.Front().Value }", false},
		{"removed", "func (c *Cache) F() any { return c.ll.Remove(c.ll.Front()) }", false},
		{"value stored", "func (c *Cache) F() { c.last = c.ll.Front().Value }", false},
		{"variable", "func (c *Cache) F() any { v := c.ll.Front().Value; return v }", false},
		{"captured", "func (c *Cache) F() func() any { v := c.ll.Front().Value; return func() any { return v } }", false},
		{"passed", "func (c *Cache) F() { c.f(c.ll.Front().Value) }; func (c *Cache) f(v any) { c.last = v }", false},
		{"address", "func (c *Cache) F() any { return *c.f() }; func (c *Cache) f() *any { return &c.ll.Front().Value }", false},
		{"copied element", "func (c *Cache) F() any { e := *c.ll.Front(); return e.Value }", false},
		{"renamed element", "func (c *Cache) F() any { return (*named)(c.ll.Front()).Value }", false},
		{"renamed for others", "func (c *Cache) F() *named { return (*named)(c.ll.Front()) }", false},
		{"asserted", "func (c *Cache) F() fmt.Stringer { return c.ll.Front().Value.(fmt.Stringer) }", false},
		{"switched", "func (c *Cache) F() any { switch v := c.ll.Front().Value.(type) { case fmt.Stringer: return v }; return nil }", false},
		{"element", "func (c *Cache) F() *list.Element { return c.ll.Front() }", false},
		{"method value", "func (c *Cache) F() { f := c.ll.PushFront; f(&entry{}) }", false},
		{"exported field", "type X struct{ L *list.List }; func (c *Cache) F(x *X) { c.ll = x.L }", false},
		{"embedded", "type X struct{ list.List }", false},
		{"callback", "func (c *Cache) F(f func(*list.Element)) { f(c.ll.Front()) }", false},
		{"list in an interface", "func (c *Cache) F() any { return c.ll }", false},
		{"list out of one", "func (c *Cache) F(x any) { c.ll = x.(*list.List) }", false},
		{"entry", "func (c *Cache) F() *entry { return c.ll.Front().Value.(*entry) }", false},
		{"entry field", "type X struct{ E *entry }", false},
		{"channel", "var C = make(chan *entry, 1)", false},
		{"panic", "func (c *Cache) F() { panic(&entry{}) }", false},
		{"printed", "func (c *Cache) F() { fmt.Println(c.ll.Front().Value) }", false},
		{"type argument", "func F() any { s := set[*entry]{}; return s.any(\"\") }", false},
		{"elements as type arguments", "func (c *Cache) F() any { s := set[*list.Element]{c.items}; return s.any(\"\") }", false},
		{"generic code of others", "func (c *Cache) F() { maps.Keys(c.items) }", false},
		{"deferred", "func (c *Cache) F() any { defer c.ll.PushFront(&entry{}); return nil }", false},
	}
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module listed\ngo 1.26\n")
	for i, c := range cases {
		if err := os.Mkdir(filepath.Join(dir, fmt.Sprint("p", i)), 0o700); err != nil {
			t.Fatal(err)
		}
		write(fmt.Sprintf("p%d/x.go", i), listed+c.code+"\n")
	}
	pkgs, annots := loaded.Annotated(t, dir, "./...")
	for _, pkg := range pkgs {
		p, err := analysis.Find([]*packages.Package{pkg}, annots, analysis.Others{})
		if err != nil {
			t.Fatal(err)
		}
		var i int
		if _, err := fmt.Sscanf(pkg.PkgPath, "listed/p%d", &i); err != nil {
			t.Fatal(err)
		}
		got := slices.ContainsFunc(p.InListsAlone(), func(name *types.TypeName) bool { return name.Name() == "entry" })
		if c := cases[i]; got != c.want {
			t.Errorf("%s: entries are in lists alone: %t, want %t", c.name, got, c.want)
		}
	}
}
