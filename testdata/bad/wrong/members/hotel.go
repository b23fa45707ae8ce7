package members

import "sync"

// Nothing is wrong with a hotel: structs in arrays, each with a lock, ghosts and promises of its own.

const (
	doors = 16
	keys  = 8
)

// A room is empty, or some guest's alone.
//
//calvin:ghost guest int guarded_by mu
type room struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	taken bool
	//calvin:guarded_by mu
	sign [4]byte
}

// A guest has a room, or 0.
//
//calvin:invariant 0 <= room && room < doors
type guest struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	room int
}

// A Hotel has no two guests in one room.
//
//calvin:invariant forall g int :: 0 <= g && g < keys && guests[g].room != 0 ==> rooms[guests[g].room].taken && rooms[guests[g].room].guest == g
type Hotel struct {
	rooms  [doors]room
	guests [keys]guest
}

// New returns an empty hotel.
func New() *Hotel { return new(Hotel) }

// free takes a free room and returns its number with its lock held, or 0.
//
//calvin:performs Full [] Taken
//calvin:action   Full
//calvin:ensures  result == 0
//calvin:action   Taken
//calvin:when     h.rooms[result].mu == free
//calvin:modifies h.rooms[result].mu, h.rooms[result].taken
//calvin:ensures  0 < result && result < doors && h.rooms[result].mu == tid
//calvin:ensures  !old(h.rooms[result].taken) && h.rooms[result].taken
func (h *Hotel) free() int {
	for n := 1; n < doors; n++ {
		h.rooms[n].mu.Lock()
		if !h.rooms[n].taken {
			h.rooms[n].taken = true
			return n
		}
		h.rooms[n].mu.Unlock()
	}
	return 0
}

// Arrive gives a guest who has none a room. It reports whether the guest has one.
//
//calvin:requires 0 <= g && g < keys
//calvin:performs Full [] Here
//calvin:action   Full
//calvin:when     h.guests[g].mu == free
//calvin:ensures  !result && h.guests[g].room == 0
//calvin:action   Here
//calvin:when     h.guests[g].mu == free
//calvin:modifies h.guests[g].room, h.rooms[*].taken, h.rooms[*].guest
//calvin:ensures  result && h.guests[g].room != 0
func (h *Hotel) Arrive(g int) bool {
	h.guests[g].mu.Lock()
	defer h.guests[g].mu.Unlock()
	if h.guests[g].room != 0 {
		return true
	}
	n := h.free()
	if n == 0 {
		return false
	}
	defer h.rooms[n].mu.Unlock()
	h.guests[g].room = n
	//calvin:set h.rooms[n].guest = g
	return true
}

// Leave has a guest's room be empty.
//
//calvin:requires 0 <= g && g < keys
//calvin:atomic
//calvin:when     h.guests[g].mu == free
//calvin:modifies h.guests[g].room, h.rooms[h.guests[g].room].taken, h.rooms[h.guests[g].room].guest
//calvin:ensures  h.guests[g].room == 0
func (h *Hotel) Leave(g int) {
	h.guests[g].mu.Lock()
	defer h.guests[g].mu.Unlock()
	n := h.guests[g].room
	if n == 0 {
		return
	}
	h.rooms[n].mu.Lock()
	defer h.rooms[n].mu.Unlock()
	h.rooms[n].taken = false
	h.guests[g].room = 0
	//calvin:set h.rooms[n].guest = -1
}

// Close has all guests leave, one by one.
//
//calvin:performs Left*
//calvin:action   Left
//calvin:modifies h.guests[*].room, h.rooms[*].taken, h.rooms[*].guest
func (h *Hotel) Close() {
	for g := range h.guests {
		h.Leave(g)
	}
}

// Sign returns what the sign of a room says, from the first letter to some other.
//
//calvin:requires 0 <= n && n < doors && 0 <= to && to <= 4
//calvin:atomic
//calvin:when    h.rooms[n].mu == free
//calvin:ensures len(result) == to && forall i int :: 0 <= i && i < to ==> result[i] == h.rooms[n].sign[i]
func (h *Hotel) Sign(n, to int) string {
	h.rooms[n].mu.Lock()
	defer h.rooms[n].mu.Unlock()
	return string(h.rooms[n].sign[:to])
}

// short returns the beginning of a word.
//
//calvin:requires 0 <= n && n <= len(word)
//calvin:atomic
//calvin:ensures len(result) == n
func short(word string, n int) string { return word[:n] }
