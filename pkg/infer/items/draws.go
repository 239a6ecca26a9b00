package items

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// Draws says how the scores of a model vary over draws: what is drawn anew for each item, such as several answers of a
// language model to one question. Draw 2 of an item has nothing in common with draw 2 of another one, unlike a run,
// which all items share. The score of an item is the mean of its draws, and items stay the units.
type Draws struct {
	Variances    []float64 // by item: of its score, the mean over draws and runs, as far as draws vary; see AverageDraws
	Each         float64   // harmonic mean number of draws of an item in a run
	RightOrWrong bool      // every draw is 0 or 1
}

// AverageDraws averages the draws of each of n items in each run: scores[r][k] is that of a draw in run r of item
// of[r][k], from 0. The variance of the score of an item is
//
//	Σ_r s²_ir/D_ir / R²
//
// of R runs, with s²_ir the variance of its D_ir draws. For an item with one draw s² is the mean over those with
// several, and Draws are nil where there are none. It panics unless every item has a draw in every run.
func AverageDraws(scores [][]float64, of [][]int32, n int) (means [][]float64, draws *Draws) {
	d := Draws{Variances: make([]float64, n), RightOrWrong: true}
	single := make([]float64, n)
	count, inverse, pooled, several := float64(len(scores)), 0.0, 0.0, 0.0
	for r, y := range scores {
		byItem := make([][]float64, n)
		for k, v := range y {
			byItem[of[r][k]] = append(byItem[of[r][k]], v)
			d.RightOrWrong = d.RightOrWrong && (v == 0 || v == 1)
		}
		ofRun := make([]float64, n)
		for i, drawn := range byItem {
			if len(drawn) == 0 {
				panic(fmt.Sprintf("items: item %d has no draw in run %d", i+1, r+1))
			}
			ofRun[i] = mean(drawn)
			inverse += 1 / float64(len(drawn))
			if len(drawn) == 1 {
				single[i]++
				continue
			}
			s := stat.Variance(drawn, nil)
			pooled, several = pooled+s, several+1
			d.Variances[i] += s / float64(len(drawn)) / (count * count)
		}
		means = append(means, ofRun)
	}
	if several == 0 {
		return means, nil
	}
	for i, runs := range single {
		d.Variances[i] += runs * pooled / several / (count * count)
	}
	d.Each = count * float64(n) / inverse
	return means, &d
}

// Names of what draws add to a ledger; of one model alone its name follows.
const drawsName, drawsOf, drawsFactor = "draws", "draws of ", "draws of each item"

// addDraws adds the draws of both models, or of one.
func (s Sample) addDraws(l *Ledger) {
	var v []float64
	df, name, factor, inverse, models := 0.0, drawsName, drawsFactor, 0.0, 0.0
	for g, d := range []*Draws{s.DrawsA, s.DrawsB} {
		if d == nil {
			other := "BA"[g : g+1]
			name, factor = drawsOf+other, drawsFactor+" by "+other
			continue
		}
		if v == nil {
			v = make([]float64, len(d.Variances))
		}
		floats.Add(v, d.Variances)
		inverse, models = inverse+1/d.Each, models+1
	}
	if v == nil {
		return
	}
	n := float64(len(v))
	m, spread := stat.MeanVariance(v, nil)
	if df = 2 * n * m * m / spread; !(spread > 0) {
		df = math.Inf(1)
	}
	l.addDraws(name, factor, models/inverse, m/n, df)
}

// addDraws adds a source: the part of draws, with its degrees of freedom, in that of the items, or of items x runs. It
// is the number of draws of each item that it shrinks with, besides what that shrinks with.
func (l *Ledger) addDraws(name, factor string, each, part, df float64) {
	k := 0
	for j, s := range l.Sources {
		if s.Name == restName || s.Name == "items" || s.Name == "items in clusters" || s.Name == "clusters" {
			k = j
		}
	}
	items := &l.Sources[k]
	over := append(append([]int(nil), items.Over...), len(l.Factors))
	l.Factors = append(l.Factors, Factor{factor, each})
	l.Squares = append(l.Squares, Square{part, df, over})
	last := len(l.Squares) - 1
	padded := make([]float64, last+1)
	copy(padded, items.Weights)
	padded[last] = -1
	items.Weights, items.Carry = padded, true
	own := make([]float64, last+1)
	own[last] = 1
	l.Sources = append(l.Sources[:k+1], append([]Source{{Name: name, Over: over, Weights: own}}, l.Sources[k+1:]...)...)
}
