package study

import (
	"bytes"
	"context"
	_ "embed" // the stored costs
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// Cost is the measured processor time of a shard of a simulation.
type Cost struct {
	Scale      string  `dataframe:"scale"`
	Simulation string  `dataframe:"simulation"`
	Shards     int     `dataframe:"shards"`  // of the simulation
	Shard      int     `dataframe:"shard"`   // -1: of every shard, the mean of some
	Seconds    float64 `dataframe:"seconds"` // of processor time
}

//go:embed costs.csv
var costsFile []byte

// costs are the stored costs, by scale and simulation.
var costs = sync.OnceValue(func() map[[2]string][]Cost {
	rows, _, err := table.Read[Cost]("costs.csv", bytes.NewReader(costsFile))
	if err != nil {
		panic(err) // it is part of the program
	}
	out := map[[2]string][]Cost{}
	for _, r := range rows {
		key := [2]string{r.Scale, r.Simulation}
		out[key] = append(out[key], r)
	}
	return out
})

// costOf returns the stored costs of a simulation: one a shard, or one for all; none if
// they are unknown, as those of a researcher's own settings.
func costOf(scale Scale, s Simulation) []Cost {
	all := costs()[[2]string{string(scale), s.Name()}]
	n := s.Plan().Shards
	if len(all) == 0 || all[0].Shards != n || len(all) != 1 && len(all) != n {
		return nil
	}
	return all
}

// kinds returns the shards of a plan by cost. A simulation whose cost is unknown counts
// with the mean of the others; if all are unknown, all shards count the same.
func (p Plan) kinds(scale Scale) []kind {
	micros := func(seconds float64) int64 { return max(1, int64(math.Round(seconds*1e6))) }
	var out []kind
	var unknown []int
	var sum int64
	for i, s := range p.Simulations {
		all := costOf(scale, s)
		switch len(all) {
		case 0:
			unknown = append(unknown, i)
		case 1:
			out = append(out, kind{simulation: i, cost: micros(all[0].Seconds)})
			sum += out[len(out)-1].cost
		default:
			// Shards of one cost stand together, so that a part has neighbours.
			by := map[int64][]int{}
			for _, c := range all {
				by[micros(c.Seconds)] = append(by[micros(c.Seconds)], c.Shard)
				sum += micros(c.Seconds) / int64(len(all))
			}
			for _, cost := range slices.Sorted(maps.Keys(by)) {
				slices.Sort(by[cost])
				out = append(out, kind{simulation: i, cost: cost, shards: by[cost]})
			}
		}
	}
	for _, i := range unknown {
		out = append(out, kind{simulation: i, cost: max(1, sum/int64(max(1, len(p.Simulations)-len(unknown))))})
	}
	return out
}

// Seconds returns the stored processor time of a plan, in all and of each of some parts,
// and of how many simulations it is unknown.
func (p Plan) Seconds(scale Scale, parts int) (total float64, each []float64, unknown int) {
	each = make([]float64, parts)
	d := p.divide(scale, parts)
	for i, s := range p.Simulations {
		all := costOf(scale, s)
		if len(all) == 0 {
			unknown++
			continue
		}
		for shard, part := range d.owner[i] {
			seconds := all[min(shard, len(all)-1)].Seconds
			each[part] += seconds
			total += seconds
		}
	}
	return total, each, unknown
}

// probes is how many shards of a simulation are measured first, and mostExact the seconds
// up to which all are measured if these differ much.
const (
	probes    = 3
	mostExact = 60
)

// MeasureCosts runs some shards of each simulation of a study, and all of those whose
// shards differ in cost, and returns what they took.
func MeasureCosts(ctx context.Context, cfg Config, s Study) ([]Cost, error) {
	p, err := s.Make(cfg)
	if err != nil {
		return nil, err
	}
	var out []Cost
	for i, x := range p.Simulations {
		costs, err := measure(ctx, string(cfg.Scale), x)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		out = append(out, costs...)
		cfg.Report(i+1, len(p.Simulations))
	}
	return out, nil
}

func measure(ctx context.Context, scale string, x Simulation) ([]Cost, error) {
	n := x.Plan().Shards
	known := map[int]float64{}
	take := func(shard int) (err error) {
		if _, ok := known[shard]; !ok {
			known[shard], err = x.measure(ctx, shard)
		}
		return err
	}
	least, most, sum := math.Inf(1), 0.0, 0.0
	for k := range probes {
		if err := take((2*k + 1) * n / (2 * probes)); err != nil {
			return nil, err
		}
	}
	for _, v := range known {
		least, most, sum = min(least, v), max(most, v), sum+v
	}
	mean := sum / float64(len(known))
	if most < 1.5*least || most < 0.02 || mean*float64(n) > mostExact {
		return []Cost{{Scale: scale, Simulation: x.Name(), Shards: n, Shard: -1, Seconds: digits(mean)}}, nil
	}
	var out []Cost
	for shard := range n {
		if err := take(shard); err != nil {
			return nil, err
		}
		out = append(out, Cost{Scale: scale, Simulation: x.Name(), Shards: n, Shard: shard, Seconds: digits(known[shard])})
	}
	return out, nil
}

// digits returns tenths of milliseconds.
func digits(seconds float64) float64 { return math.Round(seconds*1e4) / 1e4 }
