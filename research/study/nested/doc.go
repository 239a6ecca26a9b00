// Package nested judges procedures that compare two learners, at equal numbers of trainings: how often they claim a
// difference that is not there, how often they find one that is, and how often their 95% intervals hold it.
//
// What decides is S, the variance over data sets of the mean over all partitions. The folds of an m x 2 CV do not
// show it; cross-validations inside the halves of the data set do, see infer.NestedT. On each simulated data set
// the study takes
//
//	differences on the folds of an m x 2 BCV       m = 3, 5, 10 and 50: bcv-t, paired, records, oracle z
//	inner differences in the halves                beside m = 3, 5 and 10: nested-t and its forms
//	differences on 100 hold-outs of a tenth        corrected resampled t
//	5 hold-outs, and 5 in each half of 10 pairs    conservative z (Nadeau and Bengio 2003)
//	differences on 10-fold CV and 5-fold CV        t of the folds, Bayle et al. (2020)
//	10-fold CVs with pairs of folds left out       Bates, Hastie and Tibshirani (2023)
//
// by error rate, F1, macro F1, AUC, log loss or squared error. A cell is a distribution of data, two learners and a
// metric. Where the learners are exchangeable (Row.Equal), H0 is true by construction and the expected difference is 0;
// else it is the mean estimate over all data sets, for each procedure that of its own estimate.
//
// Power is that of the two-sided test of level 0.05 where the difference is two standard deviations: of the
// estimate itself (Row.OwnPower), which measures the test alone, as in study calibration; or of the mean over all
// partitions (Row.Power), the same difference for all procedures, which counts against a procedure that its estimate
// varies more.
//
// The form of nested-t was chosen on a part of the cells (Row.Choice), from those of the table nested_forms. The others
// confirm: Findings says which goals it meets there, and which it does not.
//
// In the table nested, nested-t is not told how many records the classes have. The table nested_counted has it by F1
// and macro F1 where it is (infer.Differences.WithRarestClass): on the same cells, and on others, most of them of a
// rare class, beside the procedures that need the m x 2 BCV and its inner folds alone. Where a class is rare it takes
// the form "raw", which was chosen, with the bounds of a rare class, on those cells that choose.
//
// The table nested_several has 3 and 10 equal learners, compared by error rate in all pairs by Holm's procedure: how
// often it claims any difference.
package nested
