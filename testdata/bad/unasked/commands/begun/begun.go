// Command begun has no annotations. Its main function sets variables of all kinds, with helpers, before it starts a server.
package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"os"
	"time"
)

type config struct {
	addr    string
	timeout time.Duration
	verbose bool
	limits  map[string]int
}

type options struct {
	name  string
	level int
}

type missing struct{ name string }

func (m *missing) Error() string { return "no " + m.name }

var (
	cfg    config
	db     *sql.DB
	logger *slog.Logger
	opts   = &options{}
	admins []string
	turned int
	routes = map[string]http.HandlerFunc{}
)

func init() { register("GET /users/{id}", getUser) }

func register(pattern string, h http.HandlerFunc) { routes[pattern] = h }

func main() {
	current.Workers++
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	flag.StringVar(&cfg.addr, "addr", ":8080", "address")
	flag.DurationVar(&cfg.timeout, "timeout", time.Second, "timeout")
	flag.Parse()
	opts.name = os.Getenv("NAME")
	if cfg.verbose {
		opts.level = 2
	}
	if err := setup(); err != nil {
		return err
	}
	logger = slog.New(slog.NewTextHandler(os.Stderr, nil))
	var err error
	db, err = sql.Open("postgres", os.Getenv("DSN"))
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	http.HandleFunc("/", change)
	return http.ListenAndServe(cfg.addr, nil)
}

type settings struct {
	Workers int
	Tags    map[string]string
}

var current = settings{Workers: 4}

func setup() error {
	cfg.limits = map[string]int{}
	cfg.limits["a"] = 1
	v := os.Getenv("LIMIT")
	if v == "" {
		return &missing{"limit"}
	}
	cfg.limits[v] = len(v)
	admins = append(admins, "root")
	return nil
}

func getUser(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), cfg.timeout)
	defer cancel()
	var name string
	if err := db.QueryRowContext(ctx, "select name from users where id = $1", r.PathValue("id")).Scan(&name); err != nil {
		logger.Error("query", "err", err, "name", opts.name)
		http.Error(w, "no", http.StatusInternalServerError)
		return
	}
	if cfg.limits[name] > opts.level || len(admins) > 3 && admins[0] == name {
		log.Print(current.Workers, current.Tags["name"])
		return
	}
	fmt.Fprintln(w, name)
}

func change(http.ResponseWriter, *http.Request) {
	turned++ // failed
	raise()
	limit()
}

func raise() {
	opts.level++ // failed
}

func limit() {
	cfg.limits["b"] = 2 // failed
}
