package split

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"github.com/block-regularized/bcv/internal/command"
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
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "method\t%s\nrecords\t%d\nsplits\t%d\n", r.Method, r.N, r.Splits)
	fmt.Fprintf(tw, "training records\t%d to %d\ntimes a record trains\t%d to %d\n",
		r.TrainMin, r.TrainMax, r.OccurMin, r.OccurMax)
	if h := r.Halves; h != nil {
		fmt.Fprintf(tw, "records of the halves\t%s\nlargest difference\t%d records (%.1f%%), in split %d\n",
			h.list(), h.Largest, 100*h.Fraction, h.Split)
	}
	if r.Splits > 1 && cv.Method(r.Method).Exchangeable() {
		fmt.Fprintf(tw, "overlaps\t%d to %d, ideal %.6g\nk reached\t%.6g\nk bound\t%.6g\n",
			r.OverlapMin, r.OverlapMax, r.Ideal, r.K, r.Bound)
	}
	if r.RandomK != nil {
		fmt.Fprintf(tw, "k of the best of 1000 random sets\t%.6g\n", *r.RandomK)
	}
	fmt.Fprintf(tw, "fingerprint\t%s\n", r.Fingerprint)
	if in := r.Inner; in != nil {
		fmt.Fprintf(tw, "\nhalf-splits\t%d\ninner replications of a half\t%d\ninner training records\t%d to %d\n",
			in.Halves, in.Replications, in.TrainMin, in.TrainMax)
		if in.Replications > 1 {
			fmt.Fprintf(tw, "largest k of a half\t%.6g\nk bound\t%.6g\n", in.K, in.Bound)
		}
		fmt.Fprintf(tw, "fingerprint of all\t%s\n", in.Fingerprint)
	}
	if len(r.Distances) > 0 {
		fmt.Fprintf(tw, "\nsplit\tcondition\tX²\tcategories\tX²/J\n")
		for _, d := range r.Distances {
			fmt.Fprintf(tw, "%d\t%s\t%.4f\t%d\t%.4f\n", d.Split, d.Condition, d.Chi2, d.Categories, d.Ratio)
		}
	}
	return tw.Flush()
}
