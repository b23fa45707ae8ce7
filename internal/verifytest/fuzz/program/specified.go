package program

var slice, table = []param{{"x", "[]int"}}, []param{{"x", "map[string]int"}}

// overAll are functions of which the contract speaks of all elements, or of all entries.
var overAll = []performer{
	{
		params: slice, result: "int",
		contract: "requires forall ix int :: 0 <= ix && ix < len(x) ==> x[ix] ⟨>¦>=⟩ 0",
		body:     "{v1} := 0\nfor _, {v2} := range x {\n{v1} += 12 / {v2}\n}\nreturn {v1}",
	},
	{
		params: slice, result: "int",
		contract: "requires exists ix int :: 0 <= ix && ix < len(x) && x[ix] == 1⟨¦ || len(x) == 0⟩",
		body:     "return x[0]",
	},
	{
		params: slice, result: "int",
		contract: "requires forall ix int, jx int :: 0 <= ix && ix < jx && jx < len(x) ==> x[ix] < x[jx]",
		body:     "if len(x) > ⟨1¦0⟩ {\nassert x[0] ⟨<¦>⟩ x[1]\nreturn 8 / (⟨x[0] ^ x[1]¦x[1] - 1⟩)\n}\nreturn 0",
	},
	{
		params: table, result: "int",
		contract: "requires forall key string :: has(x, key) ==> x[key] > 0",
		body:     "if {v1}, ok := x[{s}]; ⟨ok¦ok || i > 1⟩ {\nreturn 9 / {v1}\n}\nreturn 1",
	},
	{
		params: slice, result: "int",
		contract: "atomic\nensures result >= 0 ==> result < len(x) && x[result] == int(i)\nensures result < 0 ==> forall ix int :: 0 <= ix && ix < len(x) ==> x[ix] != int(i)",
		body:     "invariant 0 <= {v1} && forall ix int :: 0 <= ix && ix < {v1} ==> x[ix] != int(i)\nfor {v1} := ⟨0¦1⟩; {v1} < len(x); {v1}++ {\nif x[{v1}] == int(i) {\nreturn {v1}\n}\n}\nreturn -1",
		exact:    true,
	},
	{
		params: slice, result: "[]int",
		contract: "atomic\nensures len(result) == len(x) && forall ix int :: 0 <= ix && ix < len(x) ==> result[ix] == x[ix]⟨¦ + 1⟩",
		body:     "⟨return append([]int(nil), x...)¦{v1} := make([]int, len(x))\nif len(x) > 0 {\ncopy({v1}[1:], x)\n}\nreturn {v1}⟩",
		exact:    true,
	},
	{
		params: table, result: "map[string]int",
		contract: "atomic\nensures result != nil && forall key string :: has(result, key) ==> result[key] == int(i)",
		body:     "{v1} := map[string]int{\"a\": int(i)}\n{v1}[{s}] = int(i)⟨¦ + 1⟩\nreturn {v1}",
		exact:    true,
	},
	{
		of:       "[]int",
		contract: "atomic\nmodifies {f}, {f}[*]\nensures len({f}) == old(len({f}))\nensures forall ix int :: 0 <= ix && ix < len({f}) ==> {f}[ix] == ⟨0¦1⟩",
		body:     "c.mu.Lock()\n⟨clear({f})¦for {v1} := range {f} {\n{f}[{v1}] = {v1}\n}⟩\nc.mu.Unlock()",
		exact:    true,
	},
	{
		of:       "[]int",
		contract: "atomic\nmodifies {f}, {f}[*]\nensures len({f}) == old(len({f}))\nensures forall ix int :: 0 <= ix && ix < len({f}) ==> {f}[ix] == old({f}[ix]) || {f}[ix] == int(i)",
		body:     "c.mu.Lock()\nif len({f}) > 1 {\n{f}[⟨1¦0⟩] = int(i)⟨¦ + 1⟩\n}\nc.mu.Unlock()",
		exact:    true,
	},
	{
		of: "[]int", params: slice,
		contract: "atomic\nmodifies {f}, {f}[*]\nensures len({f}) == len(x)\nensures forall ix int :: 0 <= ix && ix < len(x) ==> {f}[ix] == x[ix]",
		body:     "c.mu.Lock()\ndefer c.mu.Unlock()\n{f} = append([]int(nil), ⟨x¦{f}⟩...)\n⟨¦if len({f}) > 2 {\n{f}[2]++\n}⟩",
		exact:    true,
	},
	{
		of:       "[]int",
		contract: "atomic\nmodifies {f}, {f}[*]\nensures len({f}) == old(len({f})) + 1 && {f}[len({f})-1] == int(i)\nensures forall ix int :: 0 <= ix && ix < old(len({f})) ==> {f}[ix] == old({f}[ix])",
		body:     "c.mu.Lock()\n{f} = append({f}, int(i)⟨¦ + 1⟩)\n⟨¦{f}[0] = 0⟩\nc.mu.Unlock()",
		exact:    true,
	},
	{
		of:       "map[string]int",
		contract: "atomic\nmodifies {f}\nensures forall key string :: has({f}, key) ==> key == \"a\" || {f}[key] == old({f}[key])",
		body:     "c.mu.Lock()\ndefer c.mu.Unlock()\nif {f} != nil {\n{f}[⟨\"a\"¦\"b\"⟩] = int(i)\n⟨¦{f}[\"\"]++⟩\n}",
		exact:    true,
	},
	{
		of:       "map[string]int",
		contract: "atomic\nmodifies {f}\nensures forall key string :: old(has({f}, \"a\")) && has({f}, key) ==> key != \"a\"\nensures old(has({f}, \"a\")) ==> len({f}) < 2",
		body:     "c.mu.Lock()\ndefer c.mu.Unlock()\n⟨{f} = nil¦delete({f}, \"a\")¦clear({f})\n{f} = map[string]int{\"a\": 1}⟩",
		exact:    true,
	},
}

// documented are functions that panic where their contract says so.
var documented = []performer{
	{
		result:   "int",
		contract: "panics_if i ⟨<¦<=⟩ 0\natomic\nensures result == int(i) / 2",
		body:     "if i ⟨<¦<=⟩ 0 {\npanic(\"negative\")\n}\nreturn int(i) / 2",
		exact:    true,
	},
	{
		result:   "int",
		contract: "panics_if i < 0 || i > 3\natomic",
		body:     "{v1} := [4]int{4, 5, 6, 7}\nc.mu.Lock()\n⟨defer c.mu.Unlock()\nreturn {v1}[i]¦{v2} := {v1}[i]\nc.mu.Unlock()\nreturn {v2}⟩",
	},
	{
		params: slice, result: "int",
		contract: "panics_if len(x) == 0\npanics_if i == 0",
		body:     "⟨return x[0] / int(i)¦return x[1] / int(i)¦return x[0] / (int(i) - 1)⟩",
	},
	{
		contract: "panics_if i == 0\natomic\nmodifies {f}\nensures {f} == old({f}) + 1",
		body:     "c.mu.Lock()\ndefer c.mu.Unlock()\n⟨if i == 0 {\npanic(\"zero\")\n}\n{f}++¦{f}++\nif i == 0 {\npanic(\"zero\")\n}⟩",
		exact:    true,
	},
	{
		result:   "int",
		contract: "panics_if i < 0",
		body:     "⟨¦c.mu.Lock()\n⟩{v1} := half@(int(i))\n⟨¦c.mu.Unlock()\n⟩return {v1}",
	},
	{
		params: slice, result: "int",
		contract: "panics_if forall ix int :: 0 <= ix && ix < len(x) ==> x[ix] != 1",
		body:     "for {v1} := range x {\nif x[{v1}] == ⟨1¦2⟩ {\nreturn {v1}\n}\n}\npanic(\"none is 1\")",
	},
	{
		result:   "int",
		contract: "panics_if i > 5\natomic\nwhen c.mu == free",
		body:     "c.mu.Lock()\ndefer func() {\n⟨¦if i < 7 {\nreturn\n}\n⟩c.mu.Unlock()\n}()\n⟨if i > 5 {\npanic(\"large\")\n}¦⟩\nreturn {f}",
		exact:    true,
	},
}
