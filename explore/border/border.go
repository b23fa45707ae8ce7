// Package border says what is known of code that is not instrumented. It takes a package or a type of the standard
// library. It gives which packages keep state that calls of their functions share, and what methods do to their
// receivers.
package border

import (
	"strings"
	"sync"
)

// An Effect is what a method does to its receiver.
type Effect uint8

// The effects. A type that is not in the table has none that are known.
const (
	Unknown Effect = iota
	Safe           // it may be called by several goroutines at once
	Read           // it reads the receiver
	Write          // it may change the receiver
	Through        // it reads the receiver, and writes what is behind the interface that is the receiver's first field
)

// A Type has the effects of the methods of a type that is not safe for concurrent use.
type Type struct {
	Name    string // as bytes.Buffer, with the path of its package
	effects map[string]Effect
}

// Of returns what is known of the type of that name in the package with that path, nil if it is nothing.
func Of(path, name string) *Type { return containers().byName[path+"."+name] }

// Types returns all types of the table, in its order.
func Types() []*Type { return containers().all }

// Method returns what a method does to its receiver.
func (t *Type) Method(name string) Effect { return t.effects[name] }

// Methods returns how many methods are known.
func (t *Type) Methods() int { return len(t.effects) }

type table struct {
	byName map[string]*Type
	all    []*Type
}

var containers = sync.OnceValue(func() *table { return parse(containerTable) })

// words are the effects by their names in the table.
var words = map[string]Effect{"safe": Safe, "reads": Read, "writes": Write, "through": Through}

// parse reads a table: a line for each type, with the methods behind the word for what they do.
func parse(text string) *table {
	t := &table{byName: map[string]*Type{}}
	for _, line := range strings.Split(text, "\n") {
		var typ *Type
		effect := Unknown
		for _, word := range strings.Fields(line) {
			switch e := words[word]; {
			case typ == nil:
				typ = &Type{Name: word, effects: map[string]Effect{}}
			case e != Unknown:
				effect = e
			default:
				typ.effects[word] = effect
			}
		}
		if typ != nil {
			t.byName[typ.Name], t.all = typ, append(t.all, typ)
		}
	}
	return t
}

// Stateless reports whether the functions of a package of the standard library touch nothing but what they are passed, as
// far as a program can see: they have no variables that one call changes and another one looks at, but caches.
func Stateless(path string) bool { return stateless[path] }

var stateless = func() map[string]bool {
	m := map[string]bool{}
	for _, path := range strings.Fields(statelessList) {
		m[path] = true
	}
	return m
}()

// statelessList does not have packages that reach outside the process, nor those with a registry.
const statelessList = `
	archive/tar archive/zip bufio bytes cmp compress/bzip2 compress/flate compress/gzip compress/lzw compress/zlib
	container/heap container/list container/ring context
	crypto/aes crypto/cipher crypto/des crypto/ecdh crypto/ecdsa crypto/ed25519 crypto/elliptic crypto/hkdf crypto/hmac
	crypto/md5 crypto/pbkdf2 crypto/rc4 crypto/rsa crypto/sha1 crypto/sha256 crypto/sha3 crypto/sha512 crypto/subtle
	encoding encoding/ascii85 encoding/asn1 encoding/base32 encoding/base64 encoding/binary encoding/csv encoding/hex encoding/json
	encoding/pem encoding/xml errors fmt
	go/ast go/build/constraint go/constant go/doc go/doc/comment go/format go/parser go/printer go/scanner go/token go/types
	go/version hash hash/adler32 hash/crc32 hash/crc64 hash/fnv hash/maphash html
	image/color image/color/palette image/draw index/suffixarray io io/fs iter
	maps math math/big math/bits math/cmplx math/rand math/rand/v2 mime/quotedprintable net/mail net/netip net/url
	path path/filepath reflect regexp regexp/syntax runtime slices sort strconv strings structs sync sync/atomic
	testing testing/iotest testing/synctest text/scanner text/tabwriter text/template/parse time
	unicode unicode/utf16 unicode/utf8 unique unsafe weak
`

// Assertions reports whether a package only compares and prints what it is passed, for tests.
func Assertions(path string) bool {
	for _, p := range assertions {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	return false
}

var assertions = []string{"github.com/stretchr/testify", "github.com/google/go-cmp", "gotest.tools", "github.com/frankban/quicktest"}

// Common reports whether values of the types of a package are passed to functions of all kinds, which do nothing to them that matters.
func Common(path string) bool { return common[path] }

var common = map[string]bool{"context": true, "reflect": true, "testing": true, "time": true}

// Modelled reports whether what matters of the types of a package is under control, or touches nothing that is shared.
func Modelled(path string) bool { return modelled[path] || strings.HasPrefix(path, "calvin/") }

var modelled = map[string]bool{
	"context": true, "hash/maphash": true, "math/rand": true, "math/rand/v2": true, "reflect": true, "runtime": true, "sync": true, "sync/atomic": true,
	"testing": true, "testing/synctest": true, "time": true,
}
