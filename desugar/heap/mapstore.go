package heap

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A MapStore is what the maps of a type are kept in. A map is a reference to a store. What is in the stores of one type
// of map is held by two heap variables: one for the entries, by store and key, and one for how many there are. Go races
// on a map as a whole, so the access predicate of both depends on the store alone: an entry stands for the whole map,
// wherever accesses are compared or allowed. The nil map has no store and is empty.
//
// An entry that is not there has the zero value: so a lookup need not ask, and a map is as it was once what was put in
// is deleted again.
type MapStore struct {
	Type    *types.Map
	Keys    *keying
	Entries *ir.Var
	Count   *ir.Var
	entry   *ir.Sort
}

const (
	EntryPresent = iota
	EntryValue
	entryKey // if keys are kept
)

// MapStore returns the heap variables of the maps of a type.
func (m *Memory) MapStore(t types.Type) (*MapStore, error) {
	u := t.Underlying().(*types.Map)
	if leadsFarther(u.Key()) || leadsFarther(u.Elem()) {
		return nil, fmt.Errorf("map with arrays of more than %d elements that lead to memory", MaxUnrolled)
	}
	key, err := m.keying(u.Key())
	if err != nil {
		return nil, err
	}
	entry, err := m.entrySort(u, key)
	if err != nil {
		return nil, err
	}
	s := &MapStore{Type: u, Keys: key, entry: entry}
	s.Entries = m.storeFamily("entries "+analysis.TypeKey(t), m.ShortType(u), t, []*ir.Sort{ir.Ref, key.Sort}, entry)
	s.Entries.Heap.Values = func(e *ir.Expr) []*ir.Expr {
		present, value := ir.GetField(e, EntryPresent), ir.GetField(e, EntryValue)
		return []*ir.Expr{ir.Or(present, ir.Eq(value, ZeroOf(value.Sort)))}
	}
	keys := func(*ir.Expr) []*ir.Expr { return nil }
	switch {
	case key.kept:
		keys = func(e *ir.Expr) []*ir.Expr { return m.Publishable(ir.GetField(e, entryKey), u.Key()) }
	case key.Class == SameTerm:
		refs := m.Publishable(ir.V(s.Entries.Heap.Keys[1]), u.Key())
		keys = func(*ir.Expr) []*ir.Expr { return refs }
	}
	if len(keys(ir.V(&ir.Var{Sort: entry})))+len(m.Publishable(ir.V(&ir.Var{Sort: entry.Fields[EntryValue].Sort}), u.Elem())) > 0 {
		s.Entries.Heap.Points = func(e *ir.Expr) []*ir.Expr {
			refs := m.Publishable(ir.GetField(e, EntryValue), u.Elem())
			for _, k := range keys(e) {
				refs = append(refs, ir.Ite(ir.GetField(e, EntryPresent), k, ir.Nil))
			}
			return refs
		}
	}
	s.Count = m.storeFamily("count "+analysis.TypeKey(t), "len("+m.ShortType(u)+")", t, []*ir.Sort{ir.Ref}, IntSort)
	s.Count.Heap.Values = func(e *ir.Expr) []*ir.Expr { return []*ir.Expr{ir.Le(ZeroInt, e)} }
	return s, nil
}

// leadsFarther reports whether a value of the type has references that are not told apart: of arrays Publishable looks
// at the first elements.
func leadsFarther(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return u.Len() > MaxUnrolled && analysis.LeadsToMemory(u.Elem()) || leadsFarther(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if leadsFarther(f.Type()) {
				return true
			}
		}
	}
	return false
}

// SpecStore returns the heap variables of the maps of a type for an annotation, which can only speak of keys that are terms.
func (m *Memory) SpecStore(t types.Type) (*MapStore, error) {
	s, err := m.MapStore(t)
	if err == nil && s.Keys.Class != SameTerm {
		err = fmt.Errorf("map with keys of type %s in an annotation", m.ShortType(s.Type.Key()))
	}
	return s, err
}

// storeFamily returns a heap variable for the stores of the maps of a type.
func (m *Memory) storeFamily(id, label string, t types.Type, keys []*ir.Sort, elem *ir.Sort) *ir.Var {
	if f := m.Families[id]; f != nil {
		return f
	}
	f := m.family(id, label, keys, elem, ir.Plain)
	f.Heap.Nil = true
	m.protect(f, func(keys []*ir.Expr, q Question) *ir.Expr { return m.storeAccess(t, keys[0], q) })
	return f
}

// entrySort is the sort of what a map holds for a key: whether there is an entry, its value, and the key if it is kept.
func (m *Memory) entrySort(u *types.Map, key *keying) (*ir.Sort, error) {
	id := "entry of " + analysis.TypeText(u)
	if s := m.structs[id]; s != nil {
		return s, nil
	}
	value, err := m.Sort(u.Elem())
	if err != nil {
		return nil, err
	}
	fields := []ir.Field{{Name: "present", Sort: ir.Bool}, {Name: "value", Sort: value}}
	if key.kept {
		fields = append(fields, ir.Field{Name: "key", Sort: key.Of})
	}
	s := ir.Tuple(m.uniqueSort("entry"), fields...)
	m.structs[id] = s
	return s, nil
}

// keyable reports whether keys of a type are told apart as Go does: equal keys are equal terms, and only they. A float may
// differ from itself, an interface may hold one, and fields called _ do not count.
func keyable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsString|types.IsBoolean) != 0
	case *types.Pointer, *types.Chan:
		return true
	case *types.Struct:
		for f := range u.Fields() {
			if f.Name() == "_" || !keyable(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// storeAccess answers a question about the store of a map: as for the variable which owns it, if one does, else immutable.
func (m *Memory) storeAccess(t types.Type, store *ir.Expr, q Question) *ir.Expr {
	unsaid := m.unsaid(q, false)
	named, other := m.byName(m.Facts.HoldersOf(analysis.StoresOf(t)))
	result := m.inNoRegionAt(store, q, unsaid)
	if other != nil {
		result = ir.Ite(ir.And(ir.Ne(store, ir.Nil), m.isOwned(store)), m.somebodyElses(q), result)
	}
	for _, c := range named {
		owned := ir.And(ir.Ne(store, ir.Nil), m.OwnedBy(store, c.Variable))
		result = ir.Ite(owned, m.ownedAccess(c.Variable, store, nil, q), result)
	}
	result = m.orRegion(store, q, result)
	if !m.Need.Regions {
		return result
	}
	return ir.Ite(ir.Eq(store, ir.Nil), unsaid, result)
}

// at returns the entry of a map for a key.
func (s *MapStore) at(ref, key *ir.Expr) *ir.Expr { return ir.Select(ir.V(s.Entries), ref, key) }

// Lookup returns whether the map has the key, and the value there, which is zero if it has not.
func (s *MapStore) Lookup(ref, key *ir.Expr) (present, value *ir.Expr) {
	e := s.at(ref, key)
	isNil := ir.Eq(ref, ir.Nil)
	value = ir.GetField(e, EntryValue)
	return ir.And(ir.Not(isNil), ir.GetField(e, EntryPresent)), ir.Ite(isNil, ZeroOf(value.Sort), value)
}

// Length returns the number of entries of a map.
func (s *MapStore) Length(ref *ir.Expr) *ir.Expr {
	return ir.Ite(ir.Eq(ref, ir.Nil), ZeroInt, ir.Select(ir.V(s.Count), ref))
}

// HasKey is the condition that the entry of a map for what stands for a key has that key, as far as the entry tells.
func (s *MapStore) HasKey(ref, stands, key *ir.Expr) *ir.Expr {
	if !s.Keys.kept {
		return ir.True
	}
	return ir.Eq(ir.GetField(s.at(ref, stands), entryKey), key)
}

// Put is the assignments that set the entry of a map for a key to value. Where there is an entry for an equal key, it
// may have that key or the new one: both lead to the same memory.
func (s *MapStore) Put(ref, stands, key, value *ir.Expr) []ir.Stmt {
	entry := []*ir.Expr{ir.True, value}
	if s.Keys.kept {
		entry = append(entry, key)
	}
	return s.set(ref, stands, ir.MakeTuple(s.entry, entry...), func(present, n *ir.Expr) *ir.Expr {
		return ir.Ite(present, n, ir.Add(n, ir.N(1, IntSort)))
	})
}

// Delete is the assignments that delete the entry of a map for a key.
func (s *MapStore) Delete(ref, stands *ir.Expr) []ir.Stmt {
	return s.set(ref, stands, ZeroOf(s.entry), func(present, n *ir.Expr) *ir.Expr {
		return ir.Ite(present, ir.Sub(n, ir.N(1, IntSort)), n)
	})
}

// set is the assignments that set an entry, and the count by what is there before. The count comes first, as it depends on that.
func (s *MapStore) set(ref, stands, entry *ir.Expr, count func(present, n *ir.Expr) *ir.Expr) []ir.Stmt {
	n := ir.Select(ir.V(s.Count), ref)
	present := ir.GetField(s.at(ref, stands), EntryPresent)
	return []ir.Stmt{
		&ir.Assign{Dst: s.Count, Src: ir.Store(ir.V(s.Count), []*ir.Expr{ref}, count(present, n))},
		&ir.Assign{Dst: s.Entries, Src: ir.Store(ir.V(s.Entries), []*ir.Expr{ref, stands}, entry)},
	}
}

// Clear is the assignments that empty a map.
func (s *MapStore) Clear(ref *ir.Expr) []ir.Stmt {
	return []ir.Stmt{
		&ir.Assign{Dst: s.Count, Src: ir.Store(ir.V(s.Count), []*ir.Expr{ref}, ZeroInt)},
		&ir.Assign{Dst: s.Entries, Src: ir.Store(ir.V(s.Entries), []*ir.Expr{ref}, ZeroOf(s.Entries.Sort.Elem))},
	}
}

// MakeMap returns a new empty map and the step that creates its store.
func (m *Memory) MakeMap(t types.Type) (*ir.Expr, *ir.Step, error) {
	s, err := m.MapStore(t)
	if err != nil {
		return nil, nil, err
	}
	r := m.NewRef("")
	facts := []*ir.Expr{m.zeroAt(s.Entries, []*ir.Expr{ir.V(r)}), m.zeroAt(s.Count, []*ir.Expr{ir.V(r)})}
	return ir.V(r), m.Create(r, append(facts, m.Interiors(ir.V(r), Place{Type: types.Typ[types.Bool]})...)), nil
}

// EntryPlace is the place of an entry, for what is stored there: its value, or its key.
func (s *MapStore) EntryPlace(ref *ir.Expr, t types.Type) Place {
	return Place{Type: t, Family: s.Entries, Keys: []*ir.Expr{ref}, Map: s.Type}
}

// Modifies returns the locations of a map: of all entries, or of the one for a key.
func (s *MapStore) Modifies(ref *ir.Expr, key ...*ir.Expr) []*ir.Modify {
	return []*ir.Modify{
		{Map: s.Entries, Index: slices.Concat([]*ir.Expr{ref}, key)},
		{Map: s.Count, Index: []*ir.Expr{ref}},
	}
}

// StoreOf returns the store behind a value of a variable that owns one, and where in it the value begins: the array of
// a slice, the store of a map.
func (m *Memory) StoreOf(v *ir.Expr) (store, offset *ir.Expr) {
	if v.Sort.Kind == ir.KindRef {
		return v, ZeroInt
	}
	return m.SliceArr(v), m.SliceOff(v)
}
