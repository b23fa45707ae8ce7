package mutant

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// A Row counts what became of the mutants of one operator.
type Row struct{ Made, Stillborn, Killed, Equivalent, Surviving int }

func (r *Row) add(s Row) {
	r.Made += s.Made
	r.Stillborn += s.Stillborn
	r.Killed += s.Killed
	r.Equivalent += s.Equivalent
	r.Surviving += s.Surviving
}

// Tally counts the results of each operator. Stillborn mutants are not among those made.
func Tally(results []Result, lists *Lists) map[string]Row {
	rows := make(map[string]Row)
	for _, r := range results {
		one := Row{Made: 1}
		switch {
		case r.Outcome == Stillborn:
			one = Row{Stillborn: 1}
		case r.Outcome == Killed:
			one.Killed = 1
		case lists.Equivalent[r.ID()] != "":
			one.Equivalent = 1
		default:
			one.Surviving = 1
		}
		row := rows[r.Operator]
		row.add(one)
		rows[r.Operator] = row
	}
	return rows
}

// WriteTable writes the rows in the order of Operators, and their sum.
func WriteTable(w io.Writer, rows map[string]Row) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "operator\tmade\tstillborn\tkilled\tequivalent\tsurviving\t")
	line := func(name string, r Row) {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t\n", name, r.Made, r.Stillborn, r.Killed, r.Equivalent, r.Surviving)
	}
	var sum Row
	for _, op := range Operators() {
		if row, ok := rows[op]; ok {
			line(op, row)
			sum.add(row)
		}
	}
	line("all", sum)
	return t.Flush()
}
