// Package voting simulates votes over replications and the Bayes test that stops
// early.
package voting
