package worker

import (
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// DefaultStrategy is the one that is used where none is named.
const DefaultStrategy = "dfs"

// Strategies has, for the names that -strategy takes, the phases of the search.
var Strategies = map[string]func(*Job) []phase{
	"dfs": func(*Job) []phase {
		return []phase{{strategy: func() rt.Strategy { return strategy.NewDFS() }, bound: -1, exhaustive: true}}
	},
}
