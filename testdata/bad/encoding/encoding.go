// Package encoding is not UTF-8.
package encoding

//calvin:atomic
func F() { _ = "ÿþ" }
