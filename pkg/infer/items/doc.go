// Package items compares two models by their scores on the items of one test set, in one run or in several.
//
// Where a cross-validation varies the training records, here other things vary: the items, which may lie in
// clusters such as the questions on one passage, and the runs, such as seeds of training. Several draws of one item,
// such as answers of a language model to one question, are averaged within it, see AverageDraws. What a statement is
// about follows from what varied: with one run it holds for these two models on new items, with several for the
// models run again on new items. Differences are those of B minus A.
//
// ItemT, ClusterT and CrossedT take a Sample, the scores of items; PairedPosterior takes the table of right and
// wrong. Scores of the whole set, such as F1, take Parts: Linearized makes scores of items of them, and Randomization
// and BCa check it. LedgerOf says what the variance of a difference is made of, and what more units of each source
// would give; Components and Plan look ahead. PPIT takes a sample that people scored of items that a judge scored, and
// Sample.Judging says what the judge is worth.
package items
