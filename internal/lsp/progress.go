package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// A progress tells the client how far something has come that takes long. The user may end it.
type progress struct {
	server *server
	ctx    context.Context
	cancel context.CancelFunc
	title  string
	token  string
	timer  *time.Timer

	mu          sync.Mutex
	shown, over bool
	done, total int
	words       string // in place of these numbers
}

// progress begins to watch work. The context that it returns ends when the user says so.
func (s *server) progress(ctx context.Context, title string) (context.Context, *progress) {
	p := &progress{server: s, title: title}
	p.ctx, p.cancel = context.WithCancel(ctx)
	s.mu.Lock()
	s.jobs++
	p.token = fmt.Sprint("calvin-", s.jobs)
	s.atWork[p.token] = p
	s.mu.Unlock()
	if s.params.Capabilities.Window.WorkDoneProgress {
		p.timer = time.AfterFunc(s.config.Quiet, p.begin)
	}
	return p.ctx, p
}

// cancelProgress ends work whose progress is shown. What it has found stays; the next change or save begins it again.
func (s *server) cancelProgress(_ context.Context, q progressParams) (any, error) {
	var token string
	if json.Unmarshal(q.Token, &token) != nil {
		return nil, nil // a number: not one of ours
	}
	s.mu.Lock()
	p := s.atWork[token]
	s.mu.Unlock()
	if p != nil {
		p.cancel()
	}
	return nil, nil
}

func (p *progress) begin() {
	if p.server.conn.Call(p.ctx, "window/workDoneProgress/create", map[string]string{"token": p.token}, nil) != nil {
		return // then there is none
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.over {
		p.shown = true
		p.send(map[string]any{"kind": "begin", "title": p.title, "cancellable": true, "message": p.message(), "percentage": p.percentage()})
	}
}

func (p *progress) send(value map[string]any) {
	if err := p.server.conn.Notify("$/progress", map[string]any{"token": p.token, "value": value}); err != nil {
		p.server.log("%v", err)
	}
}

// say is a report in words.
func (p *progress) say(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.words = text; p.shown && !p.over {
		p.send(map[string]any{"kind": "report", "message": text})
	}
}

func (p *progress) report(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.total = max(done, p.done), total
	if p.shown && !p.over {
		p.send(map[string]any{"kind": "report", "message": p.message(), "percentage": p.percentage()})
	}
}

// message says how far the work has come: as long as there is no number of functions, packages are read.
func (p *progress) message() string {
	if p.words != "" {
		return p.words
	}
	if p.total == 0 {
		return "reading packages"
	}
	return fmt.Sprintf("%d of %d functions", p.done, p.total)
}

func (p *progress) percentage() int { return 100 * p.done / max(p.total, 1) }

func (p *progress) end() {
	p.cancel()
	p.server.restLater()
	p.server.mu.Lock()
	delete(p.server.atWork, p.token)
	p.server.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over = true; p.shown {
		p.send(map[string]any{"kind": "end"})
	}
}
