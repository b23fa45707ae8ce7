package rt

import "unsafe"

// A Copied is a variable of a loop that has a copy in each iteration.
type Copied struct {
	site Site
	p    unsafe.Pointer
	size uintptr
}

// LoopVar stands for a variable of the loop at site.
func LoopVar(site Site) *Copied { return &Copied{site: site} }

// Is says where the copy of the present iteration is.
func (c *Copied) Is(p unsafe.Pointer, size uintptr) { c.p, c.size = p, size }

// Copy is called when it has been copied for the next iteration, which reads it.
func (c *Copied) Copy() { Read(c.site, c.p, c.size) }
