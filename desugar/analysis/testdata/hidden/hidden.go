// Package hidden has types of other packages, and types made of them.
package hidden

import (
	"bufio"
	"bytes"
	"container/list"
	"encoding/json"
	"log"
	"log/slog"
	"math/big"
	"math/rand"
	"net/netip"
	"net/url"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"
	"unique"
)

type Theirs struct {
	BytesBuffer     bytes.Buffer
	BytesReader     bytes.Reader
	StringsBuilder  strings.Builder
	StringsReplacer strings.Replacer
	BufioReader     bufio.Reader
	BufioWriter     bufio.Writer
	BufioScanner    bufio.Scanner
	ListList        list.List
	ListElement     list.Element
	BigInt          big.Int
	BigFloat        big.Float
	RandRand        rand.Rand
	JSONDecoder     json.Decoder
	JSONEncoder     json.Encoder
	TabWriter       tabwriter.Writer
	LogLogger       log.Logger
	SlogRecord      slog.Record
	OSFile          os.File
	TimeTimer       time.Timer
	TimeTicker      time.Ticker
	TimeLocation    time.Location
	Defined         defined
	Array           [2]bytes.Buffer
	Part            struct{ n part }
	Embedded        embedded
}

type Values struct {
	StringsReader   strings.Reader // a string and a position
	BufioReadWriter bufio.ReadWriter
	SlogValue       slog.Value
	SlogAttr        slog.Attr
	NetipAddr       netip.Addr
	NetipPrefix     netip.Prefix
	URL             url.URL
	ReflectValue    reflect.Value
	UniqueHandle    unique.Handle[string]
	Time            time.Time
	Duration        time.Duration
	Mutex           sync.Mutex // a matter of locks
	Atomic          atomic.Int64
	Stamp           stamp
	Plain           plain
	Pointer         *bytes.Buffer
	Slice           []bytes.Buffer
	None            [0]bytes.Buffer
	Ours            ours
	Number          int
	Any             any
}

type part struct {
	name string
	out  [1]bytes.Buffer
}

type embedded struct{ bytes.Buffer }

type defined bytes.Buffer

type stamp time.Time

type plain struct {
	at   time.Time
	name string
}

type ours struct {
	elems []int
	next  *ours
}
