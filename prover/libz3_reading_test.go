package prover

import (
	"slices"
	"testing"
)

// TestConjoined reads questions in both ways. Terms that are equal are one in a context, so that the answers have to be the same handles.
func TestConjoined(t *testing.T) {
	q := question{
		decls: []string{
			"(declare-sort Ref 0)",
			"(declare-fun |base()| (Ref) Ref)",
			"(declare-const m@0 (Array Ref Int))",
			"(declare-const |o (x)| Ref)",
			"(define-fun t?1 () Int (select m@0 (|base()| |o (x)|)))",
			"(define-fun |(t| () Bool (= t?1 1))",
			"(declare-const i@0 Int)",
			"(define-fun a@1 () (Array Ref Int) (store m@0 |o (x)| (+ i@0 t?1)))",
			"(define-fun unused () Bool (and |(t| (= i@0 7)))",
		},
		formulas: []string{
			"|(t|", "true", "(and |(t| (< i@0 2))", "t?b", "(forall ((r Ref)) (! (=> |(t| (= (select a@1 r) t?1)) :pattern ((select a@1 r))))",
			"(let ((t?1 (|base()| |o (x)|))) (= t?1 |o (x)|))",
		},
		assumed: []string{"lit"},
	}
	q.decls = append(q.decls, "(declare-const t?b Bool)", "(declare-const lit Bool)")
	inContext(t, func(c *z3Context) {
		all := slices.Concat(q.formulas, q.assumed)
		if _, ok := conjoined(q); !ok {
			t.Fatal("it is not read as a conjunction")
		}
		got, err := c.parse(question{decls: q.decls, formulas: all})
		if err != nil {
			t.Fatal(err)
		}
		want, err := c.parseText(commands(q), len(all))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("read %v, as commands %v", got, want)
		}
	})
}

// TestMisread has what a let would read as something else than the commands say, or what is no formula.
func TestMisread(t *testing.T) {
	x, y := "(declare-const x Int)", "(define-fun y () Int (+ x 1))"
	for name, q := range map[string]question{
		"hides a constant": {decls: []string{x, "(define-fun x () Int 1)"}, formulas: []string{"(= x 2)"}},
		"defined twice":    {decls: []string{x, y, "(define-fun y () Int 1)"}, formulas: []string{"(= y 2)"}},
		"not defined":      {decls: []string{x, "(define-fun y () Int)"}, formulas: []string{"(= x 2)"}},
		"two terms":        {decls: []string{x, "(define-fun y () Int x x)"}, formulas: []string{"(= x 2)"}},
		"two formulas":     {decls: []string{x, y}, formulas: []string{"(= y 2) (= y 3)"}},
		"another command":  {decls: []string{x, y}, formulas: []string{"(= y 2))) (assert (and (= y 3)"}},
		"no formula":       {decls: []string{x, y}, formulas: []string{"", "(= y 2)"}},
		"no truth value":   {decls: []string{x, y}, formulas: []string{"y"}},
		"commented out":    {decls: []string{x, y}, formulas: []string{"; (= y 2)"}},
		"unknown":          {decls: []string{x, y}, formulas: []string{"(= y z)"}},
		"open":             {decls: []string{x, "(define-fun y () Int (+ x 1)"}, formulas: []string{"(= x 2)"}},
	} {
		inContext(t, func(c *z3Context) {
			if _, err := c.parse(q); err == nil {
				t.Errorf("%s: it is read", name)
			}
		})
	}
}

// TestNotConjoined has what a conjunction within a let cannot say, though the parser takes it as commands.
func TestNotConjoined(t *testing.T) {
	x, y := "(declare-const x Int)", "(define-fun y () Int (+ x 1))"
	for name, q := range map[string]question{
		"no definition":    {decls: []string{x}, formulas: []string{"(= x 2)"}},
		"a function":       {decls: []string{x, y, "(define-fun f ((n Int)) Int (+ n y))"}, formulas: []string{"(= (f x) 2)"}},
		"hides a function": {decls: []string{"(declare-fun f (Int) Int)", "(define-fun f () Int 1)"}, formulas: []string{"(= (f f) 2)"}},
		"hides a selector": {
			decls:    []string{"(declare-datatypes ((pair 0)) (((mk (first Int) (second Int)))))", "(declare-const p pair)", "(define-fun first () Int 1)"},
			formulas: []string{"(= (first p) 2)"},
		},
		"ends the conjunction": {decls: []string{x, y}, formulas: []string{"(= y 2)) (and true (= y 3)"}},
	} {
		if _, ok := conjoined(q); ok {
			t.Errorf("%s: it is read as a conjunction", name)
		}
		inContext(t, func(c *z3Context) {
			if _, err := c.parse(q); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

func inContext(t *testing.T, f func(*z3Context)) {
	b, err := openLibZ3("", 1)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	z := b.(*libZ3)
	thread := z.threads.Take()
	defer z.threads.Give(thread)
	var failed error
	<-thread.Run(func() {
		c, err := newContext(&z.api, Limits{})
		if failed = err; err != nil {
			return
		}
		defer c.delete()
		f(c)
	})
	if failed != nil {
		t.Fatal(failed)
	}
}
