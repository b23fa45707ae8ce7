package verify

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/infer"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// Who reads a finding about an access wants to see the other access, with which it makes a data race. The solver knows
// only that other goroutines may access the variable. Who does, and under which locks, is known to the analysis behind
// calvin infer. Where annotations are inferred it has run anyway. Elsewhere it runs once there is such a finding, on
// the package that has it. No verdict depends on it.

// conflicts finds the accesses that findings are set against.
type conflicts struct {
	pkgs   []*packages.Package
	annots annotations
	bare   bool // none is wanted
	guard  func(doing string, stage func() error) *fault
	// all are the accesses of all packages, if annotations were inferred; nil: those of a package are looked for when they are asked for.
	all *infer.Accesses

	mu    sync.Mutex
	found map[stretch]func() *infer.Accesses
}

// A stretch is a package, by itself or with those that import it and that it imports.
type stretch struct {
	of   *packages.Package
	wide bool
}

// other is infer.Accesses.Other for a finding in a package. Other packages are looked at only if they can access the variable, too.
func (c *conflicts) other(path string, at ir.Span, write bool, named func(string) bool) (infer.Other, bool) {
	file, from, to := at.Start.Filename, at.Start.Offset, at.End.Offset
	if c.all != nil {
		return c.all.Other(file, from, to, write, named)
	}
	i := slices.IndexFunc(c.pkgs, func(p *packages.Package) bool { return p.PkgPath == path })
	if i < 0 {
		return infer.Other{}, false
	}
	own := c.accesses(stretch{of: c.pkgs[i]})
	if other, ok := own.Other(file, from, to, write, named); ok || own.Private(file, from, to) {
		return other, ok
	}
	return c.accesses(stretch{c.pkgs[i], true}).Other(file, from, to, write, named)
}

// within are the packages of a stretch.
func (c *conflicts) within(s stretch) []*packages.Package {
	if !s.wide {
		return []*packages.Package{s.of}
	}
	return slices.DeleteFunc(slices.Clone(c.pkgs), func(p *packages.Package) bool {
		return p != s.of && s.of.Imports[p.PkgPath] == nil && p.Imports[s.of.PkgPath] == nil
	})
}

// accesses are those in a stretch. A bug of calvin in the analysis takes nothing from a finding but its other access.
func (c *conflicts) accesses(key stretch) *infer.Accesses {
	c.mu.Lock()
	find := c.found[key]
	if find == nil {
		find = sync.OnceValue(func() (found *infer.Accesses) {
			c.guard("look for conflicting accesses", func() (err error) {
				found, err = infer.AccessesIn(c.within(key), c.annots)
				return err
			})
			return found
		})
		c.found[key] = find
	}
	c.mu.Unlock()
	return find()
}

// setAgainst adds to a finding about an access which access of another goroutine conflicts with it, if one is known.
func (c *conflicts) setAgainst(d *report.Diagnostic, check ir.Check) {
	if c == nil || c.bare {
		return
	}
	write, name, at := false, check.Subject, d.Span
	switch check.Kind {
	case ir.ReadDenied, ir.ReadRace:
	case ir.WriteDenied, ir.WriteRace:
		write = true
	case ir.NotGiven:
		write, name = true, check.Detail
	default:
		return
	}
	if check.Caller != nil { // the access stands in the callee, which is what the finding refers to first
		at = d.Related[0].Span
	}
	other, ok := c.other(d.Package, at, write, func(v string) bool { return report.Names(name, v) })
	if !ok && check.Caller != nil {
		other, ok = c.behind(d, check, write)
	} else if check.Caller != nil { // that is what the callee calls it
		other.Missing = ""
	}
	if !ok {
		return
	}
	if d.Clause == nil {
		d.Unguarded = other.Declared
		if other.Of.IsValid() {
			d.Unguarded = other.Of
		}
		d.Missing = other.Missing
	}
	d.Lock = cmp.Or(d.Lock, other.MissingOf)
	d.Everywhere = other.Everywhere
	d.Conflict = &ir.Note{Span: ir.Span{Start: other.Position, End: other.End}, Text: conflictText(other)}
}

// conflictText says who makes the other access, and how.
func conflictText(o infer.Other) string {
	how := "read"
	if o.Write {
		how = "written"
	}
	text := "the other access: " + how + " in " + o.Function
	if o.Itself {
		text += ", too, as another goroutine runs it"
	}
	if o.Atomic {
		text += " by sync/atomic"
	}
	if len(o.Held) > 0 {
		text += ", which holds " + strings.Join(o.Held, ", ")
	}
	return text
}
