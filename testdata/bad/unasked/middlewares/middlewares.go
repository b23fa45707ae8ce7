// Package middlewares has no annotations. Handlers are passed writers that note what they write.
package middlewares

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A recorder notes the status and the length of a response.
type recorder struct {
	http.ResponseWriter
	status  int
	written int64
	wrote   bool
}

func record(w http.ResponseWriter) *recorder {
	return &recorder{ResponseWriter: w, status: http.StatusOK}
}

func (r *recorder) WriteHeader(code int) {
	if r.wrote {
		return
	}
	r.wrote = true
	r.status = code
	r.ResponseWriter.WriteHeader(code)
}

func (r *recorder) Write(p []byte) (int, error) {
	if !r.wrote {
		r.WriteHeader(http.StatusOK)
	}
	n, err := r.ResponseWriter.Write(p)
	r.written += int64(n)
	return n, err
}

func (r *recorder) Flush() {
	if f, ok := r.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

type metrics struct {
	mu     sync.Mutex
	byCode map[int]int
	total  atomic.Int64
}

func (m *metrics) done(code int, n int64) {
	m.total.Add(n)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.byCode[code]++
}

// Metrics is a middleware.
func Metrics(m *metrics, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := record(w)
		defer func() { m.done(rec.status, rec.written) }()
		next.ServeHTTP(rec, r)
	})
}

// Recover is a middleware.
func Recover(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		rec := &recorder{ResponseWriter: w}
		defer func() {
			if err := recover(); err != nil {
				log.Println(err)
				if !rec.wrote {
					http.Error(rec, "internal error", http.StatusInternalServerError)
				}
			}
		}()
		next(rec, r)
		if rec.status == 0 {
			rec.status = http.StatusOK
		}
	}
}

type app struct {
	m *metrics
}

type logging struct {
	next http.Handler
	out  *log.Logger
}

func (l *logging) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	rec := &recorder{ResponseWriter: w}
	l.next.ServeHTTP(rec, r)
	l.out.Printf("%d %s %s", rec.status, r.URL.Path, time.Since(start))
}

type zipped struct {
	http.ResponseWriter
	z     *gzip.Writer
	bytes int
}

func (z *zipped) Write(p []byte) (int, error) {
	z.bytes += len(p)
	return z.z.Write(p)
}

// Zip is a middleware.
func Zip(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		gz := gzip.NewWriter(w)
		defer gz.Close()
		zw := &zipped{ResponseWriter: w, z: gz}
		next.ServeHTTP(zw, r)
		log.Println(zw.bytes)
	})
}

func writeJSON(w http.ResponseWriter, code int, v any) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	return json.NewEncoder(w).Encode(v)
}

func (a *app) stats(w http.ResponseWriter, r *http.Request) {
	if err := writeJSON(w, http.StatusOK, map[string]int64{"total": a.m.total.Load()}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

type handler func(w http.ResponseWriter, r *http.Request) error

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rec := record(w)
	if err := h(rec, r); err != nil && !rec.wrote {
		http.Error(rec, err.Error(), http.StatusBadRequest)
	}
}

func echo(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodPost {
		return errors.New("want POST")
	}
	if _, err := io.Copy(w, r.Body); err != nil {
		return fmt.Errorf("copying: %w", err)
	}
	fmt.Fprintln(w, "done")
	io.WriteString(w, "ok")
	return nil
}

// Handler is what the service serves.
func Handler() http.Handler {
	a := &app{m: &metrics{byCode: map[int]int{}}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /stats", Recover(a.stats))
	mux.Handle("/echo", handler(echo))
	return Metrics(a.m, &logging{next: Zip(mux), out: log.Default()})
}

// Retry asks a handler again that has written nothing.
func Retry(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := &recorder{ResponseWriter: w}
		next.ServeHTTP(rec, r)
		if !rec.wrote {
			next.ServeHTTP(rec, r)
		}
		rec.status = 0
	})
}
