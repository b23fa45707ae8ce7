// Package a has its files listed:
//
//	low.go   what the rest uses
//	high.go  what uses it
package a
