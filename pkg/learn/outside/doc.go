// Package outside makes a learner of any command: a script in Python, R or
// another language that reads two CSV files and writes a third.
//
// # Files
//
// For every fit the command gets three paths.
//
//   - train: one row a training record; the features under their names, then
//     the column target.
//   - test: one row a record to predict; the column record, then the features.
//     It has no target, so that a script cannot look at it.
//   - predictions: the file that the command must write, with the columns record
//     and prediction and one row for each record of test, in any order.
//
// All three are UTF-8 with commas between fields, a header line, and quotation
// marks where a field needs them (RFC 4180). Numbers have all their digits
// ('g', -1 of strconv). Nominal features and classes stand there by name; the
// prediction of a classifier is the name of a class, that of a regression a
// finite number. Records count from 0, as in the data set. The training file has
// no column record, because a script that takes all columns but target as
// features would learn from it.
//
// # Starting the command
//
// Each of {train}, {test}, {predictions} and {seed} in an argument is replaced.
// If no argument has one of the three paths, they are appended in this order.
// The environment has them as well:
//
//	BCV_TRAIN, BCV_TEST, BCV_PREDICTIONS  the paths
//	BCV_SEED     a whole number from 0 to 2^31-1, a function of Command.Seed and
//	             the training records
//	BCV_TASK     classification or regression
//	BCV_NOMINAL  the names of the nominal features as one line of CSV
//
// The command has done its work when it exits with status 0. Its standard output
// is ignored; the last lines of its standard error are part of the error if it
// fails.
//
// # Serving
//
// Starting an interpreter with its libraries can take longer than the fit. With
// Command.Serve the command is started once a fitter, without paths. It gets one
// line a fit on standard input, with tabs between the fields:
//
//	train<TAB>test<TAB>predictions<TAB>seed
//
// and answers with one line on standard output, "ok" when the predictions are
// written, or "error " and a message. The output must be flushed after each
// answer, and nothing else may be printed there. At the end of its input the
// command must exit. It must forget one job before the next.
//
// # Which records are predicted
//
// Fit runs the command, so that Fit can say what went wrong, and lets it predict
// all records outside the training set; Predict looks the predictions up.
// Cross-validation needs no more. Predict panics for a training record unless
// Command.PredictAll is set.
//
// # Clean ends
//
// Files live in a directory of their own for each fit, which is removed when Fit
// returns, whatever happened. On a time-out, or when Command.Context is
// cancelled, the command and the processes it started are killed (their process
// group; on systems without process groups the command alone). So are processes
// that a command leaves behind when it ends. On Linux the command dies with this
// process, even if that is killed. A fitter that
// serves has the method Close, which ends its process; a fitter that is dropped
// without it ends its process when it is garbage collected. A script that serves
// also sees the end of its input when this program dies.
package outside
