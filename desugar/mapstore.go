package desugar

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A map is a reference to a store. What is in the stores of one type of map is held by two heap variables: one for the
// entries, by store and key, and one for how many there are. Go races on a map as a whole, so the access predicate of
// both depends on the store alone: an entry stands for the whole map, wherever accesses are compared or allowed. The
// nil map has no store and is empty.
//
// An entry that is not there has the zero value: so a lookup need not ask, and a map is as it was once what was put in
// is deleted again.
type mapStore struct {
	typ     *types.Map
	keys    *keying
	entries *ir.Var
	count   *ir.Var
	entry   *ir.Sort
}

const (
	entryPresent = iota
	entryValue
)

// mapStore returns the heap variables of the maps of a type.
func (m *memory) mapStore(t types.Type) (*mapStore, error) {
	u := t.Underlying().(*types.Map)
	key, err := m.keying(u.Key())
	if err != nil {
		return nil, err
	}
	entry, err := m.entrySort(u)
	if err != nil {
		return nil, err
	}
	s := &mapStore{typ: u, keys: key, entry: entry}
	s.entries = m.storeFamily("entries "+analysis.TypeKey(t), m.shortType(u), t, []*ir.Sort{ir.Ref, key.sort}, entry)
	s.entries.Heap.Values = func(e *ir.Expr) []*ir.Expr {
		present, value := ir.GetField(e, entryPresent), ir.GetField(e, entryValue)
		return []*ir.Expr{ir.Or(present, ir.Eq(value, zeroOf(value.Sort)))}
	}
	var keys []*ir.Expr
	if key.class == sameTerm {
		keys = m.publishable(ir.V(s.entries.Heap.Keys[1]), u.Key())
	}
	if len(keys)+len(m.publishable(ir.V(&ir.Var{Sort: entry.Fields[entryValue].Sort}), u.Elem())) > 0 {
		s.entries.Heap.Points = func(e *ir.Expr) []*ir.Expr {
			refs := m.publishable(ir.GetField(e, entryValue), u.Elem())
			for _, k := range keys {
				refs = append(refs, ir.Ite(ir.GetField(e, entryPresent), k, ir.Nil))
			}
			return refs
		}
	}
	s.count = m.storeFamily("count "+analysis.TypeKey(t), "len("+m.shortType(u)+")", t, []*ir.Sort{ir.Ref}, intSort)
	s.count.Heap.Values = func(e *ir.Expr) []*ir.Expr { return []*ir.Expr{ir.Le(zeroInt, e)} }
	return s, nil
}

// specStore returns the heap variables of the maps of a type for an annotation, which can only speak of keys that are terms.
func (m *memory) specStore(t types.Type) (*mapStore, error) {
	s, err := m.mapStore(t)
	if err == nil && s.keys.class != sameTerm {
		err = fmt.Errorf("map with keys of type %s in an annotation", m.shortType(s.typ.Key()))
	}
	return s, err
}

// storeFamily returns a heap variable for the stores of the maps of a type.
func (m *memory) storeFamily(id, label string, t types.Type, keys []*ir.Sort, elem *ir.Sort) *ir.Var {
	if f := m.families[id]; f != nil {
		return f
	}
	f := m.family(id, label, keys, elem, ir.Plain)
	f.Heap.Nil = true
	m.protect(f, func(keys []*ir.Expr, q question) *ir.Expr { return m.storeAccess(t, keys[0], q) })
	return f
}

// entrySort is the sort of what a map holds for a key: whether there is an entry, and its value.
func (m *memory) entrySort(u *types.Map) (*ir.Sort, error) {
	id := "entry of " + types.TypeString(u, nil)
	if s := m.structs[id]; s != nil {
		return s, nil
	}
	value, err := m.sort(u.Elem())
	if err != nil {
		return nil, err
	}
	s := ir.Tuple(m.uniqueSort("entry"), ir.Field{Name: "present", Sort: ir.Bool}, ir.Field{Name: "value", Sort: value})
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
func (m *memory) storeAccess(t types.Type, store *ir.Expr, q question) *ir.Expr {
	result := m.unsaid(q, false)
	for _, c := range m.prog.Containers[analysis.StoresOf(t)] {
		owned := ir.And(ir.Ne(store, ir.Nil), m.ownedBy(store, c.Variable))
		result = ir.Ite(owned, m.ownedAccess(c.Variable, store, nil, q), result)
	}
	return result
}

// at returns the entry of a map for a key.
func (s *mapStore) at(ref, key *ir.Expr) *ir.Expr { return ir.Select(ir.V(s.entries), ref, key) }

// lookup returns whether the map has the key, and the value there, which is zero if it has not.
func (s *mapStore) lookup(ref, key *ir.Expr) (present, value *ir.Expr) {
	e := s.at(ref, key)
	isNil := ir.Eq(ref, ir.Nil)
	value = ir.GetField(e, entryValue)
	return ir.And(ir.Not(isNil), ir.GetField(e, entryPresent)), ir.Ite(isNil, zeroOf(value.Sort), value)
}

// length returns the number of entries of a map.
func (s *mapStore) length(ref *ir.Expr) *ir.Expr {
	return ir.Ite(ir.Eq(ref, ir.Nil), zeroInt, ir.Select(ir.V(s.count), ref))
}

// put is the assignments that set the entry of a map for a key to value, or that delete it if value is nil. The count
// comes first: it depends on what is there.
func (s *mapStore) put(ref, key, value *ir.Expr) []ir.Stmt {
	n := ir.Select(ir.V(s.count), ref)
	present := ir.GetField(s.at(ref, key), entryPresent)
	entry, now := zeroOf(s.entry), ir.Ite(present, ir.Sub(n, ir.N(1, intSort)), n)
	if value != nil {
		entry = ir.MakeTuple(s.entry, ir.True, value)
		now = ir.Ite(present, n, ir.Add(n, ir.N(1, intSort)))
	}
	return []ir.Stmt{
		&ir.Assign{Dst: s.count, Src: ir.Store(ir.V(s.count), []*ir.Expr{ref}, now)},
		&ir.Assign{Dst: s.entries, Src: ir.Store(ir.V(s.entries), []*ir.Expr{ref, key}, entry)},
	}
}

// clear is the assignments that empty a map.
func (s *mapStore) clear(ref *ir.Expr) []ir.Stmt {
	return []ir.Stmt{
		&ir.Assign{Dst: s.count, Src: ir.Store(ir.V(s.count), []*ir.Expr{ref}, zeroInt)},
		&ir.Assign{Dst: s.entries, Src: ir.Store(ir.V(s.entries), []*ir.Expr{ref}, zeroOf(s.entries.Sort.Elem))},
	}
}

// makeMap returns a new empty map and the step that creates its store.
func (m *memory) makeMap(t types.Type) (*ir.Expr, *ir.Step, error) {
	s, err := m.mapStore(t)
	if err != nil {
		return nil, nil, err
	}
	r := m.newRef("")
	facts := []*ir.Expr{m.zeroAt(s.entries, []*ir.Expr{ir.V(r)}), m.zeroAt(s.count, []*ir.Expr{ir.V(r)})}
	return ir.V(r), m.create(r, append(facts, m.interiors(ir.V(r), place{typ: types.Typ[types.Bool]})...)), nil
}

// entryPlace is the place of an entry, for what is stored there: its value, or its key.
func (s *mapStore) entryPlace(ref *ir.Expr, t types.Type) place {
	return place{typ: t, family: s.entries, keys: []*ir.Expr{ref}}
}

// modifies returns the locations of a map: of all entries, or of the one for a key.
func (s *mapStore) modifies(ref *ir.Expr, key ...*ir.Expr) []*ir.Modify {
	return []*ir.Modify{
		{Map: s.entries, Index: slices.Concat([]*ir.Expr{ref}, key)},
		{Map: s.count, Index: []*ir.Expr{ref}},
	}
}

// storeOf returns the store behind a value of a variable that owns one, and where in it the value begins: the array of
// a slice, the store of a map.
func (m *memory) storeOf(v *ir.Expr) (store, offset *ir.Expr) {
	if v.Sort.Kind == ir.KindRef {
		return v, zeroInt
	}
	return m.sliceArr(v), m.sliceOff(v)
}
