package verify

import (
	"context"
	"fmt"
	"go/format"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/internal/summary"
	"github.com/calvin-go/calvin/load"
)

// DraftContracts writes a contract file for a package of another module, or of the standard library: what the source of
// its functions tells, as far as a contract can say it.
func DraftContracts(ctx context.Context, c load.Config, path string, store *cache.Store) (string, error) {
	l, err := load.List(ctx, c, path)
	if err != nil {
		return "", err
	}
	if err := l.Problems(); err != nil {
		return "", err
	}
	if len(l.Roots()) != 1 {
		return "", fmt.Errorf("%s is %d packages: contracts are written for one", path, len(l.Roots()))
	}
	p := l.Roots()[0]
	if p.Module != nil && p.Module.Main {
		return "", fmt.Errorf("package %s belongs to this module: calvin infer without -contracts proposes annotations for it", p.PkgPath)
	}
	pkg, err := l.Types(p)
	if err != nil {
		return "", err
	}
	set, err := summary.Of(ctx, l, store)
	if err != nil {
		return "", fmt.Errorf("read the source of %s: %w", p.PkgPath, err)
	}
	d := &draft{pkg: pkg, imports: map[string]bool{}}
	for _, fn := range exportedFunctions(pkg, true) {
		d.function(fn, set.Func(fn.FullName()))
	}
	return d.file()
}

// A draft is a contract file that is being written.
type draft struct {
	pkg       *types.Package
	imports   map[string]bool // paths
	contracts []string
	left      []string // functions of which nothing can be said, and why
}

// function writes the contract of a function.
func (d *draft) function(fn *types.Func, sum *summary.Summary) {
	sig := fn.Signature()
	name := fn.Name()
	if sig.Recv() != nil {
		name = fmt.Sprintf("(%s).%s", types.TypeString(sig.Recv().Type(), types.RelativeTo(d.pkg)), name)
	}
	if why := d.unfit(fn, sum); why != "" {
		d.left = append(d.left, fmt.Sprintf("%s: %s", name, why))
		return
	}
	lines := []string{fmt.Sprintf("// %s changes nothing that it is passed.", fn.Name())}
	if sum.MayPanic {
		lines = append(lines, "// It may panic: say with requires or, after atomic, with panics_if, when.")
	}
	lines = append(lines, "//", annot.Prefix+"pure")
	for i := range sig.Results().Len() {
		r := resultText(sig, i)
		switch {
		case sum.Nil[i] == summary.Never:
			lines = append(lines, fmt.Sprintf("%sensures %s != nil", annot.Prefix, r))
		case sum.Nil[i] == summary.OnError:
			lines = append(lines, fmt.Sprintf("%sensures %s != nil || %s != nil", annot.Prefix, r, resultText(sig, sig.Results().Len()-1)))
		}
	}
	var b strings.Builder
	b.WriteString("func ")
	if recv := sig.Recv(); recv != nil {
		fmt.Fprintf(&b, "(%s %s) ", recv.Name(), types.TypeString(recv.Type(), d.qualifier))
	}
	b.WriteString(fn.Name())
	b.WriteString(strings.TrimPrefix(types.TypeString(types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), false), d.qualifier), "func"))
	d.contracts = append(d.contracts, strings.Join(append(lines, b.String()), "\n"))
}

// resultText names a result in a condition.
func resultText(sig *types.Signature, i int) string {
	name := sig.Results().At(i).Name()
	switch {
	case name != "" && name != "_":
		return name
	case sig.Results().Len() == 1:
		return "result"
	}
	return fmt.Sprintf("result.%d", i)
}

// unfit says why there is nothing to say of a function.
func (d *draft) unfit(fn *types.Func, sum *summary.Summary) string {
	sig := fn.Signature()
	switch {
	case sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0:
		return "it is generic"
	case sig.Variadic():
		return "it is variadic"
	case sig.Recv() != nil && types.IsInterface(sig.Recv().Type()):
		return "it is a method of an interface"
	case desugar.HasModel(fn):
		return "Calvin knows what it does"
	case sum == nil:
		return "there is no source"
	case sum.Unknown != "":
		return "its source does not tell what it does: " + sum.Unknown
	case sum.Opaque != "":
		return "it may run code that is not known: " + sum.Opaque
	case sum.Ends || sum.MayEnd || sum.NeverReturns:
		return "it need not return"
	case sum.Waits:
		return "it may wait for others"
	case sum.Changes:
		return "it changes variables of its own"
	}
	for i, p := range sum.Params {
		switch e := sum.Effects[i]; {
		case e&(summary.Calls|summary.Later) != 0:
			return "it runs code by way of " + p
		case e&summary.Writes != 0:
			return fmt.Sprintf("it writes what %s leads to: say with atomic, modifies and ensures what", p)
		case e&summary.Keeps != 0:
			return "it keeps " + p
		}
	}
	if slices.ContainsFunc(slices.Collect(sig.Params().Variables()), func(v *types.Var) bool { _, is := v.Type().Underlying().(*types.Chan); return is }) {
		return "it is passed a channel"
	}
	return desugar.NoContract(noEffects(fn))
}

// qualifier names a package in a type, and has it imported.
func (d *draft) qualifier(p *types.Package) string {
	if p == d.pkg {
		return ""
	}
	d.imports[p.Path()] = true
	return p.Name()
}

// file puts the draft together.
func (d *draft) file() (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "//go:build ignore\n\n// What the source of %s tells of its functions. Nobody proves it: strike out what is not needed, and add what\n// is known besides.\n//\n%scontracts %s\npackage %s\n",
		d.pkg.Path(), annot.Prefix, d.pkg.Path(), d.pkg.Name())
	if len(d.imports) > 0 {
		b.WriteString("\nimport (\n")
		for _, path := range slices.Sorted(maps.Keys(d.imports)) {
			fmt.Fprintf(&b, "\t%q\n", path)
		}
		b.WriteString(")\n")
	}
	for _, c := range d.contracts {
		fmt.Fprintf(&b, "\n%s\n", c)
	}
	if len(d.left) > 0 {
		fmt.Fprintf(&b, "\n// Left out:\n//\n")
		for _, l := range d.left {
			fmt.Fprintf(&b, "//   - %s\n", strings.ReplaceAll(l, "\n", " "))
		}
	}
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		return "", fmt.Errorf("write the contracts of %s: %w", d.pkg.Path(), err)
	}
	return string(text), nil
}
