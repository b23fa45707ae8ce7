// Package summary says of the functions of a package what a caller has to know.
package summary
