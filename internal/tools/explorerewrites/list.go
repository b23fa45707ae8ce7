package main

// A module has packages to rewrite.
type module struct{ path, version string }

// standard is the standard library.
const standard = "std"

// modules are rewritten in this order.
var modules = []module{
	{path: standard},
	{"golang.org/x/sync", "v0.24.0"},
	{"golang.org/x/time", "v0.16.0"},
	{"github.com/sourcegraph/conc", "v0.3.0"},
	{"github.com/alitto/pond/v2", "v2.7.1"},
	{"github.com/panjf2000/ants/v2", "v2.12.1"},
	{"github.com/jackc/puddle/v2", "v2.2.3"},
	{"github.com/patrickmn/go-cache", "v2.1.0+incompatible"},
	{"github.com/hashicorp/golang-lru/v2", "v2.0.7"},
	{"github.com/puzpuzpuz/xsync/v4", "v4.5.0"},
	{"go.uber.org/ratelimit", "v0.3.1"},
	{"go.uber.org/atomic", "v1.12.0"},
	{"github.com/cenkalti/backoff/v5", "v5.0.3"},
	{"github.com/oklog/run", "v1.2.0"},
	{"github.com/jellydator/ttlcache/v3", "v3.4.1"},
	{"github.com/gammazero/workerpool", "v1.3.0"},
	{"github.com/eapache/go-resiliency", "v1.7.0"},
	{"github.com/sony/gobreaker/v2", "v2.4.0"},
	{"github.com/golang/groupcache", "v0.0.0-20241129210726-2c02b8208cf8"},
	{"github.com/bep/debounce", "v1.2.1"},
	{"github.com/cskr/pubsub/v2", "v2.0.2"},
	{"github.com/orcaman/concurrent-map/v2", "v2.0.1"},
	{"golang.org/x/text", "v0.43.0"},
	{"golang.org/x/tools", "v0.52.0"},
	{"golang.org/x/net", "v0.62.0"},
	{"golang.org/x/crypto", "v0.58.0"},
	{"golang.org/x/exp", "v0.0.0-20250911091902-df9299821621"},
	{"github.com/stretchr/testify", "v1.12.1"},
	{"github.com/google/go-cmp", "v0.7.0"},
	{"github.com/google/btree", "v1.1.3"},
	{"github.com/google/uuid", "v1.6.0"},
	{"github.com/spf13/cobra", "v1.10.2"},
	{"github.com/spf13/pflag", "v1.1.0"},
	{"go.uber.org/zap", "v1.28.0"},
	{"go.uber.org/multierr", "v1.11.0"},
	{"google.golang.org/protobuf", "v1.36.12"},
	{"github.com/prometheus/client_golang", "v1.25.0"},
	{"github.com/klauspost/compress", "v1.20.3"},
	{"github.com/BurntSushi/toml", "v1.5.0"},
	{"gopkg.in/yaml.v3", "v3.0.1"},
	{"github.com/samber/lo", "v1.53.0"},
}
