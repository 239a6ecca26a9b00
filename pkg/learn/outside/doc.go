// Package outside turns any command into a learner: a script in Python, R or another language that reads two CSV
// files and writes a third.
//
// # Files
//
// For every fit the command gets three paths.
//
//   - train: one row per training record; the features under their names, then
//     the column target.
//   - test: one row per record to predict; the column record, then the features.
//     It has no target, so that a script cannot look at it.
//   - predictions: the file that the command must write, with the columns record
//     and prediction and one row for each record of test, in any order.
//
// Where records have groups, times or weights (dataset.Data), the file roles.csv beside train has them, one row per
// training record in its order, in the columns group, time and weight: for tuning that keeps groups together, and for
// fits that count records by their weights. Nothing is said of the groups, times and weights of other records.
//
// All are UTF-8 with commas between fields, a header line, and quotation marks where a field needs them (RFC
// 4180). Numbers have all their digits ('g', -1 of strconv). Nominal features and classes are written by name; the
// prediction of a classifier is the name of a class, the prediction of a regression a finite number. A classifier may
// write the probability of each class beside it, in columns called p_ and the name of the class, for all classes of
// the data set, with 0 for those that did not train: metrics such as ROC AUC need them. Records are
// numbered from 0, as in the data set. The training file has no column record, because a script that takes all
// columns but target as features would learn from it.
//
// # Starting the command
//
// Each of {train}, {test}, {predictions} and {seed} in an argument is replaced. If no argument has one of the three
// paths, they are appended in this order. They are also in the environment:
//
//	BCV_TRAIN, BCV_TEST, BCV_PREDICTIONS  the paths
//	BCV_SEED     a whole number from 0 to 2^31-1, a function of Command.Seed and
//	             the training records
//	BCV_RUN      the number of the run, from 1 (Command.Run)
//	BCV_TASK     classification or regression
//	BCV_CLASSES  the names of the classes as one line of CSV, empty for regression
//	BCV_NOMINAL  the names of the nominal features as one line of CSV
//	BCV_ROLES    the columns of roles.csv as one line of CSV, empty if there is no such file
//
// The command succeeds if it exits with status 0. Its standard output is ignored; the last lines of its standard
// error are part of the error if it fails.
//
// # Serving
//
// Starting an interpreter with its libraries can take longer than the fit. With Command.Serve the command is
// started once per fitter, without paths. It gets one line per fit on standard input, with tabs between the fields:
//
//	train<TAB>test<TAB>predictions<TAB>seed
//
// and answers with one line on standard output, "ok" when the predictions are written, or "error " and a message.
// The output must be flushed after each answer, and nothing else may be printed there. At the end of its input the
// command must exit. It must not keep anything from one job to the next.
//
// # Which records are predicted
//
// Fit runs the command, so that it can return an error, and lets it predict all records outside the training set;
// Predict looks up the predictions. Cross-validation needs no more. Predict panics for a training record unless
// Command.PredictAll is set.
//
// # Clean ends
//
// The files of each fit are in a separate directory, which is removed when Fit returns, even with an error. On a
// time-out, or when the context of the fit or Command.Context is cancelled, the command and the processes it started
// are killed (their process group; on systems without process groups only the command). So are processes that a
// command leaves behind when it ends. On Linux the command dies with this process, even if this process is killed. A
// fitter that serves has the method Close, which ends its process; without a call of Close the process ends when the
// fitter is garbage collected. A script that serves also sees the end of its input when this program dies.
package outside
