// Calvin proves concurrent Go right.
//
// Run calvin without arguments for its commands.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/calvin-go/calvin/cmd/ballast"
	"github.com/calvin-go/calvin/cmd/cli"
)

func main() {
	drop := ballast.Load()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Execute(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	drop()
	os.Exit(code)
}
