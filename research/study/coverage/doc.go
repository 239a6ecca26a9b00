// Package coverage simulates how often credible intervals of F1 hold the true value
// (Wang and Li 2019, §2.4).
package coverage
