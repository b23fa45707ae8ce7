package explore

import "embed"

//go:embed border rt strategy worker
var embedded embed.FS
