package program

// regions are objects without a lock of their own that the struct's locks guard: in fields, maps, slices and each other.
var regions = []kit{
	{
		fields: []fieldKind{
			{name: "head", typ: "*part@", init: "&part@{v: 1, next: &part@{v: 2}, s: _r.ints()}", show: "(%s == nil)", pragma: "guarded_by mu"},
			{name: "parts", typ: "map[string]*part@", init: "map[string]*part@{\"a\": {v: 1}}", show: "len(%s)", pragma: "guarded_by mu"},
			{name: "row", typ: "[]*part@", init: "[]*part@{{v: 3}, nil}", show: "len(%s)", pragma: "guarded_by mu"},
			{name: "rmu", typ: "sync.Mutex"},
			{name: "side", typ: "*part@", init: "&part@{}", show: "(%s == nil)", pragma: "guarded_by rmu"},
			{name: "out", typ: "chan *part@", init: "make(chan *part@, 4)", pragma: "closable_if false"},
		},
		helper: "part@",
		held: []string{
			"if {v1} := {o}.head; {v1} != nil {\n{v1}.v++\n⟨¦" + unlocked("{v1}.v++") + "⟩\n}",
			"{v1} := &part@{v: {i}, next: {o}.head}\n{o}.head = {v1}\n⟨{v1}.v++¦" + unlocked("{v1}.v++") + "¦" + unlocked("_ = {v1}.v") + "⟩",
			"{v1} := &part@{v: {i}}\n⟨¦" + inSide("{v1}") + "\n⟩{o}.row = append({o}.row, {v1})\n⟨{v1}.v = 1¦" + inSide("{v1}") + "⟩",
			"if {o}.parts != nil {\n{o}.parts[{s}] = &part@{v: {i}, s: ⟨[]int{1, 2}¦{x}⟩}\n}",
			"if {v1} := {o}.parts[{s}]; {v1} != nil {\n{v1}.bump()\n{v1}.next = ⟨{o}.head¦&part@{}¦{o}.side⟩\n}",
			"for _, {v1} := range {o}.row {\nif {v1} != nil {\n{v1}.v += {i}\n}\n}",
			"{v2} := 0\nfor {v1} := {o}.head; {v1} != nil && {v2} < 3; {v1} = {v1}.next {\n{v2}++\n⟨{v1}.v++¦" + inSide("{v1}") + "⟩\n}",
			"if {o}.head != nil && len({o}.head.s) > 0 {\n{v1} := {o}.head.s\n{v1}[0]++\n⟨¦" + unlocked("_ = {v1}[0]") + "⟩\n}",
			"if {o}.head != nil {\n{o}.head.s = append({o}.head.s, {i})\n}",
			"⟨¦" + sent("{o}.head") + "⟩\n_ = {o}.head",
			"{o}.row = ⟨nil¦{o}.row[:0]⟩",
			"{v1} := {o}.head\n{o}.rmu.Lock()\n⟨{o}.side = &part@{}¦{o}.side = {v1}¦if {o}.side != nil {\n{o}.side.next = {v1}\n}⟩\n{o}.rmu.Unlock()\n_ = {v1}",
			"{o}.head = grow@({o}.head, 2)\n⟨_ = {o}.head¦{o}.head = grow@({o}.side, 1)⟩",
			"{v1} := {o}.head\n⟨_ = sum@({v1}, 3)¦" + unlocked("_ = sum@({v1}, 3)") + "¦" + unlocked("_ = grow@({v1}, 1)") + "⟩",
			"var {v1} []*part@\nfor _, {v2} := range {o}.parts {\n{v1} = append({v1}, {v2})\n}\n⟨for _, {v2} := range {v1} {\nif {v2} != nil {\n{v2}.bump()\n}\n}¦" + unlocked("for _, {v2} := range {v1} {\nif {v2} != nil {\n{v2}.bump()\n}\n}") + "¦{o}.row = {v1}⟩\n_ = {v1}",
			"{v1} := part@{}\nif {o}.head != nil {\n{v1} = *{o}.head\n}\n{v1}.v++\n⟨_ = {v1}¦if {v1}.next != nil {\n" + unlocked("{v1}.next.v++") + "\n}¦if {o}.head != nil {\n*{o}.head = {v1}\n}⟩",
			"if {o}.head != nil {\n{v1} := &{o}.head.v\n*{v1} = {i}\n⟨¦" + unlocked("*{v1} = 2") + "⟩\n}",
			"if {o}.head != nil {\n⟨{v1} := {o}.head.bump\n{v1}()¦go {o}.head.bump()¦defer {o}.head.bump()⟩\n}",
		},
		free: []string{
			"{v1} := &part@{v: {i}}\nselect {\ncase {o}.out <- {v1}:\n⟨_ = {v1}.v¦{v1}.v = 2⟩\ndefault:\n{v1}.v++\n}",
			"select {\ncase {v1} := <-{o}.out:\nif {v1} != nil {\n⟨_ = {v1}.v¦{v1}.v++¦{v1}.bump()⟩\n}\ndefault:\n}",
			"{v1} := &part@{}\n{v2} := &part@{next: {v1}}\n{o}.mu.Lock()\n{o}.head = {v2}\n⟨{v1}.v++¦⟩\n{o}.mu.Unlock()\n⟨¦{v1}.v++¦_ = {v2}.v⟩",
			"{v1} := &part@{}\n{v2} := &part@{next: {v1}}\n⟨¦" + sent("{v1}") + "\n⟩{o}.mu.Lock()\n{o}.head = {v2}\n{o}.mu.Unlock()",
			"{o}.mu.Lock()\n{v1} := {o}.head\n{o}.mu.Unlock()\n⟨_ = {v1}¦if {v1} != nil {\n{v1}.v++\n}¦if {v1} != nil {\n_ = {v1}.v\n}¦if {v1} != nil {\n{v1}.bump()\n}⟩",
			"{o}.mu.Lock()\n{v1} := {o}.row\n{o}.mu.Unlock()\n⟨_ = {v1}¦for _, {v2} := range {v1} {\n_ = {v2}\n}⟩",
			"{v1} := &part@{s: []int{1}}\n{v1}.bump()\n{v1} = grow@({v1}, 2)\n⟨_ = {v1}¦{v1}.v = 1¦{o}.mu.Lock()\n{o}.head = {v1}\n{o}.mu.Unlock()⟩",
			"{v1} := []*part@{{v: 1}, {v: {i}}}\n{o}.mu.Lock()\n{o}.row = {v1}\n{o}.mu.Unlock()\n⟨¦if {v1}[0] != nil {\n{v1}[0].v++\n}⟩",
			"{v1} := &part@{}\n" + inSide("{v1}") + "\n⟨¦{o}.mu.Lock()\n{o}.head = {v1}\n{o}.mu.Unlock()¦{v1}.v++⟩",
			"{v1} := []int{1, 2}\n{v2} := &part@{s: {v1}}\n{o}.mu.Lock()\n{o}.head = {v2}\n{o}.mu.Unlock()\n⟨¦_ = {v1}[0]¦{v1}[0]++⟩",
			"{o}.mu.Lock()\nvar {v1} any\nif {o}.head != nil {\n⟨{v1} = {o}.head.v¦{v1} = {o}.head⟩\n}\n{o}.mu.Unlock()\nif {v2}, ok{v3} := {v1}.(*part@); ok{v3} && {v2} != nil {\n_ = {v2}.v\n}",
		},
	},
}

// unlocked does something while the object's lock is given back.
func unlocked(text string) string { return "{o}.mu.Unlock()\n" + text + "\n{o}.mu.Lock()" }

// inSide stores a value in the field that another lock guards.
func inSide(value string) string { return "{o}.rmu.Lock()\n{o}.side = " + value + "\n{o}.rmu.Unlock()" }

// sent sends a value if there is room.
func sent(value string) string { return "select {\ncase {o}.out <- " + value + ":\ndefault:\n}" }
