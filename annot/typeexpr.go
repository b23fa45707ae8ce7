package annot

import (
	"go/constant"
	"go/token"
	"go/types"
)

// typ resolves a type. Where one is wanted, tid is that of goroutines' identities.
func (c *exprChecker) typ(x syntax) types.Type {
	if n, ok := unparen(x).(*nameX); ok && n.name == "tid" && c.object("tid") == nil && !c.hidden(c.src.Types, "tid") {
		c.recordWord(n, TidType{})
		return TidType{}
	}
	t := c.typeOrNil(x)
	if t == nil {
		c.noType(x)
	}
	return t
}

// noType reports that x is not a type.
func (c *exprChecker) noType(x syntax) {
	for {
		u, ok := unparen(x).(*unaryX)
		if !ok {
			break
		}
		x = u.x
	}
	n, ok := unparen(x).(*nameX)
	switch {
	case !ok:
		c.fail(x, CodeType, "", "this is not a type")
	case c.hidden(c.src.Types, n.name) || c.object(n.name) != nil:
		c.fail(x, CodeType, "", "%s is not a type", n.name)
	}
	c.fail(x, CodeUnknownName, didYouMean(n.name, append(c.names(), types.Universe.Names()...)),
		"unknown type %s", n.name)
}

// typeOrNil resolves x if it denotes a type, and returns nil if it denotes anything else.
func (c *exprChecker) typeOrNil(x syntax) types.Type {
	switch x := x.(type) {
	case *parenX:
		return c.typeOrNil(x.x)
	case *nameX:
		if c.hidden(c.src.Types, x.name) {
			return nil
		}
		if obj := c.object(x.name); obj != nil || x.name != integer.Obj().Name() {
			return c.namedType(x, obj)
		}
		c.recordWord(x, integer)
		return integer
	case *selectX:
		if n, ok := x.x.(*nameX); ok {
			if p := c.packageName(n); p != nil {
				if obj := p.Scope().Lookup(x.sel.name); obj != nil && obj.Exported() {
					return c.namedType(x.sel, obj)
				}
			}
		}
	case *unaryX:
		if x.op == token.MUL {
			if t := c.typeOrNil(x.x); t != nil {
				return types.NewPointer(c.goType(x.x, t))
			}
		}
	case *indexX:
		return c.instance(x)
	case *arrayTypeX:
		elem := c.goType(x.elem, c.typ(x.elem))
		if x.len == nil {
			return types.NewSlice(elem)
		}
		return types.NewArray(elem, c.arrayLen(x.len))
	case *mapTypeX:
		return types.NewMap(c.goType(x.key, c.typ(x.key)), c.goType(x.elem, c.typ(x.elem)))
	case *chanTypeX:
		return types.NewChan(types.SendRecv, c.goType(x.elem, c.typ(x.elem)))
	}
	return nil
}

// namedType is the type that a name stands for; nil if that is none.
func (c *exprChecker) namedType(x *nameX, obj types.Object) types.Type {
	if t, ok := obj.(*types.TypeName); ok {
		c.recordObject(x, t)
		return t.Type()
	}
	return nil
}

// goType rejects the specification's own types where a Go type is built.
func (c *exprChecker) goType(x syntax, t types.Type) types.Type {
	if isMath(t) {
		c.fail(x, CodeType, "", "Go types cannot contain %s", c.typeString(t))
	}
	return t
}

func (c *exprChecker) arrayLen(x syntax) int64 {
	if k, ok := c.value(x).(*Const); ok && isNumeric(k.T) {
		v := constant.ToInt(k.Value)
		if n, exact := constant.Int64Val(v); v.Kind() == constant.Int && exact && n >= 0 && n < 1<<31 {
			return n
		}
	}
	c.fail(x, CodeType, "", "the length of an array is a constant")
	return 0
}

// instance resolves seq[T], set[T], mmap[K, V] and instances of generic types.
func (c *exprChecker) instance(x *indexX) types.Type {
	if n, ok := x.x.(*nameX); ok && c.object(n.name) == nil && !c.hidden(c.src.Types, n.name) {
		arity := map[string]int{"seq": 1, "set": 1, "mmap": 2}[n.name]
		if arity == 0 {
			return nil
		}
		if len(x.args) != arity {
			c.fail(x, CodeType, "seq[T], set[T], mmap[K, V]", "wrong number of type arguments")
		}
		c.recordWord(n, nil)
		first := c.typ(x.args[0])
		switch n.name {
		case "seq":
			return &SeqType{first}
		case "set":
			return &SetType{first}
		}
		return &MapType{first, c.typ(x.args[1])}
	}
	generic := c.typeOrNil(x.x)
	if generic == nil {
		return nil
	}
	var args []types.Type
	for _, a := range x.args {
		args = append(args, c.goType(a, c.typ(a)))
	}
	named, ok := generic.(*types.Named)
	if !ok || named.TypeParams().Len() == 0 {
		c.fail(x, CodeType, "", "%s is not a generic type", c.typeString(generic))
	}
	t, err := types.Instantiate(nil, named, args, true)
	if err != nil {
		c.fail(x, CodeType, "", "%s", err)
	}
	return t
}
