package library

// IsUnsynchronised reports whether a struct type of the standard library, named with its import path, is one whose values one goroutine at a time may use. Those of
// math/big are left out: their methods take others as operands, which stay whose they are.
func IsUnsynchronised(name string) bool { return unsynchronised[name] }

var unsynchronised = map[string]bool{
	"bufio.Reader": true, "bufio.ReadWriter": true, "bufio.Scanner": true, "bufio.Writer": true, "bytes.Buffer": true, "bytes.Reader": true,
	"compress/flate.Writer": true, "compress/gzip.Reader": true, "compress/gzip.Writer": true, "compress/zlib.Writer": true,
	"container/list.Element": true, "container/list.List": true, "container/ring.Ring": true, "encoding/csv.Reader": true,
	"encoding/csv.Writer": true, "encoding/json.Decoder": true, "encoding/json.Encoder": true, "encoding/xml.Decoder": true,
	"encoding/xml.Encoder": true, "math/rand.Rand": true,
	"math/rand/v2.Rand": true, "strings.Builder": true, "strings.Reader": true, "text/tabwriter.Writer": true,
}
