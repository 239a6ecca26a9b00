package correlation

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/study"
)

// StoredCorrelation is a correlation with what its computation took.
type StoredCorrelation struct {
	CorrelationRow
	Seed       int     `dataframe:"seed"`
	CPUSeconds float64 `dataframe:"cpu_seconds"` // of all rows of the data set together
	Date       string  `dataframe:"date"`        // of the run
}

// stored runs a study and returns the rows of its learners, then of their pairs.
func stored(ctx context.Context, s Study, opt sim.Options) ([]StoredCorrelation, error) {
	before := study.CPUSeconds()
	r, err := s.Run(ctx, opt)
	if err != nil {
		return nil, err
	}
	rows := append(r.Learners(), r.Pairs()...)
	cost, date := study.CPUSeconds()-before, time.Now().UTC().Format(time.DateOnly)
	var out []StoredCorrelation
	for _, row := range rows {
		out = append(out, StoredCorrelation{row, int(s.Seed), cost, date})
	}
	return out, nil
}

// SaveCorrelations writes rows with six digits, far beyond their errors, to the
// directory of results.
func SaveCorrelations(cfg study.Config, name string, rows []StoredCorrelation) error {
	rows = slices.Clone(rows)
	for i := range rows {
		r := &rows[i]
		for _, v := range []*float64{&r.Mean, &r.MeanSE, &r.Sigma2, &r.Sigma2SE, &r.Rho1, &r.Rho1SE, &r.Rho2, &r.Rho2SE, &r.CPUSeconds} {
			*v = sixDigits(*v)
		}
	}
	return study.Save(cfg, name, rows)
}

func sixDigits(v float64) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil {
		panic(err) // FormatFloat wrote it
	}
	return out
}
