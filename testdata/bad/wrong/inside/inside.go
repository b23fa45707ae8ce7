// Package inside has values within a generic type, each by one way, to which pointers may lead: they are read without its lock.
// No two of the types have the same fields.
package inside

import "sync"

var mu sync.Mutex

type box[T any] struct {
	first T
	//calvin:guarded_by mu
	value T
}

type item struct{ ofItem int }

// only writes two that may be the same. With a contract that does not say so, it cannot count on its callers to have p to themselves.
//
//calvin:requires b != nil
func only(b *box[item], p *item) {
	mu.Lock()
	defer mu.Unlock()
	b.value.ofItem = 1
	p.ofItem = 2 // failed
	//calvin:assert b.value.ofItem == 1 // failed
}

type thing struct{ ofThing int }

var things box[thing]

// Thing leads to the one in a package variable.
func Thing() *thing { return &things.value }

func getThing(p *thing) int {
	return p.ofThing // failed
}

type pair struct{ a, b int }

// Pairs passes a slice of pairs that others have to code that is not at hand.
func Pairs(f func([]pair), s []pair) {
	if len(s) == 0 {
		return
	}
	before := s[0].a
	f(s)
	//calvin:assert s[0].a == before // failed
	_ = before
}

type blank struct{ ofBlank int }

// It is in a parameter without a name.
func blanks(_ *box[blank]) {}

func getBlank(p *blank) int {
	return p.ofBlank // failed
}

type register struct{ ofRegister int }

// It is in what a function makes.
func registers() any { return new(box[register]) }

func getRegister(p *register) int {
	return p.ofRegister // failed
}

type listed struct{ ofListed int }

// It is in a slice type with a name.
type list []box[listed]

func lists(_ list) {}

func getListed(p *listed) int {
	return p.ofListed // failed
}

type sliced struct{ ofSliced int }

// It is in a slice.
func inSlice(_ []box[sliced]) {}

func getSliced(p *sliced) int {
	return p.ofSliced // failed
}

type arrayed struct{ ofArrayed int }

// It is in an array.
func arrays(_ *[2]box[arrayed]) {}

func getArrayed(p *arrayed) int {
	return p.ofArrayed // failed
}

type piped struct{ ofPiped int }

// It is in a channel.
func pipes(_ chan box[piped]) {}

func getPiped(p *piped) int {
	return p.ofPiped // failed
}

type keyed struct{ ofKeyed int }

// It is in the keys of a map.
func keys(_ map[box[keyed]]int) {}

func getKeyed(p *keyed) int {
	return p.ofKeyed // failed
}

type mapped struct{ ofMapped int }

// It is in the values of a map.
func inMap(_ map[int]box[mapped]) {}

func getMapped(p *mapped) int {
	return p.ofMapped // failed
}

type nested struct{ ofNested int }

// It is in a field of a struct.
func structs(_ *struct{ in box[nested] }) {}

func getNested(p *nested) int {
	return p.ofNested // failed
}

type paired struct{ ofPaired int }

// It is in one of two results.
func both() (int, box[paired]) { return 1, box[paired]{} }

func one() int {
	n, _ := both()
	return n
}

func getPaired(p *paired) int {
	return p.ofPaired // failed
}
