// Command unmade has no annotations. Nothing is known of code that it calls at first: that may share memory which it returns with goroutines of its own.
package main

import (
	"net/http"
	"os"
	"os/exec"
)

type holder struct {
	list  []string
	more  []string
	heads http.Header
}

var (
	own    = map[string]int{}
	names  []string
	held   holder
	args   = os.Args
	either []string
	behind []string
	passed []string
	client http.Client
)

func main() { // unfounded
	resp, err := http.Get("http://localhost")
	if err != nil {
		return
	}
	made()
	theirs()
	mixed(resp.Status == "")
	pointed()
	given(os.Args)
	fields(resp)
	lent()
	literal()
	go show()
}

// lent has code of another package know the variable.
func lent() {
	client.CloseIdleConnections()
	client = http.Client{} // failed
}

// literal has others keep what it has made.
func literal() {
	list := []string{"a"}
	cmd := exec.Command("true")
	cmd.Args = list
	names = list // failed
	cmd.Run()
}

// made is right: all of it is the program's own.
func made() {
	own["a"] = 1
	names = append(names, "a")
	names[0] = "b"
	held.list = make([]string, 3)
	held.list[1] = "c"
	local := []string{"x"}
	local[0] = "y"
}

func theirs() {
	args[0] = "a" // failed
}

func mixed(is bool) {
	if is {
		either = os.Args
	} else {
		either = make([]string, 1)
	}
	either[0] = "a" // failed
}

func set(to *[]string) { *to = os.Args } // failed

func pointed() { // unfounded
	set(&behind)
	touched()
}

func touched() {
	behind[0] = "a" // failed
}

func given(list []string) {
	passed = list
	passed[0] = "a" // failed
}

func fields(resp *http.Response) {
	held.more = held.list
	held.more[0] = "a"
	held.heads = resp.Header // failed
	held.heads["a"] = nil
}

func show() {
	println(own["a"], names[0], held.list[0], held.more[0], args[0], either[0], behind[0], passed[0], held.heads.Get("a"))
}
