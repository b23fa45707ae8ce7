// Package leakedbymethods has objects that are passed to functions of the standard library, which keep nothing of them, but run methods
// that tell others of the object: to decode, to encode, to print, to scan, to write.
package leakedbymethods

import (
	"context"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
)

var mu sync.Mutex

//calvin:guarded_by mu
var count int

// Count counts calls.
func Count() {
	mu.Lock()
	defer mu.Unlock()
	count++
}

var (
	decoded  = make(chan *Decoded, 1)
	texts    = make(chan *Text, 1)
	encoded  = make(chan *Encoded, 1)
	printed  = make(chan *Printed, 1)
	scanned  = make(chan *Scanned, 1)
	written  = make(chan *Written, 1)
	scanFrom = make(chan *Source, 1)
)

// Decoded sends itself when it is decoded.
type Decoded struct{ N int }

// UnmarshalJSON is called by package json.
func (d *Decoded) UnmarshalJSON([]byte) error {
	decoded <- d
	return nil
}

// Text sends itself when it is decoded as a text.
type Text struct{ N int }

// UnmarshalText is called by packages json, xml and gob.
func (t *Text) UnmarshalText([]byte) error {
	texts <- t
	return nil
}

// Encoded sends itself when it is encoded.
type Encoded struct{ N int }

// MarshalJSON is called by package json.
func (e *Encoded) MarshalJSON() ([]byte, error) {
	encoded <- e
	return nil, nil
}

// Printed sends itself when it is printed.
type Printed struct{ N int }

// Format is called by package fmt.
func (p *Printed) Format(fmt.State, rune) { printed <- p }

// Scanned sends itself when it is scanned.
type Scanned struct{ N int }

// Scan is called by package fmt.
func (s *Scanned) Scan(fmt.ScanState, rune) error {
	scanned <- s
	return nil
}

// Written sends itself when it is written to.
type Written struct{ N int }

// Write is called by whoever has it as an io.Writer.
func (w *Written) Write(p []byte) (int, error) {
	written <- w
	return len(p), nil
}

// Source sends itself when it is read from.
type Source struct{ N int }

// Read is called by whoever has it as an io.Reader.
func (s *Source) Read([]byte) (int, error) {
	scanFrom <- s
	return 0, io.EOF
}

// Unmarshal writes what others know by now.
func Unmarshal(data []byte) error {
	var v Decoded
	err := json.Unmarshal(data, &v)
	v.N = 1 // failed
	return err
}

// Decode does so with a decoder.
func Decode(r io.Reader) error {
	v := new(Decoded)
	err := json.NewDecoder(r).Decode(v)
	v.N = 1 // failed
	return err
}

// Part has the method in a field.
func Part(data []byte) error {
	var v struct {
		Name string
		Of   Decoded
	}
	err := json.Unmarshal(data, &v)
	v.Of.N = 1 // failed
	return err
}

// Element has it in elements.
func Element(data []byte) error {
	var v [2]Decoded
	err := json.Unmarshal(data, &v)
	v[1].N = 1 // failed
	return err
}

// Promoted has it from an embedded struct.
func Promoted(data []byte) error {
	var v struct {
		Decoded
		Name string
	}
	err := json.Unmarshal(data, &v)
	v.N = 1 // failed
	return err
}

// Deeper has it two structs down, and the object of others is the whole.
func Deeper(data []byte) error {
	var v struct{ Of struct{ Of Text } }
	err := xml.Unmarshal(data, &v)
	v.Of.Of.N = 1 // failed
	return err
}

// FromGob decodes a text.
func FromGob(r io.Reader) error {
	var v Text
	err := gob.NewDecoder(r).Decode(&v)
	v.N = 1 // failed
	return err
}

// Marshal writes after it has encoded.
func Marshal() ([]byte, error) {
	var v Encoded
	b, err := json.Marshal(&v)
	v.N = 1 // failed
	return b, err
}

// Print writes after it has printed.
func Print() string {
	var v Printed
	s := fmt.Sprint(&v)
	v.N = 1 // failed
	return s
}

// Scan writes after it has scanned.
func Scan(s string) error {
	var v Scanned
	_, err := fmt.Fscan(strings.NewReader(s), &v)
	v.N = 1 // failed
	return err
}

// Write writes after it was written to.
func Write() error {
	var v Written
	_, err := fmt.Fprintf(&v, "%d", 1)
	v.N = 1 // failed
	return err
}

// Read writes after it was read from.
func Read() error {
	var (
		v Source
		n int
	)
	_, err := fmt.Fscan(&v, &n)
	v.N = n // failed
	return err
}

// Plain has no methods.
type Plain struct{ N int }

var plain = make(chan *Plain, 1)

// Leak sends it.
func Leak(v any) bool {
	if p, ok := v.(*Plain); ok {
		plain <- p
	}
	return true
}

// Handler is a handler of a logger.
type Handler struct{ slog.Handler }

// Handle gets what is logged.
func (h *Handler) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool { return Leak(a.Value.Any()) })
	return nil
}

// Log writes after a handler has got the object.
func Log(l *slog.Logger) {
	var v Plain
	l.Info("plain", "v", &v)
	v.N = 1 // failed
}

// Errors writes to a variable of which the method of an error knows.
func Errors(err error) bool {
	var v *Found
	if errors.As(err, &v) {
		return v != nil
	}
	v = &Found{} // failed
	return v.N == 0
}

// Found is an error.
type Found struct{ N int }

func (f *Found) Error() string { return "" }

var found = make(chan **Found, 1)

// Finds is an error that sends the variable.
type Finds struct{ N int }

func (f *Finds) Error() string { return "" }

// As is called by errors.As.
func (f *Finds) As(target any) bool {
	if t, ok := target.(**Found); ok {
		found <- t
	}
	return false
}

// Sent is an error that sends itself when it is printed.
type Sent struct{ N int }

var sent = make(chan *Sent, 1)

func (s *Sent) Error() string {
	sent <- s
	return ""
}

// Held writes to an error that a printed variable holds.
func Held() string {
	e := &Sent{}
	v := struct {
		N   int
		Err error
	}{1, e}
	s := fmt.Sprint(&v)
	e.N = 1 // failed
	return s
}

// Level has a method that gets a copy.
type Level int

func (l Level) String() string { return "" }

// Copied is right: the method knows no address.
func Copied(data []byte) (Level, error) {
	var v struct {
		Name  string
		Level Level
	}
	err := json.Unmarshal(data, &v)
	v.Level++
	fmt.Println(&v)
	v.Level++
	return v.Level, err
}
