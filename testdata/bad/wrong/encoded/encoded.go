// Package encoded hands guarded memory to functions that look into it, without the lock that each of them needs.
package encoded

import (
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"log/slog"
	"net/http"
	"reflect"
	"sync"
	"testing"
)

type T struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	Names []string
	//calvin:guarded_by mu
	Numbers []int64
	//calvin:guarded_by mu
	header http.Header
	log    *slog.Logger
}

func (t *T) XML() ([]byte, error) { return xml.Marshal(t.Names) } // failed

func (t *T) FromXML(b []byte) error {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return xml.Unmarshal(b, &t.Names) // failed
}

func (t *T) JSON(enc *json.Encoder) error { return enc.Encode(&t.Names) } // failed

func (t *T) FromJSON(dec *json.Decoder) error {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return dec.Decode(&t.Names) // failed
}

func (t *T) Gob(dec *gob.Decoder) error {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return dec.Decode(&t.Numbers) // failed
}

func (t *T) Binary(b []byte) (int, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return binary.Decode(b, binary.LittleEndian, t.Numbers) // failed
}

func (t *T) Nothing(b []byte) ([]byte, error) {
	return binary.Append(b, binary.LittleEndian, nil) // failed
}

func (t *T) Logged() {
	if t.log != nil {
		t.log.Info("names", "are", t.Names) // failed
	}
}

func (t *T) Told() { slog.Warn("names", "are", t.Names) } // failed

// A Line is guarded.
type Line struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	words []string
}

func (l *Line) Tested(tb *testing.T) { tb.Log(l) } // failed

func (t *T) Same(names []string) bool { return reflect.DeepEqual(t.Names, names) } // failed

func (t *T) Get(key string) string { return t.header.Get(key) } // failed

func (t *T) Set(key, value string) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.header != nil {
		t.header.Set(key, value) // failed
	}
}

func (t *T) Nil(key, value string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.header.Set(key, value) // failed
}
