package page

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/report"
)

// operations find what an operation is on, in the words of the source: the first group.
var operations = []*regexp.Regexp{
	regexp.MustCompile(`^(?:done: |defer |go )*([\pL_][^\s(!]*)\.Go\(`), // of what follows nothing counts
	regexp.MustCompile(`([\pL_][^\s(!]*)\.(?:Lock|Unlock|RLock|RUnlock|TryLock|TryRLock)\(\)`),
	regexp.MustCompile(`([\pL_][^\s(!]*)\.(?:Signal|Broadcast|Wait|Done)\(\)`),
	regexp.MustCompile(`^(?:defer |go )?close\(([^()]+)\)`),
	regexp.MustCompile(`^(?:case )?([\pL_][^\s()]*) <- `),
	regexp.MustCompile(`<-([\pL_][^\s(),;]*)`),
	regexp.MustCompile(`^(?:for .*)?range ([\pL_][^\s()]*)`),
	regexp.MustCompile(`atomic\.\w+\(&([\pL_][^\s(),]*)`),
	regexp.MustCompile(`([\pL_][^\s(!]*)\.(?:Add|Do|Load|Store|Swap|CompareAndSwap|And|Or)\(`),
}

// operand returns the name of what an operation is on, "" if the words do not tell.
func operand(text string) string {
	for _, o := range operations {
		if m := o.FindStringSubmatch(text); m != nil {
			return m[1]
		}
	}
	return ""
}

// most names of one object that are written
const maxNames = 3

// nameObjects lists the objects of which the steps say what they are. Each is called what the source calls it, with all its
// names if it has several: that two goroutines mean the same lock by different names is often the point. Two objects of one
// name are told apart by number. Index has their places in the list.
func nameObjects(b *report.Bug) (objects []object, index map[int]int) {
	index = map[int]int{}
	names, kinds := map[int][]string{}, map[int]string{}
	var order []int
	for _, s := range b.Steps {
		for _, a := range s.After {
			kinds[a.Object] = a.Kind
		}
	}
	name := func(object int, text string) {
		n := operand(text)
		if kinds[object] == "" || n == "" {
			return
		}
		if names[object] == nil {
			order = append(order, object)
		}
		if !slices.Contains(names[object], n) {
			names[object] = append(names[object], n)
		}
	}
	for _, s := range b.Steps {
		name(s.Object, s.Text)
	}
	for _, n := range b.Related {
		if n.Goroutine > 0 {
			_, text, _ := strings.Cut(n.Text, " waits in ")
			name(n.Object, text)
		}
	}
	used := map[string]int{}
	for _, o := range order {
		list := names[o]
		if len(list) > maxNames {
			list = append(list[:maxNames:maxNames], "…")
		}
		name := strings.Join(list, " = ")
		if used[name]++; used[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, used[name])
		}
		index[o] = len(objects)
		objects = append(objects, object{Name: name, Kind: kinds[o]})
	}
	return objects, index
}
