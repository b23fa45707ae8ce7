// Package annot takes a type-checked package and gives its annotations: every //calvin: directive parsed, resolved and
// type-checked, defaults filled in, positions kept; or errors that point at the directive at fault.
package annot
