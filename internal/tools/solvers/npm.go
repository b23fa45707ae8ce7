package main

import (
	"bufio"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// serve is a server that answers for Z3: each connection is a session.
//
//go:embed serve.js
var serve []byte

// standIn is the name of this command where it stands in for Z3's program.
const standIn = "z3"

// settings is the file beside the stand-in that says what it stands for: the version, and the server's socket.
const settings = "z3.txt"

// fromNPM installs a version of z3-solver, starts its server, and returns the path of a program that talks to it.
func fromNPM(ctx context.Context, dir, version string, stderr io.Writer) (path string, stop func(), err error) {
	dir = filepath.Join(dir, version)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", nil, err
	}
	install := exec.CommandContext(ctx, "npm", "install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "z3-solver@"+version)
	install.Stdout, install.Stderr = stderr, stderr
	if err := install.Run(); err != nil {
		return "", nil, fmt.Errorf("npm install z3-solver@%s: %w", version, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "serve.js"), serve, 0o644); err != nil {
		return "", nil, err
	}
	socket := filepath.Join(dir, "socket")
	ctx, cancel := context.WithCancel(ctx)
	server := exec.CommandContext(ctx, "node", filepath.Join(dir, "serve.js"), socket)
	server.Stderr = stderr
	out, err := server.StdoutPipe()
	if err != nil {
		cancel()
		return "", nil, err
	}
	if err := server.Start(); err != nil {
		cancel()
		return "", nil, err
	}
	stop = func() {
		cancel()
		// That it was ended is no error.
		_ = server.Wait()
	}
	said, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("node said %q: %w", said, err)
	}
	path = filepath.Join(dir, standIn)
	self, err := os.Executable()
	if err == nil {
		err = errors.Join(os.Symlink(self, path), os.WriteFile(filepath.Join(dir, settings), []byte(strings.TrimSpace(said)+"\n"+socket+"\n"), 0o644))
	}
	if err != nil {
		stop()
		return "", nil, err
	}
	return path, stop, nil
}

// speak is what the stand-in does: it tells its version, or lets the server answer what comes in.
func speak(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	text, err := os.ReadFile(filepath.Join(filepath.Dir(os.Args[0]), settings))
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	version, socket, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if len(args) > 0 && args[0] == "--version" {
		fmt.Fprintf(stdout, "Z3 version %s - WebAssembly\n", version)
		return 0
	}
	if err := pass(socket, stdin, stdout); err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	return 0
}

// pass carries what comes in to the server, and back what it answers, until either has ended.
func pass(socket string, stdin io.Reader, stdout io.Writer) error {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		return err
	}
	defer conn.Close()
	ended := make(chan error, 2)
	go func() {
		_, err := io.Copy(conn, stdin)
		ended <- err
	}()
	go func() {
		_, err := io.Copy(stdout, conn)
		ended <- err
	}()
	return <-ended
}
