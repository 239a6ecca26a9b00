// Package voting aggregates the predictions of an m x 2 CV by a vote: each
// replication of two-fold CV predicts every record once, so that a record has m
// predictions, and the majority of them is one prediction again. Instead of the
// mean of 2m confusion matrices that gives one matrix H_m of all records
// (appendices of Model Evaluation with Precision, Recall, and F1 Measure Based on
// Block-regularized m x 2 Cross Validation for Text Corpus, here "V").
//
// H_m describes the vote of m models, not one of them: it is an estimate for
// somebody who will deploy the vote.
//
// Votes counts predictions and gives the matrix and the agreement of the
// predictions of one class: their share of right ones p and the correlation rho2 of
// two predictions of a record. From these MajorityProb has the probability that a
// vote is right, and Model the expected matrix of any m and its limit. The posterior
// of a metric follows from the counts of a matrix, see package posterior.
package voting
