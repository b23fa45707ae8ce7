package report

import (
	"fmt"
	"go/token"
	"strings"
)

// A ProposalStatus says what the verifier makes of a proposed annotation.
type ProposalStatus string

// The statuses of proposals.
const (
	Proved   ProposalStatus = "proved"   // every function that it concerns is verified with it
	Unproved ProposalStatus = "unproved" // nothing speaks against it, but some function is not verified
	Rejected ProposalStatus = "rejected" // it does not hold, and is left out
)

// A Proposal is an annotation that a variable or a function should have.
type Proposal struct {
	Package, Name string
	Position      token.Position // of the declaration
	Directives    []string       // without the //calvin: before each
	Evidence      string
	Agree, Total  int // accesses or calls
	Status        ProposalStatus
	Reason        string // of what is not proved
	Against       []Disagreement
}

// A Disagreement is an access that a proposal does not allow: it is likely to be a bug.
type Disagreement struct {
	Position token.Position
	Function string
	Write    bool
	Held     []string // locks
}

// A ProposalSummary counts proposals.
type ProposalSummary struct {
	Proposed, Proved, Rejected int
	Against                    int // accesses
	Seconds                    float64
}

// Add counts a proposal.
func (s *ProposalSummary) Add(p *Proposal) {
	if p.Status == Rejected {
		s.Rejected++
		return
	}
	s.Proposed++
	s.Against += len(p.Against)
	if p.Status == Proved {
		s.Proved++
	}
}

// Proposal writes a line for a proposal, and one for each access that disagrees.
func (r *Text) Proposal(p *Proposal) error {
	var b strings.Builder
	status := string(p.Status)
	paint := r.paint.good
	switch {
	case p.Status == Rejected:
		status, paint = "left out", r.paint.undecided
	case p.Status == Proved && len(p.Against) > 0:
		status = "proved for those"
	case p.Status == Unproved:
		status, paint = "not proved", r.paint.undecided
	}
	fmt.Fprintf(&b, "%s: %s: %s: %s, %s\n", r.paint.place(r.position(p.Position)), p.Name, strings.Join(p.Directives, "; "), p.Evidence, paint(status))
	if p.Reason != "" {
		fmt.Fprintf(&b, "\t%s\n", p.Reason)
	}
	for _, a := range p.Against {
		if p.Status == Rejected {
			break
		}
		how := "read"
		if a.Write {
			how = "written"
		}
		held := "nothing"
		if len(a.Held) > 0 {
			held = strings.Join(a.Held, ", ")
		}
		why := "held here: " + held
		if runs, ok := strings.CutPrefix(p.Directives[0], "confined_to "); ok {
			why = "not in the goroutine that runs " + runs
		}
		fmt.Fprintf(&b, "%s: %s: %s is %s in %s; %s\n", r.paint.place(r.position(a.Position)),
			r.paint.refuted("likely bug"), p.Name, how, a.Function, why)
	}
	_, err := r.out.Write([]byte(b.String()))
	return err
}

func (r *Text) position(p token.Position) string {
	return fmt.Sprintf("%s:%d:%d", Relative(r.opts.Dir, p.Filename), p.Line, p.Column)
}

// ProposalSummary writes the last line.
func (r *Text) ProposalSummary(s ProposalSummary) error {
	_, err := fmt.Fprintf(r.out, "%d annotation%s proposed, %d proved, %d left out, %s\n",
		s.Proposed, plural(s.Proposed), s.Proved, s.Rejected, disagree(s.Against))
	return err
}

func disagree(n int) string {
	if n == 1 {
		return "1 access disagrees"
	}
	return fmt.Sprintf("%d accesses disagree", n)
}

type (
	jsonProposal struct {
		Kind       string             `json:"kind"`
		Package    string             `json:"package"`
		Name       string             `json:"name"`
		Position   string             `json:"position"`
		Directives []string           `json:"directives"`
		Evidence   string             `json:"evidence"`
		Agree      int                `json:"agree"`
		Total      int                `json:"total"`
		Status     ProposalStatus     `json:"status"`
		Reason     string             `json:"reason"`
		Against    []jsonDisagreement `json:"against"`
	}
	jsonDisagreement struct {
		Position string   `json:"position"`
		Function string   `json:"function"`
		Write    bool     `json:"write"`
		Held     []string `json:"held"`
	}
	jsonProposalSummary struct {
		Kind     string  `json:"kind"`
		Proposed int     `json:"proposed"`
		Proved   int     `json:"proved"`
		Rejected int     `json:"rejected"`
		Against  int     `json:"against"`
		Seconds  float64 `json:"seconds"`
	}
)

// Proposal writes a proposal object.
func (r *JSON) Proposal(p *Proposal) error {
	return r.write(jsonProposal{
		Kind: "proposal", Package: p.Package, Name: p.Name, Position: r.at(p.Position), Directives: p.Directives,
		Evidence: p.Evidence, Agree: p.Agree, Total: p.Total, Status: p.Status, Reason: p.Reason,
		Against: each(p.Against, func(a Disagreement) jsonDisagreement {
			return jsonDisagreement{r.at(a.Position), a.Function, a.Write, each(a.Held, func(s string) string { return s })}
		}),
	})
}

// ProposalSummary writes the object that ends the output.
func (r *JSON) ProposalSummary(s ProposalSummary) error {
	return r.write(jsonProposalSummary{"inferred", s.Proposed, s.Proved, s.Rejected, s.Against, milliseconds(s.Seconds)})
}

// A ProposalRenderer is an output form for proposals. The summary comes last.
type ProposalRenderer interface {
	Proposal(*Proposal) error
	ProposalSummary(ProposalSummary) error
}
