package program

// lockers are locks by their interface.
var lockers = []kit{
	{ // a field that holds one
		fields: []fieldKind{
			{name: "lk", typ: "sync.Locker", init: "_r.locker()"},
			{name: "under", typ: "int", init: "_r.int()", show: "%s", pragma: "guarded_by lk"},
		},
		invariants: []string{"lk != nil"},
		held:       []string{"⟨¦_ = {o}.under⟩"},
		free: []string{
			"⟨{o}.lk.Lock()\n{o}.under++\n{o}.lk.Unlock()¦{o}.under++⟩",
			"{o}.lk.Lock()\n{v1} := {o}.under\n{o}.lk.Unlock()\n⟨¦{o}.under = {v1}⟩\n_ = {v1}",
			"{v1} := {o}.lk\n{v1}.Lock()\n{o}.under = {i}\n⟨{v1}.Unlock()¦{v1}.Unlock()\n{o}.lk.Lock()\n{v1}.Unlock()\n{o}.under = 3⟩",
			"func() {\n{o}.lk.Lock()\n⟨defer {o}.lk.Unlock()\n{o}.under += 2¦{o}.lk.Unlock()\n{o}.under += 2⟩\n}()",
			"{o}.lk.Lock()\n{v1} := {o}.under\n⟨¦{o}.lk.Unlock()\n{o}.lk.Lock()⟩\nassert {o}.under == {v1}\n_ = {v1}\n{o}.lk.Unlock()",
		},
	},
	{ // an RWMutex of which the parts are passed on
		fields: []fieldKind{
			{name: "rw", typ: "sync.RWMutex"},
			{name: "rwn", typ: "int", init: "_r.int()", show: "%s", pragma: "guarded_by rw"},
			{name: "rws", typ: "[]int", init: "_r.ints()", show: "%s", pragma: "guarded_by rw"},
		},
		held: []string{"⟨¦_ = {o}.rwn⟩"},
		free: []string{
			"{v1} := func(l sync.Locker, do func()) {\nl.Lock()\n⟨do()\nl.Unlock()¦l.Unlock()\ndo()⟩\n}\n{v1}(&{o}.rw, func() {\n{o}.rwn++\n})",
			"{v1} := sync.Locker(&{o}.rw)\n{v1}.Lock()\n{o}.rwn = 2\n{v1}.Unlock()\n⟨¦_ = {o}.rwn⟩",
			"for _, {v1} := range [2]sync.Locker{&{o}.rw, &{o}.rw} {\n{v1}.Lock()\n{o}.rwn++\n⟨¦{v1}.Unlock()\n{v1}.Lock()\n{o}.rw.Unlock()\n{o}.rw.Lock()\n{v1}.Unlock()\n{o}.rwn++\n{v1}.Lock()\n⟩{v1}.Unlock()\n}",
			"if {o}.rw.TryRLock() {\n⟨_ = len({o}.rws)¦{o}.rws = nil⟩\n{o}.rw.RUnlock()\n}",
			"if {o}.rw.TryLock() {\n{o}.rws = append({o}.rws, {i})\n⟨{o}.rw.Unlock()¦{o}.rw.Unlock()\n{o}.rws = nil⟩\n}",
			"{o}.rw.RLock()\n{v1} := {o}.rws\n⟨if len({v1}) > 0 {\n_ = {v1}[0]\n}\n{o}.rw.RUnlock()¦{o}.rw.RUnlock()\nif len({v1}) > 0 {\n_ = {v1}[0]\n}¦if len({v1}) > 0 {\n{v1}[0] = 1\n}\n{o}.rw.RUnlock()⟩",
		},
	},
}

// mathematical are ghosts of mathematical types.
var mathematical = []kit{
	{
		fields: []fieldKind{
			{name: "reg", typ: "map[string]int", init: "map[string]int{}", show: "%s", pragma: "guarded_by mu"},
			{name: "names", typ: "set[string]", ghost: true, pragma: "guarded_by mu"},
			{name: "owed", typ: "mmap[string, int]", ghost: true, pragma: "guarded_by mu"},
		},
		invariants: []string{
			"reg != nil", "forall key string :: has(names, key) ==> has(reg, key)",
			"forall key string :: has(reg, key) ==> has(names, key) && owed[key] == reg[key]",
		},
		held: []string{
			"{v1}, {v2} := {s}, {i}\n{o}.reg[{v1}] = {v2}\nset {o}.names = {o}.names + set[string]{{v1}}\nset {o}.owed[{v1}] = ⟨{v2}¦0⟩\n_ = {o}.reg",
			"{v1} := {s}\ndelete({o}.reg, {v1})\n⟨set {o}.names = {o}.names - set[string]{{v1}}\nset {o}.owed = {o}.owed - set[string]{{v1}}¦⟩\n_ = {o}.reg",
			"clear({o}.reg)\nset {o}.names = ⟨set[string]{}¦{o}.names⟩\n_ = {o}.reg",
			"{v1}, ok{v1} := {o}.reg[\"a\"]\nif ok{v1} {\nassert {o}.owed[\"a\"] ⟨==¦>⟩ {v1}\nassert has({o}.names, ⟨\"a\"¦\"b\"⟩)\n_ = {v1}\n}",
			"if {v1} := {s}; {o}.reg[{v1}] > 0 {\n{o}.reg[{v1}] = 1\nset {o}.owed[{v1}] = ⟨1¦2¦{o}.owed[{v1}]⟩\n_ = {o}.reg\n}",
		},
	},
	{
		fields: []fieldKind{
			{name: "hits", typ: "int", show: "%s", pragma: "guarded_by mu"},
			{name: "made", typ: "integer", ghost: true, pragma: "guarded_by mu"},
		},
		invariants: []string{"0 <= hits && hits <= 1000", "integer(hits) <= made"},
		held: []string{
			"if {o}.hits < 1000 {\n{o}.hits++\nset {o}.made = {o}.made + ⟨1¦0⟩\n_ = {o}.hits\n}",
			"{o}.hits = ⟨0¦7¦{o}.hits + 1⟩",
			"{o}.hits = {o}.hits / 2\nset {o}.made = {o}.made * 2 - ⟨{o}.made¦{o}.made * 2⟩\n_ = {o}.hits",
			"assert {o}.made >= ⟨0¦1⟩\n_ = {o}.hits",
		},
	},
}
