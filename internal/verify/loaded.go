package verify

import (
	"context"
	"go/token"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/load"
)

// loaded is what a run starts from: packages, or what an earlier run found of the same sources.
type loaded struct {
	pkgs        []*packages.Package
	text        func(file string) ([]byte, error) // of what is parsed; nil: it is not at hand
	unread      []token.Position                  // see Result
	recollected recollection
	known       *Result // what an earlier run found; then there are no packages
}

// load loads the packages, unless they are given, or an earlier run knows what is to be found of them. The contract
// files are read with them.
func (r *run) load(ctx context.Context) (*loaded, error) {
	if r.opts.Packages != nil {
		return &loaded{pkgs: r.opts.Packages}, r.readContracts()
	}
	listing, err := load.List(ctx, r.opts.Load, r.opts.Patterns...)
	if err != nil {
		return nil, err
	}
	know := listing.Know
	if r.opts.All || r.opts.Infer {
		know = listing.KnowModules
	}
	if err := know(); err != nil {
		return nil, err
	}
	r.given, r.listing = listing.Given, listing
	in := &loaded{text: listing.Read}
	if !r.opts.Load.Tests {
		if in.unread, err = unread(listing.Roots()); err != nil {
			return nil, err
		}
	}
	if err := r.readContracts(); err != nil {
		return nil, err
	}
	if in.recollected, in.known = r.recall(ctx, listing); in.known == nil {
		in.pkgs, err = listing.Load(ctx)
	}
	return in, err
}

// readContracts reads the contract files; without a listing there are none.
func (r *run) readContracts() (err error) {
	if r.listing != nil {
		r.files, err = contractFiles(r.listing, r.opts.Contracts)
	}
	return err
}
