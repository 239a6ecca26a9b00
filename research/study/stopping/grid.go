package stopping

import (
	"context"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/research/study"
)

// testErrorRuns is the number of vectors of differences in a cell.
const testErrorRuns = 10_000

const (
	gridAlpha  = 0.05
	gridExcess = 2.0 // mu - Delta in units of sigma, where the power is taken
)

// TestErrorRow is the error of the first kind of one test at level 0.05 in one cell
// of the grid, on normal differences with variance 1, mu = Delta and correlations
// rho1 within a replication, rho2 between replications. NaN, empty in a file, is
// what does not exist: the rho1 of hold-outs, the rho2 of one K-fold CV, the
// one-sided form of an F-test.
type TestErrorRow struct {
	Test     string  `dataframe:"test"`
	Design   string  `dataframe:"design"`
	Rho1     float64 `dataframe:"rho1" table:"blank"`
	Rho2     float64 `dataframe:"rho2" table:"blank"`
	OneSided float64 `dataframe:"error_one_sided" table:"blank"`
	OneSE    float64 `dataframe:"error_one_sided_se" table:"blank"`
	TwoSided float64 `dataframe:"error_two_sided"`
	TwoSE    float64 `dataframe:"error_two_sided_se"`
	Power    float64 `dataframe:"power"` // two-sided, at |mu - Delta| = 2 sigma
	Runs     int     `dataframe:"runs"`
	study.Effort
}

// gridPlan holds the experiments on all tests in all cells of the grid. Left out are
// proportion-z, conservative-z, nested-t and kfold-ci-z-in, which need more than
// differences, and the tests of contingency tables.
//
// Hold-outs and K-fold CV, for which no table has correlations, are equally
// correlated: hold-outs by the rho2 of the grid, the folds of one CV by rho1.
type gridPlan struct {
	designs []gridDesign
	cells   int                                  // of the sequential rules
	counts  *study.Experiment[[]gridCount]       // by design, test and cell
	rules   *study.Experiment[[]sequentialError] // by cell and rule
}

func newGridPlan(cfg study.Config, runs int) (gridPlan, error) {
	designs, err := gridDesigns()
	if err != nil {
		return gridPlan{}, err
	}
	normal := DefaultNormal(cfg.Scale)
	rules, err := sequentialErrors(normal, cfg.Seed, runs)
	return gridPlan{designs: designs, cells: len(normal.Cells), counts: countGrid(designs, cfg.Seed, runs),
		rules: rules}, err
}

// rows returns a row for each test and cell, the sequential rules last.
func (p gridPlan) rows() []TestErrorRow {
	var out []TestErrorRow
	at := 0
	for _, d := range p.designs {
		for _, t := range d.tests {
			for _, c := range d.cells() {
				r := p.counts.Result()[at].row()
				at++
				r.Test, r.Design, r.Rho1, r.Rho2 = t.name, d.name, c.rho1, c.rho2
				if t.oneSided == 0 {
					r.OneSided, r.OneSE = math.NaN(), math.NaN()
				}
				out = append(out, r)
			}
		}
	}
	for _, e := range byTest(p.rules.Result(), p.cells) {
		out = append(out, TestErrorRow(e))
	}
	effort := p.counts.Effort()
	effort.CPUSeconds += p.rules.Effort().CPUSeconds
	for i := range out {
		out[i].Effort = effort
	}
	return out
}

// sequentialError is a row of a sequential rule, all of whose numbers exist.
type sequentialError TestErrorRow

// sequentialErrors simulates the sequential rules, cell by cell.
func sequentialErrors(normal Normal, seed uint64, runs int) (*study.Experiment[[]sequentialError], error) {
	var names []string
	var looks []sequential.Boundary // of each rule one-sided, then two-sided
	for _, r := range Rules(gridAlpha, normal.Max)[:4] {
		names = append(names, "sequential, "+r.Name)
		for _, side := range []infer.Alternative{infer.Greater, infer.TwoSided} {
			r.Test.Alternative = side
			l, err := r.Test.Boundary()
			if err != nil {
				return nil, err
			}
			looks = append(looks, l)
		}
	}
	names = append(names, "mx2-t, first crossing")
	for _, level := range []float64{gridAlpha, gridAlpha / 2} {
		l := normal.Looks(Dietterich, sequential.Correlation{}, normal.Start, level)
		l.TwoSided = level < gridAlpha
		looks = append(looks, l)
	}
	return study.Steps("test-errors-sequential", seed, map[string]any{"rules": names, "cells": normal.Cells,
		"runs": runs}, len(normal.Cells), func(_ context.Context, i int) ([]sequentialError, error) {
		c := normal.Cells[i]
		got, err := sequential.OperatingCharacteristics(c, looks, []float64{0, gridExcess}, runs, seed)
		if err != nil {
			return nil, err
		}
		var out []sequentialError
		for k, name := range names {
			one, two := got[2*k], got[2*k+1]
			out = append(out, sequentialError{Test: name, Design: "3 to 12 x 2 CV", Rho1: c.Rho1, Rho2: c.Rho2,
				OneSided: one[0].Reject, OneSE: one[0].RejectSE, TwoSided: two[0].Reject, TwoSE: two[0].RejectSE,
				Power: two[1].Reject, Runs: runs})
		}
		return out, nil
	}), nil
}
