// Package voting reproduces the appendices of the paper on voting aggregation.
package voting
