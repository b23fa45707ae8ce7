package summary

import (
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// isReflect reports whether a package looks into values of all types. What its functions do with unsafe pointers is taken from its
// documentation.
func isReflect(path string) bool { return path == "reflect" || path == "internal/reflectlite" }

var (
	// changing are the functions that write what they are passed.
	changing = regexp.MustCompile(`\.(Set\w*|Append\w*|Copy|Clear|Grow|Swapper|Swap|Send|TrySend|Recv|TryRecv|Close|Next|Reset|reset|Select|Slice\w*)$`)
	// running are those that call, or make something that does: all that can be said of them is that nothing is known.
	running = regexp.MustCompile(`\.(Call\w*|Method\w*|MakeFunc|Seq2?|Select|Unsafe\w*|Pointer|NewAt|FieldByNameFunc|VisibleFields)$`)
	// typing are those whose results are types, which hold no values.
	typing = regexp.MustCompile(`\.(Type|TypeOf|TypeFor|\w+Of|Elem|Key|In|Out|Implements|Kind|Name|String|PkgPath|Size)$`)
)

// reflect replaces the shape of a summary: all parameters and results are one class, of which nothing is known but to whom it belongs.
func (u *unit) reflect(fn *ssa.Function, sum *Summary) {
	name := sum.Name
	obj := fn.Object()
	if obj == nil || strings.Contains(name, "!") || !obj.Exported() {
		return // only these are called from elsewhere
	}
	if running.MatchString(name) && !strings.Contains(name, "rtype)") {
		u.worst(sum, "reflection")
		return
	}
	f := mirrored
	if changing.MatchString(name) {
		f |= written
	}
	sh := shape{Nodes: []snode{{Flags: uint8(f), Collapsed: true, Edges: []edge{{all, 0, f&written != 0}}}, {Types: []string{"*" + u.path + ".rtype"}}}}
	of := func(list []root, n int32) []root {
		var all []root
		for _, r := range list {
			r.Nodes = make([]int32, len(r.Labels))
			for i := range r.Nodes {
				r.Nodes[i] = n
			}
			all = append(all, r)
		}
		return all
	}
	results := int32(0)
	isType := strings.Contains(name, "rtype)") || strings.HasSuffix(name, ".TypeOf") || strings.HasSuffix(name, ").Type")
	if isType && typing.MatchString(name) {
		results = 1
	}
	sh.Params, sh.Results = of(sum.shape.Params, 0), of(sum.shape.Results, results)
	sum.shape = sh
	sum.Waits, sum.MayEnd, sum.NeverReturns, sum.Ends = strings.Contains(name, "Recv") || strings.Contains(name, "Send"), false, false, false
	sum.clauses()
}

// worst says of a function that nothing is known of it.
func (u *unit) worst(sum *Summary, reason string) {
	sum.Unknown, sum.Opaque = reason, sum.Name
	sum.shape = worstShape(sum.shape)
	sum.Waits, sum.MayPanic = true, true
	sum.clauses()
	sum.Changes = true
}

// worstShape is the shape of a function that may do anything with what it is passed.
func worstShape(sh shape) shape {
	out := shape{Nodes: []snode{{
		Flags: uint8(written | kept | later | outside | opaque), Collapsed: true, Edges: []edge{{all, 0, true}}, Called: []string{direct},
	}}}
	of := func(list []root) []root {
		var roots []root
		for _, r := range list {
			r.Nodes = make([]int32, len(r.Labels))
			roots = append(roots, r)
		}
		return roots
	}
	out.Params, out.Results, out.Free = of(sh.Params), of(sh.Results), of(sh.Free)
	return out
}
