package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
)

// doctorCommand is calvin doctor.
func doctorCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "say what Calvin finds on this machine, how fast it is, and what to install",
		Args:  arguments(0, 0, "no arguments"),
		RunE:  p.runs(runDoctor),
	}
	p.help[cmd] = help{codes: `  0  calvin check and calvin explore can work
  2  the go command is missing, or there is no solver`}
	return cmd
}

// A doctor writes a line for each thing that it looks at.
type doctor struct {
	out  io.Writer
	hint []string // what to do, in the order in which it was found out
}

func (d *doctor) line(what, format string, args ...any) {
	fmt.Fprintf(d.out, "%-7s %s\n", what, fmt.Sprintf(format, args...))
}

// runDoctor looks at all that Calvin needs.
func runDoctor(ctx context.Context, env *environment, _ []string) int {
	d := &doctor{out: env.stdout}
	d.line("calvin", "%s", version())
	goes := d.goCommand(ctx)
	solvers := d.solvers(ctx, goes)
	d.cache()
	if len(d.hint) > 0 {
		fmt.Fprintln(env.stdout)
	}
	for _, h := range d.hint {
		fmt.Fprintln(env.stdout, h)
	}
	if !goes || solvers == 0 {
		return exitUsage
	}
	return exitVerified
}

// goCommand says which go command is there.
func (d *doctor) goCommand(ctx context.Context) bool {
	path, err := exec.LookPath("go")
	if err != nil {
		d.line("go", "not found on the PATH")
		d.hint = append(d.hint, "Install Go from https://go.dev/dl, and put its directory bin on the PATH: Calvin asks the go command about packages.")
		return false
	}
	out, err := exec.CommandContext(ctx, path, "version").CombinedOutput()
	said := strings.TrimSpace(strings.TrimPrefix(string(out), "go version "))
	if err != nil {
		d.line("go", "%s does not work: %s", path, said)
		d.hint = append(d.hint, "Mend the go command: Calvin asks it about packages.")
		return false
	}
	d.line("go", "%s, %s", said, path)
	return true
}

// solvers says which solvers are there and how long each takes for a small module, and returns how many work.
func (d *doctor) solvers(ctx context.Context, goes bool) (working int) {
	module, clean, err := tinyModule()
	if err != nil {
		d.hint = append(d.hint, fmt.Sprintf("No temporary directory can be made, so nothing was timed: %v.", err))
	}
	defer clean()
	library := false
	for _, name := range []string{prover.LibZ3, prover.Z3, prover.CVC5} {
		is, err := solverVersion(ctx, name)
		if missing := (*prover.Missing)(nil); errors.As(err, &missing) {
			d.line(name, "%s", strings.TrimPrefix(missing.Reason(), "solver "+name+" "))
			continue
		} else if err != nil {
			d.line(name, "%v", err)
			continue
		}
		if path, err := exec.LookPath(name); err == nil && name != prover.LibZ3 {
			is += ", " + path
		}
		if goes && module != "" {
			took, err := trial(ctx, name, module)
			if err != nil {
				d.line(name, "%s: a trial failed: %v", is, err)
				continue
			}
			is += fmt.Sprintf(", %.2f s for a small package", took.Seconds())
		}
		d.line(name, "%s", is)
		working++
		library = library || name == prover.LibZ3
	}
	missing := prover.Missing{Solver: prover.LibZ3}
	switch {
	case working == 0:
		d.hint = append(d.hint, "calvin check needs a solver, best Z3 as a library: "+missing.Install()+". calvin explore, and calvin infer -prove=false, do without.")
	case !library:
		d.hint = append(d.hint, "calvin check is faster with Z3 as a library: "+missing.Install()+".")
	}
	return working
}

// solverVersion asks a solver for its version.
func solverVersion(ctx context.Context, name string) (version string, err error) {
	p, err := prover.New(prover.Options{Solver: name, Workers: 1})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	version, err = p.Version(ctx)
	return strings.TrimPrefix(version, name+" "), err
}

// tiny is a package that is verified, and enough work to tell a solver that is slow or wrong.
const tiny = `package tiny

import "sync"

type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	all []int
}

//calvin:atomic
//calvin:modifies c.n
//calvin:ensures c.n == old(c.n)+1
func (c *Counter) Hit() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

func (c *Counter) Add(x int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, x)
}

func (c *Counter) At(i int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i < 0 || i >= len(c.all) {
		return 0
	}
	return c.all[i]
}
`

// tinyModule writes it to a directory of its own.
func tinyModule() (dir string, clean func(), err error) {
	dir, err = os.MkdirTemp("", "calvin-doctor-")
	if err != nil {
		return "", func() {}, err
	}
	clean = func() { os.RemoveAll(dir) }
	for name, text := range map[string]string{"go.mod": "module tiny\n\ngo 1.21\n", "tiny.go": tiny} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			clean()
			return "", func() {}, err
		}
	}
	return dir, clean, nil
}

// trial verifies the small module with a solver, and says how long that took.
func trial(ctx context.Context, solver, module string) (time.Duration, error) {
	begun := time.Now()
	result, err := verify.Run(ctx, verify.Options{
		Load: load.Config{Dir: module, Env: append(os.Environ(), "GOFLAGS=", "GOWORK=off")}, Checks: verify.AllChecks, Workers: 1, Budget: time.Minute,
		Prover: prover.Options{Solver: solver, Workers: 1},
	})
	if err != nil {
		return 0, err
	}
	if s := result.Summary; s.Failed+s.Unknown+s.Findings > 0 || s.Verified == 0 {
		return 0, fmt.Errorf("of a package that is right it says: %d verified, %d failed, %d unknown", s.Verified, s.Failed, s.Unknown)
	}
	return time.Since(begun), nil
}

// cache says where what was proved is kept.
func (d *doctor) cache() {
	dir, err := cache.Dir()
	switch {
	case err != nil:
		d.line("cache", "%v", err)
	case dir == "":
		d.line("cache", "off: %s=off", cache.Env)
	default:
		if _, err := cache.Open(dir); err != nil {
			d.line("cache", "%s cannot be used: %v", dir, err)
			d.hint = append(d.hint, "Without a cache everything is proved again in each run: "+cache.Env+" names another directory for it.")
			return
		}
		answers, size, err := cache.Stat(dir)
		if err != nil {
			d.line("cache", "%v", err)
			return
		}
		d.line("cache", "%s, %d answers, %.1f MB", dir, answers, float64(size)/1e6)
	}
}
