// Package printedservers has no annotations. It prints a server, so that there are methods of generic types of net/http, with type arguments that lead to
// requests. That code of others says nothing of handlers here.
package printedservers

import (
	"fmt"
	"net/http"
)

// Start is right.
func Start(addr string) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/state", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(nil)
	})
	server := &http.Server{Addr: addr, Handler: mux}
	fmt.Println(server)
	return server
}

// Late has a goroutine set a header, which goes on when the handler has returned.
func Late(mux *http.ServeMux) {
	mux.HandleFunc("/late", func(w http.ResponseWriter, r *http.Request) {
		go func() {
			w.Header().Set("Content-Type", "text/plain") // failed
		}()
	})
}
