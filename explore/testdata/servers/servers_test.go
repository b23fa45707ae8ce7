package servers

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/rpc"
	"sync"
	"testing"
	"time"
)

// A server that package initialisation starts.
const address = "127.0.0.1:20901"

func init() {
	go func() {
		l, err := net.Listen("tcp", address)
		if err != nil {
			panic(err)
		}
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				io.Copy(c, c)
			}()
		}
	}()
	time.Sleep(100 * time.Millisecond)
}

func TestInit(t *testing.T) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(c, "x")
	if b := make([]byte, 1); true {
		if _, err := c.Read(b); err != nil || b[0] != 'x' {
			t.Error(b, err)
		}
	}
	c.Close()
}

func get(t *testing.T, url string) {
	resp, err := http.Get(url)
	if err != nil {
		t.Error(err)
		return
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

func TestHits(t *testing.T) {
	hits := 0
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		hits++ // race: two handlers run at the same time
	}))
	defer srv.Close()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if resp, err := http.Get(srv.URL); err == nil {
				resp.Body.Close()
			}
		})
	}
	wg.Wait()
}

func TestDeadlockInHandler(t *testing.T) {
	var mu sync.Mutex
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		mu.Lock() // want deadlock
		mu.Unlock()
	}))
	mu.Lock()
	get(t, srv.URL)
	mu.Unlock()
	srv.Close()
}

func TestRPC(t *testing.T) {
	s := rpc.NewServer()
	s.Register(&Arith{})
	a, b := net.Pipe()
	go s.ServeConn(a)
	c := rpc.NewClient(b)
	var sum [2]int
	x, y := c.Go("Arith.Add", 1, &sum[0], nil), c.Go("Arith.Add", 2, &sum[1], nil)
	<-x.Done
	<-y.Done
	c.Close()
}

type Arith struct{ n int }

func (a *Arith) Add(n int, sum *int) error {
	a.n += n // want race
	*sum = a.n
	return nil
}

func TestShutdown(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := &http.Server{Handler: http.NotFoundHandler()}
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	srv.Shutdown(t.Context())
	wg.Wait()
}
