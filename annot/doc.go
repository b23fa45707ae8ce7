// Package annot takes a type-checked package and gives its annotations: every //calvin: directive, parsed, resolved
// and type-checked, with defaults filled in and positions kept. If a directive is ill-formed, it gives an error that
// points at it.
//
//	lookalike, directives, checklocks   comments to directives: ours, gVisor's, and those that merely look like one
//	inferred                            the same for directives that no comment has
//	attach, points                      directives to what they are about: a field, a function, a statement
//	scan, parse, syntax                 arguments to untyped expressions and specifications
//	scope, expr, ops, call, ...         untyped expressions to the checked ones of ast
//	uses, words                         the names in annotations, what each stands for, and what the language's own mean
//	guards, closing, typespec, funcs,   directives to the parts of a Package
//	spec, stmts, ignore, nil
//	contractfile                        the same for contracts of functions of other packages
package annot
