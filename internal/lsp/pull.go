package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"

	"github.com/calvin-go/calvin/internal/lsp/rpc"
)

// Diagnostics are pushed, unless the client wants to ask for those of open files. A client that is told them twice shows them twice, so
// it has to say so.

type (
	pullParams struct {
		TextDocument     documentID `json:"textDocument"`
		PreviousResultID string     `json:"previousResultId"`
	}
	pullReport struct {
		Kind     string        `json:"kind"`
		ResultID string        `json:"resultId"`
		Items    *[]diagnostic `json:"items,omitempty"` // nil if nothing has changed since the previous result
	}
)

// pull answers with the diagnostics of an open file, once the check of what is in it has come to its end.
func (s *server) pull(ctx context.Context, p pullParams) (any, error) {
	path := fileOf(p.TextDocument.URI)
	s.mu.Lock()
	u, open := s.units[filepath.Dir(path)], s.documents[path] != nil
	s.mu.Unlock()
	items := []diagnostic{}
	if u != nil && open {
		list, err := u.settledAt(ctx, path)
		if err != nil {
			return nil, &rpc.Error{Code: rpc.Cancelled, Message: err.Error()}
		}
		items = append(items, list...)
	}
	data, err := json.Marshal(items)
	if err != nil {
		return nil, fmt.Errorf("write diagnostics: %w", err)
	}
	sum := fnv.New64a()
	sum.Write(data)
	result := pullReport{Kind: "full", ResultID: fmt.Sprintf("%x", sum.Sum64()), Items: &items}
	if result.ResultID == p.PreviousResultID {
		result.Kind, result.Items = "unchanged", nil
	}
	return result, nil
}

// settledAt returns the diagnostics of a file when no check of the package is due or at work.
func (u *unit) settledAt(ctx context.Context, path string) ([]diagnostic, error) {
	for {
		u.mu.Lock()
		settled := u.settled
		u.mu.Unlock()
		if settled == nil {
			break
		}
		select {
		case <-settled:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	u.checking.Lock()
	defer u.checking.Unlock()
	return u.items(path), nil
}

// items are the diagnostics of a file, with what exploring tests has found there. The caller has the lock of checks.
func (u *unit) items(path string) []diagnostic {
	u.server.mu.Lock()
	bugs := u.server.bugs[path]
	u.server.mu.Unlock()
	var items []diagnostic
	for _, d := range slices.Concat(u.shown[path], bugs) {
		items = append(items, d.diagnostic)
	}
	return items
}

// unsettle notes that a check is due. The caller has the unit's lock.
func (u *unit) unsettle() {
	if u.settled == nil {
		u.settled = make(chan struct{})
	}
}

// settle notes that none is any more, and tells those who wait. The caller has the unit's lock.
func (u *unit) settle() {
	if u.settled != nil {
		close(u.settled)
		u.settled = nil
	}
}

// pulled reports whether the client asks for the diagnostics of a file.
func (s *server) pulled(path string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pulls && s.documents[path] != nil
}

// refreshPulled has the client ask again. Requests that wait are answered first, so that it does not ask in vain.
func (s *server) refreshPulled() {
	if !s.params.Capabilities.Workspace.Diagnostics.RefreshSupport {
		return
	}
	s.work.Go(func() {
		if err := s.conn.Call(s.ctx, "workspace/diagnostic/refresh", nil, nil); err != nil && s.ctx.Err() == nil {
			s.log("%v", err)
		}
	})
}

// version is that of an open file, nil of others.
func version(versions map[string]int, path string) *int {
	if v, ok := versions[path]; ok {
		return &v
	}
	return nil
}

// byPlace orders diagnostics by where they begin.
func byPlace(a, b shown) int {
	return cmp.Or(a.Range.Start.Line-b.Range.Start.Line, a.Range.Start.Character-b.Range.Start.Character)
}
