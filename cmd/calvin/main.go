// Calvin verifies concurrent Go.
//
// Run calvin without arguments for its commands.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/calvin-go/calvin/internal/cli"
	"github.com/calvin-go/calvin/internal/gctune"
)

func main() {
	restore := func() {}
	if !cli.Serves(os.Args[1:]) { // what runs for hours is to be small, too
		restore = gctune.Delay()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Execute(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	restore()
	os.Exit(code)
}
