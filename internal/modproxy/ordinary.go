package modproxy

// An OrdinaryModule is ordinary code of others, without an annotation.
type OrdinaryModule struct {
	Path, Version string
	Traits        Traits
	Measured      bool // nobody looks at it while Calvin is changed: it is of the half that is only measured
}

// Traits are what a module is in the list for.
type Traits uint8

// Each trait is asked of a number of modules.
const (
	Generics Traits = 1 << iota // functions or types with type parameters
	Loops                       // event loops, or pools of goroutines
	NetHTTP                     // uses net/http
)

// Ordinary are the modules on which docs/evaluation/ordinary.md measures. First the half that is looked at while Calvin is
// changed, then the half that is only measured.
var Ordinary = []OrdinaryModule{
	{Path: "github.com/patrickmn/go-cache", Version: "v2.1.0+incompatible", Traits: Loops},
	{Path: "golang.org/x/sync", Version: "v0.12.0"},
	{Path: "github.com/alitto/pond", Version: "v1.9.2", Traits: Loops},
	{Path: "github.com/gammazero/workerpool", Version: "v1.1.3", Traits: Loops},
	{Path: "github.com/sony/gobreaker/v2", Version: "v2.1.0", Traits: Generics},
	{Path: "github.com/cskr/pubsub/v2", Version: "v2.0.2", Traits: Generics | Loops},
	{Path: "github.com/robfig/cron/v3", Version: "v3.0.1", Traits: Loops},
	{Path: "github.com/hashicorp/golang-lru/v2", Version: "v2.0.7", Traits: Generics},
	{Path: "github.com/jellydator/ttlcache/v3", Version: "v3.3.0", Traits: Generics | Loops},
	{Path: "github.com/sourcegraph/conc", Version: "v0.3.0", Traits: Generics | Loops},
	{Path: "github.com/panjf2000/ants/v2", Version: "v2.11.0", Traits: Generics | Loops},
	{Path: "github.com/puzpuzpuz/xsync/v3", Version: "v3.4.0", Traits: Generics},
	{Path: "github.com/eapache/go-resiliency", Version: "v1.7.0", Traits: Loops},
	{Path: "github.com/gorilla/websocket", Version: "v1.5.3", Traits: NetHTTP},
	{Path: "github.com/cenkalti/backoff/v5", Version: "v5.0.3", Traits: Generics | Loops},

	{Path: "github.com/go-chi/httprate", Version: "v0.16.1", Traits: NetHTTP, Measured: true},
	{Path: "github.com/hashicorp/go-retryablehttp", Version: "v0.7.8", Traits: NetHTTP, Measured: true},
	{Path: "github.com/cristalhq/hedgedhttp", Version: "v0.9.2", Traits: NetHTTP, Measured: true},
	{Path: "github.com/jarcoal/httpmock", Version: "v1.4.2", Traits: NetHTTP, Measured: true},
	{Path: "github.com/olahol/melody", Version: "v1.1.4", Traits: NetHTTP | Loops, Measured: true},
	{Path: "github.com/allegro/bigcache/v3", Version: "v3.1.0", Traits: NetHTTP | Loops, Measured: true},
	{Path: "github.com/deckarep/golang-set/v2", Version: "v2.9.0", Traits: Generics, Measured: true},
	{Path: "github.com/avast/retry-go/v4", Version: "v4.7.0", Traits: Generics, Measured: true},
	{Path: "github.com/Code-Hex/go-generics-cache", Version: "v1.5.1", Traits: Generics | Loops, Measured: true},
	{Path: "github.com/smallnest/chanx", Version: "v1.2.0", Traits: Generics | Loops, Measured: true},
	{Path: "github.com/hashicorp/yamux", Version: "v0.1.2", Traits: Loops, Measured: true},
	{Path: "github.com/jonboulle/clockwork", Version: "v0.5.0", Measured: true},
	{Path: "github.com/sethvargo/go-retry", Version: "v0.5.0", Traits: Generics, Measured: true},
	{Path: "github.com/gofrs/flock", Version: "v0.13.2", Measured: true},
	{Path: "github.com/orcaman/concurrent-map/v2", Version: "v2.0.1", Traits: Generics | Loops, Measured: true},
}

// Named is a module with its version, as the go command writes it.
func (m OrdinaryModule) Named() string { return m.Path + "@" + m.Version }
