package library

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"container/heap"
	"container/list"
	"container/ring"
	"context"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"go/ast"
	"hash/crc32"
	"io"
	"log"
	"log/slog"
	"math/big"
	oldrand "math/rand"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"text/template"
	"time"
)

// makers draw values of types that are not made of parts.
var makers = map[reflect.Type]func(d *drawer) any{
	reflect.TypeFor[*regexp.Regexp](): func(d *drawer) any {
		return regexp.MustCompile([]string{"a", "[a-z]+", ""}[d.IntN(3)])
	},
	reflect.TypeFor[ast.Node](): func(d *drawer) any {
		call := &ast.CallExpr{Fun: ast.NewIdent(d.text()), Args: []ast.Expr{&ast.BasicLit{Value: d.text()}}}
		return []any{nil, ast.NewIdent(d.text()), call, &ast.ExprStmt{X: call}, &ast.BlockStmt{List: []ast.Stmt{&ast.ExprStmt{X: call}}}}[d.IntN(5)]
	},
	reflect.TypeFor[*strings.Builder](): func(d *drawer) any {
		b := new(strings.Builder)
		b.Grow(d.IntN(9))
		b.WriteString(d.text())
		return b
	},
	reflect.TypeFor[*strings.Reader](): func(d *drawer) any {
		r := strings.NewReader(d.text())
		if d.one(2) {
			r.Seek(int64(d.IntN(4)), io.SeekStart)
		}
		return r
	},
	reflect.TypeFor[*strings.Replacer](): func(d *drawer) any {
		return strings.NewReplacer(d.text(), d.text(), d.text(), d.text())
	},
	reflect.TypeFor[*bufio.Reader](): func(d *drawer) any { return bufio.NewReaderSize(&noisy{d.prober, d.IntN(8)}, 16) },
	reflect.TypeFor[*bufio.Writer](): func(d *drawer) any { return bufio.NewWriterSize(&noisy{d.prober, d.IntN(8)}, 16) },
	reflect.TypeFor[*json.Encoder](): func(d *drawer) any { return json.NewEncoder(&noisy{d.prober, d.IntN(8)}) },
	reflect.TypeFor[*json.Decoder](): func(d *drawer) any { return json.NewDecoder(strings.NewReader(d.encoded("{}", "[1,2]", "null"))) },
	reflect.TypeFor[*xml.Encoder]():  func(d *drawer) any { return xml.NewEncoder(&noisy{d.prober, d.IntN(8)}) },
	reflect.TypeFor[*xml.Decoder](): func(d *drawer) any {
		return xml.NewDecoder(strings.NewReader(d.encoded("<a>1</a>", "<noisy><N>2</N></noisy>")))
	},
	reflect.TypeFor[*csv.Reader]():   func(d *drawer) any { return csv.NewReader(strings.NewReader(d.encoded("a,b", "\"a"))) },
	reflect.TypeFor[*csv.Writer]():   func(d *drawer) any { return csv.NewWriter(&noisy{d.prober, d.IntN(8)}) },
	reflect.TypeFor[*tar.Header]():   func(d *drawer) any { return &tar.Header{Name: d.text(), Size: int64(d.IntN(9)), Linkname: d.text()} },
	reflect.TypeFor[*tar.Writer]():   func(d *drawer) any { return tar.NewWriter(&noisy{d.prober, d.IntN(8)}) },
	reflect.TypeFor[*tar.Reader]():   func(d *drawer) any { return tar.NewReader(strings.NewReader(d.encoded(archive()))) },
	reflect.TypeFor[*zlib.Writer]():  func(d *drawer) any { return zlib.NewWriter(&noisy{d.prober, d.IntN(8)}) },
	reflect.TypeFor[*gzip.Writer]():  func(d *drawer) any { return gzip.NewWriter(&noisy{d.prober, d.IntN(8)}) },
	reflect.TypeFor[*gzip.Reader]():  func(d *drawer) any { return must(gzip.NewReader(strings.NewReader(zipped(d.text())))) },
	reflect.TypeFor[*flate.Writer](): func(d *drawer) any { return must(flate.NewWriter(&noisy{d.prober, d.IntN(8)}, d.IntN(10)-1)) },
	reflect.TypeFor[*gob.Encoder]():  func(d *drawer) any { return gob.NewEncoder(&noisy{d.prober, d.IntN(8)}) },
	reflect.TypeFor[*gob.Decoder](): func(d *drawer) any {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(d.text()); err != nil {
			panic(err)
		}
		return gob.NewDecoder(strings.NewReader(d.encoded(b.String())))
	},
	reflect.TypeFor[*base32.Encoding](): func(d *drawer) any { return []*base32.Encoding{nil, base32.StdEncoding, base32.HexEncoding}[d.IntN(3)] },
	reflect.TypeFor[*slog.Logger](): func(d *drawer) any {
		return slog.New(slog.NewTextHandler(&noisy{d.prober, d.IntN(8)}, &slog.HandlerOptions{Level: slog.LevelDebug}))
	},
	reflect.TypeFor[*log.Logger](): func(d *drawer) any { return log.New(&noisy{d.prober, d.IntN(8)}, "", 0) },
	reflect.TypeFor[*bufio.Scanner](): func(d *drawer) any {
		s := bufio.NewScanner(strings.NewReader(d.text()))
		if d.one(2) {
			s.Scan()
		}
		return s
	},
	reflect.TypeFor[bufio.SplitFunc](): func(d *drawer) any {
		return []bufio.SplitFunc{nil, bufio.ScanLines, bufio.ScanWords}[d.IntN(3)]
	},
	reflect.TypeFor[*list.List](): func(d *drawer) any {
		if d.one(5) {
			return (*list.List)(nil)
		}
		l := new(list.List)
		for range d.IntN(4) {
			d.elements = append(d.elements, l.PushBack(d.IntN(9)))
		}
		return l
	},
	reflect.TypeFor[*list.Element](): func(d *drawer) any {
		if len(d.elements) > 0 && d.one(2) {
			d.shared = true // with the list
			return d.elements[d.IntN(len(d.elements))]
		}
		return []*list.Element{nil, {}, {Value: 1}}[d.IntN(3)]
	},
	reflect.TypeFor[*ring.Ring](): func(d *drawer) any {
		if d.one(4) {
			return new(ring.Ring)
		}
		return ring.New(d.IntN(4))
	},
	reflect.TypeFor[heap.Interface](): func(d *drawer) any {
		if d.one(4) {
			return nil
		}
		h := &numbers{prober: d.prober}
		for range d.IntN(5) {
			h.IntSlice = append(h.IntSlice, d.IntN(9))
		}
		return h
	},
	reflect.TypeFor[sort.Interface](): func(d *drawer) any {
		return []any{nil, sort.IntSlice{3, 1, 2}, sort.StringSlice(nil), sort.Reverse(sort.IntSlice{1, 2})}[d.IntN(4)]
	},
	reflect.TypeFor[rand.Source]():    func(d *drawer) any { return []any{nil, rand.NewPCG(1, uint64(d.IntN(9)))}[d.IntN(2)] },
	reflect.TypeFor[*rand.Rand]():     func(d *drawer) any { return rand.New(rand.NewPCG(1, uint64(d.IntN(9)))) },
	reflect.TypeFor[oldrand.Source](): func(d *drawer) any { return []any{nil, oldrand.NewSource(int64(d.IntN(9)))}[d.IntN(2)] },
	reflect.TypeFor[*oldrand.Rand]():  func(d *drawer) any { return oldrand.New(oldrand.NewSource(int64(d.IntN(9)))) },
	reflect.TypeFor[*big.Int](): func(d *drawer) any {
		if d.one(6) {
			return (*big.Int)(nil)
		}
		n := big.NewInt(d.integer())
		if d.one(4) {
			n.Mul(n, n)
		}
		return n
	},
	reflect.TypeFor[*big.Float](): func(d *drawer) any {
		if d.one(6) {
			return (*big.Float)(nil)
		}
		return new(big.Float).SetInt64(d.integer())
	},
	reflect.TypeFor[*big.Rat](): func(d *drawer) any {
		if d.one(6) {
			return (*big.Rat)(nil)
		}
		return big.NewRat(d.integer(), 1+int64(d.IntN(9)))
	},
	reflect.TypeFor[*bytes.Reader](): func(d *drawer) any { return bytes.NewReader([]byte(d.text())) },
	reflect.TypeFor[*crc32.Table](): func(d *drawer) any {
		return []*crc32.Table{nil, crc32.IEEETable, crc32.MakeTable(crc32.Koopman)}[d.IntN(3)]
	},
	reflect.TypeFor[*base64.Encoding](): func(d *drawer) any {
		return []any{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding.Strict()}[d.IntN(4)]
	},
	reflect.TypeFor[binary.ByteOrder](): func(d *drawer) any {
		return []any{binary.LittleEndian, binary.BigEndian, binary.NativeEndian}[d.IntN(3)]
	},
	reflect.TypeFor[*template.Template](): func(d *drawer) any {
		return []*template.Template{nil, template.Must(template.New("x").Parse("{{.}}"))}[d.IntN(2)]
	},
	reflect.TypeFor[*time.Ticker](): func(d *drawer) any { return time.NewTicker(time.Hour) },
	reflect.TypeFor[*time.Timer]():  func(d *drawer) any { return time.NewTimer(time.Hour) },
	reflect.TypeFor[*bytes.Buffer](): func(d *drawer) any {
		if d.one(6) {
			return (*bytes.Buffer)(nil)
		}
		return d.buffer()
	},
	reflect.TypeFor[time.Time](): func(d *drawer) any {
		if d.one(8) {
			return time.Time{}
		}
		t := time.Unix(d.integer(), d.integer())
		if d.one(3) {
			return t.UTC()
		}
		return t
	},
	reflect.TypeFor[*time.Location](): func(d *drawer) any {
		return []*time.Location{nil, time.UTC, time.Local, time.FixedZone("x", 3600), {}}[d.IntN(5)]
	},
	reflect.TypeFor[io.Writer](): func(d *drawer) any {
		return []any{nil, d.buffer(), io.Discard, os.Stdout, &noisy{d.prober, d.IntN(4)}}[d.IntN(5)]
	},
	reflect.TypeFor[io.Reader](): func(d *drawer) any {
		return []any{nil, d.buffer(), strings.NewReader(d.text()), &noisy{d.prober, d.IntN(4)}}[d.IntN(4)]
	},
	reflect.TypeFor[io.ReaderAt](): func(d *drawer) any {
		return []any{nil, strings.NewReader(d.text()), bytes.NewReader([]byte(d.text()))}[d.IntN(3)]
	},
	reflect.TypeFor[slog.Handler](): func(d *drawer) any {
		return []any{nil, slog.DiscardHandler, slog.NewTextHandler(io.Discard, nil)}[d.IntN(3)]
	},
	reflect.TypeFor[http.Handler](): func(d *drawer) any {
		return []any{nil, http.NotFoundHandler(), http.NewServeMux()}[d.IntN(3)]
	},
	reflect.TypeFor[http.ResponseWriter](): func(d *drawer) any {
		return []any{nil, httptest.NewRecorder(), &responding{&noisy{d.prober, d.IntN(4)}}}[d.IntN(3)]
	},
	reflect.TypeFor[*http.Request](): func(d *drawer) any { return httptest.NewRequest("GET", "/a?b=c", nil) },
	reflect.TypeFor[context.Context](): func(d *drawer) any {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		return []any{nil, ctx, context.TODO(), context.WithValue(ctx, noisy{}, 1), context.WithoutCancel(ctx)}[d.IntN(5)]
	},
	reflect.TypeFor[error](): func(d *drawer) any {
		return []any{
			nil, io.EOF, os.ErrNotExist, fmt.Errorf("w: %w", io.EOF), &noisy{d.prober, d.IntN(4)}, many{1}, failure{d.any()},
			fmt.Errorf("%w", failure{[]int{1}}), errors.Join(io.EOF, many{2}), failure{1},
		}[d.IntN(10)]
	},
}

// responding writes responses.
type responding struct{ *noisy }

func (*responding) Header() http.Header { return http.Header{} }

func (*responding) WriteHeader(int) {}

// numbers are a heap.
type numbers struct {
	*prober
	sort.IntSlice
}

func (h *numbers) Push(x any) { h.called(&h.methods); h.IntSlice = append(h.IntSlice, x.(int)) }

func (h *numbers) Pop() any {
	h.called(&h.methods)
	x := h.IntSlice[len(h.IntSlice)-1]
	h.IntSlice = h.IntSlice[:len(h.IntSlice)-1]
	return x
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// archive is one with a file.
func archive() string {
	var b strings.Builder
	w := tar.NewWriter(&b)
	if err := w.WriteHeader(&tar.Header{Name: "a", Size: 2}); err != nil {
		panic(err)
	}
	must(w.Write([]byte("ab")))
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.String()
}

func zipped(text string) string {
	var b strings.Builder
	w := gzip.NewWriter(&b)
	must(w.Write([]byte(text)))
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.String()
}
