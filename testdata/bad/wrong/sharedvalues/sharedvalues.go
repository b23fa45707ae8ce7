// Package sharedvalues has values that goroutines may share, in fields with a lock and without, and uses them rightly and wrongly.
package sharedvalues

import (
	"database/sql"
	"log"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"text/template"
	"time"
)

type Loggers struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	v    *log.Logger
	open *log.Logger
}

func NewLoggers() *Loggers { return &Loggers{v: log.Default(), open: log.Default()} }

func (x *Loggers) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		v.Print("a")
	}
}

func (x *Loggers) Set(v *log.Logger) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Loggers) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		v.Print("a")
	}
}

func (x *Loggers) Open() {
	if v := x.open; v != nil {
		v.Print("a")
	}
}

func (x *Loggers) Unlocked() {
	if v := x.v; v != nil { // failed
		v.Print("a")
	}
}

type Databases struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	v    *sql.DB
	open *sql.DB
}

func NewDatabases() *Databases { return &Databases{v: new(sql.DB), open: new(sql.DB)} }

func (x *Databases) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		v.SetMaxIdleConns(3)
	}
}

func (x *Databases) Set(v *sql.DB) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Databases) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		v.SetMaxIdleConns(3)
	}
}

func (x *Databases) Open() {
	if v := x.open; v != nil {
		v.SetMaxIdleConns(3)
	}
}

func (x *Databases) Unlocked() {
	if v := x.v; v != nil { // failed
		v.SetMaxIdleConns(3)
	}
}

type Clients struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	v    *http.Client
	open *http.Client
}

func NewClients() *Clients { return &Clients{v: new(http.Client), open: new(http.Client)} }

func (x *Clients) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		v.CloseIdleConnections()
	}
}

func (x *Clients) Set(v *http.Client) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Clients) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		v.CloseIdleConnections()
	}
}

func (x *Clients) Open() {
	if v := x.open; v != nil {
		v.CloseIdleConnections()
	}
}

func (x *Clients) Unlocked() {
	if v := x.v; v != nil { // failed
		v.CloseIdleConnections()
	}
}

type Timers struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	v    *time.Timer
	open *time.Timer
}

func NewTimers() *Timers { return &Timers{v: time.NewTimer(1), open: time.NewTimer(1)} }

func (x *Timers) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		v.Stop()
	}
}

func (x *Timers) Set(v *time.Timer) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Timers) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		v.Stop()
	}
}

func (x *Timers) Open() {
	if v := x.open; v != nil {
		v.Stop()
	}
}

func (x *Timers) Unlocked() {
	if v := x.v; v != nil { // failed
		v.Stop()
	}
}

type Patterns struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	v    *regexp.Regexp
	open *regexp.Regexp
}

func NewPatterns() *Patterns {
	return &Patterns{v: regexp.MustCompile("a"), open: regexp.MustCompile("a")}
}

func (x *Patterns) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		_ = v.MatchString("a")
	}
}

func (x *Patterns) Set(v *regexp.Regexp) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Patterns) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		_ = v.MatchString("a")
	}
}

func (x *Patterns) Open() {
	if v := x.open; v != nil {
		_ = v.MatchString("a")
	}
}

func (x *Patterns) Unlocked() {
	if v := x.v; v != nil { // failed
		_ = v.MatchString("a")
	}
}

type Templates struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	v    *template.Template
	open *template.Template
}

func NewTemplates() *Templates { return &Templates{v: template.New("a"), open: template.New("a")} }

func (x *Templates) Right() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.v; v != nil {
		v.Execute(&strings.Builder{}, nil)
	}
}

func (x *Templates) Set(v *template.Template) {
	x.mu.Lock()
	x.v = v
	x.mu.Unlock()
}

func (x *Templates) After() {
	x.mu.Lock()
	v := x.v
	x.mu.Unlock()
	if v != nil {
		v.Execute(&strings.Builder{}, nil)
	}
}

func (x *Templates) Open() {
	if v := x.open; v != nil {
		v.Execute(&strings.Builder{}, nil)
	}
}

func (x *Templates) Unlocked() {
	if v := x.v; v != nil { // failed
		v.Execute(&strings.Builder{}, nil)
	}
}
