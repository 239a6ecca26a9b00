package split

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/columns"
	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
)

// writeSplit writes one line per record and fold: replication and fold from 1,
// record from 0, role train, valid or none, and the name of the set. The folds of a nested set follow those of
// the set, with the half-split as their replication, the half, the inner replication and the name of the nested set;
// without one there are no columns for them.
func writeSplit(w io.Writer, set cv.Set, nested *cv.Nested) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if nested == nil {
		b.WriteString("replication,fold,record,role,set\n")
	} else {
		b.WriteString("replication,half,inner,fold,record,role,set\n")
	}
	id := set.ID().String()
	for _, f := range set.Folds() {
		if nested == nil {
			writeFold(b, fmt.Sprintf("%d,%d,", f.Replication, f.Fold), f.Split, f.Neither(set.N), id)
		} else {
			writeFold(b, fmt.Sprintf("%d,,,%d,", f.Replication, f.Fold), f.Split, f.Neither(set.N), id)
		}
	}
	if nested != nil {
		id = nested.ID().String()
		for k := range nested.FoldCount() {
			f := nested.Fold(k)
			writeFold(b, fmt.Sprintf("%d,%d,%d,%d,", f.HalfSplit, f.Half, f.Replication, f.Fold), f.Split, nil, id)
		}
	}
	return b.Flush() // a write error stays with the buffer until here
}

// writeFold writes the lines of a fold, which begin with its numbers and end with the name of the set.
func writeFold(b *bufio.Writer, numbers string, fold cv.Split, none []int32, id string) {
	var line []byte
	for _, part := range [...]struct {
		records []int32
		role    string
	}{{fold.Train, ",train,"}, {fold.Valid, ",valid,"}, {none, ",none,"}} {
		for _, i := range part.records {
			line = append(line[:0], numbers...)
			line = strconv.AppendInt(line, int64(i), 10)
			line = append(line, part.role...)
			line = append(line, id...)
			b.Write(append(line, '\n'))
		}
	}
}

// splitReport is what bcv split --report prints.
type splitReport struct {
	cv.Measures
	RandomK   *float64       `json:"best_of_1000_random_k,omitempty"`
	Halves    *splitHalves   `json:"halves,omitempty"` // of sets of whole groups
	Inner     *innerMeasures `json:"inner,omitempty"`  // of nested sets
	Distances []cv.Distance  `json:"distances,omitempty"`
}

// innerMeasures describes the inner sets of all halves.
type innerMeasures struct {
	Halves       int     `json:"half_splits"`
	Replications int     `json:"replications"` // in each half
	TrainMin     int     `json:"train_min"`
	TrainMax     int     `json:"train_max"`
	K            float64 `json:"k"`     // the largest of all halves
	Bound        float64 `json:"bound"` // the largest of all halves
	Fingerprint  string  `json:"fingerprint"`
}

func measureInner(s *cv.Nested) *innerMeasures {
	if s == nil {
		return nil
	}
	out := innerMeasures{Halves: s.Halves, Replications: s.Replications, TrainMin: s.Outer.N, Fingerprint: s.Fingerprint()}
	for j := range 2 * s.Halves {
		half, _ := s.Half(j/2+1, j%2+1)
		m := half.Measure()
		out.TrainMin, out.TrainMax = min(out.TrainMin, m.TrainMin), max(out.TrainMax, m.TrainMax)
		out.K, out.Bound = max(out.K, m.K), max(out.Bound, m.Bound)
	}
	return &out
}

// randomWork bounds the size of a set that 1,000 random ones are made for.
const randomWork = 200_000

func (f *splitFlags) printReport(env *command.Environment, set cv.Set, nested *cv.Nested,
	conditions []cv.Condition) error {
	r := splitReport{Measures: set.Measure(), Inner: measureInner(nested)}
	if set.Method == cv.BCV || set.Method == cv.BRLT {
		if r.Splits > 1 && set.N*r.Splits <= randomWork {
			k, err := cv.BestOfRandom(set.N, r.TrainMin, r.Splits, r.Ideal, 1000, f.Seed)
			if err != nil {
				return err
			}
			r.RandomK = &k
		}
	}
	if set.Method == cv.Grouped {
		h := halvesOf(set)
		r.Halves = &h
	}
	var err error
	if r.Distances, err = set.Distances(conditions); err != nil {
		return err
	}
	if f.json {
		return env.Encode(r)
	}
	return r.print(env.Text())
}

func (r splitReport) print(w io.Writer) error {
	facts := []columns.Fact{
		{Label: "trains on", Text: span(r.TrainMin, r.TrainMax) + " records in each split"},
		{Label: "a record trains", Text: span(r.OccurMin, r.OccurMax) + fmt.Sprintf(" times of %d", r.Splits)},
	}
	add := func(label, format string, values ...any) {
		facts = append(facts, columns.Fact{Label: label, Text: fmt.Sprintf(format, values...)})
	}
	if h := r.Halves; h != nil {
		largest := "no split with a difference"
		if h.Largest > 0 {
			largest = fmt.Sprintf("the largest difference is %d %s (%.1f%%), in split %d", h.Largest,
				table.Pick(h.Largest == 1, "record", "records"), 100*h.Fraction, h.Split)
		}
		add("halves", "%s records; %s", h.list(), largest)
	}
	if r.Splits > 1 && cv.Method(r.Method).Exchangeable() {
		add("overlaps", "any two training sets share %s records; even is %.6g", span(r.OverlapMin, r.OverlapMax), r.Ideal)
		random := ""
		if r.RandomK != nil {
			random = fmt.Sprintf("; the best of 1,000 random sets is %.6g away", *r.RandomK)
		}
		add("from even", "%.6g at most, and the bound of this method is %.6g%s", r.K, r.Bound, random)
	}
	add("fingerprint", "%s", r.Fingerprint)
	if in := r.Inner; in != nil {
		add("inner folds", "%d half-splits, each half with %d inner replications that train on %s records", in.Halves,
			in.Replications, span(in.TrainMin, in.TrainMax))
		if in.Replications > 1 {
			add("inner from even", "%.6g at most, and the bound is %.6g", in.K, in.Bound)
		}
		add("of all", "fingerprint %s", in.Fingerprint)
	}
	fmt.Fprintf(w, "%d splits of %d records, by %s.\n\n%s\n", r.Splits, r.N, r.Method,
		strings.Join(columns.Facts(facts, columns.Terminal), "\n"))
	if len(r.Distances) == 0 {
		return nil
	}
	rows := [][]string{{"split", "condition", "X²", "categories", "X²/J"}}
	for _, d := range r.Distances {
		rows = append(rows, []string{fmt.Sprint(d.Split), d.Condition, fmt.Sprintf("%.4f", d.Chi2), fmt.Sprint(d.Categories),
			fmt.Sprintf("%.4f", d.Ratio)})
	}
	fmt.Fprintln(w)
	return command.Columns(w, rows)
}

// span writes two ends as one number where they are the same.
func span(low, high int) string {
	if low == high {
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("%d to %d", low, high)
}
