package cli

import (
	"context"
	"flag"
	"fmt"

	"github.com/calvin-go/calvin/cache"
)

// openCache opens the user's cache. Without one a check is slower, and no less a check.
func (e *environment) openCache() *cache.Store {
	dir, err := cache.Dir()
	if err == nil && dir == "" {
		return nil
	}
	var store *cache.Store
	if err == nil {
		store, err = cache.Open(dir)
	}
	if err != nil {
		fmt.Fprintf(e.stderr, "calvin: no cache is used: %v\n", err)
		return nil
	}
	return store
}

// runCache says what is in the cache, or empties it.
func runCache(_ context.Context, env *environment, args []string) int {
	fs := flag.NewFlagSet("calvin cache", flag.ContinueOnError)
	fs.Usage = func() {
		fmt.Fprintf(fs.Output(), "usage: calvin cache clean|stat\n\nThe cache is the directory calvin in the user's cache directory, or the one that\n"+
			"%s names. %[1]s=off turns it off.\n", cache.Env)
	}
	if done, code := env.parse(fs, args); done {
		return code
	}
	dir, err := cache.Dir()
	if err != nil {
		return env.fail(err)
	}
	if fs.NArg() == 1 && dir == "" {
		return env.fail(fmt.Errorf("there is no cache: %s is off", cache.Env))
	}
	switch {
	case fs.NArg() == 1 && fs.Arg(0) == "clean":
		if err := cache.Clean(dir); err != nil {
			return env.fail(err)
		}
		return exitVerified
	case fs.NArg() == 1 && fs.Arg(0) == "stat":
		answers, size, err := cache.Stat(dir)
		if err != nil {
			return env.fail(err)
		}
		fmt.Fprintf(env.stdout, "%s: %d answers, %.1f MB\n", dir, answers, float64(size)/1e6)
		return exitVerified
	}
	fs.Usage()
	return exitUsage
}
