//go:build !linux

package gctune

// largePages asks for nothing.
func largePages(int) (free func()) { return func() {} }
