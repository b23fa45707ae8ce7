package main

// A module has tests to explore.
type module struct {
	path, version string
	packages      []string // patterns, "./..." for all
	instrument    []string // packages of other modules that the tests wait in
}

// testify has functions that wait for a condition to hold.
const testify = "github.com/stretchr/testify/assert"

// modules are explored in this order.
var modules = []module{
	{path: "golang.org/x/sync", version: "v0.24.0", packages: []string{"./errgroup", "./semaphore", "./singleflight"}},
	{path: "golang.org/x/time", version: "v0.16.0", packages: []string{"./rate"}},
	{path: "github.com/sourcegraph/conc", version: "v0.3.0", packages: []string{"./..."}},
	{path: "github.com/alitto/pond/v2", version: "v2.7.1", packages: []string{"./..."}},
	{path: "github.com/panjf2000/ants/v2", version: "v2.12.1", packages: []string{"./..."},
		instrument: []string{"golang.org/x/sync/errgroup", testify}},
	{path: "github.com/jackc/puddle/v2", version: "v2.2.3", packages: []string{"./..."},
		instrument: []string{"golang.org/x/sync/semaphore"}},
	{path: "github.com/patrickmn/go-cache", version: "v2.1.0+incompatible", packages: []string{"."}},
	{path: "github.com/hashicorp/golang-lru/v2", version: "v2.0.7", packages: []string{"./..."}},
	{path: "github.com/puzpuzpuz/xsync/v4", version: "v4.5.0", packages: []string{"./..."}},
	{path: "go.uber.org/ratelimit", version: "v0.3.1", packages: []string{"./..."},
		instrument: []string{"github.com/benbjohnson/clock"}},
	{path: "go.uber.org/atomic", version: "v1.12.0", packages: []string{"."}},
	{path: "github.com/cenkalti/backoff/v5", version: "v5.0.3", packages: []string{"./..."}},
	{path: "github.com/oklog/run", version: "v1.2.0", packages: []string{"./..."}},
	{path: "github.com/jellydator/ttlcache/v3", version: "v3.4.1", packages: []string{"./..."},
		instrument: []string{"golang.org/x/sync/singleflight", testify}},
	{path: "github.com/gammazero/workerpool", version: "v1.3.0", packages: []string{"./..."}},
	{path: "github.com/eapache/go-resiliency", version: "v1.7.0", packages: []string{"./..."}},
	{path: "github.com/sony/gobreaker/v2", version: "v2.4.0", packages: []string{"."}},
	{path: "github.com/golang/groupcache", version: "v0.0.0-20241129210726-2c02b8208cf8", packages: []string{"./singleflight"}},
	{path: "github.com/bep/debounce", version: "v1.2.1", packages: []string{"./..."}},
	{path: "github.com/cskr/pubsub/v2", version: "v2.0.2", packages: []string{"./..."}},
	{path: "github.com/orcaman/concurrent-map/v2", version: "v2.0.1", packages: []string{"./..."}},
}
