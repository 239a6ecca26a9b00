// Package subsamples judges procedures on real data: sub-samples of large public data sets, whose other records say
// what is true.
//
// A cell is a data set with two classes, a number n of records, two learners and a metric. The data sets are the
// letters of UCI (A to M or N to Z), MNIST (0 to 4 or 5 to 9), connect-4 (the first player wins, or not) and adult
// (income), as features that are made of all records, without classes: see populations. On each sub-sample, drawn
// without replacement, the study takes
//
//	5 x 2 BCV                                             bcv-t, posterior of package paired
//	with 10 half-splits and 2 inner replications          nested-t
//	random 5 x 2 CV                                       the t of Dietterich (1998)
//	100 hold-outs of a tenth                              corrected resampled t (Nadeau and Bengio 2003)
//	10 x 10-fold CV, and its first replication            corrected t (Bouckaert and Frank 2004), t of the folds
//
// What is true of different learners is the mean difference over other sub-samples, each of which trains on n/2 or on
// 9n/10 records, as the procedure does, and is judged on 1,000 records that it does not have, in parts of the size of
// a fold: a procedure answers for the question that it asks. A sub-sample has 2.5% of the data set at most.
//
// Two learners are equal by construction (Row.Equal) where each record deals two groups of features to them by a coin
// of its own: records have the same distribution when the learners change places, so that the expected difference is 0.
// The groups are drawn anew for each sub-sample. (Groups that are dealt once for all its records would not do: one of
// them would be better than the other, and who claims it would be right.)
//
// No procedure was chosen by these cells, which were fixed before any of them had run.
package subsamples
