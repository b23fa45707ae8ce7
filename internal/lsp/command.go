package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/calvin-go/calvin/internal/lsp/rpc"
	"github.com/calvin-go/calvin/report"
)

// The commands.
const (
	// explainCommand shows the page of a code. Its argument is the code, its result the page, in Markdown.
	explainCommand = "calvin.explain"
	// showCommand shows the executions that lead to the findings in a function, as an HTML page. Its arguments are a file and the function
	// as reports name it, its result is the path of the page.
	showCommand = "calvin.showExecution"
	// exploreCommand explores a test. Its arguments are a file and the name of the test, its result says what was found.
	exploreCommand = "calvin.explore"
	// confirmCommand explores the tests of a package, with annotations, and says whether one runs into a finding in a function. Its
	// arguments are those of showCommand.
	confirmCommand = "calvin.confirm"
	// workspaceCommand checks all packages of the modules at hand. Its argument is a file of one of them; without one the folders that are
	// open are meant.
	workspaceCommand = "calvin.checkWorkspace"
)

var commands = map[string]func(*server, context.Context, []string) (any, error){
	explainCommand: (*server).explain, showCommand: (*server).showExecution, exploreCommand: (*server).exploreTest,
	confirmCommand: (*server).confirm, workspaceCommand: (*server).checkWorkspace,
}

// execute does what a command says.
func (s *server) execute(ctx context.Context, p executeParams) (any, error) {
	run := commands[p.Command]
	if run == nil {
		return nil, &rpc.Error{Code: rpc.InvalidParams, Message: "there is no command " + p.Command}
	}
	var args []string
	for _, raw := range p.Arguments {
		var arg string
		if err := json.Unmarshal(raw, &arg); err != nil {
			return nil, &rpc.Error{Code: rpc.InvalidParams, Message: fmt.Sprintf("%s: %v", p.Command, err)}
		}
		args = append(args, arg)
	}
	return run(s, ctx, args)
}

// explain explains a code. The page is shown as a message too: not every client shows results.
func (s *server) explain(_ context.Context, args []string) (any, error) {
	if len(args) != 1 {
		return nil, &rpc.Error{Code: rpc.InvalidParams, Message: explainCommand + " takes one code"}
	}
	page, ok := report.Explain(args[0])
	if !ok {
		return nil, &rpc.Error{Code: rpc.InvalidParams, Message: "there is no code " + args[0]}
	}
	if s.showsPages {
		return page, nil
	}
	return page, s.say(severityInformation, page)
}

// say shows a message.
func (s *server) say(severity int, text string) error {
	return s.conn.Notify("window/showMessage", showMessageParams{severity, text})
}

// showExecution writes the page of the findings in a function, and has it opened.
func (s *server) showExecution(ctx context.Context, args []string) (any, error) {
	path, known, found, err := s.findingsIn(showCommand, args)
	if err != nil {
		return nil, err
	}
	if s.config.NewPage == nil {
		return nil, &rpc.Error{Code: rpc.InvalidRequest, Message: "this server makes no pages"}
	}
	p := s.config.NewPage(filepath.Dir(path), func(file string) string {
		if text, ok := known.texts[file]; ok {
			return text
		}
		text, _ := s.textOf(file)
		return text
	})
	for _, d := range found {
		if err := p.Diagnostic(d); err != nil {
			return nil, err
		}
	}
	return s.open(ctx, "execution", p)
}

// findingsIn are those in the function that arguments name.
func (s *server) findingsIn(name string, args []string) (path string, known *snapshot, found []*report.Diagnostic, err error) {
	if len(args) != 2 {
		return "", nil, nil, &rpc.Error{Code: rpc.InvalidParams, Message: name + " takes a file and a function"}
	}
	path, _, known, err = s.at(args[0])
	if err != nil {
		return "", nil, nil, err
	}
	if known != nil {
		found = known.findingsOf(args[1])
	}
	if len(found) == 0 {
		return "", nil, nil, &rpc.Error{Code: rpc.InvalidRequest, Message: "nothing is found in " + args[1] + " now"}
	}
	return path, known, found, nil
}

// open writes a page and has the client open it, or says where it is.
func (s *server) open(ctx context.Context, name string, p pageWriter) (string, error) {
	s.mu.Lock()
	if s.pages == "" {
		dir, err := os.MkdirTemp("", "calvin-lsp-")
		if err != nil {
			s.mu.Unlock()
			return "", fmt.Errorf("write a page: %w", err)
		}
		s.pages = dir
	}
	s.jobs++
	file := filepath.Join(s.pages, fmt.Sprintf("%s-%d.html", name, s.jobs))
	s.mu.Unlock()
	f, err := os.Create(file)
	if err != nil {
		return "", fmt.Errorf("write a page: %w", err)
	}
	err = p.Write(f)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return "", fmt.Errorf("write a page: %w", err)
	}
	if s.params.Capabilities.Window.ShowDocument.Support {
		var shown struct{ Success bool }
		err := s.conn.Call(ctx, "window/showDocument", map[string]any{"uri": uriOf(file), "external": true, "takeFocus": true}, &shown)
		if err == nil && shown.Success {
			return file, nil
		}
	}
	return file, s.say(severityInformation, "calvin: the page is "+file)
}

// exploreTest explores one test.
func (s *server) exploreTest(ctx context.Context, args []string) (any, error) {
	if len(args) != 2 {
		return nil, &rpc.Error{Code: rpc.InvalidParams, Message: exploreCommand + " takes a file and a test"}
	}
	path := fileOf(args[0])
	if path == "" {
		return nil, &rpc.Error{Code: rpc.InvalidParams, Message: args[0] + " is no file"}
	}
	tests, err := s.explore(ctx, "explore "+args[1], Exploration{
		Dir: filepath.Dir(path), Run: regexp.MustCompile("^" + regexp.QuoteMeta(args[1]) + "$"), Time: testTime})
	if err != nil {
		return nil, err
	}
	if len(tests) == 0 {
		return nil, &rpc.Error{Code: rpc.InvalidRequest, Message: "there is no test " + args[1] + " in the files on the disk"}
	}
	s.showBugs(filepath.Dir(path), tests)
	text := ""
	for _, t := range tests {
		text += outcomeOf(t) + "\n"
		if t.Bug != nil {
			if err := s.openBug(ctx, filepath.Dir(path), t); err != nil {
				s.log("%v", err)
			}
		}
	}
	return text, s.say(severityInformation, "calvin: "+text)
}

// testTime is how long a test may be explored from an editor.
const testTime = 30 * time.Second

// confirm looks in the executions of tests for a finding.
func (s *server) confirm(ctx context.Context, args []string) (any, error) {
	path, _, found, err := s.findingsIn(confirmCommand, args)
	if err != nil {
		return nil, err
	}
	dir := filepath.Dir(path)
	tests, err := s.explore(ctx, "look for "+found[0].Code+" in tests", Exploration{Dir: dir, Annotations: true, Time: testTime})
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf("no test runs into what is found in %s (%d explored): that may be right all the same, as only what tests do is looked at", args[1], len(tests))
	for _, t := range tests {
		if bug := runsInto(t, found); bug != nil {
			text = fmt.Sprintf("confirmed: %s runs into it, in one of %s executions: %s", t.Test, report.Thousands(t.Executions), bug.Message)
			s.showBugs(dir, []*report.TestResult{t})
			if err := s.openBug(ctx, dir, t); err != nil {
				s.log("%v", err)
			}
			break
		}
	}
	return text, s.say(severityInformation, "calvin: "+text)
}

// runsInto is a bug of a test that is one of the findings: it is at the same line, or one of the places that go with it is.
func runsInto(t *report.TestResult, found []*report.Diagnostic) *report.Bug {
	if t.Bug == nil {
		return nil
	}
	for _, b := range append([]*report.Bug{t.Bug}, t.More...) {
		for _, d := range found {
			if b.Position.Filename == d.Start.Filename && b.Position.Line == d.Start.Line {
				return b
			}
			for _, n := range b.Related {
				if n.Position.Filename == d.Start.Filename && n.Position.Line == d.Start.Line {
					return b
				}
			}
		}
	}
	return nil
}
