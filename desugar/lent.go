package desugar

import (
	"fmt"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

func (t *translator) lentTo(env *specEnv, c *annot.Clause) (right, error) {
	return right{}, fmt.Errorf("%s cannot be taken over", c.Text)
}

func (t *translator) giveBack(group *ir.Expr) {}

func (t *translator) getBack(group *ir.Expr) []ir.Stmt { return nil }
