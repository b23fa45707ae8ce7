package program

// panicking are statements that call what panics by its contract.
var panicking = []string{
	"{v1} := {i}\nif {v1} ⟨>= 0¦>= -1¦!= -1⟩ {\n{v2} := half@({v1})\nassert {v2} ⟨<=¦<⟩ {v1}\n_ = {v2}\n}",
	"⟨if {i} >= 1 {\n_ = half@(3)\n}¦_ = half@({i})⟩",
	"{v1} := {x}\n{v2} := {i}\nif ⟨0 <= {v2} && {v2} < len({v1})¦0 <= {v2}¦{v2} < len({v1})⟩ {\n_ = nth@({v1}, {v2})\n}",
	"{v1} := []int{1, {i}}\n_ = nth@({v1}, ⟨1¦2⟩) + nth@({v1}, 0)",
	"{v1} := {i}\nif {v1} > 2 ⟨||¦&&⟩ {v1} <= 0 {\nif {v1} ⟨> 0¦!= 0⟩ {\n_ = share@({v1}, 2)\n}\n}",
	"for {v1} := range 3 {\n_ = share@(⟨{v1}+1¦{v1}⟩, 4)\n}",
	"{v1} := &gauge@{}\nif {v1}.put({m}) {\n_ = {v1}.at(⟨0¦8⟩)\n}",
	"var {v1} limiter@ = digits@{⟨1¦2⟩}\nif {v2} := {i}; {v2} ⟨>=¦<⟩ 0 {\n_ = {v1}.large({v2})\n}",
	"func() {\n{v1} := {i}\nif {v1} ⟨<¦<=⟩ 0 {\nreturn\n}\ndefer func() {\n_ = half@({v1} - ⟨1¦2⟩)\n}()\n}()",
}

var panickingHelpers = map[string]string{
	"half@":  "//calvin:panics_if n < 0\nfunc half@(n int) int {\nif n < ⟨0¦1⟩ {\npanic(\"negative\")\n}\nreturn n / 2\n}\n",
	"nth@":   "//calvin:panics_if k < 0 || k ⟨>=¦>⟩ len(s)\nfunc nth@(s []int, k int) int { return s[k] }\n",
	"share@": "//calvin:panics_if n == 0\nfunc share@(n, of int) int { return of / n }\n",
	"gauge@": "//calvin:invariant 0 <= n && n <= 8\ntype gauge@ struct {\nmu sync.Mutex\n//calvin:guarded_by mu\nv [8]int\n//calvin:guarded_by mu\nn int\n}\n\n" +
		"//calvin:panics_if k < 0 || k >= 8\nfunc (e *gauge@) at(k int) int {\ne.mu.Lock()\n⟨defer e.mu.Unlock()\nreturn e.v[k]¦x := e.v[k]\ne.mu.Unlock()\nreturn x⟩\n}\n\n" +
		"//calvin:panics_if x < 0\nfunc (e *gauge@) put(x int) bool {\nif x < 0 {\npanic(\"negative\")\n}\ne.mu.Lock()\ndefer e.mu.Unlock()\nif e.n == 8 {\nreturn false\n}\ne.v[e.n] = x\ne.n++\nreturn true\n}\n",
	"limiter@": "type limiter@ interface {\n//calvin:panics_if n < 0\nlarge(n int) bool\n}\n",
	"digits@":  "type digits@ struct{ k int }\n\n//calvin:panics_if n < ⟨0¦1¦-1⟩\nfunc (d digits@) large(n int) bool {\nif n < ⟨0¦1¦-1⟩ {\npanic(\"small\")\n}\nreturn n > d.k\n}\n",
}
