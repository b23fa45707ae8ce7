// Package theirfields reads fields of structs of other packages before and after calls that may write these.
package theirfields

import (
	"net/url"
	"strings"
)

// Host is wrong: the method writes all fields.
//
//calvin:requires u != nil
func Host(u *url.URL, text []byte) {
	host := u.Host
	_ = host
	_ = u.UnmarshalBinary(text)
	//calvin:assert u.Host == host // failed
}

// Helper is wrong by way of a helper.
//
//calvin:requires u != nil
func Helper(u *url.URL, text []byte) {
	host := u.Host
	_ = host
	load(u, text)
	//calvin:assert u.Host == host // failed
}

func load(u *url.URL, text []byte) { _ = u.UnmarshalBinary(text) }

// Callback is wrong: the function may have kept the URL.
//
//calvin:requires u != nil && f != nil
func Callback(u *url.URL, f func()) {
	host := u.Host
	_ = host
	f()
	//calvin:assert u.Host == host // failed
}

// Upper is right: nothing is written.
//
//calvin:requires u != nil
func Upper(u *url.URL) string {
	host := u.Host
	s := strings.ToUpper(host)
	//calvin:assert u.Host == host
	return s
}

// Contract is wrong by way of a function that is called by its contract and names no field.
//
//calvin:requires u != nil && f != nil
func Contract(u *url.URL, f func()) {
	host := u.Host
	_ = host
	run(f)
	//calvin:assert u.Host == host // failed
}

// run runs f.
//
//calvin:requires f != nil
//calvin:performs skip
func run(f func()) { f() }

// A Runner runs things.
type Runner interface {
	// Run runs f.
	//
	//calvin:requires f != nil
	//calvin:performs skip
	Run(f func())
}

// Interface is wrong by way of a method with a contract.
//
//calvin:requires u != nil && f != nil && r != nil
func Interface(u *url.URL, r Runner, f func()) {
	host := u.Host
	_ = host
	r.Run(f)
	//calvin:assert u.Host == host // failed
}
