// Package experiment reproduces the tables and figures of the sources. Each
// published item has a function that computes it; the account sets every
// published number beside the computed one, with a verdict.
package experiment
