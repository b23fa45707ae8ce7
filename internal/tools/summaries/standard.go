package main

import (
	"context"
	"fmt"
	"os"

	"github.com/calvin-go/calvin/internal/summary"
	"github.com/calvin-go/calvin/load"
)

// settings are those under which the standard library is summarised for the program.
var settings = [][]string{
	{"GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=1"},
	{"GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0"},
}

// embed writes a file with the summaries of the standard library that are part of the program, as this program finds
// them. It takes half a minute of processor time for each setting, and what the go command takes to compile the
// standard library for it.
func embed(file string) error {
	store, err := openStore()
	if err != nil {
		return err
	}
	ctx := context.Background()
	var a summary.Archive
	for _, env := range settings {
		l, err := load.List(ctx, load.Config{Env: append(os.Environ(), env...)}, "std")
		if err != nil {
			return fmt.Errorf("list the standard library for %v: %w", env, err)
		}
		set, err := summary.Of(ctx, l, store)
		if err != nil {
			return fmt.Errorf("summarise the standard library for %v: %w", env, err)
		}
		if err := a.Add(l, set); err != nil {
			return err
		}
	}
	data, err := a.Bytes()
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}
