package verify

import (
	"context"
	"encoding/hex"
	"fmt"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/desugar/digest"
	"github.com/calvin-go/calvin/internal/lockorder"
	"github.com/calvin-go/calvin/load"
)

// Most programs have no circle of locks, and most edits do nothing with locks. That a part of the program has none is
// kept with the outlines of its packages: all that the analysis reads of the bodies of their functions. After an edit,
// only the outlines of the packages are made again whose text has changed. If they are the same, there is still no
// circle, and the order of locks need not be found, for which all packages are brought into a form of their own.

// A keptOrder is what an earlier run found of a part of the program, and what this one knows of its texts.
type keptOrder struct {
	store *cache.Store
	key   cache.Key         // of all that counts beside bodies of functions
	texts map[string]string // hashes, by import path
	was   outlines
}

// outlines are kept of a part of the program.
type outlines struct {
	None     bool // neither a circle nor anything against a stated order
	Packages map[string]outline
}

// An outline is that of one package, with the hash of the text of which it is.
type outline struct{ Text, Sum string }

// keptOrder returns what is known of a part; nil if nothing is to be kept of it.
func (r *run) keptOrder(part []*packages.Package, text func(file string) ([]byte, error)) *keptOrder {
	if r.opts.Cache == nil || text == nil || !lockorder.UsesLocks(part) {
		return nil
	}
	outside, texts, err := digest.Outside(part, digest.Sources{Text: text, MayAnnotate: load.MayAnnotate, NamesContent: load.NamesContent})
	if err != nil {
		return nil
	}
	h := cache.NewHash("order of locks")
	h.Text(string(outside[:]))
	for _, p := range part {
		for _, o := range r.annots[p.PkgPath].LockOrders { // which may be inferred
			h.Text(p.PkgPath, o.Text, fmt.Sprint(o.Locks))
		}
	}
	for path, text := range texts {
		texts[path] = hex.EncodeToString([]byte(text)) // which the store can write
	}
	k := &keptOrder{store: r.opts.Cache, key: h.Key(), texts: texts}
	if !k.store.Get(k.key, &k.was) {
		k.was = outlines{}
	}
	return k
}

// findOrder finds the order of locks in a part, unless it is known that there is nothing to tell of it.
func (r *run) findOrder(ctx context.Context, part []*packages.Package, kept *keptOrder) (*lockorder.Result, error) {
	if kept == nil {
		return lockorder.Find(ctx, part, r.annots)
	}
	form, now, err := kept.outlines(part)
	if err != nil {
		return nil, err
	}
	if now.None = kept.was.None && now.same(kept.was); !now.None {
		if form == nil {
			if form, err = lockorder.Build(part); err != nil {
				return nil, err
			}
		}
		found, err := form.Find(ctx, r.annots)
		if err != nil || len(found.Cycles)+len(found.Violations) > 0 {
			return found, err
		}
		now.None = true
	}
	kept.keep(now)
	return &lockorder.Result{}, nil
}

// outlines returns the outlines of the packages as they are now. The form is that of all of them; nil where only some
// had to be brought into it.
func (k *keptOrder) outlines(part []*packages.Package) (form *lockorder.Form, now outlines, err error) {
	now.Packages = map[string]outline{}
	among := map[string]bool{}
	var edited []*packages.Package
	for _, p := range part {
		among[p.PkgPath] = true
		if was, ok := k.was.Packages[p.PkgPath]; ok && was.Text == k.texts[p.PkgPath] {
			now.Packages[p.PkgPath] = was
		} else {
			edited = append(edited, p)
		}
	}
	if len(edited) == 0 {
		return nil, now, nil
	}
	if form, err = lockorder.Build(edited); err != nil {
		return nil, now, err
	}
	for _, p := range edited {
		text := k.texts[p.PkgPath]
		sum, ok := form.Outline(p, among)
		if !ok {
			sum = "text " + text
		}
		now.Packages[p.PkgPath] = outline{text, sum}
	}
	if len(edited) < len(part) {
		form = nil
	}
	return form, now, nil
}

// same reports whether the outlines of all packages are.
func (o outlines) same(as outlines) bool {
	if len(o.Packages) != len(as.Packages) {
		return false
	}
	for path, p := range o.Packages {
		if was, ok := as.Packages[path]; !ok || p.Sum != was.Sum {
			return false
		}
	}
	return true
}

// keep keeps the outlines, for later runs. That they cannot be kept is no fault of this one.
func (k *keptOrder) keep(now outlines) {
	k.store.Put(k.key, now)
}
