package rt

import (
	"fmt"
	"runtime"
	"sort"
	"strings"
	"sync"
)

// A Site is the place of an operation in the source of the program: a number that the instrumentation assigns, zero
// where it is unknown. Numbers are unique in a test binary.
type Site uint32

// SiteInfo says what a Site stands for.
type SiteInfo struct {
	File string
	Line int
	Col  int
	What string // the operation in the words of the source
	Var  string // what a called function accesses, "" if it is in What, or has no name
}

func (i SiteInfo) String() string {
	if i.File == "" {
		return "unknown position"
	}
	return fmt.Sprintf("%s:%d:%d", i.File, i.Line, i.Col)
}

// siteTable maps sites to their descriptions; packages register consecutive numbers while they are initialised.
var siteTable struct {
	sync.Mutex
	ranges []siteRange // sorted by first
}

type siteRange struct {
	first Site
	infos []SiteInfo
}

// RegisterSites says that the sites first, first+1, ... are the ones of the table.
func RegisterSites(first Site, table []SiteInfo) {
	siteTable.Lock()
	defer siteTable.Unlock()
	r := siteTable.ranges
	i := sort.Search(len(r), func(i int) bool { return r[i].first > first })
	r = append(r, siteRange{})
	copy(r[i+1:], r[i:])
	r[i] = siteRange{first, table}
	siteTable.ranges = r
}

// Info returns the description of the site.
func (s Site) Info() SiteInfo {
	siteTable.Lock()
	defer siteTable.Unlock()
	r := siteTable.ranges
	i := sort.Search(len(r), func(i int) bool { return r[i].first > s }) - 1
	if i < 0 || int(s-r[i].first) >= len(r[i].infos) {
		return SiteInfo{}
	}
	return r[i].infos[s-r[i].first]
}

func (s Site) String() string {
	if i := s.Info(); i.File != "" {
		return i.String()
	}
	return fmt.Sprintf("site %d", uint32(s))
}

// isStandard reports whether a place is in the standard library. This package is laid there, too, while a test is explored.
func (s Site) isStandard() bool {
	return standardLibrary != "" && strings.HasPrefix(s.Info().File, standardLibrary)
}

// standardLibrary is the folder of its sources, "" where this package is elsewhere.
var standardLibrary = func() string {
	_, file, _, _ := runtime.Caller(0)
	dir, _, ok := strings.Cut(file, "calvin/explore/rt/")
	if !ok || !strings.HasSuffix(dir, "/src/") {
		return ""
	}
	return dir
}()
