package analysis

import (
	"go/types"
)

// concurrentInterfaces lists interfaces of the standard library of which several goroutines may call a value's methods
// at the same time: their documentation says so, or the package does it. So whoever calls a method that implements one
// of these does not keep others from the receiver, also where no checked code makes such an interface of it.
var concurrentInterfaces = map[string][]string{
	"log/slog": {"Handler"},
	"net/http": {"CookieJar", "Handler", "RoundTripper"},
}

// findConcurrent fills concurrent, with the types of the checked packages that implement one of these interfaces, and concurrentMethods.
func (p *Facts) findConcurrent() {
	p.concurrent, p.concurrentMethods = map[*types.TypeName]bool{}, map[*types.Func]bool{}
	for _, path := range p.Paths {
		pkg := p.Packages[path]
		for _, iface := range concurrentIn(pkg.syntax.Types) {
			for _, obj := range pkg.definitions() {
				if name, ok := obj.(*types.TypeName); ok && !name.IsAlias() && !types.IsInterface(name.Type()) && !IsTypeParam(name.Type()) && p.pointersImplement(name, iface) {
					p.concurrent[name] = true
					p.addConcurrentMethods(name, iface)
				}
			}
		}
		p.addHandlers(pkg)
	}
}

// addHandlers adds the exported methods that have the type of http.HandlerFunc: they are there to be handlers.
func (p *Facts) addHandlers(pkg *PkgInfo) {
	for _, obj := range pkg.definitions() {
		fn, ok := obj.(*types.Func)
		if !ok || !fn.Exported() || fn.Signature().Recv() == nil || !isHandler(fn.Signature()) || fn.Signature().Params().Len() > 2 || fn.Signature().Results().Len() > 0 {
			continue
		}
		if name := StructName(Deref(fn.Signature().Recv().Type())); name != nil {
			p.concurrent[name], p.concurrentMethods[fn.Origin()] = true, true
		}
	}
}

// concurrentIn returns those of the interfaces whose packages a package imports.
func concurrentIn(pkg *types.Package) (all []*types.Interface) {
	for _, imported := range pkg.Imports() {
		for _, name := range concurrentInterfaces[imported.Path()] {
			if obj := imported.Scope().Lookup(name); obj != nil {
				all = append(all, obj.Type().Underlying().(*types.Interface))
			}
		}
	}
	return all
}

// addConcurrentMethods notes the methods of a type by which it implements an interface, also those that it has from what it embeds.
func (p *Facts) addConcurrentMethods(name *types.TypeName, iface *types.Interface) {
	for m := range iface.Methods() {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(name.Type()), true, m.Pkg(), m.Name())
		if fn, ok := obj.(*types.Func); ok {
			p.concurrentMethods[fn.Origin()] = true
		}
	}
}
