package program

import "strings"

// awaiting has futures: what a goroutine sets before it closes a channel.
func awaiting(g *generator) kit {
	k := g.keep("guarded_by done")
	start := g.oneOf("go p.work()", "go func() {\ndefer close(p.done)\n{W:p}\n{touch}\n}()", "go func() {\n{W:p}\n{touch}\nclose(p.done)\n⟨¦{A:p}⟩\n}()")
	return future(k, noteType+`type call@ struct {
done chan struct{}
{fields}
tag int
}

func (p *call@) work() {
⟨¦if p.tag > 3 {
return
}⟩
{touch}
⟨close(p.done)¦close(p.done)
{A:p}¦{A:p}⟩
}

func startCall@() *call@ {
p := &call@{done: make(chan struct{}){inits}}
[[{W:p}|_ = p.tag]]
⟨¦go p.peek()¦go p.work()⟩
`+start+`
⟨¦{A:p}¦close(p.done)¦p.work()⟩
return p
}

func (p *call@) peek() {
⟨select {
case <-p.done:
{R:p}
default:
}¦{R:p}¦select {
case <-p.done:
default:
{R:p}
}⟩
}
`, "startCall@", []string{
		"if {v1} := {o}.call; {v1} != nil {\n⟨<-{v1}.done¦⟩\n⟨{R:{v1}}¦{W:{v1}}⟩\n}",
		"if {v1} := {o}.call; {v1} != nil {\nselect {\ncase <-{v1}.done:\n⟨{R:{v1}}¦{W:{v1}}⟩\ndefault:\n⟨¦{R:{v1}}¦{W:{v1}}⟩\n}\n}",
		"if {v1} := {o}.call; {v1} != nil {\n{v1}.peek()\n⟨¦{R:{v1}}¦{v1}.work()¦go {v1}.work()⟩\n}",
		"{v1} := startCall@()\n⟨<-{v1}.done¦⟩\n⟨{R:{v1}}¦{W:{v1}}¦{v1}.work()⟩",
		"{v1}, {v2} := startCall@(), startCall@()\n<-{v1}.done\n⟨{R:{v1}}¦{R:{v2}}⟩\n_ = {v2}",
		"{v1}, {v2} := startCall@(), {o}.call\nif {v2} != nil {\nselect {\ncase <-{v1}.done:\n⟨{R:{v1}}¦{R:{v2}}⟩\ncase <-{v2}.done:\n⟨{R:{v2}}¦{R:{v1}}⟩\n}\n⟨¦{R:{v1}}⟩\n}",
		"{v1} := &call@{done: make(chan struct{}){inits}}\n{A:{v1}}\ngo {v1}.work()\n⟨¦{A:{v1}}¦go {v1}.work()⟩\n⟨<-{v1}.done¦{v1}.peek()⟩\n{R:{v1}}",
		"{v1} := &call@{done: make(chan struct{}){inits}}\n{v2} := &call@{done: ⟨make(chan struct{})¦{v1}.done⟩{inits}}\ngo {v1}.work()\n⟨go {v2}.work()¦{W:{v2}}⟩\n<-{v1}.done\n{R:{v1}}",
		"{v1} := startCall@()\n{v2} := {v1}.done\n⟨<-{v2}¦_ = {v2}⟩\nfunc() {\n{R:{v1}}\n}()",
		"{v1} := startCall@()\ngo func() {\n⟨<-{v1}.done\n{R:{v1}}¦{R:{v1}}⟩\n}()\n<-{v1}.done\n⟨{R:{v1}}¦{W:{v1}}⟩",
		"{v1} := startCall@()\n⟨¦{v2} := *{v1}\n{R:{v2}}⟩\n⟨¦*{v1} = call@{}⟩\n<-{v1}.done",
		"for range 2 {\n{v1} := startCall@()\n⟨if {v1}.tag == 0 {\n<-{v1}.done\n{R:{v1}}\n}¦if {v1}.tag > 0 {\n<-{v1}.done\n}\n{R:{v1}}⟩\n}",
	})
}

// promising has values that whoever is first sets, under a lock or in a Once, and says so by closing a channel.
func promising(g *generator) kit {
	guard := g.oneOf("mu", "mu", "once")
	k := g.keep("guarded_by kept")
	keep := `func (p *call@) keep() {
⟨p.mu.Lock()
defer p.mu.Unlock()¦p.mu.Lock()
p.mu.Unlock()⟩
⟨select {
case <-p.kept:
return
default:
}¦⟩
{W:p}
{touch}
⟨close(p.kept)¦close(p.kept)
{A:p}⟩
}

func (p *call@) add() {
p.mu.Lock()
defer p.mu.Unlock()
select {
case <-p.kept:
⟨{R:p}¦{W:p}⟩
default:
⟨{W:p}¦p.mu.Unlock()
{A:p}
p.mu.Lock()⟩
}
⟨¦{W:p}⟩
}
`
	lock := "mu sync.Mutex"
	if guard == "once" {
		lock = "mu sync.Once"
		keep = `func (p *call@) keep() {
p.mu.Do(func() {
{touch}
{W:p}
⟨close(p.kept)¦close(p.kept)
{A:p}⟩
})
⟨<-p.kept
{R:p}¦{R:p}¦<-p.kept
{W:p}⟩
}

func (p *call@) add() {
⟨<-p.kept¦p.mu.Do(func() {})⟩
{R:p}
}
`
	}
	add := "{v1}.keep()\n{v1}.add()"
	return future(k, noteType+`type call@ struct {
`+lock+`
//calvin:closable_if held(mu)
kept chan struct{}
{fields}
tag int
}

func newCall@() *call@ {
p := &call@{kept: make(chan struct{}){inits}}
[[{W:p}|_ = p.tag]]
⟨¦go p.keep()
{W:p}⟩
return p
}

`+keep, "newCall@", []string{
		"if {v1} := {o}.call; {v1} != nil {\n" + add + "\n⟨¦{W:{v1}}⟩\n}",
		"if {v1} := {o}.call; {v1} != nil {\n⟨{v1}.keep()\n<-{v1}.kept\n{R:{v1}}¦{v1}.keep()\n<-{v1}.kept\n{W:{v1}}¦{R:{v1}}\n{v1}.keep()¦{W:{v1}}\n{v1}.keep()⟩\n}",
		"if {v1} := {o}.call; {v1} != nil {\nselect {\ncase <-{v1}.kept:\n⟨{R:{v1}}¦{W:{v1}}⟩\ndefault:\n⟨{v1}.keep()¦{R:{v1}}\n{v1}.keep()¦{W:{v1}}⟩\n}\n}",
		"if {v1} := {o}.call; {v1} != nil {\n{v1}.keep()\n⟨<-{v1}.kept¦⟩\n{R:{v1}}\n}",
		"{v1}, {v2} := newCall@(), {o}.call\ngo {v1}.keep()\n{v1}.keep()\n<-{v1}.kept\n⟨{R:{v1}}¦if {v2} != nil {\n{R:{v2}}\n}⟩\n_ = {v2}",
		"{v1} := newCall@()\n{W:{v1}}\ngo {v1}.keep()\n⟨¦{A:{v1}}¦close({v1}.kept)⟩\n_ = {v1}.tag",
		"{v1} := &call@{kept: ⟨make(chan struct{})¦{o}.call.kept⟩}\n{v1}.keep()\n<-{v1}.kept\n{R:{v1}}",
	})
}

func future(k kept, decls, constructor string, uses []string) kit {
	var texts []string
	for _, u := range uses {
		texts = append(texts, k.fill(u))
	}
	return kit{
		fields: []fieldKind{{name: "call", typ: "*call@", init: constructor + "()"}},
		decls:  k.fill(decls), access: k.accesses, starts: true, held: texts[:3], free: texts,
	}
}

// forking has objects that goroutines write and a WaitGroup gives back.
func forking(g *generator) kit {
	k := g.keepByValue()
	decls := noteType + `type task@ struct {
wg sync.WaitGroup
mu sync.Mutex
//calvin:guarded_by mu
lines int
{fields}
tag int
}

func (p *task@) work() {
⟨defer p.wg.Done()¦p.wg.Done()⟩
{touch}
p.lines++
⟨¦keepTask@(p)¦go p.look()⟩
}

func (p *task@) look() {
{R:p}
}

var (
setMu@ sync.Mutex
//calvin:guarded_by setMu@
set@ *task@
)

func keepTask@(p *task@) {
setMu@.Lock()
q := set@
set@ = p
setMu@.Unlock()
if q != nil {
{R:q}
}
}

func keptTask@() {
setMu@.Lock()
p := set@
setMu@.Unlock()
if p != nil {
⟨{R:p}¦{W:p}⟩
}
}
`
	uses := []string{
		"{v1} := &task@{}\n{A:{v1}}\n{v1}.wg.Add(⟨1¦2⟩)\ngo {v1}.work()\n⟨¦{A:{v1}}¦{v1}.mu.Lock()\n{v1}.lines++\n{v1}.mu.Unlock()⟩\n⟨{v1}.wg.Wait()¦⟩\n{A:{v1}}\n{v1}.lines++",
		"{v1} := &task@{tag: {i}}\nfor range 2 {\n{v1}.wg.Add(1)\ngo {v1}.work()\n⟨{v1}.wg.Wait()\n{A:{v1}}¦{A:{v1}}\n{v1}.wg.Wait()¦⟩\n}\n⟨_ = {v1}.tag¦{A:{v1}}⟩",
		"{v1}, {v2} := &task@{}, &task@{}\n⟨¦{v2} = {v1}¦{v2}.{state} = {v1}.{state}⟩\n{v1}.wg.Add(1)\n{v2}.wg.Add(1)\ngo {v1}.work()\ngo {v2}.work()\n{v1}.wg.Wait()\n⟨{A:{v1}}¦{A:{v2}}⟩\n{v2}.wg.Wait()\n{A:{v2}}",
		"{v1} := &task@{}\nvar {v2} sync.WaitGroup\n{v2}.Add(1)\ngo func() {\n⟨defer {v2}.Done()\n{W:{v1}}¦{v2}.Done()\n{W:{v1}}⟩\n{touch:{v1}}}()\n⟨¦{A:{v1}}⟩\n{v2}.Wait()\n{A:{v1}}",
		"{v1} := &task@{}\nvar {v2} sync.WaitGroup\n{v2}.Go(func() {\n{W:{v1}}\n})\n⟨{v2}.Wait()\n¦⟩{v2}.Go(func() {\n{A:{v1}}\n})\n⟨{v2}.Wait()¦⟩\n{A:{v1}}",
		"{v1} := &task@{}\n{v3} := {v1}\n{v1}.wg.Add(1)\ngo {v1}.work()\n⟨¦keepTask@({v1})¦{A:{v3}}⟩\n{v1}.wg.Wait()\n⟨{A:{v3}}¦keepTask@({v3})\n{W:{v1}}⟩\nkeepTask@({v1})\n⟨{R:{v1}}¦{W:{v1}}⟩",
		"{v1} := &task@{}\n{v1}.wg.Add(1)\ngo {v1}.work()\n⟨{v1}.wg.Wait()¦go {v1}.wg.Wait()⟩\n{A:{v1}}\n⟨¦{v1}.wg.Add(1)\ngo {v1}.work()\nkeepTask@({v1})⟩",
		"keptTask@()",
		"if {v1} := {o}.task; {v1} != nil {\n⟨{R:{v1}}¦{W:{v1}}¦{v1}.wg.Add(1)\ngo {v1}.work()⟩\n{v1}.mu.Lock()\n{v1}.lines++\n{v1}.mu.Unlock()\n}",
		"{v1} := &task@{}\n{v1}.wg.Add(1)\ngo {v1}.work()\n{v1}.wg.Wait()\nif {v2} := {o}.task; {v2} != nil {\n{v1}.{state} = ⟨{v1}.{state}¦{v2}.{state}⟩\n{A:{v1}}\n}\nselect {\ncase {o}.tasks <- {v1}:\n⟨{R:{v1}}¦{W:{v1}}⟩\ndefault:\n}",
		"select {\ncase {v1} := <-{o}.tasks:\nif {v1} != nil {\n{R:{v1}}\n}\ndefault:\n}",
	}
	var texts []string
	for _, u := range uses {
		u = strings.ReplaceAll(u, "{touch:{v1}}", strings.ReplaceAll(k.touch, "{p}", "{v1}"))
		texts = append(texts, k.fill(u))
	}
	return kit{
		fields: []fieldKind{
			{name: "task", typ: "*task@", init: "&task@{tag: 1}"},
			{name: "tasks", typ: "chan *task@", init: "make(chan *task@, 4)", pragma: "closable_if false"},
		},
		decls: k.fill(decls), access: k.accesses, starts: true, held: texts[8:9], free: texts,
	}
}
