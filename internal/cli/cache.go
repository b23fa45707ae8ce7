package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

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

// cacheCommand is calvin cache.
func cacheCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "cache clean|stat",
		Short: "empty the cache of proofs, or print its size",
		Long: "The cache is the directory calvin in the user's cache directory, or the one that " + cache.Env + " names. " +
			cache.Env + "=off turns it off.",
		Args:      cobra.MatchAll(arguments(1, 1, "clean or stat"), oneOf("clean", "stat")),
		ValidArgs: []string{"clean", "stat"},
		RunE:      p.runs(runCache),
	}
}

// oneOf asks that all arguments are words of a list.
func oneOf(words ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		for _, arg := range args {
			if !slices.Contains(words, arg) {
				return fmt.Errorf("%s takes %s, not %q%s", cmd.Name(), strings.Join(words, ", "), arg, orDidYouMean(arg, words, ""))
			}
		}
		return nil
	}
}

// runCache says what is in the cache, or empties it.
func runCache(_ context.Context, env *environment, args []string) int {
	dir, err := cache.Dir()
	if err != nil {
		return env.fail(err)
	}
	if dir == "" {
		return env.fail(fmt.Errorf("there is no cache: %s is off", cache.Env))
	}
	if args[0] == "clean" {
		if err := cache.Clean(dir); err != nil {
			return env.fail(err)
		}
		return exitVerified
	}
	answers, size, err := cache.Stat(dir)
	if err != nil {
		return env.fail(err)
	}
	fmt.Fprintf(env.stdout, "%s: %d answers, %.1f MB\n", dir, answers, float64(size)/1e6)
	return exitVerified
}
