package annot

// preState returns e with old removed if e reads the state under old, and under old alone.
func preState(e Expr) (Expr, bool) {
	p := &preStater{}
	e = p.strip(e)
	return e, p.old && !p.post
}

// A preStater notes whether an expression reads the state before (old) or after (post) an action.
type preStater struct{ old, post bool }

// strip copies e without its olds.
func (p *preStater) strip(e Expr) Expr {
	if e == nil {
		return nil
	}
	switch e := e.(type) {
	case *Old:
		p.old = true
		return e.X
	case *Const, *NilLit, *Result, *BoundVar, *Tid, *Free, *This:
		return e
	case *Var:
		p.post = p.post || e.Obj.Parent() == e.Obj.Pkg().Scope()
		return e
	case *Unary:
		return &Unary{e.Node, e.Op, p.strip(e.X)}
	case *Binary:
		return &Binary{e.Node, e.Op, p.strip(e.X), p.strip(e.Y)}
	case *Implies:
		return &Implies{e.Node, e.Iff, p.strip(e.X), p.strip(e.Y)}
	case *Quant:
		return &Quant{e.Node, e.Exists, e.Vars, p.strip(e.Body)}
	case *Convert:
		return &Convert{e.Node, p.strip(e.X)}
	}
	p.post = true // reads the state, or may
	return e
}
