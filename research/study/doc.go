// Package study runs simulation studies. A Study has a name and a plan: simulations in
// shards, at the quick or the paper scale, and the tables of their results. Run does for
// every study what all need: logs to resume from, progress, the cost in processor seconds,
// and saving with date, commit and command to a directory of results. RunPart and Collect
// share the shards of a plan out to several machines.
//
// The studies are in the packages below; catalogue lists them. A program can run one of its
// own in the same way, or one of these with a test of its own (package rejection). None
// knows a published number, so that none can be set up to meet it.
package study
