// Package syntax does not parse.
package syntax

//calvin:atomic
func F( {
}
