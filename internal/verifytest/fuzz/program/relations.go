package program

// relock, in the midst of what breaks an invariant, lets others see it.
const relock = "{o}.mu.Unlock()\n{o}.mu.Lock()"

// relations are invariants that relate fields, in objects and while one waits for a condition.
var relations = []kit{
	{ // two ends of a range
		fields: []fieldKind{
			{name: "lo", typ: "int", init: "_r.small()", show: "%s", pragma: "guarded_by mu"},
			{name: "hi", typ: "int", init: "100 + _r.small()", show: "%s", pragma: "guarded_by mu"},
		},
		invariants: []string{"lo <= hi"},
		held: []string{
			"{v1} := {i}\nif {v1} ⟨<= {o}.hi¦<= {o}.hi+1¦>= {o}.hi⟩ {\n{o}.lo = {v1}\n}",
			"{o}.lo = {o}.hi⟨¦+1⟩",
			"{o}.lo, {o}.hi = {o}.hi, {o}.lo\n⟨{o}.lo, {o}.hi = {o}.hi, {o}.lo¦⟩",
			"{o}.lo = {o}.hi\n{o}.lo++\n⟨¦" + relock + "⟩\n{o}.hi = {o}.lo",
			"{o}.hi = ⟨max({o}.hi, {i})¦{i}⟩",
			"{v1} := {o}.lo\nassert {v1} <= {o}.hi\n_ = {v1}",
			"{v1} := &{o}.lo\n*{v1} = ⟨{o}.hi¦{i}⟩",
			"defer func() {\n⟨{o}.lo = {o}.hi¦{o}.lo = {i}⟩\n}()",
		},
		free: []string{
			"{o}.mu.Lock()\n{v1} := {o}.lo\n" + relock + "\nassert ⟨{o}.lo¦{v1}⟩ <= {o}.hi\n_ = {v1}\n{o}.mu.Unlock()",
			"⟨{o}.mu.Lock()\n{o}.lo = {o}.hi\n{o}.mu.Unlock()¦{o}.lo = {o}.hi⟩",
		},
	},
	{ // a ring
		fields: []fieldKind{
			{name: "items", typ: "[4]int", show: "%s", pragma: "guarded_by mu"},
			{name: "first", typ: "int", init: "_r.pick(4)", show: "%s", pragma: "guarded_by mu"},
			{name: "count", typ: "int", init: "_r.pick(5)", show: "%s", pragma: "guarded_by mu"},
		},
		invariants: []string{"0 <= first && first < 4", "0 <= count && count <= 4"},
		held: []string{
			"if {o}.count ⟨<¦<=⟩ 4 {\n{o}.items[({o}.first+{o}.count)%4] = {i}\n{o}.count++\n}",
			"if {o}.count > ⟨0¦-1⟩ {\n{v1} := {o}.items[{o}.first]\n{o}.first = ⟨({o}.first+1)%4¦{o}.first+1¦({o}.first+3)%5⟩\n{o}.count--\n_ = {v1}\n}",
			"_ = {o}.items[⟨({o}.first+{o}.count)%4¦{o}.first+{o}.count¦{o}.count⟩]",
			"for {v1} := range {o}.count {\n_ = {o}.items[⟨({o}.first+{v1})%4¦{o}.first+{v1}⟩]\n}",
			"{o}.first, {o}.count = ⟨0, 0¦{o}.count, 0⟩",
		},
	},
	{ // a slice of which a part is in use
		fields: []fieldKind{
			{name: "room", typ: "[]int", init: "make([]int, 5)", show: "%s", pragma: "guarded_by mu"},
			{name: "used", typ: "int", init: "_r.pick(6)", show: "%s", pragma: "guarded_by mu"},
		},
		invariants: []string{"0 <= used && used <= len(room)"},
		held: []string{
			"if {o}.used < ⟨len({o}.room)¦len({o}.room)+1¦cap({o}.room)+1⟩ {\n{o}.room[{o}.used] = {i}\n{o}.used++\n}",
			"for _, {v1} := range {o}.room[:{o}.used] {\n_ = {v1}\n}",
			"{o}.room = ⟨append({o}.room, {i})¦{o}.room[:0]¦{o}.room[1:]⟩",
			"{o}.room = make([]int, ⟨{o}.used¦1⟩)",
			"clear({o}.room)",
			"if {o}.used > 0 {\n{o}.used--\n_ = {o}.room[⟨{o}.used¦{o}.used+1⟩]\n}",
			"{o}.room, {o}.used = nil, ⟨0¦1⟩",
			"⟨{o}.used = 0\n{o}.room = nil¦{o}.room = nil\n" + relock + "\n{o}.used = 0⟩",
			"{v1} := {o}.room[:{o}.used]\n⟨¦{o}.mu.Unlock()\n{o}.mu.Lock()⟩\nif len({v1}) > 0 {\n{v1}[0] = {i}\n}",
		},
	},
	{ // a condition: what is known before one waits is not known afterwards
		fields: []fieldKind{
			{name: "cv", typ: "*sync.Cond", after: "cv = sync.NewCond(&_t.mu)", pragma: "condition_of mu"},
			{name: "tok", typ: "int", init: "_r.pick(4)", show: "%s", pragma: "guarded_by mu"},
		},
		invariants: []string{"cv != nil", "0 <= tok && tok <= 3"},
		mutex:      true,
		held: []string{
			"{o}.cv.[[Signal|Broadcast]]()",
			"for {v1} := 0; {o}.tok == 0 && {v1} < 2; {v1}++ {\n{o}.cv.Wait()\n}\n⟨if {o}.tok > 0 {\n{o}.tok--\n}¦{o}.tok--⟩",
			"if {o}.tok < ⟨3¦4⟩ {\n{o}.tok++\n}\n{o}.cv.Signal()",
			"{v1} := {o}.tok\n{o}.cv.Wait()\nassert {o}.tok ⟨>= 0¦== {v1}¦<= {v1}⟩\n_ = {v1}",
			"{v1} := {o}.tok\n⟨¦{o}.tok = 9⟩\n{o}.cv.Wait()\n{o}.tok = {v1}",
			"if {o}.tok < 3 {\n⟨¦{o}.cv.Wait()⟩\n{o}.tok++\n}",
			"{o}.tok--\n⟨¦{o}.cv.Wait()⟩\n{o}.tok++\n_ = {o}.tok",
		},
		free: []string{
			"{o}.cv.[[Signal|Broadcast]]()",
			"{o}.mu.Lock()\n⟨for {v1} := 0; {o}.tok == 0 && {v1} < 2; {v1}++ {\n{o}.cv.Wait()\n}\n{v2} := {o}.tok¦{v2} := {o}.tok\n{o}.cv.Wait()\nassert {o}.tok == {v2}⟩\n_ = {v2}\n{o}.mu.Unlock()",
			"⟨¦{o}.cv.Wait()⟩",
			"{o}.cv.L.Lock()\n{o}.tok = ⟨0¦4⟩\n{o}.cv.L.Unlock()\n⟨¦{o}.tok = 1⟩",
			"{o}.cv.L.Lock()\n{v1} := {o}.tok\n⟨¦{o}.cv.Wait()⟩\nassert {o}.tok == {v1}\n{o}.mu.Unlock()\n_ = {v1}",
			"{o}.mu.Lock()\ndefer {o}.cv.L.Unlock()\n{v1} := 0\nfor {o}.tok == 3 && {v1} < 2 {\n{v1}++\n{o}.cv.Wait()\n}\n{o}.cv.Broadcast()\nif {o}.tok < 3 {\n⟨{o}.tok++¦{o}.cv.Wait()\n{o}.tok++⟩\n}",
		},
	},
}

// transitions are promises about every step.
var transitions = []kit{
	{
		fields: []fieldKind{
			{name: "hw", typ: "int", init: "_r.int()", show: "%s", pragma: "guarded_by mu"},
			{name: "fin", typ: "bool", show: "%s", pragma: "guarded_by mu"},
		},
		transitions: []string{"old(hw) <= hw", "!old(fin) || fin"},
		held: []string{
			"{v1} := {i}\nif {v1} ⟨>¦<⟩ {o}.hw {\n{o}.hw = {v1}\n}",
			"if {o}.hw < 1000 {\n{o}.hw += ⟨2¦-1⟩\n}",
			"{o}.fin = ⟨true¦{o}.hw > 3¦!{o}.fin⟩",
			"{o}.hw = max({o}.hw, ⟨{i}¦0) - (1⟩)",
			"{v1} := {o}.hw\n{o}.hw = ⟨{v1}¦{v1} / 2⟩",
			"⟨¦{o}.hw++⟩",
			"if !{o}.fin {\n{o}.hw, {o}.fin = ⟨max({o}.hw, {i}), true¦{i}, true⟩\n}",
		},
		free: []string{
			"{o}.mu.Lock()\n{v1}, {v2} := {o}.hw, {o}.fin\n" + relock + "\nassert {v1} ⟨<=¦==¦<⟩ {o}.hw\nassert ⟨!{v2} || {o}.fin¦{v2} == {o}.fin⟩\n_, _ = {v1}, {v2}\n{o}.mu.Unlock()",
		},
	},
	{
		fields: []fieldKind{
			{name: "hwa", typ: "atomic.Int64", show: "%s.Load()"},
			{name: "up", typ: "atomic.Bool", show: "%s.Load()"},
		},
		transitions: []string{"old(hwa) <= hwa", "!old(up) || up"},
		held:        []string{"{o}.up.Store(⟨true¦false⟩)", "_ = {o}.hwa.Load()"},
		free: []string{
			"{v1} := {o}.hwa.Load()\n{v2} := {o}.hwa.Load()\nassert {v1} ⟨<=¦==¦>=⟩ {v2}\n_, _ = {v1}, {v2}",
			"if {v1} := {o}.hwa.Load(); {v1} < 1<<40 {\n{o}.hwa.CompareAndSwap({v1}, {v1}⟨+1¦-1⟩)\n}",
			"{v2} := int64({i})\nfor {\n{v1} := {o}.hwa.Load()\nif {v1} ⟨>=¦<⟩ {v2} || {o}.hwa.CompareAndSwap({v1}, {v2}) {\nbreak\n}\n}",
			"{o}.up.Store(⟨true¦false¦!{o}.up.Load()⟩)",
			"if {o}.up.Load() {\n{v1} := {o}.up.Load()\nassert ⟨¦!⟩{v1}\n_ = {v1}\n}",
			"⟨¦{o}.hwa.Add(1)⟩", "⟨¦{o}.hwa.Store(int64({i}))⟩",
		},
	},
}

// ghosts are told of what happens, and related to what is in memory.
var ghosts = []kit{
	{
		fields: []fieldKind{
			{name: "tally", typ: "int", show: "%s", pragma: "guarded_by mu"},
			{name: "sum", typ: "int", ghost: true, pragma: "guarded_by mu"},
		},
		invariants: []string{"sum == tally"},
		held: []string{
			"{v1} := {i}\n{o}.tally += {v1}\nset {o}.sum = {o}.sum ⟨+¦-⟩ {v1}\n_ = {o}.tally",
			"{o}.tally = 0\nset {o}.sum = ⟨0¦1¦{o}.sum⟩\n_ = {o}.tally",
			"{o}.tally++\n⟨set {o}.sum = {o}.sum + 1¦⟩\n_ = {o}.tally",
			"assert {o}.sum ⟨== {o}.tally¦>= 0⟩\n_ = {o}.tally",
			"{o}.tally++\n⟨¦" + relock + "⟩\n{o}.tally--",
			"if {o}.tally > {i} {\n{o}.tally--\nset {o}.sum = {o}.sum - ⟨1¦2⟩\n_ = {o}.tally\n}",
		},
	},
	{
		fields: []fieldKind{
			{name: "entries", typ: "int", show: "%s", pragma: "guarded_by mu"},
			{name: "last", typ: "int", show: "%s", pragma: "guarded_by mu"},
			{name: "log", typ: "seq[int]", ghost: true, pragma: "guarded_by mu"},
		},
		invariants: []string{"0 <= entries && entries <= 1000 && len(log) == entries", "entries == 0 || log[entries-1] == last"},
		held: []string{
			"{v1} := {i}\nif {o}.entries < ⟨1000¦1001⟩ {\n{o}.last = ⟨{v1}¦{v1} + 1⟩\n{o}.entries++\nset {o}.log = {o}.log + seq[int]{{v1}}\n_ = {o}.entries\n}",
			"{o}.entries, {o}.last = 0, {i}\nset {o}.log = {o}.log[:⟨0¦len({o}.log)⟩]\n_ = {o}.entries",
			"assert {o}.entries == len({o}.log)\n_ = {o}.entries",
			"if {o}.entries > 0 {\nassert {o}.log[{o}.entries-1] == {o}.last\n_ = {o}.last\n}",
			"if {o}.entries > 0 {\nassert {o}.log[⟨{o}.entries-1¦0⟩] == {o}.last\n_ = {o}.last\n}",
		},
	},
	{ // a lock made by hand
		fields: []fieldKind{
			{name: "word", typ: "atomic.Uint32", show: "%s.Load()", pragma: "accessible_if word == 0 || holder == tid"},
			{name: "holder", typ: "tid", ghost: true, pragma: "accessible_if word == 0 || holder == tid"},
			{name: "own", typ: "int", show: "%s", pragma: "accessible_if holder == tid"},
		},
		invariants: []string{"word == 0 <==> holder == free"},
		held:       []string{"⟨¦_ = {o}.own⟩"},
		free: []string{
			"for !{o}.word.CompareAndSwap(0, 1) {\nruntime.Gosched()\n}\nset {o}.holder = tid\n{o}.own ⟨+=¦=⟩ {i}\n{o}.word.Store(0)\nset {o}.holder = free\n⟨¦{o}.own++⟩",
			"if {o}.word.CompareAndSwap(0, 1) {\nset {o}.holder = tid\n{v1} := {o}.own\n{o}.own = {v1} + 1\n{o}.word.Store(0)\nset {o}.holder = free\n⟨¦_ = {o}.own⟩\n}",
			"⟨if {o}.word.CompareAndSwap(0, 1) {\nset {o}.holder = tid\n{o}.own++\n{o}.word.Store(0)\nset {o}.holder = free\n}¦{o}.word.Store(1)\nset {o}.holder = tid\n{o}.own++\n{o}.word.Store(0)\nset {o}.holder = free⟩",
		},
	},
}
