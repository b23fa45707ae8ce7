package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// A step is one of: a command line, a change of a file, a look at a file of this repository, what an editor or a browser does. What
// it gives is compared with what is expected.
type step struct {
	run    string        // a command line, for sh
	exit   int           // its exit code
	write  string        // a file to be written, with the text
	text   string        //
	read   string        // a file of this repository to be read
	editor *conversation // what an editor asks
	browse *visit        // what is looked at in a browser
	check  func(ctx context.Context, b *bench, dir string) (string, error)

	want  []string      // regular expressions, each of which the output has
	never []string      // and none of these
	lines int           // at most so many lines
	most  time.Duration // it ends within that time
	quiet bool          // what it shows is not for the page
}

// slowest is the time after which a step is given up that has no limit of its own.
const slowest = 4 * time.Minute

// longestTalk is the same for an editor.
const longestTalk = 40 * time.Second

// do does a step, and returns what is to be seen of it in a line, all that it gave, and what is wrong with that.
func (s step) do(ctx context.Context, b *bench, dir string) (saw, output string, err error) {
	limit := slowest
	if s.most > 0 {
		limit = s.most
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	switch {
	case s.write != "":
		return "", "", writeFile(filepath.Join(dir, s.write), []byte(s.text))
	case s.read != "":
		data, err := os.ReadFile(filepath.Join(b.repo, filepath.FromSlash(s.read)))
		if err != nil {
			return "", "", err
		}
		return s.compare(string(data), "")
	case s.editor != nil:
		ctx, cancel := context.WithTimeout(ctx, longestTalk)
		defer cancel()
		output, err = s.editor.talk(ctx, b, dir)
	case s.browse != nil:
		output, err = s.browse.look(ctx, dir)
	case s.check != nil:
		output, err = s.check(ctx, b, dir)
	default:
		return s.command(ctx, b, dir, limit)
	}
	if err != nil {
		return "", output, err
	}
	return s.compare(output, "")
}

// command runs a command line.
func (s step) command(ctx context.Context, b *bench, dir string, limit time.Duration) (saw, output string, err error) {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", s.run)
	cmd.Dir, cmd.Env = dir, append(b.env[:len(b.env):len(b.env)], "WORK="+dir)
	cmd.WaitDelay = 5 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	output = "$ " + s.run + "\n" + out.String()
	if ctx.Err() != nil {
		return "", output, fmt.Errorf("it does not end within %v", limit)
	}
	code := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		return "", output, err
	}
	if code != s.exit {
		return "", output, fmt.Errorf("exit code %d, not %d%s", code, s.exit, strings.TrimSuffix(": "+firstLine(out.String()), ": "))
	}
	saw, _, err = s.compare(out.String(), fmt.Sprintf("exit %d", code))
	return saw, output, err
}

// compare holds a text against what is expected. What is shown of it are the lines that the expectations match.
func (s step) compare(text, exit string) (saw, output string, err error) {
	var shown []string
	if exit != "" {
		shown = append(shown, exit)
	}
	for _, w := range s.want {
		at := regexp.MustCompile("(?m)" + w).FindStringIndex(text)
		if at == nil {
			return "", text, fmt.Errorf("there is no %q, but: %s", w, firstLine(text))
		}
		if line := lineAt(text, at[0]); len(shown) < 3 && (len(shown) == 0 || shown[len(shown)-1] != line) {
			shown = append(shown, line)
		}
	}
	for _, n := range s.never {
		if at := regexp.MustCompile("(?m)" + n).FindStringIndex(text); at != nil {
			return "", text, fmt.Errorf("it says: %s", lineAt(text, at[0]))
		}
	}
	if n := strings.Count(text, "\n"); s.lines > 0 && n > s.lines {
		return "", text, fmt.Errorf("%d lines, more than %d", n, s.lines)
	}
	if s.quiet || s.read != "" && len(s.want) == 0 {
		return "", text, nil
	}
	return strings.Join(shown, "; "), text, nil
}

// lineAt is the line of a text that has a byte, trimmed.
func lineAt(text string, at int) string {
	begin := strings.LastIndexByte(text[:at], '\n') + 1
	end := strings.IndexByte(text[at:], '\n')
	if end < 0 {
		end = len(text) - at
	}
	if line := strings.TrimSpace(text[begin : at+end]); line != "" {
		return shortened(line)
	}
	return firstLine(text[at:])
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return shortened(line)
}

// shortened is a line that fits in a table.
func shortened(line string) string {
	const most = 160
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most]) + " …"
	}
	return line
}

func trimNewline(b []byte) []byte { return bytes.TrimRight(b, "\r\n") }
