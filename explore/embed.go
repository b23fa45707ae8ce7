package explore

import "embed"

//go:embed border rt simnet strategy worker
var embedded embed.FS
