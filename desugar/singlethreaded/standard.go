package singlethreaded

// standard lists packages of the standard library that call what they are passed in the goroutine of their caller, except
// for the functions in laterCalled. A test holds it against their source.
var standard = set(
	"archive/tar", "archive/zip",
	"bufio", "bytes", "cmp",
	"compress/bzip2", "compress/flate", "compress/gzip", "compress/lzw", "compress/zlib",
	"container/heap", "container/list", "container/ring",
	"crypto", "crypto/aes", "crypto/cipher", "crypto/des", "crypto/ecdsa", "crypto/ed25519", "crypto/elliptic", "crypto/hmac", "crypto/md5", "crypto/rand", "crypto/rc4",
	"crypto/rsa", "crypto/sha1", "crypto/sha256", "crypto/sha3", "crypto/sha512", "crypto/subtle", "crypto/x509/pkix",
	"embed",
	"encoding", "encoding/ascii85", "encoding/asn1", "encoding/base32", "encoding/base64", "encoding/binary", "encoding/csv", "encoding/gob", "encoding/hex",
	"encoding/json", "encoding/pem", "encoding/xml",
	"errors", "flag", "fmt",
	"go/ast", "go/build/constraint", "go/constant", "go/doc", "go/doc/comment", "go/format", "go/parser", "go/printer", "go/scanner", "go/token", "go/types", "go/version",
	"hash", "hash/adler32", "hash/crc32", "hash/crc64", "hash/fnv", "hash/maphash",
	"html", "html/template",
	"image", "image/color", "image/color/palette", "image/draw", "image/gif", "image/jpeg", "image/png",
	"index/suffixarray", "io", "io/fs", "io/ioutil", "iter", "log", "maps",
	"math", "math/big", "math/bits", "math/cmplx", "math/rand", "math/rand/v2",
	"mime", "mime/multipart", "mime/quotedprintable",
	"net/mail", "net/netip", "net/url",
	"os", "os/user",
	"path", "path/filepath",
	"reflect", "regexp", "regexp/syntax", "runtime", "runtime/debug",
	"slices", "sort", "strconv", "strings",
	"text/scanner", "text/tabwriter", "text/template", "text/template/parse",
	"time", "unicode", "unicode/utf16", "unicode/utf8", "unique",
)

// partly lists packages of the standard library of which the code may use what is listed: the rest has goroutines.
var partly = map[string]map[string]bool{
	"context":             set("Background", "Canceled", "Cause", "Context", "DeadlineExceeded", "TODO", "WithValue"),
	"database/sql/driver": set("Value", "Valuer"),
	"net": set("Addr", "AddrError", "CIDRMask", "ErrClosed", "Error", "HardwareAddr", "IP", "IPAddr", "IPMask", "IPNet", "IPv4", "IPv4Mask", "IPv4len", "IPv6len",
		"JoinHostPort", "ParseCIDR", "ParseError", "ParseIP", "ParseMAC", "SplitHostPort", "TCPAddr", "UDPAddr"),
	"net/http": set("CanonicalHeaderKey", "DetectContentType", "MethodConnect", "MethodDelete", "MethodGet", "MethodHead", "MethodOptions", "MethodPatch", "MethodPost",
		"MethodPut", "MethodTrace", "StatusText"),
}

// allowedElsewhere lists packages that code which is not at hand may import besides. Package context starts goroutines
// that call methods of a Context alone, and a type with these has a channel. That of package sync a WaitGroup starts by its method Go.
var allowedElsewhere = set("context", "sync", "sync/atomic", "unsafe")

// laterCalled are names of functions of these packages that have what they are passed called by another goroutine, or by
// all that use a value which goroutines may share, as a template.
var laterCalled = set("AfterFunc", "SetFinalizer", "AddCleanup", "Funcs", "RegisterCompressor", "RegisterDecompressor", "RegisterFormat", "RegisterHash")

// synchronises are names of methods of locks, also of other modules: who calls them expects other goroutines.
var synchronises = set("Lock", "RLock", "TryLock", "TryRLock")

// changesShared are names of methods that write what goroutines may share otherwise: a regexp.Regexp.
var changesShared = set("Longest")

func set(names ...string) map[string]bool {
	all := map[string]bool{}
	for _, n := range names {
		all[n] = true
	}
	return all
}
