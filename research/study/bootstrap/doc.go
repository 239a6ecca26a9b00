// Package bootstrap asks whether bootstrap training sets are worth regularizing as partition sets are, by overlaps and
// multiplicities: an outlook of the thesis (Wang 2019, chapter 8).
//
// Replicates, which hold each record 0, 1 or more times, are random; balanced, each record B times in all B of them
// (Davison, Hinkley and Schechtman 1986); with equal frequencies: of eight replicates each record is in three not at
// all, in three once, in one twice and in one three times, and so are the records of each replicate; or regularized
// besides: any two of them leave out equally many records together, and have equal sums of products of their
// multiplicities.
package bootstrap
