package program

import "strings"

// hubFunctions are what event loops have in common: $ is the type, and {loop} starts what its state is confined to.
const hubFunctions = noteType + `type $ struct {
//calvin:closable_if false
in chan int
{fields}
tag int
}

var (
setMu$ sync.Mutex
//calvin:guarded_by setMu$
set$ *$
)

func keep$(p *$) {
setMu$.Lock()
set$ = p
setMu$.Unlock()
}

func (p *$) step(n int) {
{A:p}
_ = n
}

func (p *$) send(n int) {
select {
case p.in <- n:
default:
}
⟨¦{A:p}¦p.step(n)⟩
}

func new$() *$ {
p := &${in: make(chan int, 4){inits}}
[[{W:p}|_ = p.tag]]
⟨¦keep$(p)¦set$ = p⟩
⟨¦defer p.step(1)⟩
{loop}
⟨¦{A:p}¦p.step(2)¦go func() {
{A:p}
}()¦{loop}⟩
return p
}
`

// hubUses are what is done with event loops.
var hubUses = []string{
	"if {v1} := {o}.hub; {v1} != nil {\n{v1}.send(1)\n⟨¦{A:{v1}}⟩\n}",
	"if {v1} := {o}.hub; {v1} != nil {\n⟨{v1}.send(2)¦{v1}.step(1)¦go {v1}.step(3)¦go func() {\n{A:{v1}}\n}()⟩\n_ = {v1}.tag\n}",
	"{v1} := new$()\n⟨¦{A:{v1}}⟩\n{v1}.send(1)",
	"{v1} := new$()\n⟨¦{v2} := *{v1}\n{A:{v2}}⟩\nkeep$({v1})\n⟨¦{A:{v1}}⟩",
	"{v1} := &${in: make(chan int, 4){inits}}\n{W:{v1}}\n⟨¦keep$({v1})⟩\n{A:{v1}}",
	"setMu$.Lock()\n{v1} := set$\nsetMu$.Unlock()\nif {v1} != nil {\n{v1}.send(1)\n⟨¦{A:{v1}}⟩\n}",
}

// startedUses start loops that are methods.
var startedUses = []string{
	"{v1} := &${in: make(chan int, 4){inits}}\n{W:{v1}}\n⟨¦keep$({v1})¦go {v1}.run()¦{v1}.run()⟩\ngo {v1}.run()\n⟨¦{A:{v1}}¦go {v1}.run()¦{v1}.run()⟩\n_ = {v1}.tag",
	"{v1}, {v2} := &${in: make(chan int, 4){inits}}, &${in: make(chan int, 4){inits}}\n⟨¦{v2}.{state} = {v1}.{state}¦*{v2} = *{v1}¦{v2} = {v1}⟩\ngo {v1}.run()\ngo {v2}.run()",
	"{v1} := &${in: make(chan int, 4){inits}}\n{v2} := *{v1}\n⟨¦{A:{v1}}⟩\ngo {v1}.run()\n⟨_ = {v2}.tag¦{A:{v2}}⟩",
	"{v1} := &${in: make(chan int, 4){inits}}\n{v2} := func() {\n{W:{v1}}\n}\n⟨{v2}()¦⟩\ngo {v1}.run()\n⟨¦{v2}()¦go {v2}()⟩\n_ = {v2}",
	"{v1} := &${in: make(chan int, 4){inits}}\n{v2} := {v1}.step\ngo {v1}.run()\n⟨_ = {v2}¦{v2}(1)⟩",
	"{v1} := &${in: make(chan int, 4){inits}}\n⟨¦defer func() {\n{A:{v1}}\n}()⟩\n{v3} := {v1}\ngo {v1}.run()\n⟨_ = {v3}¦{A:{v3}}⟩",
	"{v1} := &${in: make(chan int, 4){inits}}\n{v2} := &{v1}.{state}\n{v3} := *{v2}\n⟨go {v1}.run()\n_ = {v3}¦go {v1}.run()\n*{v2} = {v3}¦{v4} := &${{state}: {v3}}\ngo {v1}.run()\ngo {v4}.run()⟩",
	"{v1} := new$()\n⟨¦go {v1}.run()¦{v1}.run()⟩\n_ = {v1}.tag",
	"if {v1} := {o}.hub; {v1} != nil {\n{v1}.send(1)\n⟨¦go {v1}.run()¦{v1}.run()⟩\n}",
	"{v1} := &${in: make(chan int, 4){inits}}\n{v2} := {o}.hub\ngo func() {\n[[{W:{v1}}|]]\n{v1}.run()\n⟨¦if {v2} != nil {\n{A:{v2}}\n}⟩\n}()\n⟨¦{v1} = {v2}¦{A:{v1}}⟩\n_ = {v2}",
	"{v1} := &${in: make(chan int, 4){inits}}\nvar {v2} sync.WaitGroup\n{v2}.Go({v1}.run)\n⟨¦{A:{v1}}¦{v2}.Go({v1}.run)⟩\n{v2}.Wait()\n⟨¦{A:{v1}}⟩",
	"{v1} := &${in: make(chan int, 4){inits}}\nvar {v2} sync.WaitGroup\n{v2}.Go(func() {\n{v1}.run()\n})\n⟨{v2}.Wait()¦⟩\n⟨¦{A:{v1}}⟩\n_ = {v1}.tag",
	"for range 2 {\n{v1} := &${in: make(chan int, 4){inits}}\n⟨go {v1}.run()¦for range 2 {\ngo {v1}.run()\n}⟩\n}",
}

// confining has a type of which the state is confined to a method that a goroutine runs.
func confining(g *generator) kit {
	k := g.keep("confined_to run")
	run := "func (p *$) run() {\n[[for range 5 {|for z := 0; z < 5; z++ {]]\nselect {\ncase z := <-p.in:\np.step(z)\ndefault:\n{touch}\n}\n" +
		"⟨¦go p.step(1)¦go func() {\n{A:p}\n}()¦keep$(p)⟩\n}\n}\n\n"
	start := g.oneOf("go p.run()", "go p.run()", "go func() {\np.run()\n}()", "go spin$(p)")
	if start == "go spin$(p)" {
		run += "func spin$(q *$) {\nq.run()\n⟨¦go q.run()¦q.step(1)⟩\n}\n\n"
	}
	return hub(k, "hub@", run+hubFunctions, start, append(hubUses, startedUses...))
}

// literalLoop has a type of which the state is confined to a literal.
func literalLoop(g *generator) kit {
	k := g.keep("confined_to newMeter@")
	start := "go func() {\nfor range 5 {\nselect {\ncase z := <-p.in:\np.step(z)\ndefault:\n{touch}\n}\n}\n}()"
	decls := strings.ReplaceAll(strings.ReplaceAll(hubFunctions, "new$", "newMeter@"), "keep$", "keepMeter@")
	var uses []string
	for _, u := range hubUses {
		uses = append(uses, strings.ReplaceAll(strings.ReplaceAll(u, "new$", "newMeter@"), "keep$", "keepMeter@"))
	}
	return hub(k, "meter@", decls, start, uses)
}

func hub(k kept, name, decls, start string, uses []string) kit {
	constructor := "new" + name
	if name == "meter@" {
		constructor = "newMeter@"
	}
	fill := func(s string) string {
		return strings.ReplaceAll(k.fill(strings.ReplaceAll(s, "{loop}", start)), "$", name)
	}
	var texts []string
	for _, u := range uses {
		texts = append(texts, fill(u))
	}
	return kit{
		fields: []fieldKind{{name: "hub", typ: "*" + name, init: constructor + "()"}},
		decls:  fill(decls), access: k.accesses, starts: true, held: texts[:2], free: texts,
	}
}
