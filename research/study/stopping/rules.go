package stopping

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/research/study"
)

// RuleRow is what one rule does in one cell at one excess of mu over Delta.
type RuleRow struct {
	Rule       string  `dataframe:"rule"`
	Alpha      float64 `dataframe:"alpha"` // one-sided
	Rho1       float64 `dataframe:"rho1"`
	Rho2       float64 `dataframe:"rho2"`
	Excess     float64 `dataframe:"excess"` // mu - Delta in units of sigma
	Reject     float64 `dataframe:"reject"` // probability: the type I error at excess 0
	RejectSE   float64 `dataframe:"reject_se"`
	Stop       float64 `dataframe:"mean_stop"`
	StopSE     float64 `dataframe:"mean_stop_se"`
	Draws      int     `dataframe:"draws"`
	Seed       int     `dataframe:"seed"`
	CPUSeconds float64 `dataframe:"cpu_seconds"` // of the cell, all rules
}

// NamedRule is a rule of stopping under a name.
type NamedRule struct {
	Name string
	Test sequential.TTest
}

// Rules are the rules to compare, one-sided at level alpha with looks
// from 3 to max: the published one, the calibrated ones, one look at max.
func Rules(alpha float64, max int) []NamedRule {
	one := infer.Options{Alternative: infer.Greater, Alpha: alpha}
	rule := func(name string, r sequential.Rule) NamedRule {
		return NamedRule{Name: name, Test: sequential.TTest{Options: one, Max: max, Rule: r}}
	}
	fixed := rule("one look at the end", sequential.Printed{})
	fixed.Test.Start = max
	return []NamedRule{
		rule("printed", sequential.Printed{}),
		rule("printed at alpha/2", sequential.Printed{Halved: true}),
		rule("calibrated, equal", sequential.Calibrated{}),
		rule("calibrated, late", sequential.Calibrated{Shape: sequential.Late}),
		rule("calibrated for rho2 <= 0.4, equal", sequential.Calibrated{Region: sequential.MilderRegion}),
		rule("calibrated for rho2 <= 0.4, late", sequential.Calibrated{Region: sequential.MilderRegion,
			Shape: sequential.Late}),
		fixed,
	}
}

// ComparePower simulates rules on common paths in each cell: a row for each cell, rule and
// excess.
func ComparePower(ctx context.Context, cfg study.Config, rules []NamedRule, cells []sequential.Correlation,
	excess []float64, draws int) ([]RuleRow, error) {
	e, err := rulePower("rule-power", cfg.Seed, rules, cells, excess, draws)
	if err != nil {
		return nil, err
	}
	err = study.Simulate(ctx, cfg, e)
	return e.Result(), err
}

func rulePower(name string, seed uint64, rules []NamedRule, cells []sequential.Correlation, excess []float64,
	draws int) (*study.Experiment[[]RuleRow], error) {
	var looks []sequential.Boundary
	var named []string
	for _, r := range rules {
		l, err := r.Test.Boundary()
		if err != nil {
			return nil, err
		}
		looks, named = append(looks, l), append(named, fmt.Sprintf("%s, alpha = %g, max = %d", r.Name, r.Test.Alpha,
			r.Test.Max))
	}
	settings := map[string]any{"rules": named, "cells": cells, "excess": excess, "draws": draws}
	return study.Steps(name, seed, settings, len(cells), func(_ context.Context, i int) ([]RuleRow, error) {
		c := cells[i]
		start := study.CPUSeconds()
		got, err := sequential.OperatingCharacteristics(c, looks, excess, draws, seed)
		if err != nil {
			return nil, err
		}
		cost := study.CPUSeconds() - start
		var out []RuleRow
		for k, r := range rules {
			for _, o := range got[k] {
				out = append(out, RuleRow{Rule: r.Name, Alpha: r.Test.Alpha, Rho1: c.Rho1, Rho2: c.Rho2,
					Excess: o.Excess, Reject: micro(o.Reject), RejectSE: micro(o.RejectSE),
					Stop: micro(o.Stop), StopSE: micro(o.StopSE), Draws: draws, Seed: int(seed),
					CPUSeconds: micro(cost)})
			}
		}
		return out, nil
	}), nil
}

// RuleSummary is the largest type I error of one rule over the cells of a grid.
type RuleSummary struct {
	Rule    string  `dataframe:"rule"`
	Error   float64 `dataframe:"largest error"`
	SE      float64 `dataframe:"standard error"`
	Rho1    float64 `dataframe:"at rho1"`
	Rho2    float64 `dataframe:"at rho2"`
	Milder  float64 `dataframe:"largest for rho2 <= 0.4"`
	MildSE  float64 `dataframe:"its standard error"`
	Percent float64 `dataframe:"percent of the cells above alpha"` // by more than 3 standard errors
}

// SummarizeRules returns a row for each rule, in their order; rows hold the error of
// each rule at excess 0 in each cell.
func SummarizeRules(rows []RuleRow) []RuleSummary {
	var out []RuleSummary
	index, cells := map[string]int{}, map[string]int{}
	for _, r := range rows {
		i, seen := index[r.Rule]
		if !seen {
			i = len(out)
			index[r.Rule], out = i, append(out, RuleSummary{Rule: r.Rule})
		}
		s := &out[i]
		cells[r.Rule]++
		if r.Reject > r.Alpha+gridErrors*r.RejectSE {
			s.Percent++
		}
		if r.Reject > s.Error {
			s.Error, s.SE, s.Rho1, s.Rho2 = r.Reject, r.RejectSE, r.Rho1, r.Rho2
		}
		if r.Rho2 <= 0.4 && r.Reject > s.Milder {
			s.Milder, s.MildSE = r.Reject, r.RejectSE
		}
	}
	for i := range out {
		out[i].Percent *= 100 / float64(cells[out[i].Rule])
	}
	return out
}

// ConstantRow is one constant of a calibrated rule.
type ConstantRow struct {
	Region      string  `dataframe:"region"`
	Shape       string  `dataframe:"shape"`
	Alternative string  `dataframe:"alternative"`
	Alpha       float64 `dataframe:"alpha"`
	Max         int     `dataframe:"max"`   // replications at the last look; the first is at 3
	Level       float64 `dataframe:"level"` // nominal level at the last look
	SE          float64 `dataframe:"se"`    // of the error that this level gives, which is alpha
}

// Alphas are the levels of the table of constants.
var Alphas = []float64{0.1, 0.05, 0.01, 0.005, 0.001}

// Constants returns the table of constants, last looks 3 to 20.
func Constants() ([]ConstantRow, error) {
	var out []ConstantRow
	for _, region := range []sequential.Region{sequential.WholeRegion, sequential.MilderRegion} {
		for _, shape := range []sequential.Shape{sequential.Equal, sequential.Late} {
			for _, alternative := range []infer.Alternative{infer.Greater, infer.TwoSided} {
				side := "one-sided"
				if alternative == infer.TwoSided {
					side = "two-sided"
				}
				for _, alpha := range Alphas {
					for m := 3; m <= 20; m++ {
						k, err := sequential.Calibrated{Region: region, Shape: shape}.Constant(3, m, alternative, alpha)
						if err != nil {
							return nil, err
						}
						out = append(out, ConstantRow{Region: region.String(), Shape: shape.String(),
							Alternative: side, Alpha: alpha, Max: m, Level: k.Level, SE: k.SE})
					}
				}
			}
		}
	}
	return out, nil
}
