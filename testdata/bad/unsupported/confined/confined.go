// Package confined has functions to which something is confined and which are called without their names.
package confined

// Valued is used as a value.
type Valued struct {
	//calvin:confined_to run
	n int
}

func (v *Valued) run() { // unknown
	v.n++
}

func NewValued(f func(func())) *Valued {
	v := &Valued{}
	go v.run()
	f(v.run)
	return v
}

// Iface is run behind an interface, too.
type Iface struct {
	//calvin:confined_to Run
	n int
}

type runner interface{ Run() }

func (v *Iface) Run() { // unknown
	v.n++
}

func NewIface() runner {
	v := &Iface{}
	go v.Run()
	return v
}

func Behind(r runner) {
	r.Run()
}
