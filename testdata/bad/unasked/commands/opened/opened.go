// Command opened has no annotations. It sets variables once a package of its module has started a goroutine, which knows none of them.
package main

import (
	"log"
	"net/http"
	"os"

	"github.com/calvin-go/calvin/testdata/bad/unasked/commands/opened/store"
)

var (
	cache  *store.Store
	title  string
	quota  int
	names  []string
	config = store.Config{Size: 4}
)

func main() {
	title = os.Getenv("TITLE")
	names = []string{title}
	var err error
	cache, err = store.Open(config)
	if err != nil {
		log.Fatal(err)
	}
	quota = limit()
	http.HandleFunc("/", serve)
	log.Fatal(http.ListenAndServe(":8080", nil))
}

func limit() int { return 3 }

func serve(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Count", title)
	if cache.Get(names[0]) > quota {
		w.WriteHeader(http.StatusTooManyRequests)
	}
}
