package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/pkg/infer"
)

// trainingsRow is what a number of trainings may be spent on, and its JSON.
type trainingsRow struct {
	Test      string   `json:"test"`
	M         int      `json:"m"`
	Halves    int      `json:"halves,omitempty"`
	Inner     int      `json:"inner,omitempty"`
	OnHalf    int      `json:"trainings_on_half"`
	OnQuarter int      `json:"trainings_on_quarter"`
	HalfWidth float64  `json:"half_width"` // expected, of the two-sided interval
	Power     *float64 `json:"power,omitempty"`
}

// spending plans replications, half-splits and inner replications for a number of trainings.
func (f *powerFlags) spending(fs *flag.FlagSet) (any, func(w io.Writer) error, error) {
	if f.trainings < 4 || f.trainings > 100_000 {
		return nil, nil, fmt.Errorf("--trainings %d; give a number from 4 to 100000", f.trainings)
	}
	if err := f.checkSpread(); err != nil {
		return nil, nil, err
	}
	v, err := f.variances(command.Given(fs, "rho1") || command.Given(fs, "rho2"))
	if err != nil {
		return nil, nil, err
	}
	rows, err := f.spend(v)
	return rows, func(w io.Writer) error { return f.writeTrainings(w, rows, v) }, err
}

// variances returns those of the pilot, if it has inner results, or of the assumed correlations.
func (f *powerFlags) variances(assumed bool) (infer.NestedVariances, error) {
	sd := f.plan.SD
	if f.losses != "" {
		pilot, err := f.differences()
		if err != nil {
			return infer.NestedVariances{}, err
		}
		if pilot.Inner() == nil {
			sd, err = infer.SigmaOf(pilot, f.plan.Rho1, f.plan.Rho2)
		} else if assumed {
			err = errors.New("the pilot has inner results, which show the correlations; leave --rho1 and --rho2 out")
		} else if v, estimated := infer.EstimateNested(pilot); estimated == nil {
			return v, nil
		} else {
			err = estimated
		}
		if err != nil {
			return infer.NestedVariances{}, fmt.Errorf("%s: %w", f.losses, err)
		}
	}
	p := f.plan
	p.M, p.SD, p.Difference = 2, sd, 0
	if _, err := p.HalfWidth(); err != nil { // checks sd and correlations
		return infer.NestedVariances{}, err
	}
	return infer.NestedVariancesOf(sd, f.plan.Rho1, f.plan.Rho2), nil
}

// spend lists ways to spend the trainings: a BCV alone, and fewer replications with inner ones.
func (f *powerFlags) spend(v infer.NestedVariances) ([]trainingsRow, error) {
	p := f.plan
	known := !math.IsNaN(p.Difference)
	if !known {
		p.Difference = p.Delta
	}
	p.M, p.SD = f.trainings/2, math.Sqrt(v.S+v.P+v.Within/2)
	p.Rho1, p.Rho2 = 1-v.Within/(p.SD*p.SD), v.S/(p.SD*p.SD)
	power, err := p.Power()
	if err != nil {
		return nil, err
	}
	half, err := p.HalfWidth()
	if err != nil {
		return nil, err
	}
	rows := []trainingsRow{{Test: "bcv-t", M: p.M, OnHalf: 2 * p.M, HalfWidth: half, Power: &power}}
	for _, inner := range []int{2, 4} {
		for _, m := range []int{2, 3, 5, 10, 20} {
			halves := (f.trainings - 2*m) / (4 * inner)
			if halves < m {
				break
			}
			power, half, err := infer.NestedPlan{Options: p.Options, NestedVariances: v, M: m, Halves: halves, Inner: inner,
				Difference: p.Difference}.Power()
			if err != nil {
				return nil, err
			}
			rows = append(rows, trainingsRow{Test: "nested-t", M: m, Halves: halves, Inner: inner, OnHalf: 2 * m,
				OnQuarter: 4 * inner * halves, HalfWidth: half, Power: &power})
		}
	}
	for i := range rows {
		if !known {
			rows[i].Power = nil
		}
	}
	return rows, nil
}

func (f *powerFlags) writeTrainings(w io.Writer, rows []trainingsRow, v infer.NestedVariances) error {
	table := [][]string{{"test", "--m", "--halves", "--inner", "on n/2", "on n/4", "half width", "power"}}
	for _, r := range rows {
		power := "-"
		if r.Power != nil {
			power = fmt.Sprintf("%.4f", *r.Power)
		}
		cells := []string{r.Test}
		for _, n := range []int{r.M, r.Halves, r.Inner, r.OnHalf, r.OnQuarter} {
			cells = append(cells, fmt.Sprint(n))
		}
		table = append(table, append(cells, fmt.Sprintf("%.4g", r.HalfWidth), power))
	}
	if err := writeColumns(w, table); err != nil {
		return err
	}
	fmt.Fprintf(w, "Variances of a fold: %.4g of the mean over all partitions, %.4g of a replication, %.4g within; "+
		"%.4g of an inner replication.\n", v.S, v.P, v.Within/2, v.Added)
	_, err := fmt.Fprintf(w, "Normal model, %s, level %g; half widths are those expected of two-sided intervals. A "+
		"training on n/4 records takes less than one on n/2.\nAbout the algorithms, trained on other samples of half "+
		"of the records.\n", f.plan.Alternative, f.plan.Alpha)
	return err
}
