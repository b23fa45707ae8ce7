// Package callingback passes function literals to functions of the standard library that call them, and no more than that, while they run.
package callingback

import (
	"bytes"
	"go/ast"
	"regexp"
	"strings"
	"sync"
)

// A Set has words, and how often they were looked for.
type Set struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	words map[string]int
	//calvin:guarded_by mu
	n int
	//calvin:immutable
	re *regexp.Regexp
}

// HasTab is right: only this goroutine has found.
func HasTab(s string) bool {
	found := false
	strings.Map(func(r rune) rune {
		if r == '\t' {
			found = true
		}
		return r
	}, s)
	return found
}

// Calls is right.
func Calls(f ast.Node) int {
	n := 0
	if f == nil {
		return 0
	}
	ast.Inspect(f, func(n ast.Node) bool {
		_, ok := n.(*ast.FuncLit)
		return !ok
	})
	ast.Inspect(f, func(x ast.Node) bool {
		if _, ok := x.(*ast.CallExpr); ok && n < 100 {
			n++
		}
		return true
	})
	return n
}

// Replace is right: the lock is held while the literal runs.
func (s *Set) Replace(text string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.re == nil {
		return text
	}
	return s.re.ReplaceAllStringFunc(text, func(w string) string {
		if s.n < 100 {
			s.n++
		}
		return w
	})
}

// Unlocked has the literal run without the lock.
func (s *Set) Unlocked(text string) string {
	if s.re == nil {
		return text
	}
	return s.re.ReplaceAllStringFunc(text, func(w string) string {
		if s.n < 100 { // failed
			s.n++
		}
		return w
	})
}

// Releases has the literal let go of the lock that it is called with: the second call does it again.
func (s *Set) Releases(text string) string {
	s.mu.Lock()
	return strings.Map(func(r rune) rune {
		s.mu.Unlock() // failed
		return r
	}, text)
}

// First relies after the call on what the literal may have changed.
func First(xs []string) int {
	if len(xs) == 0 {
		return 0
	}
	n := 0
	strings.Map(func(r rune) rune {
		n = 1
		return r
	}, xs[0])
	//calvin:assert n == 0 || n == 1
	//calvin:assert n == 1 // failed
	return n
}

// Never relies on that the literal is called.
func Never(s string) int {
	n := 0
	strings.FieldsFunc(s, func(rune) bool { n = 1; return true })
	//calvin:assert n == 0 // failed
	return n
}

// Shared has a goroutine that looks at what the literal writes.
func Shared(s []byte) int {
	n := 0
	done := make(chan struct{})
	go func() {
		println(n)
		close(done)
	}()
	bytes.Map(func(r rune) rune {
		n = 2 // failed
		return r
	}, s)
	<-done
	return n
}

// Kept calls the literal itself, too, after the goroutine has begun.
func Kept(s string, fs chan func()) {
	n := 0
	f := func() { n++ } // failed
	fs <- f
	strings.Map(func(r rune) rune {
		f()
		return r
	}, s)
}

// Argument writes to what the literal gets, which others may have.
func Argument(f ast.Node) {
	if f == nil {
		return
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id != nil {
			id.Name = "x" // failed
		}
		return true
	})
}
