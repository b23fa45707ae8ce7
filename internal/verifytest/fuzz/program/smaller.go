package program

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// smaller are statements on variables of their own.
var smaller = []string{
	"{v1} := []rune({s})\nfor {v2} := range {v1} {\n{v1}[{v2}]++\n}\nassert len({v1}) ⟨>=¦>⟩ 0\n_ = {v1}",
	"{v1} := []rune({s})\nif len({v1}) > ⟨1¦0⟩ {\n_ = {v1}[1]\n}\n_ = string({v1})",
	"{v1} := 0\n{v2} := sync.OnceValue(func() int {\n{v1}++\nreturn {i}\n})\n_ = {v2}() + {v2}()\nassert {v1} ⟨<= 1¦== 0⟩\n_ = {v1}",
	"{v1} := sync.OnceFunc(func() {})\n{v1}()\n{v1}()",
	"{v1} := make([]int, 3)\n{v2} := [3]int({v1}⟨¦[:2]⟩)\n_ = {v2}",
	"for {v1}, {v2} := range pairs@(3) {\nif {v2} == {s} {\n[[break|continue]]\n}\nassert {v1} ⟨>=¦>⟩ 0\n_ = {v1}\n}",
	"{v1} := 0\nfor {v2} := range cut@({i}) {\n{v1} += {v2} & 1\n}\nassert {v1} ⟨>=¦>⟩ 0\n_ = {v1}",
	"{v1} := 0\nfor {v2} := range 3 {\ndefer func(n int) {\n{v1} += n\n}({v2})\n}",
	"for {v1} := range 2 {\ndefer func(n int) {\n_ = 4 / (⟨1¦0⟩ + n)\n}({v1})\n}",
	"{v1} := map[int]string{1: {s}}\nclear({v1})\nassert len({v1}) == ⟨0¦1⟩\n_ = {v1}",
	"{v1} := append([]int(nil), {x}...)\nclear({v1})\nfor _, {v2} := range {v1} {\nassert {v2} ⟨==¦!=⟩ 0\n_ = {v2}\n}",
	"{v1} := make([]int, 4)\nvar {v2} sync.WaitGroup\n{v2}.Add(1)\ngo func() {\n//calvin:takes {v1}[0:2], {v2}\ndefer {v2}.Done()\n{v1}[0], {v1}[1] = 1, 2\n}()\n{v1}[⟨2¦1¦0⟩] = 3\n⟨{v2}.Wait()¦⟩\n_ = {v1}",
	"{v1}, {v2} := 0, make(chan int, 1)\ngo func() {\n{v1} = 2\n{v2} <- 1\n⟨¦{v1} = 3⟩\n}()\n⟨<-{v2}¦⟩\n{v1}++",
	"{v1} := make(chan int, 3)\nfor {v2} := range 3 {\ngo func() {\n{v1} <- {v2}\n}()\n}\nfor range ⟨3¦2⟩ {\n<-{v1}\n}\nclose({v1})",
	"var {v1} sync.WaitGroup\n{v1}.Add(⟨1¦0⟩)\ngo func() {\n{v1}.Done()\n}()\n{v1}.Wait()",
	"{v1} := &stack@[int]{}\n{v1}.push({i})\nif {v2}, ok := {v1}.pop(); ok {\n_ = {v2}\n}\n⟨¦_ = len({v1}.s)⟩",
	"{v1} := index@([]string{{s}, {s}}, {s})\nif {v1} >= 0 {\n_ = []int{1, ⟨2¦2, 3⟩}[{v1}]\n}",
	"{v1} := [2][2]int{{1, {i}}}\n{v2} := {v1}\n{v2}[0][1] = 7\nassert {v1}[0][0] == ⟨1¦0⟩\n_, _ = {v1}, {v2}",
	"{v1} := struct{ a int; b []int }{a: {i}}\n{v2} := &{v1}.a\n*{v2} = 4\nassert {v1}.a == ⟨4¦0⟩\n_ = {v1}",
	"{v1} := func() (n int) {\ndefer func() {\nn ⟨+=¦-=⟩ 2\n}()\nreturn 1\n}()\nassert {v1} == 3\n_ = {v1}",
}

// smallHelpers are what they call.
var smallHelpers = map[string]string{
	"pairs@": "func pairs@(n int) func(func(int, string) bool) {\nreturn func(yield func(int, string) bool) {\nfor i := range n {\nif !yield(i, \"x\") {\nreturn\n}\n}\n}\n}\n",
	"cut@":   "func cut@(n int) func(func(int) bool) {\nreturn func(yield func(int) bool) {\nif n > 1 && !yield(n) {\nreturn\n}\nyield(1)\n}\n}\n",
	"index@": "func index@[T comparable](s []T, x T) int {\nfor i, y := range s {\nif x == y {\nreturn i\n}\n}\nreturn -1\n}\n",
	"stack@": "type stack@[T any] struct {\nmu sync.Mutex\n//calvin:guarded_by mu\ns []T\n}\n\nfunc (k *stack@[T]) push(x T) {\nk.mu.Lock()\ndefer k.mu.Unlock()\nk.s = append(k.s, x)\n}\n\n" +
		"func (k *stack@[T]) pop() (x T, ok bool) {\nk.mu.Lock()\ndefer k.mu.Unlock()\nif len(k.s) == 0 {\nreturn x, false\n}\nx = k.s[len(k.s)-1]\nk.s = k.s[:len(k.s)-1]\nreturn x, true\n}\n",
}

// smallTables are the tables of such statements.
func smallTables() [][]string {
	return [][]string{smaller, taking, panicking, iterating, quantified, sharing, contained}
}

// smalls returns all of such statements, and what they call.
func smalls() (texts []string, helpers []map[string]string) {
	return slices.Concat(smallTables()...), []map[string]string{smallHelpers, takingHelpers, panickingHelpers, quantifiedHelpers}
}

// small draws one of them.
func (g *generator) small() bool {
	texts, helpers := smalls()
	if g.theme != nil {
		texts = g.theme
	}
	text := texts[g.pick(len(texts))]
	spawns := strings.Contains(text, "go ") || strings.Contains(text, ".Go(")
	if g.loops > 0 && (spawns || strings.Contains(text, "defer")) || spawns && g.literal > 0 {
		return false
	}
	for _, table := range helpers {
		for _, name := range slices.Sorted(maps.Keys(table)) {
			if strings.Contains(text, name) {
				g.need(name, table[name])
			}
		}
	}
	g.f.Spawns = g.f.Spawns || spawns
	g.snippet(text)
	return true
}

// declared finds the functions and methods of a text.
var declared = regexp.MustCompile(`(?m)^func (?:\(\w+ ([^)]*)\) )?([\w@]+)`)

// need adds a helper to the program, right or nearly so, of which the function calls what it declares.
func (g *generator) need(name, text string) {
	if !g.helpers[name] {
		g.helper(name, g.alternative(text))
	}
	for _, m := range declared.FindAllStringSubmatch(text, -1) {
		switch recv := m[1]; {
		case recv == "":
			g.calling(m[2])
		case strings.HasPrefix(recv, "*"):
			g.calling("(" + recv + ")." + m[2])
		default:
			g.calling(recv + "." + m[2])
		}
	}
	if name == "digits@" {
		g.calling("digits@.large as limiter@.large")
	}
}
