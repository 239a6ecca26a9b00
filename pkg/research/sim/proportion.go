package sim

import "math"

// Proportion counts how often something happened.
type Proportion struct {
	Hits, N float64
}

// Add counts one trial.
func (p *Proportion) Add(hit bool) {
	p.N++
	if hit {
		p.Hits++
	}
}

// Merge adds the trials of o.
func (p *Proportion) Merge(o Proportion) {
	p.Hits += o.Hits
	p.N += o.N
}

// Value returns the share of hits, NaN without trials.
func (p Proportion) Value() float64 { return p.Hits / p.N }

// SE returns the standard error of the share.
func (p Proportion) SE() float64 {
	v := p.Value()
	return math.Sqrt(v * (1 - v) / p.N)
}
