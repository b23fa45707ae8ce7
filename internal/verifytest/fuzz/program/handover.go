package program

// takings are slices, maps, lists and single objects that are taken out under the object's first lock, and used without
// it: as a whole, or one by one.
var takings = []kit{
	{
		fields: []fieldKind{
			{name: "nums", typ: "[]int", init: "[]int{1, 2}", show: "len(%s)", pragma: "guarded_by mu"},
			{name: "tally", typ: "map[string]int", init: "map[string]int{\"a\": 1}", show: "len(%s)", pragma: "guarded_by mu"},
			{name: "list", typ: "*link@", init: "&link@{n: 1, next: &link@{n: 2}}", show: "(%s == nil)", pragma: "guarded_by mu"},
			{name: "spare", typ: "[]int", init: "nil", show: "len(%s)", pragma: "guarded_by mu"},
			{name: "away", typ: "chan []int", init: "make(chan []int, 4)", pragma: "closable_if false"},
		},
		helper: "link@",
		held: []string{
			"{o}.nums = append({o}.nums, {i})",
			"if {o}.tally != nil {\n{o}.tally[{s}]++\n}",
			"{o}.list = &link@{n: {i}, next: {o}.list}",
			"{v1} := {o}.nums\n{o}.nums = ⟨nil¦{v1}¦{v1}[:0]¦append({v1}, 1)⟩\n" + unlocked("for {v2} := range {v1} {\n{v1}[{v2}]++\n}"),
			"{v1} := {o}.tally\n{o}.tally = ⟨map[string]int{}¦{v1}⟩\n" + unlocked("if {v1} != nil {\n{v1}[{s}] = {i}\n}"),
			"{v1} := {o}.list\n{o}.list = ⟨nil¦{v1}¦&link@{next: {v1}}⟩\n" + unlocked("if {v1} != nil {\n{v1}.n++\n}"),
			"{v1} := {o}.nums\n{o}.nums = nil\n" + unlocked("if len({v1}) > 0 {\n{v1}[0] = {i}\n}") + "\n{o}.nums = {v1}\n⟨¦{o}.spare = {v1}\n⟩" + "⟨if len({v1}) > 0 {\n{v1}[0]++\n}¦" + unlocked("if len({v1}) > 0 {\n{v1}[0]++\n}") + "⟩",
			"for {v1} := {o}.list; {v1} != nil; {v1} = {v1}.next {\n{v1}.n += {i}\n}",
			"⟨¦{o}.spare = {o}.nums\n⟩{v1} := {o}.nums\n{o}.nums = []int{{i}}\n" + unlocked("if len({v1}) > 0 {\n{v1}[0]++\n}"),
			"{v1} := {o}.list\nif {v1} != nil {\n{o}.list = {v1}.next\n⟨{v1}.n++¦" + unlocked("{v1}.n++") + "⟩\n}",
		},
		free: []string{
			"{o}.mu.Lock()\n{v1} := {o}.nums\n⟨{o}.nums = nil\n¦⟩{o}.mu.Unlock()\nfor {v2} := range {v1} {\n{v1}[{v2}] = {i}\n}\n⟨¦{o}.mu.Lock()\n{o}.nums = {v1}\n{o}.mu.Unlock()\nif len({v1}) > 0 {\n{v1}[0]++\n}⟩",
			"{o}.mu.Lock()\n{v1} := {o}.tally\n{o}.tally = ⟨nil¦{v1}⟩\n{o}.mu.Unlock()\nif {v1} != nil {\n{v1}[{s}] = {i}\n}",
			"{o}.mu.Lock()\n{v1} := {o}.list\n{o}.list = nil\n{o}.mu.Unlock()\nfor {v2} := {v1}; {v2} != nil; {v2} = {v2}.next {\n{v2}.n++\n}\n⟨{o}.mu.Lock()\nif {o}.list == nil {\n{o}.list = {v1}\n}\n{o}.mu.Unlock()¦{o}.mu.Lock()\n{o}.list = {v1}\n{o}.mu.Unlock()\nif {v1} != nil {\n_ = {v1}.n\n}⟩",
			"{o}.mu.Lock()\n{v1} := {o}.nums\n{o}.nums = nil\n{o}.mu.Unlock()\nselect {\ncase {o}.away <- {v1}:\n⟨if len({v1}) > 0 {\n_ = {v1}[0]\n}¦if len({v1}) > 0 {\n{v1}[0]++\n}¦{o}.mu.Lock()\n{o}.nums = {v1}\n{o}.mu.Unlock()⟩\ndefault:\nif len({v1}) > 0 {\n{v1}[0]++\n}\n}",
			"select {\ncase {v1} := <-{o}.away:\nif len({v1}) > 0 {\n⟨_ = {v1}[0]¦{v1}[0]++⟩\n}\ndefault:\n}",
			"{v1} := []int{{i}, 2}\n{o}.mu.Lock()\n{o}.nums = {v1}\n{o}.mu.Unlock()\n⟨¦_ = {v1}[0]¦{v1}[1]++⟩",
			"{o}.mu.Lock()\n{v1} := {o}.nums\n{o}.nums = nil\n{o}.mu.Unlock()\n⟨go fill@({v1})¦fill@({v1})¦go fill@({v1})\nfill@({v1})⟩",
		},
	},
	{
		fields: []fieldKind{
			{name: "jobs", typ: "[]*job@", init: "nil", show: "len(%s)", pragma: "guarded_by mu"},
			{name: "calls", typ: "map[string]*job@", init: "map[string]*job@{}", show: "len(%s)", pragma: "guarded_by mu"},
			{name: "gone", typ: "chan *job@", init: "make(chan *job@, 4)", pragma: "closable_if false"},
		},
		helper: "job@",
		held: []string{
			"{o}.jobs = append({o}.jobs, &job@{n: {i}})",
			"{v1} := &job@{n: {i}}\n{o}.jobs = append({o}.jobs, {v1})\n⟨{v1}.n++¦" + unlocked("{v1}.n++") + "¦{o}.jobs = append({o}.jobs, {v1})⟩",
			"if len({o}.jobs) > 0 {\n{v1} := {o}.jobs[0]\n⟨{o}.jobs = {o}.jobs[1:]¦¦{o}.jobs = {o}.jobs[:len({o}.jobs)-1]⟩\n" + unlocked("if {v1} != nil {\n{v1}.n++\n}") + "\n}",
			"if {v2} := len({o}.jobs); {v2} > 0 {\n{v1} := {o}.jobs[{v2}-1]\n{o}.jobs[{v2}-1] = nil\n{o}.jobs = {o}.jobs[:{v2}-1]\n" + unlocked("if {v1} != nil {\n{v1}.n++\n}") + "\n⟨¦{o}.jobs = append({o}.jobs, {v1})\n" + unlocked("if {v1} != nil {\n{v1}.n++\n}") + "⟩\n}",
			"for _, {v1} := range {o}.jobs {\nif {v1} != nil {\n{v1}.n += {i}\n}\n}",
			"if {o}.calls != nil {\n{v1} := &job@{}\n{o}.calls[{s}] = {v1}\n⟨{v1}.n++¦{o}.calls[\"other\"] = {v1}¦" + unlocked("{v1}.n++") + "⟩\n}",
			"{v1} := {o}.calls[{s}]\n⟨delete({o}.calls, {s})¦¦delete({o}.calls, \"zz\")⟩\n" + unlocked("if {v1} != nil {\n{v1}.n++\n}"),
			"if {o}.calls != nil {\n{v1} := {o}.calls[\"a\"]\n⟨{o}.calls[\"a\"] = &job@{}¦{o}.calls[\"b\"] = &job@{}¦{o}.calls[\"a\"] = {v1}⟩\n" + unlocked("if {v1} != nil {\n{v1}.n++\n}") + "\n}",
			"for {v2}, {v1} := range {o}.calls {\nif {v1} != nil {\n{v1}.n++\n}\n⟨_ = {v2}¦delete({o}.calls, {v2})⟩\n}",
			"⟨{v1} := {o}.jobs\n{o}.jobs = append({o}.jobs, &job@{})\n_ = {v1}¦{v1} := {o}.jobs\nif len({v1}) > 0 {\n{o}.jobs = {v1}[1:]\n{o}.jobs = {v1}\n}¦{o}.jobs = {o}.jobs[:cap({o}.jobs)]⟩",
			"{o}.jobs = ⟨nil¦{o}.jobs[:0]⟩",
		},
		free: []string{
			"{o}.mu.Lock()\nvar {v1} *job@\nif len({o}.jobs) > 0 {\n{v1} = {o}.jobs[0]\n⟨{o}.jobs = {o}.jobs[1:]\n¦⟩}\n{o}.mu.Unlock()\nif {v1} != nil {\n{v1}.n++\n⟨{o}.mu.Lock()\n{o}.jobs = append({o}.jobs, {v1})\n{o}.mu.Unlock()¦{o}.mu.Lock()\n{o}.jobs = append({o}.jobs, {v1})\n{o}.mu.Unlock()\n{v1}.n++⟩\n}",
			"{o}.mu.Lock()\n{v1} := {o}.calls[{s}]\n⟨delete({o}.calls, {s})\n¦⟩{o}.mu.Unlock()\nif {v1} != nil {\n{v1}.bump()\n}",
			"{v1} := &job@{n: {i}}\n{v1}.n++\n{o}.mu.Lock()\n{o}.jobs = append({o}.jobs, {v1})\n{o}.mu.Unlock()\n⟨¦{v1}.n++¦_ = {v1}.n⟩",
			"{o}.mu.Lock()\nvar {v1} *job@\nif {v2} := len({o}.jobs); {v2} > 0 {\n{v1} = {o}.jobs[{v2}-1]\n{o}.jobs = {o}.jobs[:{v2}-1]\n}\n{o}.mu.Unlock()\nif {v1} != nil {\nselect {\ncase {o}.gone <- {v1}:\n⟨_ = {v1}.n¦{v1}.n++⟩\ndefault:\n{v1}.n++\n}\n}",
			"select {\ncase {v1} := <-{o}.gone:\nif {v1} != nil {\n⟨_ = {v1}.n¦{v1}.n++⟩\n}\ndefault:\n}",
			"for range 2 {\n{o}.mu.Lock()\nvar {v1} *job@\nif len({o}.jobs) > 0 {\n{v1} = {o}.jobs[0]\n{o}.jobs[0] = nil\n{o}.jobs = {o}.jobs[1:]\n}\n{o}.mu.Unlock()\nif {v1} != nil {\n{v1}.bump()\n}\n}",
		},
	},
}
