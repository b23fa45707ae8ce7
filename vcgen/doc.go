// Package vcgen takes a sequential program and gives its verification conditions: ground SMT terms, one goal per
// assertion, over a shared prefix.
package vcgen
