// Package inner has a type whose mutex others can lock and not name.
package inner

import "sync"

type base struct{ sync.Mutex }

// Held embeds a mutex two levels deep.
type Held struct{ base }
