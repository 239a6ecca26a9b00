package split

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/internal/command"
)

// writeSplit writes one line per record and fold: replication and fold from 1,
// record from 0, role train or valid, and the name of the set, the same in all lines.
func writeSplit(w io.Writer, set cv.Set) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString("replication,fold,record,role,set\n")
	end := "," + set.ID().String() + "\n"
	var line []byte
	for _, f := range set.Folds() {
		prefix := strconv.Itoa(f.Replication) + "," + strconv.Itoa(f.Fold) + ","
		for _, part := range [...]struct {
			records []int32
			role    string
		}{{f.Train, ",train" + end}, {f.Valid, ",valid" + end}} {
			for _, i := range part.records {
				line = append(line[:0], prefix...)
				line = strconv.AppendInt(line, int64(i), 10)
				line = append(line, part.role...)
				b.Write(line)
			}
		}
	}
	return b.Flush() // a write error stays with the buffer until here
}

// splitReport is what bcv split --report prints.
type splitReport struct {
	cv.Measures
	RandomK   *float64      `json:"best_of_1000_random_k,omitempty"`
	Halves    *splitHalves  `json:"halves,omitempty"` // of sets of whole groups
	Distances []cv.Distance `json:"distances,omitempty"`
}

// randomWork bounds the size of a set that 1,000 random ones are made for.
const randomWork = 200_000

func (f *splitFlags) printReport(env *command.Environment, set cv.Set, conditions []cv.Condition) error {
	r := splitReport{Measures: set.Measure()}
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
		enc := json.NewEncoder(env.JSON())
		enc.SetIndent("", "  ")
		return enc.Encode(r)
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
	if r.Splits > 1 {
		fmt.Fprintf(tw, "overlaps\t%d to %d, ideal %.6g\nk reached\t%.6g\nk bound\t%.6g\n",
			r.OverlapMin, r.OverlapMax, r.Ideal, r.K, r.Bound)
	}
	if r.RandomK != nil {
		fmt.Fprintf(tw, "k of the best of 1000 random sets\t%.6g\n", *r.RandomK)
	}
	fmt.Fprintf(tw, "fingerprint\t%s\n", r.Fingerprint)
	if len(r.Distances) > 0 {
		fmt.Fprintf(tw, "\nsplit\tcondition\tX²\tcategories\tX²/J\n")
		for _, d := range r.Distances {
			fmt.Fprintf(tw, "%d\t%s\t%.4f\t%d\t%.4f\n", d.Split, d.Condition, d.Chi2, d.Categories, d.Ratio)
		}
	}
	return tw.Flush()
}
