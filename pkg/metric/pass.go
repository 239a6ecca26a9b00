package metric

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Pass is a metric of items that have several draws, each right or wrong, such as solutions of a problem by a language
// model: how likely it is that of K other draws of the item any is right (pass@k), or that all are (pass^k).
type Pass struct {
	K   int
	All bool
}

// passName matches the names of Pass: pass@2, pass_at_2, pass_at_k(2) and pass_at_k(k=2); and pass^2, pass_2,
// pass_k(2).
var passName = regexp.MustCompile(`(?i)^pass(?:(@|[ _-]at[ _-])|(\^|[ _-]))` +
	`(?:([0-9]+)|k(?:\((?:k ?= ?)?([0-9]+)\))?)$`)

// PassOf returns the metric that a name stands for, and whether it does. It is an error if the name does not say k, or
// if that is not from 1 to 1,000,000.
func PassOf(name string) (p Pass, ok bool, err error) {
	m := passName.FindStringSubmatch(strings.TrimSpace(name))
	if m == nil {
		return p, false, nil
	}
	p.All = m[1] == ""
	if m[3]+m[4] == "" {
		p.K = 2
		return p, true, fmt.Errorf("metric: %s does not say k; name it, such as %s", name, p)
	}
	if p.K, err = strconv.Atoi(m[3] + m[4]); err != nil || p.K < 1 || p.K > 1e6 {
		return p, true, fmt.Errorf("metric: k of %s; give a number from 1 to 1000000", name)
	}
	return p, true, nil
}

// String is the name of the metric, pass@K or pass^K.
func (p Pass) String() string {
	if p.All {
		return fmt.Sprintf("pass^%d", p.K)
	}
	return fmt.Sprintf("pass@%d", p.K)
}

// Metric describes it: a share, of which more is better.
func (p Pass) Metric() Metric { return share(p.String()) }

// Of returns the unbiased estimate of an item from its draws, some of which are right: with C(n, k) the number of ways
// to take k of n,
//
//	1 - C(draws-right, K)/C(draws, K)   or, for All,   C(right, K)/C(draws, K)
//
// (Chen et al. 2021). It panics unless there are K draws or more.
func (p Pass) Of(right, draws int) float64 {
	if draws < p.K || right < 0 || right > draws {
		panic(fmt.Sprintf("metric: %s of %d right of %d draws", p, right, draws))
	}
	of := right
	if !p.All {
		of = draws - right
	}
	ways := 1.0
	for j := range p.K {
		ways *= float64(max(0, of-j)) / float64(draws-j)
	}
	if p.All {
		return ways
	}
	return 1 - ways
}
