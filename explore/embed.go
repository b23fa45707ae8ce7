package explore

import "embed"

//go:embed rt strategy worker
var embedded embed.FS
