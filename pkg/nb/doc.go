// Package nb compares models in the cells of a notebook: data or results, learners and options in, a verdict with its
// figure out. It is thin: packages dataset, frame, learn, holdout, results, compare, rank and report do the work, and
// take what it has no name for. As package display it returns no errors; a cell that fails prints one line and stops.
//
//	loans := nb.CSV("loans.csv", nb.Target("defaulted"), nb.Drop("id"), nb.ImputeMissing())
//	nb.Compare(loans, "forest", "scale | knn", nb.BCV(5)).Show()
//
//	nb.Compare(nb.Wide(df, "rep", "fold"), nb.Score("accuracy")).Show()
//
// # What lives on
//
// Values of a cell end with it. What training took long for does not: Compare, Rank and Gate keep what each learner
// predicted on each fold in files, and take it from there when data, folds, learner and this module are the same, bit by
// bit; a further learner, metric or option trains nothing again. The files lie in bcv/cells of the user's cache
// directory, or in the directory that BCV_CELLS names, and nothing is kept where that is off. Commands (package
// outside) are trained anew each time, as nobody knows what they do, and a learner of learn.Func where its code, or what
// that reaches, has changed. A cell that is interrupted goes on where it was.
package nb
