// Package study holds what all simulation studies share: their configuration,
// checkpoints, cost and stored tables. The studies are in the packages below it;
// none knows a published number.
package study
