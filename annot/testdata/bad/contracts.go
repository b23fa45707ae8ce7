//calvin:contracts strings
package p

//calvin:contracts strings
func f() {}
