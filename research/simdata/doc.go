// Package simdata draws the simulated data sets of the sources.
//
// A Generator draws records from a distribution; Draw makes a new data set, Fill draws into an existing one.
//
//	SREG         y = √(3/p) Σ x_j + e, p independent N(0,1) features, e ~ N(0,1)
//	             (Wang 2019 thesis, §3.5.1; Nadeau and Bengio 2003)
//	FanLv        y = b (x₁ + x₂ + x₃) - 3b √φ x₄ + e, features with correlation φ:
//	             x₄ matters but is not correlated with y (Fan and Lv 2008)
//	Gaussians    two classes of N(0,1) features, some of them shifted; SCLA of the
//	             thesis and Simple of the McNemar paper
//	Logit        two classes whose log odds are linear in N(0,1) features
//	EXP6         six classes on a grid (Kong and Dietterich 1995)
//	Twonorm      two normal classes, means ±2/√20 (Breiman 1996)
//	Ringnorm     two normal classes, variances 4 and 1 (Breiman 1996)
//	Waveform     mixtures of triangular waves (Breiman et al. 1984)
//	Population   records of a data set, with replacement
//	Balanced     the same, with the classes equally often
//	Sample       records of a data set, without replacement
//
// NormalLosses and Epsilon draw the losses of algorithms directly, without data; Exam draws the answers of models to
// the questions of a test set.
package simdata
