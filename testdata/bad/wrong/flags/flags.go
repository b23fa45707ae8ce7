// Package flags counts on package flag to leave variables alone that it has made, or got the addresses of, when it parses the command line.
package flags

import (
	"flag"
	"time"
)

// Made asks for a variable.
func Made() int {
	n := flag.Int("n", 50, "how many")
	was := *n
	flag.Parse()
	//calvin:assert *n == was // failed
	return was
}

// Given gives the address of a variable of its own.
func Given(fs *flag.FlagSet, args []string) bool {
	ok := false
	fs.BoolVar(&ok, "ok", false, "whether")
	was := ok
	_ = fs.Parse(args)
	//calvin:assert ok == was // failed
	return was
}

type config struct{ wait time.Duration }

// Field gives the address of a field.
func Field(fs *flag.FlagSet) time.Duration {
	c := &config{}
	fs.DurationVar(&c.wait, "wait", time.Second, "how long")
	was := c.wait
	_ = fs.Set("wait", "2s")
	//calvin:assert c.wait == was // failed
	return was
}

// Inside has another function parse.
func Inside() string {
	s := flag.String("s", "", "what")
	was := *s
	parse()
	//calvin:assert *s == was // failed
	return was
}

func parse() { flag.Parse() }

var level uint

// Global gives the address of a variable of the package.
func Global(fs *flag.FlagSet, args []string) uint {
	fs.UintVar(&level, "level", 1, "how much")
	was := level
	_ = fs.Parse(args)
	//calvin:assert level == was // failed
	return was
}

var verbose = flag.Bool("v", false, "whether to say more")

// Kept has the address in a variable.
func Kept() bool {
	was := *verbose
	flag.Parse()
	//calvin:assert *verbose == was // failed
	return was
}
