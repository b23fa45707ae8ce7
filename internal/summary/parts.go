package summary

import "go/types"

// anything stands among the parts of a type for an interface, which may hold values of any type.
const anything = "any"

// parts returns the types of parts of a value, but for its own, that have methods, as typeKey names them. Package fmt calls the methods
// of parts that it prints.
func (u *unit) parts(t types.Type) []string {
	if list, ok := u.partsOf[t]; ok {
		return list
	}
	var list []string
	seen := map[types.Type]bool{}
	var visit func(t types.Type, whole bool)
	visit = func(t types.Type, whole bool) {
		t = types.Unalias(t)
		if seen[t] {
			return
		}
		seen[t] = true
		if !whole && !withoutMethods(t) && !types.IsInterface(t) && hasPrinting(t) {
			if key := typeKey(t); key != "" {
				list = append(list, key)
			} else {
				list = append(list, anything)
			}
		}
		if _, param := t.(*types.TypeParam); param {
			list = append(list, anything)
			return
		}
		switch t := t.Underlying().(type) {
		case *types.Interface:
			list = append(list, anything)
		case *types.Pointer:
			if whole { // deeper ones are printed as numbers
				visit(t.Elem(), false)
			}
		case *types.Slice:
			visit(t.Elem(), false)
		case *types.Array:
			visit(t.Elem(), false)
		case *types.Map:
			visit(t.Key(), false)
			visit(t.Elem(), false)
		case *types.Struct:
			for i := range t.NumFields() {
				visit(t.Field(i).Type(), false)
			}
		}
	}
	visit(t, true)
	u.partsOf[t] = list
	return list
}

func hasPrinting(t types.Type) bool {
	for _, name := range printing {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj != nil {
			return true
		}
	}
	return false
}
