package main

// intro begins the page. Go's version and the time limit are to be filled in.
const intro = `# Ordinary modules

Thirty modules of others, as they are, checked as a newcomer would: ` + "`calvin check ./...`" + `, without an annotation, with the flags as they are. So
each function has 10 seconds, and run-time panics are not asked. One half of the modules is looked at while Calvin is changed. The other half was only
measured until its findings were triaged, below. Since then the kinds of false alarms that the triage shows have been mended like others, so its figures from then on are
not those of code that nobody has looked at.

It is made by

` + "```\n$ go run ./internal/tools/ordinary -out DIR\n```" + `

with %s, at most %v for a module, an empty cache, and two cores that others used, too. On a machine with nothing else to do fewer functions come to
their 10 seconds, so that fewer are unknown, and modules take less time.

Behind a module is what it is in the list for: g generics, l event loops or pools of goroutines, h net/http. Inferred are the annotations that the check took
without their being written anywhere. Findings are counted as they are printed: those with the same cause count once, those that end unknown (CV09...) too.

A function, or a function literal, counts as one that touches shared state if its own body, with the function literals in it,

- starts a goroutine, has a channel operation, or calls into sync or sync/atomic;
- names a package variable that some function writes, or a variable of the function around it that is assigned to;
- names a field of a type whose objects synchronise, or are guarded by others, by Calvin's own account of the types.

What it does through calls alone does not count.

`
