// Package dataset holds data sets in memory, draws the simulated ones of the
// sources, and reads files.
//
// # Data
//
// Data is a matrix of n records and p features with a response (regression) or a
// class (classification) for each record. Nominal features hold the numbers of
// their levels; OneHot turns them into columns of 0 and 1, UnitRange and
// Standardized rescale. Data.Check says what is missing, infinite or of the wrong
// length.
//
// # Distributions
//
// A Generator draws records from a distribution; Draw makes a new data set, Fill
// draws into one that exists.
//
//	SREG         y = √(3/p) Σ x_j + e, p independent N(0,1) features, e ~ N(0,1)
//	             (Wang 2019 thesis, §3.5.1; Nadeau and Bengio 2003)
//	FanLv        y = b (x₁ + x₂ + x₃) - 3b √φ x₄ + e, features with correlation φ:
//	             x₄ matters but is not correlated with y (Fan and Lv 2008)
//	Gaussians    two classes of N(0,1) features, some of them shifted; SCLA of the
//	             thesis and Simple of the McNemar paper
//	EXP6         six classes on a grid (Kong and Dietterich 1995)
//	Twonorm      two normal classes, means ±2/√20 (Breiman 1996)
//	Ringnorm     two normal classes, variances 4 and 1 (Breiman 1996)
//	Waveform     mixtures of triangular waves (Breiman et al. 1984)
//	Population   records of a data set, with replacement
//	Balanced     the same, with the classes equally often
//	Sample       records of a data set, without replacement
//
// NormalLosses and Epsilon draw the losses of algorithms directly, without data.
//
// # Files
//
// Read takes CSV and ARFF, ReadIDX the images of MNIST; package text/corpus reads
// tagged text. Errors name file, line and column. Package public knows the data
// sets of the experiments by name.
package dataset
