package desugar

import (
	"fmt"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// address is the meaning of &x in an annotation.
func (e *specEnv) address(x *annot.Unary) (*ir.Expr, error) {
	p, err := e.locate(x.X)
	if err != nil {
		return nil, err
	}
	if p.isLocal() || p.addr == nil {
		return nil, fmt.Errorf("%s, which no pointer leads to", annot.String(x))
	}
	return e.mem.address(p), nil
}
