//go:build !linux

package gctune

// largePages asks for nothing.
func largePages(int) []byte { return nil }
