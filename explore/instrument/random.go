package instrument

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// Random values are choices of the runtime. For the packages math/rand and math/rand/v2, and for their generators, it has
// types with the same methods: rand.Intn(3) becomes rt.Random(site).Intn(3), and r.Intn(3) rt.RandomOf(site, r).Intn(3).

// mathRand has the packages, with what is added to the names of the runtime's functions for them.
var mathRand = map[string]string{"math/rand": "", "math/rand/v2": "V2"}

// randomMethods are the functions of the packages, and methods of their generators, that the runtime's types have.
var randomMethods = map[string][]string{
	"math/rand": {
		"ExpFloat64", "Float32", "Float64", "Int", "Int31", "Int31n", "Int63", "Int63n", "Intn", "NormFloat64", "Perm", "Read", "Seed",
		"Shuffle", "Uint32", "Uint64",
	},
	"math/rand/v2": {
		"ExpFloat64", "Float32", "Float64", "Int", "Int32", "Int32N", "Int64", "Int64N", "IntN", "NormFloat64", "Perm", "Shuffle", "Uint",
		"Uint32", "Uint32N", "Uint64", "Uint64N", "UintN",
	},
}

// cryptoRandom has the functions of crypto/rand, which the runtime does not import: it gets them as operands.
var cryptoRandom = map[string]string{
	"crypto/rand.Int": "CryptoInt", "crypto/rand.Prime": "CryptoPrime", "crypto/rand.Read": "CryptoRead", "crypto/rand.Text": "CryptoText",
}

// randomFunctions adds to the table what the runtime has other functions for.
func randomFunctions(t map[string]string) {
	const v1, v2 = "math/rand.", "math/rand/v2."
	for name, ours := range map[string]string{
		v1 + "NewSource": "NewSource", v2 + "NewPCG": "NewPCG", v2 + "NewChaCha8": "NewChaCha8", v2 + "N": "RandN",
		"(" + v1 + "Source).Int63": "SourceInt63", "(" + v1 + "Source).Seed": "SourceSeed", "(" + v1 + "Source64).Uint64": "SourceUint64",
		"(" + v2 + "Source).Uint64": "SourceUint64V2",
		"(*" + v2 + "PCG).Uint64":   "PCGUint64", "(*" + v2 + "PCG).Seed": "PCGSeed",
		"(*" + v2 + "ChaCha8).Uint64": "ChaCha8Uint64", "(*" + v2 + "ChaCha8).Read": "ChaCha8Read", "(*" + v2 + "ChaCha8).Seed": "ChaCha8Seed",
		"(*" + v1 + "Zipf).Uint64": "ZipfUint64", "(*" + v2 + "Zipf).Uint64": "ZipfUint64V2",
	} {
		t[name] = ours
	}
}

// seeds has the functions of the runtime that take a seed.
var seeds = map[string]bool{
	"NewSource": true, "NewPCG": true, "NewChaCha8": true, "SourceSeed": true, "PCGSeed": true, "ChaCha8Seed": true,
}

// isRandom reports whether fn is a function of math/rand or math/rand/v2, or a method of a generator, that the runtime's types
// have.
func isRandom(fn *types.Func) (method, ok bool) {
	if fn.Pkg() == nil || !slices.Contains(randomMethods[fn.Pkg().Path()], fn.Name()) {
		return false, false
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return false, true
	}
	return true, strings.HasSuffix(types.TypeString(recv.Type(), nil), ".Rand")
}

// randomOperand writes the runtime's value for the package or generator that fn, which e names, draws from. It reports false if
// it draws from none.
func (r *rewriter) randomOperand(fn *types.Func, e ast.Expr, n ast.Node) (fragment, bool) {
	method, ok := isRandom(fn)
	if !ok {
		return nil, false
	}
	suffix := mathRand[fn.Pkg().Path()]
	if !method {
		return r.call("Random"+suffix, n), true
	}
	sel, ok := unparen(e).(*ast.SelectorExpr)
	if !ok || r.hidden(sel) {
		return nil, false
	}
	if s := r.info.Selections[sel]; s == nil || s.Kind() != types.MethodVal {
		return nil, false
	}
	return r.call("RandomOf"+suffix, n, r.pointer(r.receiver(sel), sel.X)), true
}

// randomCall rewrites a call of such a function or method, or of one of crypto/rand.
func (r *rewriter) randomCall(fn *types.Func, e *ast.CallExpr) (fragment, bool) {
	if fn.Pkg() != nil && len(e.Args) == fn.Signature().Params().Len() {
		if ours := cryptoRandom[fn.FullName()]; ours != "" {
			return r.call(ours, e, append([]fragment{text(e.Fun)}, r.operands(e)...)...), true
		}
	}
	on, ok := r.randomOperand(fn, e.Fun, e)
	if !ok {
		return nil, false
	}
	name := fn.Name()
	if name == "Seed" && r.unit.randomlySeeded(e) {
		name += "Randomly"
	}
	return join(on, ".", name, r.arguments(e)), true
}

// seeding is the name of a function of the runtime that e calls, or of the one in its place if it is given a seed by chance.
func (r *rewriter) seeding(name string, e *ast.CallExpr) string {
	switch {
	case !seeds[name] || !r.unit.randomlySeeded(e):
		return name
	case strings.HasPrefix(name, "New"):
		return "NewRandom" + strings.TrimPrefix(name, "New")
	}
	return name + "Randomly"
}
