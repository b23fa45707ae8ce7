package verify

import (
	"fmt"
	"maps"
	"strings"
	"sync"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/desugar/digest"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/load"
)

// What was proved of a package's functions is kept once more, under the digest of all that their translations depend on: then they
// need not even be translated. That is most of the time where little has changed.

// A provedFunction is what is kept of a function of which all goals are proved, and about which there is nothing to find.
type provedFunction struct {
	Goals       int
	Assumptions []ir.Note
}

// A packageProofs holds the proofs of one package.
type packageProofs struct {
	key     cache.Key
	mu      sync.Mutex // guards what follows
	known   keptProofs
	changed bool
}

// keptProofs is what the cache has of a package.
type keptProofs struct {
	Declarations bool                      // the annotations' own checks are proved
	Functions    map[string]provedFunction // by name
}

// openPackages finds the proofs of the packages under the digests of this program. Without a cache, and where
// there are no digests, there are none.
func (r *run) openPackages(text func(file string) ([]byte, error)) map[string]*packageProofs {
	if r.proofs.store == nil || text == nil {
		return nil
	}
	all := map[string]*packageProofs{}
	seen := map[*desugar.Program]bool{}
	for _, prog := range r.progs {
		if seen[prog] {
			continue
		}
		seen[prog] = true
		sums, err := prog.Digests(digest.Sources{Text: text, MayAnnotate: load.MayAnnotate, NamesContent: load.NamesContent})
		if err != nil {
			continue // what is proved is kept by function only
		}
		for path, sum := range sums {
			h := cache.NewHash("proofs of a package")
			h.Text(r.proofs.prefix...)
			h.Text(string(sum[:]), fmt.Sprint(r.annots[path].Annotated, r.hasInferred(path), r.annots[path].Panics), strings.Join(r.inferred, "\n"))
			p := &packageProofs{key: h.Key()}
			if !r.proofs.store.Get(p.key, &p.known) || p.known.Functions == nil {
				p.known = keptProofs{Functions: map[string]provedFunction{}}
			}
			all[path] = p
		}
	}
	return all
}

// recall returns what is known of a function.
func (p *packageProofs) recall(fn *desugar.Function) (known provedFunction, ok bool) {
	if p == nil {
		return provedFunction{}, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	known, ok = p.known.Functions[nameOf(fn)]
	return known, ok
}

// nameOf tells a function from the others of its package, and what is claimed of it.
func nameOf(fn *desugar.Function) string {
	return fmt.Sprint(fn.Name, " ", fn.Start.Offset, " ", fn.Start.Filename, " ", fn.Outside)
}

// note notes that a function is proved.
func (p *packageProofs) note(fn *desugar.Function, known provedFunction) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known.Functions[nameOf(fn)], p.changed = known, true
}

// declarations reports whether the checks of the annotations are known to be proved.
func (p *packageProofs) declarations() bool {
	if p == nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.known.Declarations
}

// noteDeclarations notes that they are.
func (p *packageProofs) noteDeclarations() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changed = p.changed || !p.known.Declarations
	p.known.Declarations = true
}

// keepPackages keeps what was proved, for later runs. That it cannot be kept is no fault of this one.
func (r *run) keepPackages() {
	for p := range maps.Values(r.packages) {
		if p.changed {
			r.proofs.store.Put(p.key, p.known)
		}
	}
}
