// Package imports imports what does not exist.
package imports

import "github.com/calvin-go/calvin/nowhere"

//calvin:atomic
func F() { nowhere.F() }
